/** What members ask for: commands under a key, with figures that the seed chooses. */
import { Effect, Schema } from "effect"
import type { Call } from "../../server/core/handler.ts"
import type { Refusal } from "../../server/core/refusal.ts"
import type { DbError } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { createPayment } from "../../server/payments/create-payment.ts"
import { createDeposit, listDepositNetworks } from "../../server/payments/deposits.ts"
import { cancelWithdrawal } from "../../server/payments/withdrawal-stages.ts"
import { Deposit, Withdrawal } from "../../src/domain/cash.ts"
import { Order } from "../../src/domain/entities.ts"
import { amountOf, type PriceUnits, priceOf } from "../../src/domain/money.ts"
import type { Operation } from "../../src/domain/operation.ts"
import type { ProvidedWay } from "../../src/domain/payment.ts"
import type { Dice } from "../chaos/seeded-dice.ts"
import { createWithdrawal } from "../support/confirmed.ts"
import type { ProcessServices } from "./process.ts"

export interface SimulatedMember {
  readonly call: Call
  readonly cardId: string
  readonly proofId: string
  /** Ids of the contracts that were acknowledged. */
  readonly contracts: string[]
  /** Ids of the withdrawals that were acknowledged, the last one last. */
  readonly withdrawals: string[]
}

export interface Command {
  readonly operation: Operation
  readonly key: string
  readonly perform: Effect.Effect<
    { readonly id: string; readonly text: string },
    Refusal | DbError,
    ProcessServices
  >
  /** The same key with another body, which must be refused. */
  readonly performOther: Command["perform"]
  /** True for a payment, whose provider reports the result. */
  readonly isPayment: boolean
}

const orderText = Schema.encodeSync(Order)
const depositText = Schema.encodeSync(Deposit)
const withdrawalText = Schema.encodeSync(Withdrawal)

const asked = <A extends { readonly id: string }, R>(
  work: Effect.Effect<A, Refusal | DbError, R>,
  encode: (answer: A) => unknown,
) => Effect.map(work, (answer) => ({ id: answer.id, text: JSON.stringify(encode(answer)) }))

const hex = (dice: Dice, digits: number): string =>
  Array.from({ length: digits }, () => dice.roll(16).toString(16)).join("")

/** A version 7 UUID of this time. */
const newKey = (dice: Dice, atMs: number): string => {
  const time = atMs.toString(16).padStart(12, "0")
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(dice, 3)}-8${hex(dice, 3)}-${hex(dice, 12)}`
}

const keyLifeMs = 30 * 86_400_000

/** Now and then a key of a device whose clock is a month late: nothing may come of it. */
const keyFor = (dice: Dice, nowMs: number): string =>
  newKey(dice, dice.roll(80) === 0 ? nowMs - keyLifeMs - 3_600_000 : nowMs)

const products = ["aapl", "sp500", "msft", "amzn", "btc", "ibm", "goog"] as const

const shifted = (price: PriceUnits, bps: number): string => priceOf(price + (price * BigInt(bps)) / 10_000n)

/** An order near the quote that a process shows. Null while it shows none. */
const order = (dice: Dice, member: SimulatedMember, nowMs: number) =>
  Effect.map(Market, ({ quoteBook }): Command | null => {
    const productId = dice.pick(products)
    const quote = quoteBook.last(productId.toUpperCase())
    if (quote === null) return null
    const price = quote.tick.price
    const direction = dice.pick<"up" | "down">(["up", "down"])
    const sign = direction === "up" ? 1 : -1
    const request = {
      key: keyFor(dice, nowMs),
      productId,
      direction,
      stake: amountOf(dice.pick([1_000_00n, 2_500_00n, 12_345_67n, 60_000_00n, 500_00n])),
      leverage: dice.pick([1, 2, 2, 5]),
      periodDays: dice.pick([1, 1, 3, 7]),
      quotedPrice: priceOf(price),
      ...(dice.roll(3) === 0 && { slippageBps: dice.pick([0, 5, 50]) }),
      ...(dice.roll(4) === 0 && { takeProfit: shifted(price, sign * dice.pick([5, 20, 100])) }),
      ...(dice.roll(4) === 0 && { stopLoss: shifted(price, -sign * dice.pick([5, 20, 100])) }),
    }
    return {
      operation: "order",
      key: request.key,
      perform: asked(createOrder(request, member.call), orderText),
      performOther: asked(createOrder({ ...request, stake: "1234.00" }, member.call), orderText),
      isPayment: false,
    }
  })

const close = (dice: Dice, { call, contracts }: SimulatedMember, nowMs: number): Command | null => {
  const [first, ...rest] = contracts.slice(-6)
  if (first === undefined) return null
  const request = { key: keyFor(dice, nowMs), id: dice.pick([first, ...rest]) }
  return {
    operation: "order-close",
    key: request.key,
    perform: asked(closeOrder(request, call), orderText),
    performOther: asked(closeOrder({ ...request, id: "another" }, call), orderText),
    isPayment: false,
  }
}

const amounts = [1_000_00n, 2_000_50n, 14_999_99n, 40_000_00n, 10_00n] as const

const withdrawal = (dice: Dice, { call, cardId }: SimulatedMember, nowMs: number): Command => {
  const request = {
    key: keyFor(dice, nowMs),
    amount: amountOf(dice.pick(amounts)),
    method: "bank" as const,
    destinationId: cardId,
  }
  return {
    operation: "withdrawal",
    key: request.key,
    perform: asked(createWithdrawal(request, call), withdrawalText),
    performOther: asked(createWithdrawal({ ...request, amount: "1234.00" }, call), withdrawalText),
    isPayment: false,
  }
}

/** Cancels one of the last withdrawals: it may be taken, decided or cancelled meanwhile. */
const cancel = (dice: Dice, { call, withdrawals }: SimulatedMember, nowMs: number): Command | null => {
  const [first, ...rest] = withdrawals.slice(-3)
  if (first === undefined) return null
  const request = { key: keyFor(dice, nowMs), id: dice.pick([first, ...rest]) }
  return {
    operation: "withdrawal-cancel",
    key: request.key,
    perform: asked(cancelWithdrawal(request, call), withdrawalText),
    performOther: asked(cancelWithdrawal({ ...request, id: "another" }, call), withdrawalText),
    isPayment: false,
  }
}

const deposit = (dice: Dice, { call, proofId }: SimulatedMember, nowMs: number) =>
  Effect.map(listDepositNetworks(), (networks): Command | null => {
    const network = networks[dice.roll(Math.max(1, networks.length))]
    if (network === undefined) return null
    const request = {
      key: keyFor(dice, nowMs),
      networkId: network.id,
      amount: amountOf(dice.pick(amounts)),
      proofImage: proofId,
      ...(network.rate && { rateId: network.rate.id }),
    }
    return {
      operation: "deposit",
      key: request.key,
      perform: asked(createDeposit(request, call), depositText),
      performOther: asked(createDeposit({ ...request, amount: "1234.00" }, call), depositText),
      isPayment: false,
    }
  })

const payment = (dice: Dice, { call }: SimulatedMember, nowMs: number): Command => {
  const request = {
    key: keyFor(dice, nowMs),
    way: dice.pick<ProvidedWay>([2, 3]),
    amount: amountOf(dice.pick(amounts)),
  }
  return {
    operation: "deposit",
    key: request.key,
    perform: asked(createPayment(request, call), depositText),
    performOther: asked(createPayment({ ...request, amount: "1234.00" }, call), depositText),
    isPayment: true,
  }
}

/** The next command of a member, with what its process shows. Null if there is nothing to ask for. */
export const nextCommand = (
  dice: Dice,
  member: SimulatedMember,
  nowMs: number,
): Effect.Effect<Command | null, DbError, ProcessServices> => {
  const chance = dice.roll(20)
  if (chance < 8) return order(dice, member, nowMs)
  if (chance < 11) return Effect.succeed(close(dice, member, nowMs))
  if (chance < 14) return Effect.succeed(withdrawal(dice, member, nowMs))
  if (chance < 15) return Effect.succeed(cancel(dice, member, nowMs))
  if (chance < 18) return deposit(dice, member, nowMs)
  return Effect.succeed(payment(dice, member, nowMs))
}
