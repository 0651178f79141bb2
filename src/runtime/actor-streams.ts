/** Starts actors from their streams and records what they receive. */
import type { Recorder } from "./actor-handle.ts"
import type { EventListener, JournaledActor } from "./journaled-actor.ts"

export interface ActorStreams {
  /**
   * Starts the actors of `owner` (a member's id, or "visitor"), each from its stream. Never rejects:
   * without a journal they start from their initial state.
   */
  readonly start: (owner: string, actors: readonly JournaledActor[], onEvent: EventListener) => Promise<void>
  /**
   * The tab's own streams belong to `owner` from now on: their events are deleted and the current
   * snapshots become their beginning.
   */
  readonly reassign: (owner: string, actors: readonly JournaledActor[]) => void
  /**
   * Stops the actors. Their streams stay for the member's return; `isLeaving` deletes those of this
   * tab, which hold half-filled forms.
   */
  readonly stop: (actors: readonly JournaledActor[], isLeaving: boolean) => void
  /**
   * Resolves when all received events are on disk with strict durability; rejects if they cannot
   * be.
   */
  readonly flush: () => Promise<void>
}

/** Streams that can take over actors which already run. */
export interface AttachableStreams extends ActorStreams {
  /**
   * The current snapshots become the beginning of the streams. Resolves with a recorder for each
   * actor, in order.
   */
  readonly attach: (
    owner: string,
    actors: readonly JournaledActor[],
    onEvent: EventListener,
  ) => Promise<readonly Recorder[]>
}
