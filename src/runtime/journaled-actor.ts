/** Where seats get their past from: a journaled one starts from the fold of its stream and has everything it receives written down. */
import type { AnyStateMachine } from "xstate"
import type { StreamDeclaration } from "../events/stream-declaration.ts"
import type { OwnedSeat, Recorder } from "./actor-handle.ts"

/** A seat, and the stream it is journaled in, if it is. */
export interface Tenant {
  readonly seat: OwnedSeat<AnyStateMachine>
  readonly stream: StreamDeclaration | undefined
}

/** Hears the type of everything that a seat receives from outside. */
export type Tap = (type: string) => void

export interface Streams {
  /** Fills the seats for `owner` (a member's id, or "visitor"), each from the fold of its stream. Never fails: without a journal they start anew. */
  readonly fill: (owner: string, tenants: readonly Tenant[], tap: Tap) => Promise<void>
  /** The tab's own streams belong to `owner` from here on: what they held before is deleted, what the seats hold now is their beginning. */
  readonly restart: (owner: string, tenants: readonly Tenant[]) => void
  /** Stops the seats. Their streams stay for when the member returns, except that `isLeaving` deletes those of this tab: half-filled forms. */
  readonly empty: (tenants: readonly Tenant[], isLeaving: boolean) => void
  /** Resolves when all that was received is on disk, strictly; rejects when it cannot be. */
  readonly flush: () => Promise<void>
}

/** Streams that can take seats over while these live. */
export interface AdoptingStreams extends Streams {
  /** What the seats hold now is the beginning of their streams. Gives, for each of them in order, what it must tell from here on. */
  readonly adopt: (owner: string, tenants: readonly Tenant[], tap: Tap) => Promise<readonly Recorder[]>
}
