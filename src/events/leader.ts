/** Events of the leader election among a member's tabs. */

import { Schema } from "effect"
import { at, event } from "./declaration.ts"

export const LeaderEvent = Schema.Union([
  /** The member acts in this tab. */
  event("leader.takeOver", { at }),
  /** Another tab has written to this leader's streams. */
  event("leader.resign", { at }),
  event("leader.lockGranted", { at }),
  /** The lock is not free, or the browser does not give it. */
  event("leader.lockRefused", { at }),
  /** Another tab has stolen the lock. */
  event("leader.lockLost", { at }),
  /** Another tab requests leadership. `isIdle`: no operation of this tab is in progress. */
  event("leader.wanted", { tab: Schema.String, isIdle: Schema.Boolean, at }),
  /** There is a leader that answers: it is busy, or hands over to another tab. */
  event("leader.answered", { at }),
  /** The leader has handed over to this tab. */
  event("leader.yielded", { at }),
  /** This tab's actors are in line with what is stored, and record. */
  event("leader.caughtUp", { at }),
  /** This tab's actors receive nothing until they have caught up. */
  event("leader.paused", { at }),
  /** Everything that this tab received is on disk. */
  event("leader.flushed", { at }),
])
export type LeaderEvent = typeof LeaderEvent.Type

/** What the machine wants of the lock. */
export interface LockRequest {
  readonly type: "lock.try" | "lock.queue" | "lock.steal" | "lock.release"
}

/**
 * Messages between tabs, besides rows: `want` asks the leader, which answers `busy` until it sends
 * `yours`. The format is shared by tabs of different builds.
 */
export interface ElectionMessage {
  readonly word: "want" | "busy" | "yours"
  /** The tab that asks, or that is answered. */
  readonly tab: string
}

/** What the machine has sent to the other tabs. */
export interface SendMessage extends ElectionMessage {
  readonly type: "channel.send"
}
