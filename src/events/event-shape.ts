/** How an event is declared: a literal type, noun first, and plain JSON fields. Commands are imperative, facts are in the past tense. */
import { Schema } from "effect"

/** Declares one event. Its fields hold no password, token, ID number, card number or image; see `src/journal/redact.ts`. */
export const event = <const Type extends string, const Fields extends Schema.Struct.Fields>(
  type: Type,
  fields: Fields,
) => Schema.Struct({ type: Schema.Literal(type), ...fields })

/** When something happened or was asked for, epoch milliseconds. Stamped by whoever sends the event; a machine never reads a clock. */
export const at = Schema.Int
/** An idempotency key or the handle of a call; minted by whoever sends the event. */
export const key = Schema.String

/**
 * Put in front of everything else that a journaled actor receives after a reload (or when this tab takes over from another): effects that were under way
 * are gone, so a state that waits for one must ask again without repeating it.
 */
export const JournalResumed = event("journal.resumed", { at })
export type JournalResumed = typeof JournalResumed.Type
