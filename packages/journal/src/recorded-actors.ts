/**
 * The actors without a journal in a recording: writes what the event log knows of them, and opens
 * and replays what a file says.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import { restoreRecorded } from "./recorded-state.ts"
import {
  type ActorMachine,
  ANSWERS_MAX_CHARS,
  RECORDED_ACTOR_LIMIT,
  RECORDED_STEP_LIMIT,
  type RecordedActor,
  type RecordedStep,
  RecordingRefused,
  type RecordingRules,
} from "./recording.ts"
import type { Json, Redact } from "./redact.ts"
import { validated } from "./schema.ts"
import { hashOf } from "./state-hash.ts"
import { type FoldedChain, foldChained } from "./step-chain.ts"

// ── writing ──────────────────────────────────────────────────────────────────

/** What a project knows of an actor without a journal. */
export interface ActorRecord<Answer> {
  /** Unique among these records. */
  readonly key: string
  readonly id: string
  /** Where in the project it lived. */
  readonly page: string | undefined
  readonly machine: AnyStateMachine
  readonly startedAtMs: number
  readonly from: AnyMachineSnapshot
  readonly received: readonly { readonly event: object; readonly atMs: number; readonly position: number }[]
  /** By the position of the event that they came with. */
  readonly answers: ReadonlyMap<number, (mask: Redact) => Answer>
  readonly now: AnyMachineSnapshot
}

type Unchained<Answer> = Omit<RecordedActor<Answer>, "chain">

const stepsOf = <Answer, ReadAnswer>(
  { maskOf, actors: { readAnswer, withoutData } }: RecordingRules<unknown, Answer, ReadAnswer>,
  { id, received, answers }: ActorRecord<Answer>,
  charsLeft: number,
) => {
  const mask = maskOf(id)
  let chars = 0
  const steps = received.toReversed().map(({ event, atMs, position }): RecordedStep<Answer> => {
    const answer = answers.get(position)?.(mask)
    if (answer === undefined) return { event: mask(event), atMs }
    const length = JSON.stringify(answer).length
    // one that cannot be read once it is masked is left out too
    const isKept = chars + length <= charsLeft && readAnswer(answer) !== null
    if (isKept) chars += length
    return { event: mask(event), atMs, answer: isKept ? answer : withoutData(answer) }
  })
  return { steps: steps.reverse(), chars }
}

/** The end of a page stops its actors: no event of theirs, and no change of their state. */
const lastStateOf = (now: AnyMachineSnapshot, redact: Redact): Json => {
  const { status, value, context } = now
  return redact({ status: status === "stopped" ? "active" : status, value, context })
}

const unchainedOf = <Answer, ReadAnswer>(
  rules: RecordingRules<unknown, Answer, ReadAnswer>,
  record: ActorRecord<Answer>,
  { pure }: ActorMachine,
  charsLeft: number,
) => {
  const { key, id, page, machine, startedAtMs, from, now } = record
  const mask = rules.maskOf(id)
  const { steps, chars } = stepsOf(rules, record, charsLeft)
  const actor: Unchained<Answer> = {
    ...{ key, id, machine: machine.id, page: page ?? null, startedAtMs, steps },
    // a machine that sends to an actor that it invokes needs that actor in replay
    base: mask(pure.persist(from)),
    state: hashOf(mask(lastStateOf(now, rules.redact))),
  }
  return { actor, chars }
}

/** Null if the actor could not be opened again. */
const chained = async <Answer, ReadAnswer>(
  rules: RecordingRules<unknown, Answer, ReadAnswer>,
  actor: Unchained<Answer>,
): Promise<RecordedActor<Answer> | null> => {
  try {
    const opened = await openActor(rules, { ...actor, chain: { events: [], states: [] } })
    const { chain } = folded(opened, rules.redact)
    return { ...actor, chain }
  } catch (cause) {
    if (cause instanceof RecordingRefused) return null
    throw cause
  }
}

/** The newest of these actors that have no journal, within the limits of a file. */
export const recordActors = async <Answer, ReadAnswer>(
  rules: RecordingRules<unknown, Answer, ReadAnswer>,
  records: readonly ActorRecord<Answer>[],
): Promise<readonly RecordedActor<Answer>[]> => {
  const recorded: RecordedActor<Answer>[] = []
  let [stepsLeft, charsLeft] = [RECORDED_STEP_LIMIT, ANSWERS_MAX_CHARS]
  for (const record of records.toReversed()) {
    const entry = rules.actors.machineOf(record.machine.id)
    if (!entry) continue
    stepsLeft -= record.received.length
    if (recorded.length === RECORDED_ACTOR_LIMIT || stepsLeft < 0) break
    const { actor, chars } = unchainedOf(rules, record, entry, charsLeft)
    charsLeft -= chars
    const whole = await chained(rules, actor)
    if (whole) recorded.push(whole)
  }
  return recorded.reverse()
}

// ── opening ──────────────────────────────────────────────────────────────────

export interface OpenedActor<Answer, ReadAnswer> {
  readonly key: string
  readonly id: string
  readonly page: string | undefined
  readonly startedAtMs: number
  readonly entry: ActorMachine
  readonly from: AnyMachineSnapshot
  readonly steps: readonly {
    readonly event: { readonly type: string }
    readonly atMs: number
    readonly answer: ReadAnswer | undefined
  }[]
  /** As it is in the file. */
  readonly filed: RecordedActor<Answer>
}

const isDelayEnd = (event: unknown): event is { readonly type: string } =>
  typeof event === "object" &&
  event !== null &&
  "type" in event &&
  typeof event.type === "string" &&
  event.type.startsWith("xstate.after.")

/** Events of a live actor: decoded already, or the end of one of its machine's delays. */
const eventReaderOf = ({ machine, event: schema }: ActorMachine) => {
  const own = new Set<string>(machine.events)
  return (event: unknown): { readonly type: string } | undefined => {
    if (isDelayEnd(event)) return own.has(event.type) ? { type: event.type } : undefined
    const result = validated(schema, event)
    return result.issues ? undefined : result.value
  }
}

/** Decodes an actor. Rejects with `RecordingRefused`. */
export const openActor = async <Answer, ReadAnswer>(
  { actors, laterFields }: Pick<RecordingRules<unknown, Answer, ReadAnswer>, "actors" | "laterFields">,
  filed: RecordedActor<Answer>,
): Promise<OpenedActor<Answer, ReadAnswer>> => {
  const { key, id, page, startedAtMs } = filed
  const entry = actors.machineOf(filed.machine)
  if (!entry) throw new RecordingRefused("unknown-stream", `${key}: ${filed.machine}`)
  const read = eventReaderOf(entry)
  const steps = filed.steps.map(({ event: raw, atMs, answer: recorded }, index) => {
    const event = read(raw)
    if (!event) throw new RecordingRefused("unknown-event", `${key}[${index}]`)
    const answer = recorded === undefined ? undefined : actors.readAnswer(recorded)
    if (answer === null) throw new RecordingRefused("unknown-answer", `${key}[${index}]`)
    return { event, atMs, answer }
  })
  const from = await restoreRecorded({ ...entry, id: key }, filed.base, laterFields, (state) =>
    Promise.resolve(state),
  )
  return { key, id, page: page ?? undefined, startedAtMs, entry, from, steps, filed }
}

/** Replays an actor. Throws `RecordingRefused`: its beginning is from the file. */
export const folded = (
  { key, entry, from, steps, filed }: OpenedActor<unknown, unknown>,
  redact: Redact,
): FoldedChain => {
  const events = steps.map(({ event }) => event)
  try {
    return foldChained(
      entry.pure.step,
      from,
      events,
      {
        ...{ id: key, seq: filed.startedAtMs, base: [filed.id, filed.machine, filed.page, filed.base] },
        events: filed.steps,
      },
      redact,
    )
  } catch (cause) {
    throw new RecordingRefused("unreplayable", `${key}: ${cause instanceof Error ? cause.message : ""}`)
  }
}
