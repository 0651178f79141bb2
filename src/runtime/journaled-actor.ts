/** Where seats get their past from: a journaled one starts from the fold of its stream and has everything it receives written down. */
import type { AnyStateMachine } from "xstate"
import type { StreamDeclaration } from "../events/stream-declaration.ts"
import type { HostedActor, Recorder } from "./actor-handle.ts"

/** A actor, and the stream it is journaled in, if it is. */
export interface JournaledActor {
  readonly actor: HostedActor<AnyStateMachine>
  readonly stream: StreamDeclaration | undefined
}

/** Hears the type of everything that a actor receives from outside. */
export type EventListener = (type: string) => void

export interface ActorStreams {
  /** Fills the seats for `owner` (a member's id, or "visitor"), each from the fold of its stream. Never fails: without a journal they start anew. */
  readonly start: (owner: string, actors: readonly JournaledActor[], onEvent: EventListener) => Promise<void>
  /** The tab's own streams belong to `owner` from here on: what they held before is deleted, what the seats hold now is their beginning. */
  readonly reassign: (owner: string, actors: readonly JournaledActor[]) => void
  /** Stops the seats. Their streams stay for when the member returns, except that `isLeaving` deletes those of this tab: half-filled forms. */
  readonly stop: (actors: readonly JournaledActor[], isLeaving: boolean) => void
  /** Resolves when all that was received is on disk, strictly; rejects when it cannot be. */
  readonly flush: () => Promise<void>
}

/** Streams that can take seats over while these live. */
export interface AttachableStreams extends ActorStreams {
  /** What the seats hold now is the beginning of their streams. Gives, for each of them in order, what it must tell from here on. */
  readonly attach: (
    owner: string,
    actors: readonly JournaledActor[],
    onEvent: EventListener,
  ) => Promise<readonly Recorder[]>
}
