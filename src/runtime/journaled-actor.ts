/**
 * An actor with the stream it is journaled in, and the binding of the two while the event store is
 * open.
 */
import type { AnyStateMachine, Snapshot } from "xstate"
import type { StreamDeclaration } from "../events/declaration.ts"
import type { FamilyStreams, HostedActor, Recorder } from "./actor-host.ts"

export interface JournaledActor {
  readonly actor: HostedActor<AnyStateMachine>
  /** Undefined: not journaled. */
  readonly stream: StreamDeclaration | undefined
}

/** Notified of the type of each external event that an actor receives. */
export type EventListener = (type: string) => void

export interface StreamBinding extends JournaledActor {
  readonly stream: StreamDeclaration
  readonly onEvent: EventListener
  /** Changes when the tab's streams pass to another owner. */
  name: string
  /** The last event read or applied, in a follower. */
  seq: number
}

/** True if all tabs of the member share the stream. */
export const isShared = ({ stream }: Pick<StreamBinding, "stream">): boolean => stream.scope === "member"

export const streamNameOf = (
  tab: string,
  owner: string,
  { actor, stream }: Pick<StreamBinding, "actor" | "stream">,
): string => (stream.scope === "tab" ? `tab:${tab}/${owner}/${actor.id}` : `member:${owner}/${actor.id}`)

/** The current snapshot as it is stored. */
export const persistedSnapshot = ({ actor }: StreamBinding): Snapshot<unknown> =>
  actor.pure.persist(actor.getSnapshot())

// Starts actors from their streams and records what they receive.

/**
 * Actors of a member that come and go, each in a stream of its own: one for every stored stream, and
 * those that `ActorStreams.open` adds.
 */
export interface ActorFamily {
  /** Their ids begin with it. */
  readonly prefix: string
  /** Creates the actor of a stored stream. */
  readonly restore: (id: string) => JournaledActor
  /** Its stream is gone. */
  readonly forget: (id: string) => void
}

export interface ActorStreams extends FamilyStreams {
  /**
   * Starts the actors of `owner` (a member's id, or "visitor"), each from its stream, and those of
   * the family. Never rejects: without a journal they start from their initial state.
   */
  readonly start: (
    owner: string,
    actors: readonly JournaledActor[],
    onEvent: EventListener,
    family?: ActorFamily,
  ) => Promise<void>
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
