/**
 * The actors without a journal in a recording: writes what the event log knows of them, and opens
 * and replays what a file says.
 */
import { Option, Schema } from "effect"
import type { AnyMachineSnapshot } from "xstate"
import type { Json } from "../../packages/journal/src/redact.ts"
import { redact } from "../journal/redact.ts"
import type { ActorRecord } from "./actor-history.ts"
import { maskOf } from "./mask.ts"
import { type RecordedAnswer, readRecordedAnswer, type TellAnswer } from "./recorded-answer.ts"
import { restoreRecorded } from "./recorded-state.ts"
import {
  ANSWERS_MAX_CHARS,
  RECORDED_ACTOR_LIMIT,
  RECORDED_STEP_LIMIT,
  type RecordedActor,
  type RecordedStep,
  RecordingRefused,
} from "./recording.ts"
import { hashOf } from "./state-hash.ts"
import { type FoldedChain, foldChained } from "./step-chain.ts"
import { type UnjournaledMachine, unjournaledMachine } from "./unjournaled-machines.ts"

// ── writing ──────────────────────────────────────────────────────────────────

type Unchained = Omit<RecordedActor, "chain">

/** Without the answer itself: it is too large, or does not fit its endpoint once it is masked. */
const withoutData = ({ data: _data, error: _error, ...rest }: RecordedAnswer): RecordedAnswer => rest

const stepsOf = ({ id, received, answers }: ActorRecord, charsLeft: number) => {
  const mask = maskOf(id)
  let chars = 0
  const steps = received.toReversed().map(({ event, atMs, position }): RecordedStep => {
    const answer = answers.get(position)?.(mask)
    if (answer === undefined) return { event: mask(event), atMs }
    const length = JSON.stringify(answer).length
    const isKept = chars + length <= charsLeft && readRecordedAnswer(answer) !== null
    if (isKept) chars += length
    return { event: mask(event), atMs, answer: isKept ? answer : withoutData(answer) }
  })
  return { steps: steps.reverse(), chars }
}

/** The end of a page stops its actors: no event of theirs, and no change of their state. */
const lastStateOf = (now: AnyMachineSnapshot): Json => {
  const { status, value, context } = now
  return redact({ status: status === "stopped" ? "active" : status, value, context })
}

const unchainedOf = (record: ActorRecord, { pure }: UnjournaledMachine, charsLeft: number) => {
  const { key, id, page, machine, startedAtMs, from, now } = record
  const mask = maskOf(id)
  const { steps, chars } = stepsOf(record, charsLeft)
  const actor: Unchained = {
    ...{ key, id, machine: machine.id, page: page ?? null, startedAtMs, steps },
    // a machine that sends to an actor that it invokes needs that actor in replay
    base: mask(pure.persist(from)),
    state: hashOf(mask(lastStateOf(now))),
  }
  return { actor, chars }
}

/** Null if the actor could not be opened again. */
const chained = async (actor: Unchained): Promise<RecordedActor | null> => {
  try {
    const { chain } = folded(await openActor({ ...actor, chain: { events: [], states: [] } }))
    return { ...actor, chain }
  } catch (cause) {
    if (cause instanceof RecordingRefused) return null
    throw cause
  }
}

/** The newest of these actors that have no journal, within the limits of a file. */
export const recordActors = async (records: readonly ActorRecord[]): Promise<readonly RecordedActor[]> => {
  const recorded: RecordedActor[] = []
  let [stepsLeft, charsLeft] = [RECORDED_STEP_LIMIT, ANSWERS_MAX_CHARS]
  for (const record of records.toReversed()) {
    const entry = unjournaledMachine(record.machine.id)
    if (!entry) continue
    stepsLeft -= record.received.length
    if (recorded.length === RECORDED_ACTOR_LIMIT || stepsLeft < 0) break
    const { actor, chars } = unchainedOf(record, entry, charsLeft)
    charsLeft -= chars
    const whole = await chained(actor)
    if (whole) recorded.push(whole)
  }
  return recorded.reverse()
}

// ── opening ──────────────────────────────────────────────────────────────────

export interface OpenedActor {
  readonly key: string
  readonly id: string
  readonly page: string | undefined
  readonly startedAtMs: number
  readonly entry: UnjournaledMachine
  readonly from: AnyMachineSnapshot
  readonly steps: readonly {
    readonly event: { readonly type: string }
    readonly atMs: number
    readonly tellAnswer: TellAnswer | undefined
  }[]
  /** As it is in the file. */
  readonly filed: RecordedActor
}

const isDelayEnd = (event: unknown): event is { readonly type: string } =>
  typeof event === "object" &&
  event !== null &&
  "type" in event &&
  typeof event.type === "string" &&
  event.type.startsWith("xstate.after.")

/** Events of a live actor: decoded already, or the end of one of its machine's delays. */
const eventReaderOf = ({ machine, event: schema }: UnjournaledMachine) => {
  const decode = Schema.decodeUnknownOption(Schema.toType(schema))
  const own = new Set<string>(machine.events)
  return (event: unknown): { readonly type: string } | undefined => {
    if (isDelayEnd(event)) return own.has(event.type) ? { type: event.type } : undefined
    return Option.getOrUndefined(decode(event))
  }
}

/** Decodes an actor. Rejects with `RecordingRefused`. */
export const openActor = async (filed: RecordedActor): Promise<OpenedActor> => {
  const { key, id, page, startedAtMs } = filed
  const entry = unjournaledMachine(filed.machine)
  if (!entry) throw new RecordingRefused("unknown-stream", `${key}: ${filed.machine}`)
  const read = eventReaderOf(entry)
  const steps = filed.steps.map(({ event: raw, atMs, answer }, index) => {
    const event = read(raw)
    if (!event) throw new RecordingRefused("unknown-event", `${key}[${index}]`)
    const tellAnswer = answer && readRecordedAnswer(answer)
    if (tellAnswer === null) throw new RecordingRefused("unknown-answer", `${key}[${index}]`)
    return { event, atMs, tellAnswer }
  })
  const from = await restoreRecorded({ ...entry, id: key }, filed.base, (state) => Promise.resolve(state))
  return { key, id, page: page ?? undefined, startedAtMs, entry, from, steps, filed }
}

/** Replays an actor. Throws `RecordingRefused`: its beginning is from the file. */
export const folded = ({ key, entry, from, steps, filed }: OpenedActor): FoldedChain => {
  const events = steps.map(({ event }) => event)
  try {
    return foldChained(entry.pure.step, from, events, {
      ...{ id: key, seq: filed.startedAtMs, base: [filed.id, filed.machine, filed.page, filed.base] },
      events: filed.steps,
    })
  } catch (cause) {
    throw new RecordingRefused("unreplayable", `${key}: ${cause instanceof Error ? cause.message : ""}`)
  }
}
