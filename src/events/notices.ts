/** Events of the member's notices: what happened to their money and records. */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { MemberEvent } from "../domain/member-event.ts"
import { at, event } from "./declaration.ts"

export const NoticesEvent = Schema.Union([
  /** How many are unread is requested. */
  event("notices.refresh", { at }),
  /** The member's new events, of every kind; none where the server only says that there are some. */
  event("notices.received", { events: Schema.Array(MemberEvent), at }),
  /** Notices were marked as read, here or on another device; `version` counts how often. */
  event("notices.read", { version: Schema.Int, at }),
  /** Marks the notices up to this number as read, or with `single` this one alone. */
  event("notices.markRead", { number: Schema.Int, single: Schema.optionalKey(Schema.Boolean), at }),
  /** How many are unread, and which are read. */
  event("notices.counted", {
    unread: Schema.Int,
    readNumber: Schema.Int,
    readSingly: Schema.Array(Schema.Int),
    readVersion: Schema.Int,
    at,
  }),
  event("notices.failed", { failure: Failure, at }),
])
export type NoticesEvent = typeof NoticesEvent.Type

/** Emitted: notices that have just arrived, together, oldest first. */
export interface NoticesAnnounced {
  readonly type: "notices.announced"
  readonly events: readonly MemberEvent[]
}

/** Emitted: notices could not be marked as read. */
export interface NoticesNotMarked {
  readonly type: "notices.notMarked"
  readonly failure: Failure
}
