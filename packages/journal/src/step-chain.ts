/**
 * Hash chains over the steps of one stream: a link covers its step and the link before it, so that
 * a replay names the first step that differs, also where both end in the same state.
 */
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import type { Json, Redact } from "./redact.ts"
import type { Fold } from "./replay.ts"
import { listOf, struct, textLike } from "./schema.ts"
import { canonical, hashOf } from "./state-hash.ts"

/** Events of one stream in a file. */
export const RECORDED_EVENT_LIMIT = 100_000

const Links = listOf(textLike(/^[0-9a-f]{12}$/), RECORDED_EVENT_LIMIT + 1)

/** Each has one link more than there are events: the first one is that of the beginning. */
export interface StepChain {
  /** Over the events as they are in the file. */
  readonly events: readonly string[]
  /** Over what each event changed in the state. */
  readonly states: readonly string[]
}
export const StepChain = struct<StepChain>({ events: Links, states: Links })

/**
 * Long enough to find an accident (a chain is no signature), and too short to be redacted as a card
 * number.
 */
const linkOf = (value: Json): string => hashOf(value).slice(0, 12)

/** Returns the fields of each next context that differ from the one before, as text. */
const changesOf = (redact: Redact) => {
  const known = new Map<string, { readonly value: unknown; readonly text: string }>()
  return ({ context }: AnyMachineSnapshot): readonly string[] => {
    const fields: readonly (readonly [string, unknown])[] = Object.entries(context)
    return fields
      .filter(([name, value]) => !known.has(name) || known.get(name)?.value !== value)
      .flatMap(([name, value]) => {
        const text = canonical(redact({ [name]: value }))
        const isSame = known.get(name)?.text === text
        known.set(name, { value, text })
        return isSame ? [] : [text]
      })
      .toSorted()
  }
}

interface FiledStream {
  readonly id: string
  readonly seq: number
  readonly base: unknown
  readonly events: readonly unknown[]
}

export interface FoldedChain {
  readonly end: AnyMachineSnapshot
  readonly chain: StepChain
}

/** Folds the decoded `events` of `filed` onto `from`, and chains the steps. */
export const foldChained = (
  step: Fold<AnyStateMachine>["step"],
  from: AnyMachineSnapshot,
  events: readonly { readonly type: string }[],
  filed: FiledStream,
  redact: Redact,
): FoldedChain => {
  const changes = changesOf(redact)
  const stateLink = (before: string, snapshot: AnyMachineSnapshot) =>
    linkOf([before, snapshot.status, redact(snapshot.value), ...changes(snapshot)])
  const { id, seq, base } = filed
  let end = from
  let event = linkOf(redact([id, seq, base]))
  let state = stateLink("", from)
  const chain = { events: [event], states: [state] }
  for (const [index, one] of events.entries()) {
    end = step(end, one)
    event = linkOf([event, redact(filed.events[index])])
    state = stateLink(state, end)
    chain.events.push(event)
    chain.states.push(state)
  }
  return { end, chain }
}

export interface StepDifference {
  /** From 1; 0 is the state that the stream begins with. */
  readonly step: number
  /** "state": the event is the recorded one, but it leads to another state. */
  readonly what: "event" | "state"
}

const firstOther = (recorded: readonly string[], replayed: readonly string[]): number => {
  const length = Math.max(recorded.length, replayed.length)
  const found = Array.from({ length }, (_, index) => index).find(
    (index) => recorded[index] !== replayed[index],
  )
  return found ?? Number.POSITIVE_INFINITY
}

export const firstDifference = (recorded: StepChain, replayed: StepChain): StepDifference | null => {
  const event = firstOther(recorded.events, replayed.events)
  const state = firstOther(recorded.states, replayed.states)
  const step = Math.min(event, state)
  return Number.isFinite(step) ? { step, what: event <= state ? "event" : "state" } : null
}
