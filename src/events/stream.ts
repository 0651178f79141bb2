/**
 * Events of the stream. Prices are not part of them: they go to the quote store, one frame at a
 * time.
 */

import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { type MemberEvent, ReceivedEvent } from "../domain/member-event.ts"
import { at, event } from "./declaration.ts"

/** A random number in [0, 1), drawn by the sender: the share of the maximum delay to wait. */
const roll = Schema.Finite

export const StreamEvent = Schema.Union([
  event("stream.start", { at }),
  event("stream.stop", { at }),
  /** The pass for one connection, which stays outside the machine, has arrived. */
  event("stream.passIssued", { at }),
  event("stream.connected", { at }),
  /** The first message since the last heartbeat. */
  event("stream.answered", { at }),
  /** A snapshot or frame was applied to the store; `frame` counts without a gap. */
  event("stream.framed", { kind: Schema.Literals(["snapshot", "frame"]), frame: Schema.Int, roll, at }),
  /** The store holds cached prices of this age. */
  event("stream.recalled", { knownAtMs: Schema.Int, at }),
  /** The member's events since the last ones, and the number of the last. */
  event("stream.eventsReceived", { number: Schema.Int, events: Schema.Array(ReceivedEvent), at }),
  /** The member has marked notices as read, on any device; `version` counts how often. */
  event("stream.eventsRead", { version: Schema.Int, at }),
  /** Whether the site is open, by the server's settings. */
  event("stream.siteReported", { isOpen: Schema.Boolean, at }),
  /** The pass was refused, the socket closed or its messages did not fit together. */
  event("stream.lost", { failure: Failure, roll, at }),
  event("stream.wentOffline", { at }),
  event("stream.cameOnline", { at }),
])
export type StreamEvent = typeof StreamEvent.Type

/** What the machine wants of the connection. */
export interface SendHeartbeat {
  readonly type: "connection.sendHeartbeat"
}

/**
 * Emitted: what the server knows of the member has changed, so answers about them are outdated.
 * `events` says how; it is empty when that is unknown.
 */
export interface MemberChanged {
  readonly type: "member.changed"
  readonly events: readonly MemberEvent[]
}

/**
 * Emitted, after `member.changed`: open contracts have changed by more than the events say, so their
 * lists are outdated.
 */
export interface MemberContractsChanged {
  readonly type: "member.contractsChanged"
}

/**
 * Emitted, after `member.changed`: among the events was one of a kind that this build does not know.
 */
export interface MemberEventUnknown {
  readonly type: "member.eventUnknown"
}

/** Emitted: the member has marked notices as read, here or on another device. */
export interface MemberRead {
  readonly type: "member.read"
  /** Counts how often. */
  readonly version: number
}

/** Emitted: the site is open or closed, as often as the server reports it. */
export interface SiteReported {
  readonly type: "site.opened" | "site.closed"
}
