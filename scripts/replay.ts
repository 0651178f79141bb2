/**
 * npm run replay -- FILE [--steps]
 * Replays a recording without a browser: decodes every event, folds it by this checkout's machines
 * and compares each end with the recorded one. `--steps` prints every event with the state it led
 * to. Exit code 0: every state is identical; 1: one differs; 2: the file is refused. Nothing in
 * the file is executed.
 */
import { readFileSync, statSync } from "node:fs"
import type { AnyMachineSnapshot } from "xstate"
import { stateName } from "../packages/paths/src/chart.ts"
import { type OpenedRecording, openRecording, type ReplayVerdict } from "../src/devtools/open-recording.ts"
import { RECORDING_MAX_BYTES, RecordingRefused, readRecording } from "../src/devtools/recording.ts"
import { createTimeTravelActors } from "../src/runtime/time-travel-actors.ts"

const read = (path: string): string => {
  const about = statSync(path, { throwIfNoEntry: false })
  if (!about?.isFile()) throw new Error(`${path} is not a file.`)
  const { size } = about
  if (size > RECORDING_MAX_BYTES) throw new RecordingRefused("too-large", `${size}`)
  return readFileSync(path, "utf8")
}

const printSteps = ({ steps, streams, actors }: OpenedRecording): void => {
  const replayed = [...streams, ...actors.map((actor) => ({ ...actor, id: actor.key }))]
  const folds = new Map(replayed.map(({ id, entry }) => [id, entry.pure]))
  const states = new Map<string, AnyMachineSnapshot>(replayed.map(({ id, from }) => [id, from]))
  for (const [index, { id, event, atMs }] of steps.entries()) {
    const before = states.get(id)
    const after = before && folds.get(id)?.step(before, event)
    if (!after) continue
    states.set(id, after)
    const at = atMs === 0 ? "-" : new Date(atMs).toISOString()
    console.log(`${String(index + 1).padStart(6)}  ${at}  ${event.type}  → ${id}: ${stateName(after.value)}`)
  }
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

const printVerdict = (verdict: ReplayVerdict): void =>
  console.log(
    `${verdict.id.padEnd(16)} ${String(verdict.events).padStart(6)} events  ${verdict.replayed.slice(0, 12)}  ${foundIn(verdict)}`,
  )

/** Actors that differ by name; the others by machine: there may be hundreds. */
const printActors = ({ actors, verdict }: OpenedRecording): void => {
  for (const one of verdict.actors) if (one.isIdentical === false) printVerdict(one)
  const identical = verdict.actors.filter(({ isIdentical }) => isIdentical !== false)
  const machineOfActor = new Map(actors.map(({ key, entry }) => [key, entry.id]))
  for (const [machine, own] of Map.groupBy(identical, ({ id }) => machineOfActor.get(id) ?? id)) {
    const events = own.reduce((sum, one) => sum + one.events, 0)
    console.log(
      `${`${machine} × ${own.length}`.padEnd(16)} ${String(events).padStart(6)} events  ${"".padEnd(12)}  identical`,
    )
  }
}

const ROSTER = {
  missing: "MISSING from the file",
  added: "ADDED to the file",
  moved: "MOVED: the file has another order, or another number of streams and actors",
} as const

const replay = async (path: string, areStepsShown: boolean): Promise<boolean> => {
  const recording = readRecording(read(path))
  const { machines } = await createTimeTravelActors()
  const opened = await openRecording(recording, machines)
  if (areStepsShown) printSteps(opened)
  if (!opened.hasSameMachines)
    console.log("The machine configs of this checkout differ from the recorded ones.")
  const { isIdentical, roster, streams, state } = opened.verdict
  if (roster !== null) console.log(`${roster.key.padEnd(16)} ${ROSTER[roster.what]}`)
  for (const stream of streams) printVerdict(stream)
  printActors(opened)
  console.log(`${isIdentical ? "identical" : "DIFFERENT"}  ${state}`)
  return isIdentical
}

const [path, ...options] = process.argv.slice(2)
const unknown = options.find((option) => option !== "--steps")
if (path === undefined || path.startsWith("-") || unknown !== undefined) {
  console.error("usage: npm run replay -- FILE [--steps]")
  process.exit(2)
}
try {
  process.exit((await replay(path, options.includes("--steps"))) ? 0 : 1)
} catch (error) {
  console.error(
    error instanceof RecordingRefused
      ? `Refused, ${error.message}`
      : String(error instanceof Error ? error.message : error),
  )
  process.exit(2)
}
