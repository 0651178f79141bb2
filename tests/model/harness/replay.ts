/**
 * Replays a recording on the machine: each step must give the recorded state and context. Reports
 * the transitions taken.
 */
import { isDeepStrictEqual } from "node:util"
import { foldOf } from "@financial-links/journal"
import { stateName, traced } from "@financial-links/paths"
import type { AnyMachineSnapshot, AnyStateMachine, EventObject, Snapshot } from "xstate"
import type { ActorRun } from "./recorder.ts"

export interface ReplayedStep {
  readonly event: EventObject
  readonly state: string
  readonly transitions: readonly string[]
}

export interface Replayed {
  readonly id: string
  /** The first state, and the transitions taken to reach it if it is the machine's initial one. */
  readonly start: string
  readonly takenAtStart: readonly string[]
  readonly steps: readonly ReplayedStep[]
  /** Differences between app and machine, one sentence each. */
  readonly problems: readonly string[]
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const isSnapshot = (value: unknown): value is Snapshot<unknown> & { readonly context: unknown } =>
  typeof value === "object" && value !== null && "status" in value && "context" in value

/** The machine's input, read from its context. */
const inputOf = (begin: unknown): unknown => (isSnapshot(begin) ? begin.context : undefined)

/** The machine in the snapshot with which a run began. */
export const beginningOf = (machine: AnyStateMachine, actorRun: ActorRun) => {
  const tracer = traced(machine, inputOf(actorRun.begin))
  const initial = tracer.start()
  const isInitial =
    isSnapshot(actorRun.begin) &&
    isDeepStrictEqual(plain(initial.snapshot.context), actorRun.begin.context) &&
    "value" in actorRun.begin &&
    isDeepStrictEqual(initial.snapshot.value, actorRun.begin.value)
  if (isInitial) return { tracer, snapshot: initial.snapshot, taken: initial.taken }
  if (!isSnapshot(actorRun.begin)) throw new Error(`the actorRun of ${actorRun.id} begins with no snapshot`)
  return { tracer, snapshot: foldOf(machine, actorRun.begin.context).restore(actorRun.begin), taken: [] }
}

export const replayActorRun = (machine: AnyStateMachine, actorRun: ActorRun): Replayed => {
  const problems: string[] = []
  const { tracer, snapshot: first, taken } = beginningOf(machine, actorRun)
  let snapshot: AnyMachineSnapshot = first
  const steps = actorRun.steps.map(({ event, value, context }, index): ReplayedStep => {
    const moved = tracer.step(snapshot, event)
    snapshot = moved.snapshot
    const where = `${actorRun.id}, step ${index + 1}, ${event.type}`
    if (!isDeepStrictEqual(plain(snapshot.value), value))
      problems.push(
        `${where}: the app is in ${JSON.stringify(value)}, the machine in ${stateName(snapshot.value)}`,
      )
    else if (!isDeepStrictEqual(plain(snapshot.context), context))
      problems.push(`${where}: the app's context is not the machine's`)
    return { event, state: stateName(snapshot.value), transitions: moved.taken }
  })
  return { id: actorRun.id, start: stateName(first.value), takenAtStart: taken, steps, problems }
}

/** The machine's snapshot after the last recorded step of a run. */
export const finalOf = (machine: AnyStateMachine, actorRun: ActorRun): AnyMachineSnapshot => {
  const { tracer, snapshot } = beginningOf(machine, actorRun)
  return actorRun.steps.reduce((before, { event }) => tracer.step(before, event).snapshot, snapshot)
}
