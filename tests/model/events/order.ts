import { orderMachine } from "../../../machines/order.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import {
  at,
  english,
  factsOf,
  keyOf,
  openOrder,
  orderWords,
  product,
  quote,
  resumed,
} from "../../support/money-events.ts"

/**
 * A ticket with two keys, so that a second attempt is possible; the figures are of a member with
 * ₦20,000, later ₦15,000.
 */
export const cases = casesFor(orderMachine, {
  events: [
    ...orderWords.before,
    orderWords.send(keyOf(1)),
    orderWords.send(keyOf(2)),
    { type: "order.confirm", key: keyOf(3), isLive: false, at },
    openOrder("v2"),
    { type: "order.informed", terms: product, available: "15000.00", separators: english, at },
    { type: "order.leave", field: "stake", at },
    { type: "order.review", quote: null, at },
    { type: "order.requote", quote, at },
    { type: "order.requote", quote: null, at },
    { type: "order.back", at },
    { type: "order.again", at },
    openOrder("v3", { startsAnother: true }),
    { type: "order.defer", at },
    ...factsOf("order", keyOf(1)),
    ...factsOf("order", keyOf(2)),
    resumed,
  ],
  tells: ({ context }) => [
    context.visit,
    context.draft,
    context.intent !== null,
    context.notice?.field,
    context.key,
    context.usedKeys.length,
    context.failure?.reason,
  ],
})
