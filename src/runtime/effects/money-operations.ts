/** The effects of an operation that moves money: record, submit, ask, pause. */
import { Clock, Effect } from "effect"
import type { AnswerOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Order } from "../../domain/entities.ts"
import type { Failure } from "../../domain/failure.ts"
import type { Operation } from "../../domain/operation.ts"
import type { OperationEvent, OperationIntent } from "../../events/operation.ts"
import { failureOf } from "./call.ts"
import { Api, Journal, Receipts } from "./services.ts"

interface Keyed {
  readonly key: string
}

const MALFORMED: Failure = { reason: "no-answer.malformed" }

/** Flushes the journal. Nothing may be sent before `recorded`. */
export const recordOperation = Effect.fnUntraced(function* ({ key }: Keyed) {
  const flushed = yield* Effect.result((yield* Journal).flush)
  const at = yield* Clock.currentTimeMillis
  const event: OperationEvent =
    flushed._tag === "Success"
      ? { type: "operation.recorded", key, at }
      : { type: "operation.unrecorded", key, failure: failureOf(flushed.failure), at }
  return event
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

/** The device remembers what the market has signed: the terms, and the time of an early close. */
const keepReceipt = (accepted: Effect.Effect<Order, ApiError>) =>
  Effect.tap(accepted, (order) => Effect.flatMap(Receipts, ({ keep }) => keep(order)))

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
  return keepReceipt(accepted)
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
      return keepReceipt(api.call("orderClose", { key, id: intent.orderId }))
    case "deposit":
      return sendDeposit(api, key, intent)
    case "withdrawal": {
      const { amount, fee, method, destinationId, conversion } = intent
      const rate = conversion && { rateId: conversion.rateId }
      return api.call("withdrawalCreate", { key, amount, fee, method, destinationId, ...rate })
    }
  }
}

/** Sends an operation, once. */
export const submitOperation = Effect.fnUntraced(function* ({
  key,
  intent,
}: Keyed & { readonly intent: OperationIntent | null }) {
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

/**
 * Asks once for the outcome of a key and gives it up if the server never saw it. A refusal of the
 * question says nothing about the operation.
 */
export const askOperation = Effect.fnUntraced(function* ({
  key,
  operation,
}: Keyed & { readonly operation: Operation }) {
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
  if (result._tag === "Success") return outcomeOf(key, result.success, at)
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
