/**
 * The event vocabulary: one file per machine in `events/`. A stream is what one journaled top-level actor receives: its commands and facts, in order. Each
 * file of a journaled machine declares its stream beside its events. `version` counts up when old events can no longer be read; a stream of another version
 * is set aside.
 */
import type { Schema } from "effect"

export type Vocabulary = Schema.Codec<{ readonly type: string }, unknown>

export interface StreamDeclaration {
  /** `tab`: this tab's own (page stack, half-filled forms). `member`: shared by the tabs of one member, written by one of them at a time. */
  readonly scope: "tab" | "member"
  readonly version: number
  /** Brings the vocabulary: everything the actor may receive. */
  readonly event: () => Promise<Vocabulary>
  /** Brings what a kept context has to look like, where screens could not live with another. */
  readonly context?: () => Promise<Schema.Codec<unknown>>
}
