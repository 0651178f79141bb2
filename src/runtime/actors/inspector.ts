/**
 * Inspector: what the debug console and Stately's inspector observe of the running app. It is
 * notified and cannot act; what a developer sends by hand goes through
 * `src/devtools/developer-send.ts`. The app has none unless a developer asked for one.
 */
import type { StoredStream as AnyStoredStream } from "@financial-links/journal"
import type { Exit } from "effect"
import type { AnyActor, AnyMachineSnapshot, AnyStateMachine } from "xstate"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { CachedAnswer } from "../api/services.ts"

/** An actor before its start. */
export interface InspectedActor {
  readonly actor: AnyActor
  readonly machine: AnyStateMachine
  readonly input: unknown
  /** The id of the page that the actor belongs to; absent: to none. */
  readonly page?: string
}

/** What a journaled actor received before this document. */
export interface ReplayedActor {
  /** Of the top-level actor. */
  readonly id: string
  readonly machine: AnyStateMachine
  readonly input: unknown
  /** The snapshot before the first of `events`. */
  readonly from: AnyMachineSnapshot
  readonly events: readonly { readonly type: string }[]
}

/** A stream of the journal on disk. */
export interface StoredStream extends AnyStoredStream {
  readonly scope: "tab" | "member"
}

export interface Inspector {
  readonly onActor: (inspected: InspectedActor) => void
  /** An actor of a follower has applied an event that the leader's tab received. */
  readonly onFollowed: (
    id: string,
    event: { readonly type: string },
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
  ) => void
  readonly onReplayed: (replayed: ReplayedActor) => void
  /** The journal is open; `read` returns its streams, with every event received so far. */
  readonly onJournalOpen: (read: () => Promise<readonly StoredStream[]>) => void
  /** A call starts; `actor` runs its request machine. */
  readonly onCall: <E extends EndpointId>(actor: AnyActor, endpoint: E, request: RequestOf<E>) => void
  /** The body of one attempt, not redacted: it may hold a token. */
  readonly onBody: (actor: AnyActor, status: number, text: string) => void
  /** The result of a call. Not notified if the call was aborted. */
  readonly onAnswer: <E extends EndpointId>(
    actor: AnyActor,
    endpoint: E,
    request: RequestOf<E>,
    answer: Exit.Exit<AnswerOf<E>, ApiError>,
  ) => void
  /**
   * Screens show a cached answer; `actor` runs their query and receives the event next. `why` is
   * the failure of the call; undefined while it runs.
   */
  readonly onCachedAnswer: <E extends EndpointId>(
    actor: AnyActor,
    endpoint: E,
    request: RequestOf<E>,
    known: CachedAnswer<AnswerOf<E>>,
    why: Failure | undefined,
  ) => void
}

const nothing = (): void => {}

/** Ignores everything: a base for inspectors of a few events. */
export const noopInspector: Inspector = {
  onActor: nothing,
  onFollowed: nothing,
  onReplayed: nothing,
  onJournalOpen: nothing,
  onCall: nothing,
  onBody: nothing,
  onAnswer: nothing,
  onCachedAnswer: nothing,
}
