/**
 * Who sent each event. XState reports a sender for events between parent and child alone; between
 * top-level actors it is the actor that is processing an event while the other one receives: actors
 * send synchronously, by the routing table or from a subscription.
 */
import type { LoggedActor } from "./actor-history.ts"

export type Sender =
  /** `emitted`: the event that the sender emitted and that was routed; null: none. */
  | { readonly kind: "actor"; readonly actor: LoggedActor; readonly emitted: string | null }
  /** An effect that the receiver runs. */
  | { readonly kind: "effect"; readonly id: string }
  /** A delay of the receiver. */
  | { readonly kind: "timer" }
  /** A screen, the browser, or an effect that is no actor. */
  | { readonly kind: "outside" }
  /** The developer, from the console. */
  | { readonly kind: "developer" }

interface Processing {
  readonly actor: LoggedActor
  /** Events that the actor has received and not processed. */
  count: number
  emitted: string | null
}

const OUTSIDE: Sender = { kind: "outside" }
const DEVELOPER: Sender = { kind: "developer" }

export interface Senders {
  /** The sender of an event that is received now. */
  readonly current: () => Sender
  /** An actor has received an event. */
  readonly begin: (actor: LoggedActor) => void
  /** It has processed one. */
  readonly end: (actor: LoggedActor) => void
  /** It emits an event; the listeners of all its events, as those of the app are, run next. */
  readonly emit: (actor: LoggedActor, type: string) => void
  /** They have run. */
  readonly emitted: (actor: LoggedActor) => void
  /** The developer is the sender of what `send` sends. */
  readonly byHand: (send: () => void) => void
}

export const createSenders = (): Senders => {
  /** The innermost last. */
  let stack: Processing[] = []
  let isByHand = false
  const processingOf = (actor: LoggedActor) => stack.find((one) => one.actor === actor)
  return {
    current: () => {
      const top = stack.at(-1)
      if (top) return { kind: "actor", actor: top.actor, emitted: top.emitted }
      return isByHand ? DEVELOPER : OUTSIDE
    },
    begin: (actor) => {
      const known = processingOf(actor)
      if (known) known.count += 1
      // an actor that throws does not report an end
      if (stack.length === 0)
        queueMicrotask(() => {
          stack = []
        })
      if (!known) stack.push({ actor, count: 1, emitted: null })
    },
    end: (actor) => {
      const known = processingOf(actor)
      if (!known) return
      known.count -= 1
      known.emitted = null
      if (known.count === 0) stack = stack.filter((one) => one !== known)
    },
    emit: (actor, type) => {
      const known = processingOf(actor)
      if (known) known.emitted = type
    },
    emitted: (actor) => {
      const known = processingOf(actor)
      if (known) known.emitted = null
    },
    byHand: (send) => {
      isByHand = true
      try {
        send()
      } finally {
        isByHand = false
      }
    },
  }
}
