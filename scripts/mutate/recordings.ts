/** The browser recordings that `npm run test:model` writes, as trails. */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import type { AnyStateMachine, EventObject, Snapshot } from "xstate"
import { projectRoot } from "../run.ts"
import { isSameOn, TRAIL_END, type Trail, type TrailNode } from "./evidence.ts"
import { type Effect, plain, walkerOf } from "./walker.ts"

type Left = Snapshot<unknown> & { readonly value: unknown; readonly context: unknown }

interface RecordedStep {
  readonly event: EventObject
  readonly value: unknown
  readonly context: unknown
  readonly actions: readonly Effect[]
}

/** One actor from its start to the end of its document, and its run. */
interface Recorded {
  readonly run: string
  readonly actorRun: { readonly begin: Left; readonly steps: readonly RecordedStep[] }
}

const chain = (steps: readonly RecordedStep[], last: TrailNode): TrailNode =>
  steps.reduceRight<TrailNode>(
    (next, { event, value, context, actions }) => ({
      refused: [],
      steps: [{ event, shown: { value, context, effects: actions }, next }],
    }),
    last,
  )

/** If the next run continues from the journal, the resumption is the last step of this one. */
const resumedIn = (
  machine: AnyStateMachine,
  { run, actorRun }: Recorded,
  after: Recorded | undefined,
): TrailNode => {
  if (after === undefined || after.run !== run) return TRAIL_END
  const { value, context } = after.actorRun.begin
  const event = { type: "journal.resumed", at: 0 }
  const resumed: TrailNode = {
    refused: [],
    steps: [{ event, shown: { value, context, effects: null }, next: TRAIL_END }],
  }
  return isSameOn(machine, [trailOf(machine, actorRun, resumed)]) ? resumed : TRAIL_END
}

/** Removes the initial effects, which the app records with the first step. */
const withoutFirst = (
  first: readonly Effect[],
  [step, ...rest]: readonly RecordedStep[],
): readonly RecordedStep[] => {
  if (step === undefined) return []
  const isFirst = isDeepStrictEqual(step.actions.slice(0, first.length), first)
  return [isFirst ? { ...step, actions: step.actions.slice(first.length) } : step, ...rest]
}

const trailOf = (
  machine: AnyStateMachine,
  { begin, steps }: Recorded["actorRun"],
  last: TrailNode,
): Trail => {
  const { value, context } = begin
  const start = { value, context, effects: null }
  // the input, as the context remembers it
  const { shown } = walkerOf(machine, context).start()
  const isInitial = isDeepStrictEqual(plain([shown.value, shown.context]), [value, context])
  return isInitial
    ? { input: context, from: null, start, next: chain(withoutFirst(shown.effects, steps), last) }
    : { input: context, from: begin, start, next: chain(steps, last) }
}

export interface Recordings {
  readonly trails: readonly Trail[]
  /**
   * The number of recordings that the machine does not reproduce: recorded before a change, or a
   * defect.
   */
  readonly strange: number
}

/** The recordings of a machine; null where there are none. */
export const recordingsOf = (machine: AnyStateMachine): Recordings | null => {
  const file = join(projectRoot, ".cache/coverage-model/recordings", `${machine.id}.json`)
  return existsSync(file) ? readRecordings(machine, JSON.parse(readFileSync(file, "utf8"))) : null
}

/** The recordings in order, as trails. */
export const readRecordings = (machine: AnyStateMachine, recorded: readonly Recorded[]): Recordings => {
  const trails = recorded.map((one, index) =>
    trailOf(machine, one.actorRun, resumedIn(machine, one, recorded[index + 1])),
  )
  const genuine = trails.filter((trail) => isSameOn(machine, [trail]))
  return { trails: genuine, strange: trails.length - genuine.length }
}
