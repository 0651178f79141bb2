/**
 * The outbox: one journaled actor for each operation that moves money, from its intent to its
 * outcome. A confirmed ticket puts its operation in, and notes the outcome before that leaves.
 *
 * 1. A ticket emits before its listeners are called, so its operation is there when they look.
 * 2. Tickets are restored first, each operation known by its id: only a key without a stream is
 *    asked for.
 * 3. An operation leaves when the ticket's events are on disk; one that stayed reports again.
 */

import { Clock, Effect } from "effect"
import {
  type OperationSnapshot,
  operationMachine,
  operationOutcome,
  operationPhase,
} from "../../../machines/operation.ts"
import type { AnswerOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Order } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import { OPERATION_LIMIT } from "../../domain/limits.ts"
import { createListeners } from "../../domain/listeners.ts"
import { OPERATIONS, type Operation, type Outcome, type StartedOperation } from "../../domain/operation.ts"
import {
  type OperationConfirmed,
  type OperationEvent,
  type OperationIntent,
  operationStream,
} from "../../events/operation.ts"
import { Api, eventOf, failureOf, Journal, Receipts } from "../api/services.ts"
import type { ActorFamily } from "../journal/streams.ts"
import type { ActorHandle, ActorHost, HostedActor } from "./actor-host.ts"
import { effectActor } from "./effect-actor.ts"

// The programs of the `operation` machine.

interface Keyed {
  readonly key: string
}

interface Intended extends Keyed {
  readonly intent: OperationIntent | null
}

const MALFORMED: Failure = { reason: "no-answer.malformed" }

/** Flushes the journal. Nothing may be sent before `recorded`. */
export const recordOperation = Effect.fnUntraced(function* ({ key }: Keyed) {
  return yield* eventOf(
    (yield* Journal).flush,
    (_, at): OperationEvent => ({ type: "operation.recorded", key, at }),
    (failure, at): OperationEvent => ({ type: "operation.unrecorded", key, failure, at }),
  )
})

/**
 * The event for an error of a keyed call. Only a refusal by the server counts as one; no answer or
 * a malformed one leaves the outcome unknown.
 */
const errorEvent = (key: string, error: ApiError, at: number): OperationEvent => {
  const failure = failureOf(error)
  if (error._tag === "TokenInvalid") return { type: "operation.tokenRejected", key, at }
  if (error._tag === "NoAnswer" || error.reason === "operation.key-conflict")
    return { type: "operation.unanswered", key, failure, at }
  if (error.reason === "operation.voided") return { type: "operation.voided", key, at }
  return { type: "operation.refused", key, failure, at }
}

/** A machine sends only a recorded intent; anything else is a bug. */
const required = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error("an operation without an intent was to be sent")
  return value
}

type IntentOf<Kind extends Operation> = Extract<OperationIntent, { readonly operation: Kind }>

/** The device remembers what was confirmed, and what the market signed: terms, changed levels, a close. */
const keepReceipt = Effect.fnUntraced(function* (
  key: string,
  intent: OperationIntent,
  accepted: Effect.Effect<Order, ApiError>,
) {
  const order = yield* accepted
  const answeredAtMs = yield* Clock.currentTimeMillis
  yield* (yield* Receipts).keep(order, { key, intent: { ...intent }, answeredAtMs })
  return order
})

const sendOrder = (api: Api["Service"], key: string, intent: IntentOf<"order">) => {
  const accepted = api.call("orderCreate", {
    key,
    productId: intent.productId,
    direction: intent.direction,
    stake: intent.stake,
    leverage: intent.leverage,
    periodDays: intent.periodDays,
    commissionPpm: intent.commissionPpm,
    stopOutBps: intent.stopOutBps,
    quotedPrice: intent.quote.price,
    ...(intent.slippageBps !== null && { slippageBps: intent.slippageBps }),
    ...(intent.takeProfit !== null && { takeProfit: intent.takeProfit }),
    ...(intent.stopLoss !== null && { stopLoss: intent.stopLoss }),
  })
  return keepReceipt(key, intent, accepted)
}

const sendAmendment = (api: Api["Service"], key: string, intent: IntentOf<"order-amend">) => {
  const { orderId: id, number, takeProfit, stopLoss } = intent
  const levels = { ...(takeProfit !== null && { takeProfit }), ...(stopLoss !== null && { stopLoss }) }
  return keepReceipt(key, intent, api.call("orderAmend", { key, id, number, ...levels }))
}

const sendDeposit = (api: Api["Service"], key: string, intent: IntentOf<"deposit">) => {
  const { networkId, address, amount, proofId, conversion, way } = intent
  if (way !== undefined) return api.call("paymentCreate", { key, way, amount })
  const rate = conversion && { rateId: conversion.rateId }
  const proofImage = required(proofId)
  return api.call("depositCreate", { key, networkId, address, amount, ...rate, proofImage })
}

/** Sends the request of an intent. */
const send = (
  api: Api["Service"],
  key: string,
  intent: OperationIntent,
): Effect.Effect<{ readonly id: string }, ApiError, Receipts> => {
  switch (intent.operation) {
    case "order":
      return sendOrder(api, key, intent)
    case "order-close":
      return keepReceipt(key, intent, api.call("orderClose", { key, id: intent.orderId, ...intent.limit }))
    case "order-amend":
      return sendAmendment(api, key, intent)
    case "deposit":
      return sendDeposit(api, key, intent)
    case "withdrawal": {
      const { amount, fee, method, destinationId, conversion, confirmation } = intent
      const rate = conversion && { rateId: conversion.rateId }
      const proved = confirmation !== undefined && { confirmation }
      return api.call("withdrawalCreate", { key, amount, fee, method, destinationId, ...rate, ...proved })
    }
  }
}

/** Sends an operation, once. */
export const submitOperation = Effect.fnUntraced(function* ({ key, intent }: Intended) {
  const result = yield* Effect.result(send(yield* Api, key, required(intent)))
  const at = yield* Clock.currentTimeMillis
  const event: OperationEvent =
    result._tag === "Success"
      ? { type: "operation.accepted", key, id: result.success.id, at }
      : errorEvent(key, result.failure, at)
  return event
})

const outcomeOf = (key: string, result: AnswerOf<"operationVoid">, at: number): OperationEvent => {
  if (result.state === "unknown") return { type: "operation.voided", key, at }
  if (result.state === "refused" && result.refusal !== null)
    return { type: "operation.refused", key, failure: result.refusal, at }
  if (result.state === "done" && result.id !== null)
    return { type: "operation.accepted", key, id: result.id, at }
  return { type: "operation.unanswered", key, failure: MALFORMED, at }
}

/** The answer with what the market signed was lost: the device reads it with the contract, if it can. */
const keepFound = (api: Api["Service"], { key, intent }: Intended, id: string) => {
  if (intent === null || intent.operation === "deposit" || intent.operation === "withdrawal")
    return Effect.void
  const contract = { id: intent.operation === "order" ? id : intent.orderId }
  const read = api.call("order", contract, { key: `keep.${key}`, quiet: true })
  return Effect.ignore(
    keepReceipt(
      key,
      intent,
      Effect.map(read, ({ order }) => order),
    ),
  )
}

/**
 * Asks once for the outcome of a key and gives it up if the server never saw it. A refusal of the
 * question says nothing about the operation.
 */
export const askOperation = Effect.fnUntraced(function* (
  asked: Intended & { readonly operation: Operation },
) {
  const { key, operation } = asked
  const api = yield* Api
  const result = yield* Effect.result(
    api.call(
      "operationVoid",
      { operation, key },
      // several operations may be asked for at a time
      { key: `ask.${operation}.${key}`, quiet: true },
    ),
  )
  const at = yield* Clock.currentTimeMillis
  if (result._tag === "Success") {
    const found = outcomeOf(key, result.success, at)
    // the outcome does not wait for it
    if (found.type === "operation.accepted") yield* Effect.forkDetach(keepFound(api, asked, found.id))
    return found
  }
  const event: OperationEvent =
    result.failure._tag === "TokenInvalid"
      ? { type: "operation.tokenRejected", key, at }
      : { type: "operation.unanswered", key, failure: failureOf(result.failure), at }
  return event
})

/** Waits before the next question. */
export const pauseOperation = Effect.fnUntraced(function* ({
  key,
  delayMs,
}: Keyed & { readonly delayMs: number }) {
  yield* Effect.sleep(delayMs)
  const event: OperationEvent = { type: "operation.pauseEnded", key, at: yield* Clock.currentTimeMillis }
  return event
})

const PREFIX = "operation."

export type OperationHandle = ActorHandle<typeof operationMachine>

/** The machine of a ticket. Its stream is named after it. */
interface Ticket<Stream extends string> {
  getSnapshot(): {
    readonly context: StartedOperation & { readonly visit: string | null }
    hasTag(tag: "confirmed"): boolean
  }
  subscribe(listener: () => void): unknown
  isFollowing(): boolean
  onEmit(listener: (confirmed: OperationConfirmed) => void): unknown
  send(event: {
    readonly type: `${Stream}.resolved`
    readonly key: string
    readonly outcome: Outcome
    readonly at: number
  }): void
}

export interface Outbox extends ActorFamily {
  readonly operations: () => readonly OperationHandle[]
  /** The operation under this key; null once it has left, and before it is restored. */
  readonly operation: (key: string | null) => OperationSnapshot | null
  /** Notifies when an operation comes, goes, or changes its state. */
  readonly subscribe: (listener: () => void) => () => void
  /**
   * Begins what the ticket confirms, and sends it the outcome. The operation of a confirmed ticket
   * that is not in the outbox is queried: `operationOf` says what it was.
   */
  readonly serve: <Stream extends string>(
    stream: Stream,
    operationOf: Operation | (() => Operation),
    ticket: Ticket<Stream>,
  ) => void
}

/** The operation in an id, or null for an id that was damaged. */
const namedBy = (id: string): { readonly operation: Operation; readonly key: string } | null => {
  const [named, key] = id.slice(PREFIX.length).split(".")
  const operation = OPERATIONS.find((one) => one === named)
  return operation === undefined || key === undefined ? null : { operation, key }
}

const idOf = (operation: Operation, key: string): string => `${PREFIX}${operation}.${key}`

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

/** A ticket that waits for the outcome of an operation. */
interface Waiting {
  readonly key: () => string | null
  readonly resolve: (key: string, outcome: Outcome) => void
}

/** The actors in the outbox: they are begun or restored, and leave once their outcome is known. */
const createOperations = ({ services, streams, now, resolvedOperations, registerFamily }: ActorHost) => {
  const create = registerFamily(PREFIX, provided(services), undefined, operationStream)
  const actors = new Map<string, Hosted>()
  const tickets: Waiting[] = []
  const listeners = createListeners()
  const forget = (id: string) => {
    actors.delete(id)
    listeners.notify()
  }
  const ticketOf = (id: string) => tickets.find(({ key }) => key() === namedBy(id)?.key)
  const add = (id: string) => {
    const actor = create(id)
    // a page that has begun another operation does not show this one
    actor.onEmit((found) => resolvedOperations.push(ticketOf(id) ? found : { ...found, visit: null }))
    actors.set(id, actor)
    return actor
  }
  /** An operation that cannot be read is queried; one whose outcome is known leaves the outbox. */
  const look = (actor: Hosted) => {
    listeners.notify()
    if (actor.isFollowing()) return
    const snapshot = actor.getSnapshot()
    const named = namedBy(actor.id)
    if (operationPhase(snapshot) === "waiting" && named !== null)
      actor.send({ type: "operation.reconcile", ...named, visit: null, at: now() })
    const outcome = operationOutcome(snapshot)
    if (outcome === null) return
    ticketOf(actor.id)?.resolve(snapshot.context.key, outcome)
    void streams.retire(actor).then(() => forget(actor.id))
  }
  return {
    actors,
    tickets,
    forget,
    subscribe: listeners.subscribe,
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
    },
  }
}

export const createOutbox = (host: ActorHost): Outbox => {
  const { now } = host
  const { actors, tickets, open, restore, forget, subscribe } = createOperations(host)
  const serve: Outbox["serve"] = (stream, operationOf, ticket) => {
    /** The last key that this document began: it is not asked for before it was sent. */
    let begun: string | null = null
    const waiting = () => {
      const snapshot = ticket.getSnapshot()
      const { key, visit, outcome } = snapshot.context
      return snapshot.hasTag("confirmed") && outcome === null && key !== null ? { key, visit } : null
    }
    const resolve = (key: string, outcome: Outcome) =>
      ticket.send({ type: `${stream}.resolved`, key, outcome, at: now() })
    tickets.push({ key: () => waiting()?.key ?? null, resolve })
    ticket.onEmit(({ key, intent, visit }) => {
      begun = key
      if (actors.size < OPERATION_LIMIT)
        return open(idOf(intent.operation, key), { type: "operation.begin", key, intent, visit, at: now() })
      const failure = { reason: "request.too-many", params: { seconds: 0 } }
      resolve(key, { type: "notRecorded", failure })
    })
    ticket.subscribe(() => {
      const doubt = ticket.isFollowing() ? null : waiting()
      const operation = typeof operationOf === "string" ? operationOf : operationOf()
      if (doubt === null || doubt.key === begun || actors.has(idOf(operation, doubt.key))) return
      open(idOf(operation, doubt.key), { type: "operation.reconcile", operation, ...doubt, at: now() })
    })
  }
  return {
    prefix: PREFIX,
    restore,
    forget,
    subscribe,
    serve,
    operations: () => [...actors.values()],
    operation: (key) =>
      [...actors.values()].find(({ id }) => namedBy(id)?.key === key)?.getSnapshot() ?? null,
  }
}
