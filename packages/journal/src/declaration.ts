/**
 * Declares events: a literal type, noun first, and plain JSON fields. Commands are imperative,
 * facts are past tense.
 */
import { Schema } from "effect"
import type { StreamUpcasters } from "./upcast.ts"

/**
 * Declares one event. Fields carry no password, token, ID number, card number or image; redaction
 * guards this.
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

// Declares an event stream: the commands and facts that one journaled actor receives, in order.

/** The part of a Standard Schema that a stream uses: of Zod, Valibot, ArkType and others. */
export interface StandardSchema<Value> {
  readonly "~standard": {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Value> | Promise<StandardResult<Value>>
  }
}

type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** A schema of Effect or any Standard Schema. It is given JSON, and gives what the machine receives. */
export type StreamSchema<Value> = Schema.Codec<Value, unknown> | StandardSchema<Value>

export type EventSchema = Schema.Codec<{ readonly type: string }, unknown>
export type ContextSchema = Schema.Codec<object, unknown>

export interface JournaledStream<Event extends { readonly type: string } = { readonly type: string }> {
  /** Of its snapshots. It increases with each step in `upcasters.snapshots`. */
  readonly version: number
  /** Loads the schema of every event that the actor may receive. */
  readonly event: () => Promise<StreamSchema<Event>>
  /** Loads the schema of a stored context. Fields that it does not name stay as they are. */
  readonly context?: () => Promise<StreamSchema<object>>
  /** Absent: neither events nor snapshots have changed since the first release. */
  readonly upcasters?: StreamUpcasters
}

/** A stream with schemas of Effect, which recordings need. */
export interface DeclaredStream<Event extends { readonly type: string } = { readonly type: string }>
  extends JournaledStream<Event> {
  readonly event: () => Promise<Schema.Codec<Event, unknown>>
  readonly context?: () => Promise<ContextSchema>
}
