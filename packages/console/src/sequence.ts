/** A sequence diagram of the events in a span of a timeline: lifelines and messages. */
import type { LogEntry } from "./event-log.ts"
import { holdsWords, searchWords } from "./redact.ts"
import type { Timeline } from "./timeline.ts"

/** More messages are not drawn; the newest are. */
export const MESSAGE_LIMIT = 200

/** Positions; `from` is before the first event. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Lifeline of everything that is no actor: screens, the browser, effects that are no actors. */
export const OUTSIDE = ""

export interface Message {
  readonly entry: LogEntry
  /** Index of the lifeline that sent it; null if it was not observed. */
  readonly from: number | null
  /** Index of the lifeline that received it. */
  readonly to: number
}

export interface Sequence {
  /** Names of actors, in order of their first message; `OUTSIDE` comes first if it sends. */
  readonly lifelines: readonly string[]
  /** The oldest first. */
  readonly messages: readonly Message[]
  /** Number of older messages in the span that are not drawn. */
  readonly omitted: number
}

/** The name of the lifeline that sent an event; undefined if it was not observed. */
const senderOf = ({ sender, actor }: LogEntry): string | undefined => {
  if (!sender) return undefined
  if (sender.kind === "actor") return sender.actor.name
  return sender.kind === "outside" || sender.kind === "developer" ? OUTSIDE : actor.name
}

const matches = (entry: LogEntry, words: readonly string[]): boolean =>
  holdsWords(words, `${entry.event.type} ${entry.actor.name} ${senderOf(entry) ?? ""}`)

/** The messages of a span in which each word of `filter` occurs: in event, sender or receiver. */
export const sequenceOf = (timeline: Timeline, { from, to }: Span, filter = ""): Sequence => {
  const words = searchWords(filter)
  const entries: LogEntry[] = []
  let omitted = 0
  for (let position = to; position > from; position -= 1) {
    const entry = timeline.entryAt(position)
    if (!entry || !matches(entry, words)) continue
    if (entries.length < MESSAGE_LIMIT) entries.unshift(entry)
    else omitted += 1
  }
  const found = [...new Set(entries.flatMap((entry) => [senderOf(entry) ?? [], entry.actor.name].flat()))]
  const lifelines = found.includes(OUTSIDE) ? [OUTSIDE, ...found.filter((id) => id !== OUTSIDE)] : found
  const messages = entries.map((entry): Message => {
    const sender = senderOf(entry)
    const to = lifelines.indexOf(entry.actor.name)
    return { entry, from: sender === undefined ? null : lifelines.indexOf(sender), to }
  })
  return { lifelines, messages, omitted }
}
