/**
 * Loads a machine from a file. Loading runs the file's code with the rights
 * of the user, so only a file named on the command line is loaded.
 */
import { existsSync, statSync } from "node:fs"
import { extname, resolve } from "node:path"
import { stripVTControlCharacters } from "node:util"
import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  type EventObject,
  fromCallback,
  StateMachine,
} from "xstate"
import type { Subject } from "./ask.ts"
import { type Cases, isCases, isMachine } from "./cases.ts"
import { chartOf } from "./chart.ts"
import { notProvided } from "./generate.ts"
import { declaredIn } from "./load-file.ts"
import { isEvent } from "./running.ts"

/** A longer chain of eventless transitions counts as endless. */
const MAX_MICROSTEPS = 10_000

const EXTENSIONS = [".ts", ".mts", ".tsx", ".js", ".mjs", ".jsx"]
const MAX_BYTES = 1_000_000

/** Paths of a larger machine are not readable, and searching them takes minutes. */
const MAX_STATES = 1_000
const MAX_EVENTS = 1_000
const MAX_INPUTS = 100

/** A thrown value may be anything, and formatting it may throw again. */
const messageOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "it throws no error"
  const message = stripVTControlCharacters(cause.message)
  // a bundler's error, which draws the place in the file
  return /^\[[A-Z_]+\] *(.+)$/m.exec(message)?.[1] ?? message
}

/** Rejects a file that cannot be a machine before any of it runs. */
const checkedPath = (given: string): string => {
  const path = resolve(given)
  if (!EXTENSIONS.includes(extname(path)))
    throw new Error(`${given} is no module: its name ends in none of ${EXTENSIONS.join(", ")}`)
  if (!existsSync(path)) throw new Error(`There is no file ${given}`)
  const about = statSync(path)
  if (!about.isFile()) throw new Error(`${given} is not a file`)
  if (about.size > MAX_BYTES)
    throw new Error(`${given} is larger than a machine can be (${about.size} bytes)`)
  return path
}

/** A machine of another copy of XState is not an instance of ours. */
const isForeign = (value: unknown): boolean =>
  !(value instanceof StateMachine) && typeof value === "object" && value !== null && "__xstatenode" in value

/** The machine's events without payloads. */
const bareEvents = (machine: AnyStateMachine): Cases => ({
  events: machine.events
    .map(String)
    .filter((type) => !type.startsWith("xstate.") && !type.includes("*"))
    .map((type) => ({ type })),
})

const isJson = (value: unknown): boolean => {
  try {
    JSON.stringify(value)
    return true
  } catch {
    return false
  }
}

const eventList = (given: string, events: unknown): readonly EventObject[] => {
  if (Array.isArray(events) && events.length > MAX_EVENTS)
    throw new Error(`${given} exports cases with ${events.length} events; ${MAX_EVENTS} are looked into`)
  if (Array.isArray(events) && events.every(isEvent) && isJson(events)) return events
  throw new Error(`${given} exports cases whose events are not a list of { type: "…" } in plain JSON`)
}

/** The exported table, validated at run time: plain JavaScript has no types. */
const checkedCases = (given: string, exported: unknown, bare: Cases): Cases => {
  const hasInputs = typeof exported === "object" && exported !== null && "inputs" in exported
  const cases = hasInputs ? { ...bare, ...exported } : exported
  if (!isCases(cases)) throw new Error(`${given} exports cases that name no events and no inputs`)
  const { events, inputs, tells, unreachable } = cases
  const refuse = (what: string): never => {
    throw new Error(`${given} exports cases whose ${what}`)
  }
  const areInputs =
    Array.isArray(inputs) && inputs.length > 0 && inputs.length <= MAX_INPUTS && isJson(inputs)
  if (inputs !== undefined && !areInputs)
    return refuse(`inputs are not a list of 1 to ${MAX_INPUTS} in plain JSON`)
  if (tells !== undefined && typeof tells !== "function") return refuse("tells is not a function")
  if (unreachable !== undefined && (typeof unreachable !== "object" || unreachable === null))
    return refuse("unreachable is not an object of reasons by transition")
  if (typeof events !== "function") return { ...cases, events: eventList(given, events) }
  return { ...cases, events: (snapshot: AnyMachineSnapshot) => eventList(given, events(snapshot)) }
}

/** The machine of this export, else the default one, else the only one. */
const chosenMachine = (
  given: string,
  found: ReadonlyMap<string, unknown>,
  exported: string | undefined,
): readonly [string, AnyStateMachine] => {
  const named = [...found].filter(([, value]) => isMachine(value)).map(([name]) => name)
  if (exported !== undefined) {
    const machine = found.get(exported)
    if (isMachine(machine)) return [exported, machine]
    throw new Error(`${given} exports no machine as ${exported}. It exports: ${named.join(", ") || "none"}`)
  }
  const byDefault = found.get("default")
  const machines = isMachine(byDefault) ? [byDefault] : [...new Set([...found.values()].filter(isMachine))]
  const [machine] = machines
  if (machine === undefined) throw new Error(`${given} exports no machine of setup(…).createMachine(…)`)
  if (machines.length > 1)
    throw new Error(
      `${given} exports ${machines.length} machines and none as default: choose with --export ${named.join(" or --export ")}`,
    )
  return [named.find((name) => found.get(name) === machine) ?? "default", machine]
}

const nameOfGuard = (guard: unknown): string | null => {
  if (typeof guard === "string") return guard
  const isNamed = typeof guard === "object" && guard !== null && "type" in guard
  return isNamed && typeof guard.type === "string" ? guard.type : null
}

const namedGuards = (node: AnyStateNode): readonly string[] => [
  ...[...node.transitions.values(), node.always ?? []]
    .flat()
    .flatMap(({ guard }: AnyTransitionDefinition) => nameOfGuard(guard) ?? []),
  ...Object.values(node.states).flatMap(namedGuards),
]

/**
 * The machine with stand-ins for what its app provides elsewhere: an actor that runs, and a guard that
 * lets nothing through.
 */
const withStandIns = (machine: AnyStateMachine): AnyStateMachine => {
  const { states } = chartOf(machine)
  const { actors, guards } = machine.implementations
  const sources = states.flatMap((state) => state.actors.map(({ source }) => source))
  const lacking = sources.filter((source) => !source.startsWith("xstate.invoke.") && !(source in actors))
  const closed = namedGuards(machine.root).filter((guard) => !(guard in guards))
  if (lacking.length === 0 && closed.length === 0) return machine
  return machine.provide({
    actors: Object.fromEntries(lacking.map((source) => [source, fromCallback(() => {})])),
    guards: Object.fromEntries(closed.map((guard) => [guard, notProvided])),
  })
}

/**
 * Loads the machine (the export of this name, else the default one, else the only one) and its table
 * `cases`, if exported. Throws one sentence if there is no such machine or the file does not load.
 */
export const machineIn = async (given: string, exported?: string): Promise<Subject> => {
  const path = checkedPath(given)
  const found = await declaredIn(path).catch((cause: unknown) => {
    throw new Error(`${given} cannot be loaded: ${messageOf(cause)}`)
  })
  const values = [...found.values()]
  if (values.some(isForeign))
    throw new Error(`${given} brings its own copy of XState: let it import "xstate" instead`)
  const [name, chosen] = chosenMachine(given, found, exported)
  const machine = withStandIns(chosen)
  const { length } = chartOf(machine).states
  if (length > MAX_STATES)
    throw new Error(`${given} has a machine of ${length} states; ${MAX_STATES} are looked into`)
  const cases = found.get("cases")
  machine.options = {
    ...machine.options,
    maxIterations: Math.min(machine.options?.maxIterations ?? MAX_MICROSTEPS, MAX_MICROSTEPS),
  }
  const bare = bareEvents(machine)
  return {
    machine,
    cases: cases === undefined ? bare : checkedCases(given, cases, bare),
    exported: name,
  }
}
