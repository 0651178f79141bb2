/** What a module exports: a machine, and the table that goes with it. */
import { pathToFileURL } from "node:url"
import { type AnyStateMachine, StateMachine } from "xstate"
import type { Cases } from "./cases.ts"

/** What a module exports. Importing runs its code. */
export const exportsOf = async (file: string): Promise<ReadonlyMap<string, unknown>> => {
  const module: object = await import(pathToFileURL(file).href)
  return new Map(Object.entries(module))
}

export const isMachine = (value: unknown): value is AnyStateMachine => value instanceof StateMachine

/** True for a table of cases; only `events` is required. */
export const isCases = (value: unknown): value is Cases =>
  typeof value === "object" &&
  value !== null &&
  "events" in value &&
  (Array.isArray(value.events) || typeof value.events === "function")
