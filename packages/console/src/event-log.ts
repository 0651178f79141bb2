/** The event log of the console: every actor, the events it received, and their order. */
import type { AnyActor, AnyActorRef, AnyMachineSnapshot, AnyStateMachine, InspectionEvent } from "xstate"
import type {
  ActorHistory,
  ActorRecord,
  ActorStateAt,
  FoldOf,
  LoggedActor,
  ReceivedEvent,
} from "./actor-history.ts"
import type { Sender, Senders } from "./senders.ts"

/** Position 1 is the first event of this document; events from before it count down from 0. */
export interface LogEntry extends ReceivedEvent {
  readonly atMs: number
  readonly actor: LoggedActor
  /** Undefined if it was not observed: of events from a journal or from another tab. */
  readonly sender?: Sender
}

/** An actor that is followed from before its start. */
export interface FollowedActor {
  readonly actor: AnyActor
  readonly machine: AnyStateMachine
  readonly input: unknown
  /** The id of the page that the actor belongs to; absent: to none. */
  readonly page?: string
}

/** An actor of an earlier document, with its snapshot before its first event. */
export interface EarlierActor {
  readonly id: string
  readonly machine: AnyStateMachine
  readonly input: unknown
  readonly from: AnyMachineSnapshot
}

export interface EarlierEvent {
  /** Of the earlier actor that received it. */
  readonly id: string
  readonly event: { readonly type: string }
  readonly atMs: number
}

export interface EventLogOptions {
  readonly now?: () => number
  /** Folds a snapshot again; by default with XState's `transition()`. */
  readonly fold?: FoldOf
  /** By default the actors without a parent that have an id of their own. */
  readonly isTopLevel?: (id: string, page: string | undefined) => boolean
  /** Events of an actor up to a position were dropped; null: the whole actor was. */
  readonly onForgotten?: (actor: LoggedActor, upTo: number | null) => void
}

export interface EventLog {
  /** Follows every machine of an actor system: the `inspect` option of its root actor. */
  readonly inspect: (inspected: InspectionEvent) => void
  /** Follows one actor that is not started yet, and none that it spawns. */
  readonly follow: (followed: FollowedActor) => void
  /** An event that another tab received, and the snapshots around it. */
  readonly appendFollowed: (
    id: string,
    event: { readonly type: string },
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
  ) => void
  /** The events of earlier documents, the oldest first; replaces those given before. */
  readonly setEarlier: (actors: readonly EarlierActor[], events: readonly EarlierEvent[]) => void
  readonly entries: () => readonly LogEntry[]
  readonly actors: () => readonly LoggedActor[]
  /** Position of the newest entry. */
  readonly end: () => number
  /** Position of the oldest entry. */
  readonly begin: () => number
  readonly entryAt: (position: number) => LogEntry | undefined
  /**
   * Snapshot of a top-level actor, or of an actor of a page; undefined if there was none at that
   * position.
   */
  readonly snapshotAt: (id: string, position: number, page?: string) => AnyMachineSnapshot | undefined
  /**
   * State of an actor, or of the top-level actor that had its id at that position; undefined if
   * there was none.
   */
  readonly stateAt: (actor: LoggedActor, position: number) => ActorStateAt | undefined
  /** The actors of this document with all that is known of them. */
  readonly records: () => readonly ActorRecord[]
  /**
   * Marks the position of the first page. Actors that are not journaled have its snapshot at all
   * earlier positions.
   */
  readonly markFirstPage: () => void
  /** Calls back synchronously on every change. */
  readonly onChange: (listener: () => void) => () => void
  /** For sending by hand alone: the log itself only observes. */
  readonly senders: Senders
  /** The actor of this tab that a history follows; undefined once it has stopped. */
  readonly runningOf: (actor: LoggedActor) => AnyActorRef | undefined
  /** The history that follows an actor. */
  readonly historyOf: (actor: AnyActorRef) => ActorHistory | undefined
}
