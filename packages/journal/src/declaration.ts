/**
 * Declares events: a literal type, noun first, and plain JSON fields. Commands are imperative,
 * facts are past tense.
 */
import { literal, readFields, type StandardSchema, schemaOf, text, type ValueOf, whole } from "./schema.ts"
import type { StreamUpcasters } from "./upcast.ts"

/**
 * Declares one event; its fields are of any Standard Schema. They carry no password, token, ID number,
 * card number or image; redaction guards this.
 */
export const event = <const Type extends string, Fields extends object>(
  type: Type,
  fields: { readonly [Name in keyof Fields]: StandardSchema<Fields[Name]> },
) =>
  schemaOf<{ readonly type: Type } & Readonly<Fields>>((value) =>
    readFields({ type: literal(type), ...fields }, value),
  )

/** The time of the event, epoch milliseconds. The sender stamps it: machines never read a clock. */
export const at = whole
/** An idempotency key or the handle of a call, made by the sender. */
export const key = text

/**
 * The first event of a journaled actor after a reload or a change of leader. Running effects are
 * gone: a state that waits for one must ask again without repeating it.
 */
export const JournalResumed = event("journal.resumed", { at })
export type JournalResumed = ValueOf<typeof JournalResumed>

/** An event stream: the commands and facts that one journaled actor receives, in order. */
export interface JournaledStream<Event extends { readonly type: string } = { readonly type: string }> {
  /** Of its snapshots. It increases with each step in `upcasters.snapshots`. */
  readonly version: number
  /** Loads the schema of every event that the actor may receive: it reads JSON. */
  readonly event: () => Promise<StandardSchema<Event>>
  /** Loads the schema of a stored context. Fields that it does not name stay as they are. */
  readonly context?: () => Promise<StandardSchema<object>>
  /** Absent: neither events nor snapshots have changed since the first release. */
  readonly upcasters?: StreamUpcasters
}
