/** Replays a recording file without a browser, and says which step is the first that differs. */
import { readFileSync, statSync } from "node:fs"
import type { AnyMachineSnapshot, StateValue } from "xstate"
import type { MachineEntry } from "./machine-entry.ts"
import type { OpenedRecording, ReplayVerdict } from "./open-recording.ts"
import { RECORDING_MAX_BYTES, RecordingRefused } from "./recording.ts"
import type { Recordings } from "./recordings.ts"

type Opened = OpenedRecording<unknown, unknown, unknown>

const textOf = (path: string): string => {
  const about = statSync(path, { throwIfNoEntry: false })
  if (!about?.isFile()) throw new Error(`${path} is not a file.`)
  const { size } = about
  if (size > RECORDING_MAX_BYTES) throw new RecordingRefused("too-large", `${size}`)
  return readFileSync(path, "utf8")
}

/** The active leaf states, "filling.drafting". */
const leavesOf = (value: StateValue): readonly string[] =>
  typeof value === "string"
    ? [value]
    : Object.entries(value).flatMap(([name, inner]) => {
        const below = inner === undefined ? [] : leavesOf(inner)
        return below.length === 0 ? [name] : below.map((each) => `${name}.${each}`)
      })

const stepLines = ({ steps, streams, actors }: Opened): readonly string[] => {
  const replayed = [...streams, ...actors.map((actor) => ({ ...actor, id: actor.key }))]
  const folds = new Map(replayed.map(({ id, entry }) => [id, entry.pure]))
  const states = new Map<string, AnyMachineSnapshot>(replayed.map(({ id, from }) => [id, from]))
  return steps.flatMap(({ id, event, atMs }, index) => {
    const before = states.get(id)
    const after = before && folds.get(id)?.step(before, event)
    if (!after) return []
    states.set(id, after)
    const at = atMs === 0 ? "-" : new Date(atMs).toISOString()
    const state = leavesOf(after.value).join(" ")
    return [`${String(index + 1).padStart(6)}  ${at}  ${event.type}  → ${id}: ${state}`]
  })
}

const foundIn = ({ isIdentical, recorded, isChained, difference }: ReplayVerdict): string => {
  if (difference !== null) {
    const { step, type, what } = difference
    if (step === 0) return "DIFFERS from its beginning"
    return `DIFFERS from step ${step} (${type ?? "missing"}): another ${what} was recorded`
  }
  if (isIdentical === false) return `DIFFERS: ${recorded} was recorded`
  const found = isIdentical === null ? "recorded in an earlier form" : "identical"
  return isChained ? found : `${found}, unchained: only the end is compared`
}

const line = (id: string, events: number, hash: string, found: string): string =>
  `${id.padEnd(16)} ${String(events).padStart(6)} events  ${hash.slice(0, 12).padEnd(12)}  ${found}`

const verdictLine = (verdict: ReplayVerdict): string =>
  line(verdict.id, verdict.events, verdict.replayed, foundIn(verdict))

/** Actors that differ by name; the others by machine: there may be hundreds. */
const actorLines = ({ actors, verdict }: Opened): readonly string[] => {
  const identical = verdict.actors.filter(({ isIdentical }) => isIdentical !== false)
  const machineOfActor = new Map(actors.map(({ key, entry }) => [key, entry.id]))
  const byMachine = Map.groupBy(identical, ({ id }) => machineOfActor.get(id) ?? id)
  return [
    ...verdict.actors.filter(({ isIdentical }) => isIdentical === false).map(verdictLine),
    ...[...byMachine].map(([machine, own]) => {
      const events = own.reduce((sum, one) => sum + one.events, 0)
      return line(`${machine} × ${own.length}`, events, "", "identical")
    }),
  ]
}

const ROSTER = {
  missing: "MISSING from the file",
  added: "ADDED to the file",
  moved: "MOVED: the file has another order, or another number of streams and actors",
} as const

export interface Checked {
  readonly text: string
  /** True if the file is what was written, and every step leads where it was recorded to lead. */
  readonly isIdentical: boolean
}

/** A project's recordings, and the machines that replay them. */
export interface ReplayProject<Scene, Answer, ReadAnswer> {
  readonly recordings: Recordings<Scene, Answer, ReadAnswer>
  readonly machines: readonly MachineEntry[]
}

/** A file whose checksum does not fit is read nevertheless: its chains say where it was changed. */
const readEven = <Scene, Answer, ReadAnswer>(
  { read }: Recordings<Scene, Answer, ReadAnswer>,
  text: string,
) => {
  try {
    return { recording: read(text), isAltered: false }
  } catch {
    // what is refused for another reason is refused again
    return { recording: read(text, true), isAltered: true }
  }
}

/** Replays a file. Rejects if it is none, and with `RecordingRefused` if it cannot be replayed. */
export const checkRecording = async <Scene, Answer, ReadAnswer>(
  { recordings, machines }: ReplayProject<Scene, Answer, ReadAnswer>,
  path: string,
  areStepsShown: boolean,
): Promise<Checked> => {
  const { recording, isAltered } = readEven(recordings, textOf(path))
  const opened = await recordings.open(recording, machines)
  const { roster, streams, state, ...verdict } = opened.verdict
  const isIdentical = verdict.isIdentical && !isAltered
  const lines = [
    ...(areStepsShown ? stepLines(opened) : []),
    ...(isAltered ? ["ALTERED: the checksum is that of another content"] : []),
    ...(opened.hasSameMachines ? [] : ["The machine configs here differ from the recorded ones."]),
    ...(roster === null ? [] : [`${roster.key.padEnd(16)} ${ROSTER[roster.what]}`]),
    ...streams.map(verdictLine),
    ...actorLines(opened),
    `${isIdentical ? "identical" : "DIFFERENT"}  ${state}`,
  ]
  return { text: `${lines.join("\n")}\n`, isIdentical }
}

/**
 * Prints what a check found, and sets the exit code: 0 identical, 1 different, 2 refused. A closed pipe,
 * as by `head`, is not an error.
 */
export const reportCheck = async (check: () => Promise<Checked>): Promise<void> => {
  try {
    const { text, isIdentical } = await check()
    await print(text)
    process.exitCode = isIdentical ? 0 : 1
  } catch (cause) {
    const why = cause instanceof RecordingRefused ? `Refused, ${cause.message}` : messageOf(cause)
    console.error(why)
    process.exitCode = 2
  }
}

const messageOf = (cause: unknown): string => String(cause instanceof Error ? cause.message : cause)

export const print = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (error?: Error | null): void => {
      if (error && !("code" in error && error.code === "EPIPE")) reject(error)
      else resolve()
    }
    process.stdout.once("error", settle)
    process.stdout.write(text, settle)
  })
