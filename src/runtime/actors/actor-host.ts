/**
 * The actor host: the one place that creates actors, each reported to the inspector before it starts.
 * The handle of a top-level actor stays the same while its actor is restored from the journal,
 * stopped, or, in a follower, replaced by a fold of the leader's events.
 */
import { type Fold, foldOf } from "@financial-links/journal"
import type { Context } from "effect"
import {
  Actor,
  type AnyStateMachine,
  type EmittedFrom,
  type EventFromLogic,
  type InputFrom,
  type InspectionEvent,
  type Snapshot,
  type SnapshotFrom,
} from "xstate"
import { createListeners } from "../../domain/listeners.ts"
import type { StreamDeclaration } from "../../events/declaration.ts"
import type { Caller } from "../api/api-client.ts"
import type { Services } from "../api/services.ts"
import type { QuoteStore } from "../stream/quote-store.ts"
import type { Inspector } from "./inspector.ts"
import type { ResolvedOperations } from "./resolved-operations.ts"

export interface ActorSpec<M extends AnyStateMachine> {
  readonly id: string
  readonly machine: M
  readonly input: InputFrom<M>
  /** Absent: the actor starts from its initial state. */
  readonly snapshot?: Snapshot<unknown>
  readonly onInspection?: (inspected: InspectionEvent) => void
  /** Called after the inspector has seen the event, so that its effects are known as such. */
  readonly onEmitted?: (emitted: EmittedFrom<M>) => void
}

/** An actor that does not run yet. `start` runs it, for the page with this id if it belongs to one. */
export const createObservedActor = <M extends AnyStateMachine>(
  { id, machine, input, snapshot, onInspection, onEmitted }: ActorSpec<M>,
  inspector: Pick<Inspector, "onActor"> | undefined,
): { readonly actor: Actor<M>; readonly start: (page?: string) => void } => {
  const actor = new Actor(machine, {
    id,
    input,
    ...(snapshot && { snapshot }),
    ...(onInspection && { inspect: onInspection }),
  })
  return {
    actor,
    start: (page) => {
      inspector?.onActor({ actor, machine, input, ...(page !== undefined && { page }) })
      if (onEmitted) actor.on("*", onEmitted)
      actor.start()
    },
  }
}

/** A function or an observer, as XState's hooks pass them. */
export type SnapshotListener<S> = ((snapshot: S) => void) | { next?: (snapshot: S) => void }

/** Called with each external event before the machine handles it. */
export type Recorder = (event: { readonly type: string }) => void

export interface ActorHandle<M extends AnyStateMachine> {
  readonly id: string
  readonly machine: M
  getSnapshot(): SnapshotFrom<M>
  subscribe(listener: SnapshotListener<SnapshotFrom<M>>): { unsubscribe(): void }
  /** Sends a command. In a follower it waits until this tab leads. */
  send(event: EventFromLogic<M>): void
  /**
   * True while another tab leads. Commands that the page sends without the member are left to the
   * leader.
   */
  isFollowing(): boolean
  /**
   * Listens to emitted events; narrow by `type`. Nothing is emitted during replay or in a follower.
   */
  onEmit(listener: (emitted: EmittedFrom<M>) => void): { unsubscribe(): void }
}

export interface HostedActor<M extends AnyStateMachine> extends ActorHandle<M> {
  /**
   * Starts an actor from `snapshot`, or from the initial state. `onBroken` is called if the machine
   * throws; without it the error is reported.
   */
  start(snapshot: SnapshotFrom<M> | null, record: Recorder | null, onBroken?: (fault: unknown) => void): void
  /** Stops the actor and shows `snapshot`. */
  follow(snapshot: SnapshotFrom<M>, takeOver: () => Promise<void>): void
  /** True from `start` until the actor is stopped or follows: it receives events itself. */
  isLive(): boolean
  /** Applies an event that the leader recorded. */
  fold(event: EventFromLogic<M>): void
  stop(): void
  /** The machine as a pure function, and its input. */
  readonly pure: Fold<M>
  readonly input: InputFrom<M>
}

const RETRY_MS = 20

type Mode<M extends AnyStateMachine> =
  | { readonly kind: "idle" }
  | { readonly kind: "live"; readonly actor: Actor<M> }
  | { readonly kind: "following"; readonly takeOver: () => Promise<void> }

/** True for commands, facts and resumption; false for XState's own events. */
const isExternal = (event: { readonly type: string }): boolean => !event.type.startsWith("xstate.")

const recording = (record: Recorder) => (inspected: InspectionEvent) => {
  if (inspected.type !== "@xstate.event" || !isExternal(inspected.event)) return
  if ("sessionId" in inspected.actorRef && inspected.actorRef.sessionId === inspected.rootId)
    record(inspected.event)
}

/** Creates a handle without an actor; `start` or `follow` comes next. */
export const createHostedActor = <M extends AnyStateMachine>(
  id: string,
  machine: M,
  input: InputFrom<M>,
  inspector?: Inspector,
): HostedActor<M> => {
  const pure = foldOf(machine, input)
  const listeners = createListeners<[SnapshotFrom<M>]>()
  const emitListeners = createListeners<[EmittedFrom<M>]>()
  let mode: Mode<M> = { kind: "idle" }
  let current = pure.initial()

  const publish = (snapshot: SnapshotFrom<M>) => {
    if (snapshot === current) return
    current = snapshot
    listeners.notify(snapshot)
  }
  const stop = () => {
    if (mode.kind === "live") mode.actor.stop()
    mode = { kind: "idle" }
  }
  const live: HostedActor<M>["start"] = (snapshot, record, onBroken) => {
    stop()
    const created = createObservedActor(
      {
        id,
        machine,
        input,
        ...(snapshot !== null && { snapshot: pure.persist(snapshot) }),
        ...(record && { onInspection: recording(record) }),
        onEmitted: emitListeners.notify,
      },
      inspector,
    )
    const { actor } = created
    mode = { kind: "live", actor }
    actor.subscribe({ next: publish, ...(onBroken && { error: onBroken }) })
    created.start()
    if (mode.kind === "live" && mode.actor === actor) publish(actor.getSnapshot())
  }
  const pending: EventFromLogic<M>[] = []
  const dropPending = () => {
    pending.length = 0
  }
  /**
   * Sends the pending commands in order. If another tab leads again, it retries after RETRY_MS,
   * which keeps the two tabs from looping without a pause.
   */
  const sendPending = () => {
    if (mode.kind === "following") setTimeout(takeOver, RETRY_MS)
    else for (const event of pending.splice(0)) send(event)
  }
  const takeOver = () => {
    if (mode.kind === "following") mode.takeOver().then(sendPending, dropPending)
    else sendPending()
  }
  const send = (event: EventFromLogic<M>) => {
    if (mode.kind === "live" && pending.length === 0) return mode.actor.send(event)
    if (mode.kind === "idle") return
    pending.push(event)
    if (pending.length === 1) takeOver()
  }
  return {
    id,
    machine,
    getSnapshot: () => current,
    subscribe: (listener) => ({
      unsubscribe: listeners.subscribe(
        typeof listener === "function" ? listener : (snapshot) => listener.next?.(snapshot),
      ),
    }),
    send,
    isFollowing: () => mode.kind === "following",
    isLive: () => mode.kind === "live",
    onEmit: (listener) => ({ unsubscribe: emitListeners.subscribe(listener) }),
    start: live,
    follow: (snapshot, takeOver) => {
      stop()
      mode = { kind: "following", takeOver }
      publish(snapshot)
    },
    fold: (event) => {
      if (mode.kind !== "following") return
      const before = current
      publish(pure.step(before, event))
      inspector?.onFollowed(id, event, before, current)
    },
    stop: () => {
      dropPending()
      stop()
    },
    pure,
    input,
  }
}

// What code that registers actors gets.

/**
 * Registers a machine with all implementations provided. With a `stream` its external events are
 * journaled and it starts from their fold.
 */
export type RegisterActor = <M extends AnyStateMachine>(
  id: string,
  machine: M,
  input: InputFrom<M>,
  stream?: StreamDeclaration,
) => ActorHandle<M>

/** Declares actors that come and go. Returns what creates one, by id, without starting it. */
export type RegisterFamily = <M extends AnyStateMachine>(
  prefix: string,
  machine: M,
  input: InputFrom<M>,
  stream: StreamDeclaration,
) => (id: string) => HostedActor<M>

/** Starts and ends the actors of a family. */
export interface FamilyStreams {
  /**
   * Starts a new actor in the leader. It is journaled from its first event, which is written in one
   * transaction with the event that caused it.
   */
  readonly open: (journaled: {
    readonly actor: HostedActor<AnyStateMachine>
    readonly stream: StreamDeclaration
  }) => void
  /**
   * Stops an actor. Its stream is deleted once all received events are on disk. Never rejects: a
   * stream that is not deleted is restored by the next start.
   */
  readonly retire: (actor: HostedActor<AnyStateMachine>) => Promise<void>
}

export interface ActorHost {
  readonly services: Context.Context<Services>
  /** For requests that are no API calls: the quote stream and uploads. */
  readonly caller: Caller
  readonly quotes: QuoteStore
  readonly resolvedOperations: ResolvedOperations
  readonly registerActor: RegisterActor
  readonly registerFamily: RegisterFamily
  readonly streams: FamilyStreams
  readonly now: () => number
  /** For actors that are hosted beside the top-level ones. */
  readonly inspector?: Inspector | undefined
}
