/** Holds what was recorded against the machine itself: every step must come to the same state, context and all, and tells which transitions it took. */
import { isDeepStrictEqual } from "node:util"
import type { AnyMachineSnapshot, AnyStateMachine, EventObject, Snapshot } from "xstate"
import { traced } from "../../../scripts/paths/trace.ts"
import { stateName } from "../../../src/devtools/chart.ts"
import { foldOf } from "../../../src/journal/replay.ts"
import type { Life } from "./recorder.ts"

export interface ReplayedStep {
  readonly event: EventObject
  readonly state: string
  readonly transitions: readonly string[]
}

export interface Replayed {
  readonly id: string
  /** The state in which it was started, and what was taken to come there where it was the machine's beginning. */
  readonly start: string
  readonly takenAtStart: readonly string[]
  readonly steps: readonly ReplayedStep[]
  /** Where the app and the machine differ, one sentence each. */
  readonly problems: readonly string[]
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const isSnapshot = (value: unknown): value is Snapshot<unknown> & { readonly context: unknown } =>
  typeof value === "object" && value !== null && "status" in value && "context" in value

/** The machine's input, as its context remembers it. */
const inputOf = (begin: unknown): unknown => (isSnapshot(begin) ? begin.context : undefined)

/** The machine brought to where a life began. */
export const beginningOf = (machine: AnyStateMachine, life: Life) => {
  const tracer = traced(machine, inputOf(life.begin))
  const initial = tracer.start()
  const isInitial =
    isSnapshot(life.begin) &&
    isDeepStrictEqual(plain(initial.snapshot.context), life.begin.context) &&
    "value" in life.begin &&
    isDeepStrictEqual(initial.snapshot.value, life.begin.value)
  if (isInitial) return { tracer, snapshot: initial.snapshot, taken: initial.taken }
  if (!isSnapshot(life.begin)) throw new Error(`the life of ${life.id} begins with no snapshot`)
  return { tracer, snapshot: foldOf(machine, life.begin.context).restore(life.begin), taken: [] }
}

export const replayLife = (machine: AnyStateMachine, life: Life): Replayed => {
  const problems: string[] = []
  const { tracer, snapshot: first, taken } = beginningOf(machine, life)
  let snapshot: AnyMachineSnapshot = first
  const steps = life.steps.map(({ event, value, context }, index): ReplayedStep => {
    const moved = tracer.step(snapshot, event)
    snapshot = moved.snapshot
    const where = `${life.id}, step ${index + 1}, ${event.type}`
    if (!isDeepStrictEqual(plain(snapshot.value), value))
      problems.push(
        `${where}: the app is in ${JSON.stringify(value)}, the machine in ${stateName(snapshot.value)}`,
      )
    else if (!isDeepStrictEqual(plain(snapshot.context), context))
      problems.push(`${where}: the app's context is not the machine's`)
    return { event, state: stateName(snapshot.value), transitions: moved.taken }
  })
  return { id: life.id, start: stateName(first.value), takenAtStart: taken, steps, problems }
}

/** What the machine is after a life, as the app last said. */
export const finalOf = (machine: AnyStateMachine, life: Life): AnyMachineSnapshot => {
  const { tracer, snapshot } = beginningOf(machine, life)
  return life.steps.reduce((before, { event }) => tracer.step(before, event).snapshot, snapshot)
}
