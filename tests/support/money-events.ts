/**
 * Events of the machines for money operations, with the terms of one member's product,
 * network and destination.
 */
import { type DepositTerms, type DestinationTerms, paymentTerms } from "../../src/domain/cash-intent.ts"
import type { Failure } from "../../src/domain/failure.ts"
import type { Outcome } from "../../src/domain/operation.ts"
import type { ProductTerms } from "../../src/domain/ticket.ts"
import type { CloseEvent, DepositEvent, OrderEvent, WithdrawalEvent } from "../../src/events/money.ts"
import type { OperationEvent } from "../../src/events/operation.ts"

export const at = 1_000
export const keyOf = (digit: number): string => `00000000-0000-4000-8000-00000000000${digit}`
export const english = { decimal: ".", group: "," }
export const quote = { price: "25.4000", seq: 7, receivedAtMs: 900 }
export const TIMEOUT: Failure = { reason: "no-answer.timeout" }
export const UNWRITTEN: Failure = { reason: "journal.unavailable" }

export const product: ProductTerms = {
  productId: "p1",
  symbol: "AAPL",
  minStake: "1000.00",
  maxStake: "500000.00",
  leverages: [1, 2, 5],
  periods: [1, 7, 30],
  commissionPpm: 1_000,
  stopOutBps: 10_000,
  soldOut: false,
  isOpen: true,
}

export const network: DepositTerms = {
  networkId: "n1",
  network: "USDT-TRC20",
  address: "TXYZ",
  minimum: "100.00",
  maximum: "1000000.00",
}

/** The same network with a rate, and with the rate that comes after it. */
export const ratedNetwork: DepositTerms = {
  ...network,
  rate: {
    rateId: "r1",
    asset: "USDT",
    decimals: 6,
    price: "1600.0000",
    atMs: 500,
    expiresAtMs: 2_000,
  },
}
export const requotedNetwork: DepositTerms = {
  ...network,
  rate: { rateId: "r2", asset: "USDT", decimals: 6, price: "1700.0000", atMs: 2_000, expiresAtMs: 4_000 },
}

export const destination: DestinationTerms = {
  destinationId: "d1",
  label: "First Bank •••• 4242",
  method: "bank",
  network: null,
  minimum: "500.00",
  maximum: "100000.00",
  fee: "50.00",
  arrivalMinutes: 60,
}

export const openOrder = (visit: string, more: { readonly startsAnother?: boolean } = {}): OrderEvent => ({
  type: "order.open",
  visit,
  terms: product,
  available: "20000.00",
  separators: english,
  direction: "up",
  ...more,
  at,
})

const orderDraft: readonly OrderEvent[] = [
  { type: "order.change", field: "stake", value: "10,000", at },
  { type: "order.change", field: "period", value: "1", at },
  { type: "order.change", field: "leverage", value: "5", at },
]

/** Every command before the key, and the command that carries it. */
export const orderWords = {
  stream: "order",
  before: [openOrder("v1"), ...orderDraft, { type: "order.review", quote, at }] satisfies OrderEvent[],
  send: (key: string): OrderEvent => ({ type: "order.confirm", key, isLive: true, at }),
} as const

export const closeWords = {
  stream: "close",
  before: [{ type: "close.open", visit: "v1", orderId: "o1", at }] satisfies CloseEvent[],
  send: (key: string): CloseEvent => ({ type: "close.confirm", key, at }),
} as const

/** An operation in the outbox: the close of a contract. */
export const operationWords = {
  stream: "operation",
  before: [] satisfies OperationEvent[],
  send: (key: string) =>
    ({
      ...{ type: "operation.begin", key, visit: "v1", at },
      intent: { operation: "order-close", orderId: "o1" },
    }) as const satisfies OperationEvent,
} as const

export const depositWords = {
  stream: "deposit",
  before: [
    { type: "deposit.open", visit: "v1", separators: english, at },
    { type: "deposit.choose", terms: network, at },
    { type: "deposit.change", value: "5000", at },
    { type: "deposit.proofStored", imageId: "i1", at },
  ] satisfies DepositEvent[],
  send: (key: string): DepositEvent => ({ type: "deposit.submit", key, at }),
} as const

/** What is chosen to pay by Alipay. */
export const paymentChoice = paymentTerms({ way: 3, minimum: "1000.00", maximum: "500000.00" })

/** A payment: the machine of deposits in an actor of its own. */
export const paymentWords = {
  stream: "payment",
  before: [
    { type: "deposit.open", visit: "v1", separators: english, at },
    { type: "deposit.choose", terms: paymentChoice, at },
    { type: "deposit.change", value: "5000", at },
  ] satisfies DepositEvent[],
  send: (key: string): DepositEvent => ({ type: "deposit.submit", key, at }),
} as const

export const withdrawalWords = {
  stream: "withdrawal",
  before: [
    {
      type: "withdrawal.open",
      visit: "v1",

      available: "20000.00",
      separators: english,
      at,
    },
    { type: "withdrawal.choose", destination, at },
    { type: "withdrawal.change", value: "5000", at },
    { type: "withdrawal.review", at },
  ] satisfies WithdrawalEvent[],
  send: (key: string): WithdrawalEvent => ({ type: "withdrawal.submit", key, at }),
} as const

/** What the outbox may report about a key to its ticket. */
export const outcomesOf = <Stream extends "order" | "close" | "deposit" | "withdrawal">(
  stream: Stream,
  key: string,
) => {
  const resolved = <Kind extends Outcome>(outcome: Kind) =>
    ({ type: `${stream}.resolved`, key, outcome, at }) as const
  return {
    accepted: resolved({ type: "accepted", id: "x1" }),
    refused: resolved({ type: "refused", failure: { reason: "request.too-many" } }),
    notPlaced: resolved({ type: "notPlaced" }),
    notRecorded: resolved({ type: "notRecorded", failure: UNWRITTEN }),
  } as const
}

/** What the effects of an operation report about its key; of tickets, those of earlier releases. */
export const factsOf = <Stream extends "operation" | "order" | "close" | "deposit" | "withdrawal">(
  stream: Stream,
  key: string,
) =>
  [
    { type: `${stream}.recorded`, key, at },
    { type: `${stream}.unrecorded`, key, failure: UNWRITTEN, at },
    { type: `${stream}.accepted`, key, id: "x1", at },
    { type: `${stream}.refused`, key, failure: { reason: "request.too-many" }, at },
    { type: `${stream}.voided`, key, at },
    { type: `${stream}.unanswered`, key, failure: TIMEOUT, at },
    { type: `${stream}.tokenRejected`, key, at },
    { type: `${stream}.pauseEnded`, key, at },
  ] as const

export const resumed = { type: "journal.resumed", at } as const
