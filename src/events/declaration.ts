/**
 * Declares the app's events and streams. Each machine's event file declares its stream. The schemas are
 * Effect's, which the journal reads as Standard Schemas.
 */
import type { JournaledStream, StandardSchema } from "@financial-links/journal"
import { Schema } from "effect"

export type EventSchema = Schema.Codec<{ readonly type: string }, unknown>
export type ContextSchema = Schema.Codec<object, unknown>

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

/** The schema with its decoder as the journal calls it. */
export const standard = <Value, Read extends Schema.Codec<Value, unknown>>(
  schema: Read & Schema.Codec<Value, unknown>,
): Read & StandardSchema<Value> => {
  const decode = Schema.decodeUnknownOption(schema)
  const validate = (value: unknown) => {
    const decoded = decode(value)
    return decoded._tag === "Some" ? { value: decoded.value } : { issues: [{ message: "does not fit" }] }
  }
  return Object.assign(schema, { "~standard": { version: 1 as const, vendor: "effect", validate } })
}

export interface StreamDeclaration extends JournaledStream {
  /** Also what a form of the developer tools is made of. */
  readonly event: () => Promise<EventSchema & StandardSchema<{ readonly type: string }>>
  readonly context?: () => Promise<ContextSchema & StandardSchema<object>>
  /**
   * `tab`: owned by one tab (page stack, form drafts). `member`: shared by the tabs of one member,
   * written by the leader.
   */
  readonly scope: "tab" | "member"
  /**
   * The state in which an operation is with the server, of a machine whose context holds `key` and
   * `usedKeys`. A stream that cannot be read goes on from there with the key that it leaves in doubt.
   */
  readonly sendingState?: string
}
