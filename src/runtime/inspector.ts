/**
 * Who looks on while the app runs: the debug console and its recorder. There is none unless they were asked for, and nothing of the app depends on there being
 * one: a watcher hears, and cannot act.
 */
import type { Exit } from "effect"
import type { AnyActor, AnyMachineSnapshot, AnyStateMachine } from "xstate"
import type { Failure } from "../domain/failure.ts"
import type { Kept, Row } from "../journal/event-store.ts"
import type { CallAnswer, CallError, CallName, CallRequest } from "./effects/call.ts"
import type { Recalled } from "./effects/offline-cache.ts"

/** An actor that has been made and not started yet. */
export interface WatchedActor {
  readonly actor: AnyActor
  readonly machine: AnyStateMachine
  readonly input: unknown
}

/** What a journaled seat had received before this document began. */
export interface WatchedPast {
  /** Of the seat. */
  readonly id: string
  readonly machine: AnyStateMachine
  readonly input: unknown
  /** What the seat's machine was before the first of `events`. */
  readonly from: AnyMachineSnapshot
  readonly events: readonly { readonly type: string }[]
}

/** One stream as it lies on the disk. */
export interface WrittenStream {
  /** Of the seat. */
  readonly id: string
  readonly name: string
  readonly scope: "tab" | "member"
  readonly version: number
  readonly base: Kept | null
  /** Every event after the base. */
  readonly rows: readonly Row[]
}

export interface Watcher {
  readonly onActor: (watched: WatchedActor) => void
  /** A seat that follows another tab has taken over what that tab's actor received. */
  readonly onFolded: (
    id: string,
    event: { readonly type: string },
    before: AnyMachineSnapshot,
    after: AnyMachineSnapshot,
  ) => void
  readonly onPast: (past: WatchedPast) => void
  /** The journal of this tab is open; `read` gives all that it holds, what was received up to now included. */
  readonly onJournal: (read: () => Promise<readonly WrittenStream[]>) => void
  /** A call is about to be made on `actor`. */
  readonly onCall: <E extends CallName>(actor: AnyActor, endpoint: E, request: CallRequest<E>) => void
  /** What one attempt of a call brought back, as it came: it may hold anything, a token too. */
  readonly onBody: (actor: AnyActor, status: number, text: string) => void
  /** What the server said, or that it said nothing. Not told of a call that was aborted. */
  readonly onAnswer: <E extends CallName>(
    actor: AnyActor,
    endpoint: E,
    request: CallRequest<E>,
    answer: Exit.Exit<CallAnswer<E>, CallError>,
  ) => void
  /** Screens show what an earlier visit knew, and why; nothing keeps the answer from coming where there is no why. */
  readonly onRecalled: <E extends CallName>(
    endpoint: E,
    request: CallRequest<E>,
    known: Recalled<CallAnswer<E>>,
    why: Failure | undefined,
  ) => void
}

const nothing = (): void => {}

/** Whoever wants to hear of one thing alone begins with this. */
export const deafWatcher: Watcher = {
  onActor: nothing,
  onFolded: nothing,
  onPast: nothing,
  onJournal: nothing,
  onCall: nothing,
  onBody: nothing,
  onAnswer: nothing,
  onRecalled: nothing,
}
