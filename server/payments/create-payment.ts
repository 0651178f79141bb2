import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Deposit } from "../../src/domain/cash.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { amountOf, koboOf } from "../../src/domain/money.ts"
import type { ProvidedWay } from "../../src/domain/payment.ts"
import { Config } from "../config.ts"
import { stayUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent } from "../core/member-events.ts"
import { idempotent, idOfKey } from "../core/operations.ts"
import { requireDepositWithin } from "../core/protection.ts"
import { refusal } from "../core/refusal.ts"
import { requireOpenSite } from "../core/site-state.ts"
import { execute } from "../db/db.ts"
import { checkAmount, checkQueue, depositReported } from "./deposits.ts"
import { paymentField } from "./payment-ways.ts"

/** What records call the way. Apps name it in the member's language. */
const names: Readonly<Record<ProvidedWay, string>> = { 2: "WeChat Pay", 3: "Alipay" }

/**
 * Starts a payment through a provider: a pending deposit with a link to the provider's page. Nothing
 * is credited before the provider reports success. Refused while the site is closed. Idempotent by
 * key.
 */
export const createPayment = (request: RequestOf<"paymentCreate">, call: Call) =>
  idempotent(
    {
      memberId: call.memberId,
      operation: "deposit",
      key: request.key,
      body: request,
      answers: Deposit,
      id: (deposit) => deposit.id,
    },
    insertPayment(request, call),
  )

/** The way, if it is offered and leads through a provider; the balance does not. */
const offeredWay = Effect.fnUntraced(function* (way: RequestOf<"paymentCreate">["way"]) {
  const { payment } = yield* Config
  if (way !== 1 && payment.ways.includes(way)) return way
  return yield* refusal("payment.way-unknown", { field: "way" })
})

const insertPayment = Effect.fn("insertPayment")(function* (
  request: RequestOf<"paymentCreate">,
  { memberId, locale }: Call,
) {
  const { payment } = yield* Config
  yield* requireOpenSite()
  yield* stayUnfrozen(memberId)
  const way = yield* offeredWay(request.way)
  const amount = koboOf(request.amount)
  yield* checkAmount(amount, payment)
  yield* checkQueue(memberId)
  yield* requireDepositWithin(memberId, amount)
  const id = idOfKey(memberId, "deposit", request.key)
  const atMs = yield* Clock.currentTimeMillis
  const expiresAtMs = atMs + payment.linkMs
  const network = names[way]
  yield* execute(
    `insert into deposits (id, member_id, network, address, currency, amount, way, expires_at_ms, created_at_ms)
     values ($1, $2, $3, '', $4, $5, $6, $7, $8)`,
    [id, memberId, network, CURRENCY, amount, way, expiresAtMs, atMs],
  )
  yield* appendEvent(memberId, depositReported(id))
  const deposit: Deposit = {
    id,
    atMs,
    network,
    address: "",
    currency: CURRENCY,
    number: amountOf(amount),
    payment: yield* paymentField({ id, way, amount, expiresAtMs }, true, locale),
    status: 0,
    reason: null,
    reviewedAtMs: null,
  }
  return deposit
})
