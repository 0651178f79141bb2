/**
 * The outbox: one journaled actor for each operation that moves money, from its intent to its
 * outcome. The pages' machines put operations in, and learn what becomes of their own.
 */
import { type CallbackActorLogic, type EventObject, fromCallback } from "xstate"
import {
  isResolved,
  type OperationSnapshot,
  operationMachine,
  operationPhase,
} from "../../machines/operation.ts"
import { OPERATION_LIMIT } from "../domain/limits.ts"
import { OPERATIONS, type Operation } from "../domain/operation.ts"
import type { CloseEvent, DepositEvent, OrderEvent, WithdrawalEvent } from "../events/money.ts"
import {
  type OperationDoubt,
  type OperationEvent,
  type OperationJob,
  operationStream,
} from "../events/operation.ts"
import type { ActorHandle, ActorHost, HostedActor } from "./actor-host.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { askOperation, pauseOperation, recordOperation, submitOperation } from "./effects/money-operations.ts"
import type { ActorFamily } from "./journaled-actor.ts"

const PREFIX = "operation."

/** The streams of the machines that put operations in. */
export type TicketStream = "order" | "close" | "deposit" | "withdrawal"

export type OperationHandle = ActorHandle<typeof operationMachine>

export interface Outbox extends ActorFamily {
  readonly operations: () => readonly OperationHandle[]
  /** Notifies when an operation comes, goes, or changes its state. */
  readonly subscribe: (listener: () => void) => () => void
  /** Puts an operation in, and reports once: its outcome, or that it is in doubt. */
  readonly begin: (stream: TicketStream) => CallbackActorLogic<EventObject, OperationJob>
  /** Reports the outcome of a key in doubt, once. A key that is not in the outbox is asked for. */
  readonly follow: (
    stream: TicketStream,
    operation: Operation,
  ) => CallbackActorLogic<EventObject, OperationDoubt>
}

/** The operation in an id, or null for an id that was damaged. */
const namedBy = (id: string): { readonly operation: Operation; readonly key: string } | null => {
  const [named, key] = id.slice(PREFIX.length).split(".")
  const operation = OPERATIONS.find((one) => one === named)
  return operation === undefined || key === undefined ? null : { operation, key }
}

const idOf = (operation: Operation, key: string): string => `${PREFIX}${operation}.${key}`

/** A fact of one of the tickets' machines. */
type TicketFact = CloseEvent | DepositEvent | OrderEvent | WithdrawalEvent

/** What the machine of `stream` learns while it sends; null: nothing yet. */
const factWhileSending = (
  stream: TicketStream,
  snapshot: OperationSnapshot,
  at: number,
): TicketFact | null => {
  const { key, failure } = snapshot.context
  switch (operationPhase(snapshot)) {
    case "notRecorded":
      return failure === null
        ? outcomeFact(stream, snapshot, at)
        : { type: `${stream}.unrecorded`, key, failure, at }
    case "checking":
    case "suspended":
      // without a reason only a rejected token leaves doubt
      return failure === null
        ? { type: `${stream}.tokenRejected`, key, at }
        : { type: `${stream}.unanswered`, key, failure, at }
    case "waiting":
    case "sending":
    case "accepted":
    case "refused":
    case "notPlaced":
      return outcomeFact(stream, snapshot, at)
  }
}

/** What the machine of `stream` learns of an outcome; null while there is none. */
const outcomeFact = (stream: TicketStream, snapshot: OperationSnapshot, at: number): TicketFact | null => {
  const { key, id, failure } = snapshot.context
  switch (operationPhase(snapshot)) {
    case "waiting":
    case "sending":
    case "checking":
    case "suspended":
      return null
    case "accepted":
      return id === null ? null : { type: `${stream}.accepted`, key, id, at }
    case "refused":
      return failure === null ? null : { type: `${stream}.refused`, key, failure, at }
    case "notPlaced":
    case "notRecorded":
      return { type: `${stream}.voided`, key, at }
  }
}

/** What is reported in this state; null: nothing yet. */
type FactOf = (snapshot: OperationSnapshot) => TicketFact | null

/** Calls `send` once, with the first fact that `factOf` finds. */
const reportOnce = (
  actor: OperationHandle,
  followed: Set<string>,
  factOf: FactOf,
  send: (fact: TicketFact) => void,
) => {
  let isReported = false
  followed.add(actor.id)
  const report = () => {
    const fact = isReported ? null : factOf(actor.getSnapshot())
    if (fact === null) return
    isReported = true
    send(fact)
  }
  const subscription = actor.subscribe(report)
  report()
  return () => {
    followed.delete(actor.id)
    subscription.unsubscribe()
  }
}

const provided = (services: ActorHost["services"]) =>
  operationMachine.provide({
    actors: {
      recordOperation: effectActor(services, recordOperation),
      submitOperation: effectActor(services, submitOperation),
      askOperation: effectActor(services, askOperation),
      pauseOperation: effectActor(services, pauseOperation),
    },
  })

type Hosted = HostedActor<typeof operationMachine>

/** The actors in the outbox: they are begun or restored, and leave once their outcome is known. */
const createOperations = ({ services, streams, now, resolvedOperations, registerFamily }: ActorHost) => {
  const create = registerFamily(PREFIX, provided(services), undefined, operationStream)
  const actors = new Map<string, Hosted>()
  /** Those whose outcome a ticket waits for. */
  const followed = new Set<string>()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of [...listeners]) listener()
  }
  const forget = (id: string) => {
    actors.delete(id)
    notify()
  }
  const add = (id: string) => {
    const actor = create(id)
    // a page that has begun another operation does not show this one
    actor.onEmit((found) => resolvedOperations.push(followed.has(id) ? found : { ...found, visit: null }))
    actors.set(id, actor)
    return actor
  }
  /** An operation that cannot be read is asked for; one whose outcome is known leaves the outbox. */
  const look = (actor: Hosted) => {
    notify()
    if (actor.isFollowing()) return
    const snapshot = actor.getSnapshot()
    const named = namedBy(actor.id)
    if (operationPhase(snapshot) === "waiting" && named !== null)
      actor.send({ type: "operation.reconcile", ...named, visit: null, at: now() })
    if (isResolved(snapshot)) void streams.retire(actor).then(() => forget(actor.id))
  }
  return {
    actors,
    followed,
    forget,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    restore: (id: string) => {
      const actor = add(id)
      actor.subscribe(() => look(actor))
      return { actor, stream: operationStream }
    },
    open: (id: string, first: OperationEvent) => {
      const actor = add(id)
      streams.open({ actor, stream: operationStream })
      actor.send(first)
      actor.subscribe(() => look(actor))
      look(actor)
      return actor
    },
  }
}

export const createOutbox = (host: ActorHost): Outbox => {
  const { now } = host
  const { actors, followed, open, restore, forget, subscribe } = createOperations(host)
  return {
    prefix: PREFIX,
    restore,
    forget,
    subscribe,
    operations: () => [...actors.values()],
    begin: (stream) =>
      fromCallback<EventObject, OperationJob>(({ input: { key, intent, visit }, sendBack }) => {
        const id = idOf(intent.operation, key)
        const known = actors.get(id)
        if (!known && actors.size >= OPERATION_LIMIT) {
          const failure = { reason: "request.too-many", params: { seconds: 0 } }
          sendBack({ type: `${stream}.unrecorded`, key, failure, at: now() })
          return undefined
        }
        const actor = known ?? open(id, { type: "operation.begin", key, intent, visit, at: now() })
        return reportOnce(actor, followed, (snapshot) => factWhileSending(stream, snapshot, now()), sendBack)
      }),
    follow: (stream, operation) =>
      fromCallback<EventObject, OperationDoubt>(({ input: { key, visit }, sendBack }) => {
        const id = idOf(operation, key)
        const first = { type: "operation.reconcile", key, operation, visit, at: now() } as const
        const actor = actors.get(id) ?? open(id, first)
        return reportOnce(actor, followed, (snapshot) => outcomeFact(stream, snapshot, now()), sendBack)
      }),
  }
}
