/** What is said to an order ticket, with the figures of one order. */
import type { AnyMachineSnapshot } from "xstate"
import { orderPhase } from "../../machines/order.ts"
import { type DraftField, EMPTY_DRAFT, type OrderIntent, type ProductTerms } from "../../src/domain/ticket.ts"
import type { OrderEvent } from "../../src/events/money.ts"
import { at, english, keyOf, orderWords, outcomesOf, product, quote } from "./money-events.ts"

type OpenOrder = Extract<OrderEvent, { type: "order.open" }>

export const open = (visit: string, more: Partial<OpenOrder> = {}): OpenOrder => ({
  type: "order.open",
  visit,
  terms: product,
  available: "20000.00",
  separators: english,
  direction: null,
  at,
  ...more,
})
export const change = (field: DraftField, value: string): OrderEvent => ({
  type: "order.change",
  field,
  value,
  at,
})
export const leave = (field: DraftField): OrderEvent => ({ type: "order.leave", field, at })
export const review = (price: typeof quote | null = quote): OrderEvent => ({
  type: "order.review",
  quote: price,
  at,
})
export const requote = (price: typeof quote | null): OrderEvent => ({
  type: "order.requote",
  quote: price,
  at,
})
export const back: OrderEvent = { type: "order.back", at }
export const informed = (terms: ProductTerms, available: string): OrderEvent => ({
  type: "order.informed",
  terms,
  available,
  separators: { decimal: ",", group: "." },
  at,
})
export const confirm = (digit: number, isLive = true): OrderEvent => ({
  type: "order.confirm",
  key: keyOf(digit),
  isLive,
  at,
})
export const { accepted, notPlaced, notRecorded } = outcomesOf("order", keyOf(1))
export const refused = (reason: string): OrderEvent => ({
  type: "order.resolved",
  key: keyOf(1),
  outcome: { type: "refused", failure: { reason } },
  at,
})
export const filled = orderWords.before.slice(0, -1)
export const sending = [...filled, review(), confirm(1)]
export const draft = { ...EMPTY_DRAFT, direction: "up", stake: "10,000", period: "1", leverage: "5" }
export const intentAt = (price: typeof quote): OrderIntent => ({
  productId: "p1",
  symbol: "AAPL",
  direction: "up",
  stake: "10000.00",
  periodDays: 1,
  leverage: 5,
  commissionPpm: 1_000,
  stopOutBps: 10_000,
  quote: price,
  slippageBps: null,
  takeProfit: null,
  stopLoss: null,
})
export const later = { price: "25.5000", seq: 8, receivedAtMs: 950 }
export const STALE = { reason: "order.stale-price" }
export const job = (digit: number, price: typeof quote, visit = "v1") => ({
  emits: "operation.confirmed",
  key: keyOf(digit),
  visit,
  intent: { operation: "order", ...intentAt(price) },
})

/** The phase and the tags of each state; that of a confirmed ticket is in operation.test.ts. */
export const seen = {
  phase: (snapshot: AnyMachineSnapshot) => (snapshot.hasTag("confirmed") ? "" : orderPhase(snapshot, false)),
  phases: {
    closed: "closed",
    confirmed: " confirmed",
    confirming: "confirming",
    "editing.refused": "refused",
    "editing.tried": "editing",
    "editing.untried": "editing",
  },
}
