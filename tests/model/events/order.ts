import { casesFor, stateName } from "@financial-links/paths"
import { orderMachine } from "../../../machines/order.ts"
import type { OrderEvent } from "../../../src/events/money.ts"
import {
  at,
  english,
  keyOf,
  openOrder,
  orderWords,
  outcomesOf,
  product,
  quote,
  resumed,
} from "../../support/money-events.ts"
import { isInDoubt, isWaiting, keyIn, nextKeys, outcomeIn, tellsOf } from "../harness/operations.ts"

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
    ...Object.values(outcomesOf("order", keyOf(1))),
    ...Object.values(outcomesOf("order", keyOf(2))),
    resumed,
  ],
  tells: ({ context }) => [
    context.visit,
    context.draft,
    context.intent !== null,
    context.notice?.field,
    context.key,
    context.usedKeys.length,
    context.outcome?.type,
  ],
  walk: {
    events: (snapshot): readonly OrderEvent[] => {
      const { context } = snapshot
      const state = stateName(snapshot.value)
      const open = openOrder(context.visit === "v1" ? "v2" : "v1", { startsAnother: true })
      const stale: OrderEvent = { type: "order.confirm", key: keyIn("never", 9), isLive: false, at }
      const informed: OrderEvent = {
        type: "order.informed",
        terms: product,
        available: "20000.00",
        separators: english,
        at,
      }
      const isChecking = isInDoubt(state, context)
      const isStill = isChecking || !isWaiting(state, context)
      return [
        ...(isStill ? [open] : []),
        ...orderWords.before.filter(({ type }) => type === "order.change"),
        ...(state === "editing.untried" || state === "confirming" ? [informed] : []),
        { type: "order.leave", field: "stake", at },
        { type: "order.review", quote, at },
        { type: "order.requote", quote, at },
        { type: "order.requote", quote: null, at },
        { type: "order.back", at },
        ...(isWaiting(state, context) && !isChecking ? [] : [{ type: "order.again" as const, at }]),
        ...(state === "confirming" ? [...nextKeys(context).map(orderWords.send), stale] : []),
        ...outcomeIn("order", state, context),
      ]
    },
    tells: tellsOf,
  },
})
