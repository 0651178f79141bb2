/** The machines of this repository by name, each with its table of cases. */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type AnyStateMachine, StateMachine } from "xstate"
import { projectRoot } from "../run.ts"
import type { Cases } from "./cases.ts"

const machinesFolder = join(projectRoot, "machines")

/** Sorted by name. */
export const machineNames = (): readonly string[] =>
  readdirSync(machinesFolder)
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.slice(0, -3))
    .toSorted()

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

/** Throws if the machine does not exist. */
export const machineNamed = async (name: string): Promise<AnyStateMachine> => {
  const names = machineNames()
  if (!names.includes(name)) throw new Error(`There is no machine ${name}. There are: ${names.join(", ")}`)
  const machine = (await exportsOf(join(machinesFolder, `${name}.ts`))).get(`${name}Machine`)
  if (!isMachine(machine)) throw new Error(`machines/${name}.ts exports no machine called ${name}Machine`)
  return machine
}

/** Throws if the machine has no table. */
export const casesNamed = async (name: string): Promise<Cases> => {
  const cases = (await exportsOf(join(projectRoot, "tests/model/events", `${name}.ts`))).get("cases")
  if (!isCases(cases)) throw new Error(`tests/model/events/${name}.ts exports no table called cases`)
  return cases
}
