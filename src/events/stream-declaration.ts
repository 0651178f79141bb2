/**
 * Declares an event stream: the commands and facts that one journaled top-level actor receives, in
 * order. Each machine's event file declares its stream. `version` increases when old events can no
 * longer be read; a stream of another version is quarantined.
 */
import type { Schema } from "effect"

export type EventSchema = Schema.Codec<{ readonly type: string }, unknown>

export interface StreamDeclaration {
  /**
   * `tab`: owned by one tab (page stack, form drafts). `member`: shared by the tabs of one member,
   * written by the leader.
   */
  readonly scope: "tab" | "member"
  readonly version: number
  /** Loads the schema of every event that the actor may receive. */
  readonly event: () => Promise<EventSchema>
  /** Loads the schema that a stored context must satisfy. */
  readonly context?: () => Promise<Schema.Codec<unknown>>
}
