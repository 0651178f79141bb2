/**
 * Declares an event stream: the commands and facts that one journaled top-level actor receives, in
 * order. Each machine's event file declares its stream. `version` increases when old events can no
 * longer be read; a stream of another version is quarantined.
 */
import type { Schema } from "effect"

export type EventSchema = Schema.Codec<{ readonly type: string }, unknown>
export type ContextSchema = Schema.Codec<object, unknown>

/**
 * Encoders of what a stream stores, where that is not what the machine sees: entities are stored
 * with their wire names. What does not fit its schema is stored unchanged.
 */
export interface StoredForm {
  readonly event: (event: object) => object
  readonly context: (context: object) => object
}

export interface StreamDeclaration {
  /**
   * `tab`: owned by one tab (page stack, form drafts). `member`: shared by the tabs of one member,
   * written by the leader.
   */
  readonly scope: "tab" | "member"
  readonly version: number
  /** Loads the schema of every event that the actor may receive. */
  readonly event: () => Promise<EventSchema>
  /** Loads the schema of a stored context. Fields that it does not name stay as they are. */
  readonly context?: () => Promise<ContextSchema>
  /** Absent: events and contexts are stored as the machine sees them. */
  readonly stored?: StoredForm
}
