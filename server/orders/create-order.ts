import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Order } from "../../src/domain/entities.ts"
import { SLIPPAGE_MAX_BPS } from "../../src/domain/limits.ts"
import { amountOf, koboOf, type PriceUnits, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { isBeyondTolerance, type LevelKind, levelProblem } from "../../src/domain/trade.ts"
import { requireUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { balanceOf } from "../core/ledger.ts"
import { idempotentStatement, idOfKey } from "../core/operations.ts"
import { renewRest } from "../core/protection.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import { readReturnedHold } from "../core/returned-hold.ts"
import { requireOpenSite } from "../core/site-state.ts"
import { Market } from "../market/market.ts"
import { isTraded, Products, type ProductTerms } from "../market/products.ts"
import { requireKnowledge } from "./knowledge.ts"
import { OrderWriter, type PendingOrder } from "./order-writer.ts"

type Wanted = RequestOf<"orderCreate">

/**
 * Accepts an order: one statement locks the stake, posts the purchase (103) and stores the key. The
 * entry is the first tick sequenced afterwards, so that it is unknown when the order is sent. Idempotent by
 * key.
 */
export const createOrder = Effect.fn("createOrder")(function* (wanted: Wanted, call: Call) {
  const command = { memberId: call.memberId, operation: "order" as const, key: wanted.key, body: wanted }
  const { checkpointOf, key, nowMs: marketNow, settings } = yield* Market
  const order = yield* idempotentStatement({ ...command, answers: Order }, (bodyHash) =>
    Effect.gen(function* () {
      const nowMs = marketNow()
      const { find } = yield* Products
      const product = yield* find(wanted.productId)
      if (product === null) return yield* refusal("order.product-unknown", { field: "product_id" })
      yield* checkOrder(wanted, product, nowMs)
      const checkpoint = checkpointOf(product.symbol)
      const order: Order = {
        ...newOrder(wanted, product, call.memberId, nowMs),
        dayMs: settings.dayMs,
        openTimeoutMs: settings.orderOpenTimeoutMs,
        rulesVersion: 2,
        ...(checkpoint === null ? {} : { checkpoint }),
      }
      const { memberId } = call
      const { write } = yield* OrderWriter
      const { leverageWaitMs } = settings
      const pending = { order, memberId, key: wanted.key, bodyHash, leverageWaitMs }
      const acceptedAtMs = (yield* write(pending)) ?? (yield* writeWithinRest(pending, nowMs))
      return { ...order, acceptedAtMs }
    }),
  )
  return key.withReceipt(order)
})

/** Orders of one member at once, each of which uses of the rest what another has computed. */
const RENEWALS_MAX = 8

/**
 * Writes an order again, once what the member's own limits leave is known, or refuses it. The balance
 * comes first: no rest lets a stake exceed it.
 */
const writeWithinRest = Effect.fnUntraced(function* (pending: PendingOrder, nowMs: number) {
  const { memberId, order } = pending
  const stake = koboOf(order.stake)
  const { write } = yield* OrderWriter
  // a closed site and a frozen member are said first
  yield* Effect.tapError(requireKnowledge(memberId, order.leverage, nowMs), () =>
    Effect.andThen(requireOpenSite(), requireUnfrozen(memberId)),
  )
  for (let renewals = 0; renewals < RENEWALS_MAX; renewals += 1) {
    const { available } = yield* balanceOf(memberId)
    const held = yield* readReturnedHold(memberId, nowMs)
    if (available - (held?.amount ?? 0n) < stake) return yield* refuseUnwritten(memberId, nowMs)
    const { isLimited, refused } = yield* renewRest(memberId, stake, nowMs)
    if (!isLimited) return yield* refuseUnwritten(memberId, nowMs)
    yield* requireOpenSite()
    yield* requireUnfrozen(memberId)
    if (refused !== null) return yield* refused
    const acceptedAtMs = yield* write(pending)
    if (acceptedAtMs !== null) return acceptedAtMs
  }
  return yield* refusal("system.busy")
})

/**
 * Why nothing was written: the site is closed, the member is frozen, or the balance is too small, with
 * or without what a cancelled withdrawal returned.
 */
const refuseUnwritten = Effect.fnUntraced(function* (memberId: string, nowMs: number) {
  yield* requireOpenSite()
  yield* requireUnfrozen(memberId)
  const { available } = yield* balanceOf(memberId)
  const held = yield* readReturnedHold(memberId, nowMs)
  if (held !== null)
    return yield* refusal("order.returned-hold", {
      field: "stake",
      params: { available: amountOf(available - held.amount), until: held.untilMs },
    })
  return yield* refusal("order.insufficient-balance", {
    field: "stake",
    params: { available: amountOf(available) },
  })
})

/** An order at its acceptance. */
export const newOrder = (wanted: Wanted, product: ProductTerms, memberId: string, nowMs: number): Order => ({
  id: idOfKey(memberId, "order", wanted.key),
  productId: product.id,
  symbol: product.symbol,
  name: product.name,
  direction: wanted.direction,
  status: "pending",
  state: "accepted",
  stake: wanted.stake,
  leverage: wanted.leverage,
  periodDays: wanted.periodDays,
  commissionPpm: product.commissionPpm,
  stopOutBps: product.stopOutBps,
  quotedPrice: wanted.quotedPrice,
  slippageBps: wanted.slippageBps ?? null,
  takeProfit: wanted.takeProfit ?? null,
  stopLoss: wanted.stopLoss ?? null,
  acceptedAtMs: nowMs,
  openedAtMs: null,
  openingPrice: null,
  entrySeq: null,
  expiresAtMs: null,
  closeRequestedAtMs: null,
  closedAtMs: null,
  closingPrice: null,
  exitSeq: null,
  gross: null,
  commission: null,
  net: null,
  credited: null,
  cancelReason: null,
})

/**
 * Checks an order against the product's terms and the current price: everything but the balance,
 * which the posting checks. Refuses with the first violation.
 */
const checkOrder = Effect.fn("checkOrder")(function* (wanted: Wanted, product: ProductTerms, nowMs: number) {
  const { quoteBook, settings } = yield* Market
  if (product.isSoldOut) return yield* refusal("order.sold-out", { field: "product_id" })
  yield* checkTerms(wanted, product)
  if (!(yield* isTraded(product, nowMs)))
    return yield* refusal("order.market-closed", {
      field: "product_id",
      params: { open_minute: product.openMinute, close_minute: product.closeMinute },
    })
  const last = quoteBook.last(product.symbol)
  if (last === null || nowMs - last.tick.atMs > settings.quoteStaleMs)
    return yield* refusal("order.stale-price", { field: "quoted_price" })
  yield* checkPrices(wanted, product, last.tick.price)
})

const checkTerms = (wanted: Wanted, product: ProductTerms): Effect.Effect<void, Refusal> => {
  const stake = koboOf(wanted.stake)
  if (stake < product.minStake)
    return refusal("order.below-minimum", { field: "stake", params: { min: amountOf(product.minStake) } })
  if (stake > product.maxStake)
    return refusal("order.above-maximum", { field: "stake", params: { max: amountOf(product.maxStake) } })
  if (!product.leverages.includes(wanted.leverage)) return refusal("order.terms", { field: "leverage" })
  if (!product.periods.includes(wanted.periodDays)) return refusal("order.terms", { field: "period_days" })
  const { commissionPpm = product.commissionPpm, stopOutBps = product.stopOutBps } = wanted
  if (commissionPpm !== product.commissionPpm || stopOutBps !== product.stopOutBps)
    return refusal("order.terms-changed", { field: "product_id" })
  const slippage = wanted.slippageBps ?? 0
  if (slippage < 0 || slippage > SLIPPAGE_MAX_BPS)
    return refusal("order.terms", { field: "slippage_bps", params: { max: SLIPPAGE_MAX_BPS } })
  return priceUnitsOf(wanted.quotedPrice) > 0n
    ? Effect.void
    : refusal("order.terms", { field: "quoted_price" })
}

const checkPrices = (
  wanted: Wanted,
  product: ProductTerms,
  current: PriceUnits,
): Effect.Effect<void, Refusal> => {
  const quotedPrice = priceUnitsOf(wanted.quotedPrice)
  const limit = { direction: wanted.direction, quotedPrice, slippageBps: wanted.slippageBps ?? null }
  if (isBeyondTolerance(limit, current))
    return refusal("order.slippage", {
      field: "quoted_price",
      params: { quoted: wanted.quotedPrice, current: priceOf(current) },
    })
  const { direction, leverage, takeProfit, stopLoss } = wanted
  const { commissionPpm, stopOutBps } = product
  const terms = { stakeKobo: koboOf(wanted.stake), leverage, direction, commissionPpm, stopOutBps }
  const judge = (kind: LevelKind, level: string | undefined) =>
    level === undefined ? null : levelProblem(kind, priceUnitsOf(level), current, { direction, terms })
  const ofTakeProfit = judge("take-profit", takeProfit)
  if (ofTakeProfit !== null)
    return refusal(ofTakeProfit.reason, { field: "take_profit", params: ofTakeProfit.params })
  const ofStopLoss = judge("stop-loss", stopLoss)
  return ofStopLoss === null
    ? Effect.void
    : refusal(ofStopLoss.reason, { field: "stop_loss", params: ofStopLoss.params })
}
