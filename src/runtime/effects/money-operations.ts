/**
 * The effects of a money operation: record, submit, ask, pause. Four machines use them; `stream` is
 * the first half of their event names.
 */
import { Clock, Effect } from "effect"
import type { AnswerOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { DepositIntent, WithdrawalIntent } from "../../domain/cash-intent.ts"
import type { Failure } from "../../domain/failure.ts"
import type { Operation } from "../../domain/operation.ts"
import type { OrderIntent } from "../../domain/ticket.ts"
import { failureOf } from "./call.ts"
import { Api, Journal } from "./services.ts"

export type MoneyStream = "order" | "close" | "deposit" | "withdrawal"

const OPERATION_OF = {
  order: "order",
  close: "order-close",
  deposit: "deposit",
  withdrawal: "withdrawal",
} as const satisfies Record<MoneyStream, Operation>

interface Keyed {
  readonly key: string
}

const MALFORMED: Failure = { reason: "no-answer.malformed" }

/** Flushes the journal. Nothing may be sent before `recorded`. */
export const record = <Stream extends MoneyStream>(stream: Stream) =>
  Effect.fnUntraced(function* ({ key }: Keyed) {
    const flushed = yield* Effect.result((yield* Journal).flush)
    const at = yield* Clock.currentTimeMillis
    return flushed._tag === "Success"
      ? { type: `${stream}.recorded` as const, key, at }
      : { type: `${stream}.unrecorded` as const, key, failure: failureOf(flushed.failure), at }
  })

/**
 * The event for an error of a keyed call. Only a refusal by the server counts as one; no answer or
 * a malformed one leaves the outcome unknown.
 */
const silenceOf = <Stream extends MoneyStream>(stream: Stream, key: string, error: ApiError, at: number) => {
  const failure = failureOf(error)
  if (error._tag === "TokenInvalid") return { type: `${stream}.tokenRejected` as const, key, at }
  if (error._tag === "NoAnswer" || error.reason === "operation.key-conflict")
    return { type: `${stream}.unanswered` as const, key, failure, at }
  if (error.reason === "operation.voided") return { type: `${stream}.voided` as const, key, at }
  return { type: `${stream}.refused` as const, key, failure, at }
}

/** Sends an operation, once. */
const submit = <Stream extends MoneyStream, Job extends Keyed>(
  stream: Stream,
  send: (api: Api["Service"], job: Job) => Effect.Effect<{ readonly id: string }, ApiError>,
) =>
  Effect.fnUntraced(function* (job: Job) {
    const result = yield* Effect.result(send(yield* Api, job))
    const at = yield* Clock.currentTimeMillis
    return result._tag === "Success"
      ? { type: `${stream}.accepted` as const, key: job.key, id: result.success.id, at }
      : silenceOf(stream, job.key, result.failure, at)
  })

/** A machine sends only a recorded intent; anything else is a bug. */
const frozen = <Intent>(intent: Intent | null): Intent => {
  if (intent === null) throw new Error("an operation without an intent was to be sent")
  return intent
}

export const submitOrder = submit(
  "order",
  (api, job: { readonly key: string; readonly intent: OrderIntent | null }) => {
    const intent = frozen(job.intent)
    return api.call("orderCreate", {
      key: job.key,
      productId: intent.productId,
      direction: intent.direction,
      stake: intent.stake,
      leverage: intent.leverage,
      periodDays: intent.periodDays,
      quotedPrice: intent.quote.price,
      ...(intent.slippageBps !== null && { slippageBps: intent.slippageBps }),
      ...(intent.takeProfit !== null && { takeProfit: intent.takeProfit }),
      ...(intent.stopLoss !== null && { stopLoss: intent.stopLoss }),
    })
  },
)

export const submitClose = submit("close", (api, job: { readonly key: string; readonly orderId: string }) =>
  api.call("orderClose", { key: job.key, id: job.orderId }),
)

export const submitDeposit = submit(
  "deposit",
  (api, job: { readonly key: string; readonly intent: DepositIntent | null }) => {
    const { networkId, amount, proofId, conversion, way } = frozen(job.intent)
    if (way !== undefined) return api.call("paymentCreate", { key: job.key, way, amount })
    return api.call("depositCreate", {
      key: job.key,
      networkId,
      amount,
      ...(conversion && { rateId: conversion.rateId }),
      proofImage: frozen(proofId ?? null),
    })
  },
)

export const submitWithdrawal = submit(
  "withdrawal",
  (api, job: { readonly key: string; readonly intent: WithdrawalIntent | null }) => {
    const { amount, method, destinationId, conversion } = frozen(job.intent)
    return api.call("withdrawalCreate", {
      key: job.key,
      amount,
      method,
      destinationId,
      ...(conversion && { rateId: conversion.rateId }),
    })
  },
)

const wordOf = <Stream extends MoneyStream>(
  stream: Stream,
  key: string,
  result: AnswerOf<"operationResult">,
  at: number,
) => {
  if (result.state === "unknown") return { type: `${stream}.voided` as const, key, at }
  if (result.state === "refused" && result.refusal !== null)
    return { type: `${stream}.refused` as const, key, failure: result.refusal, at }
  if (result.state === "done" && result.id !== null)
    return { type: `${stream}.accepted` as const, key, id: result.id, at }
  return { type: `${stream}.unanswered` as const, key, failure: MALFORMED, at }
}

/**
 * Asks once for the outcome of a key. A refusal of the question says nothing about the operation.
 */
export const ask = <Stream extends MoneyStream>(stream: Stream) =>
  Effect.fnUntraced(function* ({ key }: Keyed) {
    const api = yield* Api
    const result = yield* Effect.result(
      api.call(
        "operationResult",
        { operation: OPERATION_OF[stream], key },
        // two actors of one machine may ask at a time
        { key: `ask.${stream}.${key}`, quiet: true },
      ),
    )
    const at = yield* Clock.currentTimeMillis
    if (result._tag === "Success") return wordOf(stream, key, result.success, at)
    return result.failure._tag === "TokenInvalid"
      ? { type: `${stream}.tokenRejected` as const, key, at }
      : { type: `${stream}.unanswered` as const, key, failure: failureOf(result.failure), at }
  })

/** Waits before the next question. */
export const pause = <Stream extends MoneyStream>(stream: Stream) =>
  Effect.fnUntraced(function* ({ key, delayMs }: Keyed & { readonly delayMs: number }) {
    yield* Effect.sleep(delayMs)
    return { type: `${stream}.pauseEnded` as const, key, at: yield* Clock.currentTimeMillis }
  })
