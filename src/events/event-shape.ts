/**
 * Declares events: a literal type, noun first, and plain JSON fields. Commands are imperative,
 * facts are past tense.
 */
import { Schema } from "effect"

/**
 * Declares one event. Fields carry no password, token, ID number, card number or image;
 * `src/journal/redact.ts` guards this.
 */
export const event = <const Type extends string, const Fields extends Schema.Struct.Fields>(
  type: Type,
  fields: Fields,
) => Schema.Struct({ type: Schema.Literal(type), ...fields })

/** The time of the event, epoch milliseconds. The sender stamps it: machines never read a clock. */
export const at = Schema.Int
/** An idempotency key or the handle of a call, made by the sender. */
export const key = Schema.String

/**
 * The first event of a journaled actor after a reload or a change of leader. Running effects are
 * gone: a state that waits for one must ask again without repeating it.
 */
export const JournalResumed = event("journal.resumed", { at })
export type JournalResumed = typeof JournalResumed.Type
