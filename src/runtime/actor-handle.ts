/**
 * A place in the house for one top-level machine. Screens and routes hold on to the seat; the actor in it may be restored from the journal, stopped, or (in a
 * tab that follows another) be no actor at all but the fold of the events that the writing tab received.
 */
import {
  Actor,
  type AnyStateMachine,
  type EmittedFrom,
  type EventFromLogic,
  type InputFrom,
  type InspectionEvent,
  type SnapshotFrom,
} from "xstate"
import { type Fold, foldOf } from "../journal/replay.ts"
import type { Inspector } from "./inspector.ts"

/** A function, or an observer as XState and its hooks know it. */
export type SnapshotListener<S> = ((snapshot: S) => void) | { next?: (snapshot: S) => void }

/** Told of every event from outside that the actor in a seat receives, before it moves. */
export type Recorder = (event: { readonly type: string }) => void

export interface ActorHandle<M extends AnyStateMachine> {
  readonly id: string
  readonly machine: M
  getSnapshot(): SnapshotFrom<M>
  subscribe(listener: SnapshotListener<SnapshotFrom<M>>): { unsubscribe(): void }
  /** Sends a command. In a following tab the command waits until this tab has become the writer. */
  send(event: EventFromLogic<M>): void
  /** True while another tab writes. What a page tells its machine by itself is for that tab to tell: it is no reason to take the writing over. */
  isFollowing(): boolean
  /** Hears what the machine emits; narrow by `type`. Nothing is emitted while events are replayed or folded. */
  onEmit(listener: (emitted: EmittedFrom<M>) => void): { unsubscribe(): void }
}

/** The same, with what only the house may do. */
export interface HostedActor<M extends AnyStateMachine> extends ActorHandle<M> {
  /** Puts a live actor into the seat, started from `snapshot`, or from the beginning. `onBroken` hears that the machine threw and has stopped; without it the fault is reported. */
  start(snapshot: SnapshotFrom<M> | null, record: Recorder | null, onBroken?: (fault: unknown) => void): void
  /** Takes the actor out and keeps showing `snapshot`. */
  follow(snapshot: SnapshotFrom<M>, takeOver: () => Promise<void>): void
  /** Folds one event received by the writing tab. */
  fold(event: EventFromLogic<M>): void
  stop(): void
  /** The machine as a pure function, and what it began with. */
  readonly pure: Fold<M>
  readonly input: InputFrom<M>
}

const AGAIN_MS = 20

type Mode<M extends AnyStateMachine> =
  | { readonly kind: "idle" }
  | { readonly kind: "live"; readonly actor: Actor<M> }
  | { readonly kind: "following"; readonly takeOver: () => Promise<void> }

/** True for what comes from outside the actor: commands, facts and resumption; false for what XState itself sends. */
const isExternal = (event: { readonly type: string }): boolean => !event.type.startsWith("xstate.")

const recording = (record: Recorder) => (inspected: InspectionEvent) => {
  if (inspected.type !== "@xstate.event" || !isExternal(inspected.event)) return
  if ("sessionId" in inspected.actorRef && inspected.actorRef.sessionId === inspected.rootId)
    record(inspected.event)
}

const join = <T>(listeners: Set<T>, listener: T) => {
  listeners.add(listener)
  return { unsubscribe: () => listeners.delete(listener) }
}

/** Makes an empty seat; nothing runs before `live` or `follow`. */
export const createHostedActor = <M extends AnyStateMachine>(
  id: string,
  machine: M,
  input: InputFrom<M>,
  inspector?: Inspector,
): HostedActor<M> => {
  const pure = foldOf(machine, input)
  const listeners = new Set<(snapshot: SnapshotFrom<M>) => void>()
  const emitListeners = new Set<(emitted: EmittedFrom<M>) => void>()
  let mode: Mode<M> = { kind: "idle" }
  let current = pure.initial()

  const show = (snapshot: SnapshotFrom<M>) => {
    if (snapshot === current) return
    current = snapshot
    for (const listener of [...listeners]) listener(snapshot)
  }
  const stop = () => {
    if (mode.kind === "live") mode.actor.stop()
    mode = { kind: "idle" }
  }
  const live: HostedActor<M>["start"] = (snapshot, record, onBroken) => {
    stop()
    const actor = new Actor(machine, {
      id,
      input,
      ...(snapshot !== null && { snapshot: pure.persist(snapshot) }),
      ...(record && { inspect: recording(record) }),
    })
    mode = { kind: "live", actor }
    inspector?.onActor({ actor, machine, input })
    actor.subscribe({ next: show, ...(onBroken && { error: onBroken }) })
    actor.on("*", (emitted) => {
      for (const listener of [...emitListeners]) listener(emitted)
    })
    actor.start()
    if (mode.kind === "live" && mode.actor === actor) show(actor.getSnapshot())
  }
  const waiting: EventFromLogic<M>[] = []
  const forget = () => {
    waiting.length = 0
  }
  /** Sends what waits, in its order. Another tab may have taken over again meanwhile: then it waits once more, but never in a circle that nothing else can break into. */
  const resend = () => {
    if (mode.kind === "following") setTimeout(takeOver, AGAIN_MS)
    else for (const event of waiting.splice(0)) send(event)
  }
  const takeOver = () => {
    if (mode.kind === "following") mode.takeOver().then(resend, forget)
    else resend()
  }
  const send = (event: EventFromLogic<M>) => {
    if (mode.kind === "live" && waiting.length === 0) return mode.actor.send(event)
    if (mode.kind === "idle") return
    waiting.push(event)
    if (waiting.length === 1) takeOver()
  }
  return {
    id,
    machine,
    getSnapshot: () => current,
    subscribe: (listener) =>
      join(listeners, typeof listener === "function" ? listener : (snapshot) => listener.next?.(snapshot)),
    send,
    isFollowing: () => mode.kind === "following",
    onEmit: (listener) => join(emitListeners, listener),
    start: live,
    follow: (snapshot, takeOver) => {
      stop()
      mode = { kind: "following", takeOver }
      show(snapshot)
    },
    fold: (event) => {
      if (mode.kind !== "following") return
      const before = current
      show(pure.step(before, event))
      inspector?.onFollowed(id, event, before, current)
    },
    stop: () => {
      forget()
      stop()
    },
    pure,
    input,
  }
}
