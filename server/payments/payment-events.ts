import { hash } from "node:crypto"
import { Clock, Effect, Metric, Option, Schema } from "effect"
import { Amount, Id } from "../../src/domain/entities.ts"
import { type Kobo, koboOf } from "../../src/domain/money.ts"
import { PROVIDERS, type ProvidedWay } from "../../src/domain/payment.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { appendEvent } from "../core/member-events.ts"
import { metrics } from "../core/metrics.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { attentionChanged, depositDecided, postCredit } from "./deposits.ts"

/** Why a payment failed. Other values of a provider are read as "other". */
const FAILURES = ["cancelled", "declined", "expired"] as const

/** A provider's report on a payment. Fields that are not named here are ignored: providers add some. */
export const PaymentEvent = Schema.Struct({
  /** Unique per provider: a report that arrives twice has one effect. */
  event_id: Id,
  payment_id: Id,
  result: Schema.Literals(["success", "fail"]),
  amount: Amount,
  currency: Schema.String,
  failure: Schema.optionalKey(Schema.String),
})
export type PaymentEvent = typeof PaymentEvent.Type

/** `repeated`: the event had its effect earlier. `none`: the result was known already. */
export type PaymentEffect = "credited" | "failed" | "none"

interface PaymentRow {
  readonly member_id: string
  readonly amount: Kobo
  readonly currency: string
  readonly status: 0 | 1 | 2
}

/** Locks the payment, so that two events of it take turns. Refuses one of another provider. */
const lockPayment = Effect.fnUntraced(function* (way: ProvidedWay, event: PaymentEvent) {
  const rows = yield* sql<PaymentRow>(
    "select member_id, amount, currency, status from deposits where id = $1 and way = $2 for update",
    [event.payment_id, way],
  )
  const payment = rows[0] ?? (yield* refusal("payment.unknown", { field: "payment_id" }))
  if (payment.amount !== koboOf(event.amount) || payment.currency !== event.currency)
    return yield* refusal("payment.mismatch", { field: "amount" })
  return payment
})

/** Success ends everything: a failure that arrives later, or arrived earlier, does not undo it. */
const effectOn = ({ status }: PaymentRow, { result }: PaymentEvent): PaymentEffect => {
  if (result === "success") return status === 1 ? "none" : "credited"
  return status === 0 ? "failed" : "none"
}

/** Stores the event. False where it is stored already; refused where that one was about another payment. */
const storeEvent = Effect.fnUntraced(function* (
  way: ProvidedWay,
  event: PaymentEvent,
  effect: PaymentEffect,
  atMs: number,
) {
  const written = yield* execute(
    `insert into payment_events (way, event_id, deposit_id, result, effect, received_at_ms)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [way, event.event_id, event.payment_id, event.result, effect, atMs],
  )
  if (written > 0) return true
  const rows = yield* sql<{ deposit_id: string; result: string }>(
    "select deposit_id, result from payment_events where way = $1 and event_id = $2",
    [way, event.event_id],
  )
  if (rows[0]?.deposit_id === event.payment_id && rows[0].result === event.result) return false
  return yield* refusal("payment.mismatch", { field: "event_id" })
})

const failureOf = ({ failure }: PaymentEvent): string =>
  `payment.failed.${FAILURES.find((known) => known === failure) ?? "other"}`

const providerOf = (way: ProvidedWay, event: PaymentEvent): Attribution => ({
  who: `provider ${PROVIDERS[way]}`,
  why: `event ${event.event_id}`,
})

const settle = Effect.fnUntraced(function* (
  { member_id: memberId, amount, status }: PaymentRow,
  way: ProvidedWay,
  event: PaymentEvent,
  effect: "credited" | "failed",
  atMs: number,
) {
  const id = event.payment_id
  const isCredited = effect === "credited"
  yield* execute(
    "update deposits set status = $2, reason = $3, reviewed_at_ms = $4, attention = null where id = $1",
    [...[id, isCredited ? 1 : 2, isCredited ? null : failureOf(event), atMs]],
  )
  const change = depositDecided(id, isCredited, providerOf(way, event), status === 2 ? "refused" : "pending")
  if (!isCredited) return yield* appendEvent(memberId, change)
  yield* postCredit(id, { memberId, amount, atMs }, change)
})

/**
 * Takes a provider's report whose signature holds: event, result and credit (201) are stored in one
 * transaction. Each event acts once, and a credited payment stays credited. Refused without effect
 * for an unknown payment, one of another provider, and another amount or currency.
 */
export const takePaymentEvent = Effect.fn("takePaymentEvent")(function* (
  way: ProvidedWay,
  event: PaymentEvent,
) {
  return yield* Effect.gen(function* () {
    const payment = yield* lockPayment(way, event)
    const effect = effectOn(payment, event)
    const atMs = yield* Clock.currentTimeMillis
    if (!(yield* storeEvent(way, event, effect, atMs))) return "repeated" as const
    if (effect === "none") return effect
    yield* settle(payment, way, event, effect, atMs)
    yield* recordDecision({
      command: `payments ${effect}`,
      subject: event.payment_id,
      ...providerOf(way, event),
      detail: { member: payment.member_id, amount: event.amount },
    })
    return effect
  }).pipe(transaction)
})

const readNamed = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ payment_id: Id })))

interface MarkedRow {
  readonly member_id: string
  readonly status: 0 | 1 | 2
  readonly attention: string | null
}

/** False for a notice that is kept already, also where an operator has seen it meanwhile. */
const isNewNotice = Effect.fnUntraced(function* (subject: string, notice: string) {
  const rows = yield* sql(
    `select 1 from operator_events
     where command = 'payments unusable' and subject = $1 and detail ->> 'notice' = $2 limit 1`,
    [subject, notice],
  )
  return rows.length === 0
})

/**
 * Keeps a genuine notice that could not be used as an event that an operator has to look at, with its
 * payment and the reason. A notice that is sent again is kept once. `body` may be anything.
 */
export const keepUnusable = Effect.fn("keepUnusable")(function* (
  way: ProvidedWay,
  body: Buffer,
  reason: string,
) {
  const id = Option.getOrNull(readNamed(body.toString("utf8")))?.payment_id ?? ""
  const provider = { who: `provider ${PROVIDERS[way]}`, why: reason }
  const notice = hash("sha256", body).slice(0, 16)
  const kept = Effect.gen(function* () {
    const [payment] = yield* sql<MarkedRow>(
      "select member_id, status, attention from deposits where id = $1 and way = $2 for update",
      [id, way],
    )
    const subject = payment === undefined ? `notice ${notice}` : id
    if (payment?.attention === reason || !(yield* isNewNotice(subject, notice))) return false
    if (payment !== undefined) {
      yield* execute("update deposits set attention = $2 where id = $1", [id, reason])
      yield* appendEvent(payment.member_id, attentionChanged(id, payment.status, provider))
    }
    const detail = { payment: id, notice }
    yield* recordDecision({ command: "payments unusable", subject, ...provider, detail })
    return true
  })
  const isNew = yield* transaction(kept)
  yield* Metric.update(metrics.unusableNotices, 1)
  const what = `A notice of ${PROVIDERS[way]} about payment ${id || "?"} cannot be used: ${reason}`
  if (isNew) yield* Effect.annotateLogs(Effect.logWarning(what), { alarm: "payment" })
})
