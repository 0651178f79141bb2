#!/usr/bin/env node
/** `xstate-journal check RECORDING --with FILE`: names the first step of a recording that differs. */
import { resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { parseArgs } from "node:util"
import { StateMachine } from "xstate"
import { type Checked, checkRecording, print, type ReplayProject, reportCheck } from "./check.ts"
import type { MachineEntry } from "./machine-entry.ts"
import type { Recordings } from "./recordings.ts"

const USAGE = `xstate-journal check RECORDING --with FILE [--steps]
Replays a recording and compares every step with the recorded one. FILE exports "machines" (a list of
machineEntry) and "recordings" (createRecordings). Exit code 0: identical; 1: it differs; 2: refused.
The file is code and runs here with your rights: name only files that you trust. The recording is data.
`

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const isRecordings = (value: unknown): value is Recordings<unknown, unknown, unknown> =>
  ["read", "open"].every((name) => typeof fieldOf(value, name) === "function")

const isEntry = (value: unknown): value is MachineEntry =>
  typeof fieldOf(value, "id") === "string" && fieldOf(value, "machine") instanceof StateMachine

const areMachines = (value: unknown): value is readonly MachineEntry[] =>
  Array.isArray(value) && value.every(isEntry)

const projectIn = async (file: string): Promise<ReplayProject<unknown, unknown, unknown>> => {
  const { machines, recordings }: { machines?: unknown; recordings?: unknown } = await import(
    pathToFileURL(resolve(file)).href
  )
  if (!areMachines(machines)) throw new Error(`${file} exports no list of machines as "machines"`)
  if (!isRecordings(recordings)) throw new Error(`${file} exports no recordings as "recordings"`)
  return { machines, recordings }
}

const check = async (): Promise<Checked> => {
  const { values, positionals } = parseArgs({
    options: { with: { type: "string" }, steps: { type: "boolean", default: false } },
    allowPositionals: true,
  })
  const [command, path, ...more] = positionals
  if (command !== "check" || path === undefined || more.length > 0 || values.with === undefined)
    throw new Error("Say check RECORDING --with FILE; --help tells more")
  return checkRecording(await projectIn(values.with), path, values.steps)
}

if (process.argv.includes("--help")) await print(USAGE)
else await reportCheck(check)
