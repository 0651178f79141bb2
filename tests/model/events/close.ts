import { casesFor, stateName } from "@financial-links/paths"
import { closeMachine } from "../../../machines/close.ts"
import type { CloseEvent } from "../../../src/events/money.ts"
import { at, closeWords, keyOf, outcomesOf, resumed } from "../../support/money-events.ts"
import { isInDoubt, isUnsent, isWaiting, nextKeys, outcomeIn, worldOf } from "../harness/operations.ts"

/** An early close with two keys, so that a second attempt is possible. */
export const cases = casesFor(closeMachine, {
  events: [
    ...closeWords.before,
    closeWords.send(keyOf(1)),
    closeWords.send(keyOf(2)),
    { type: "close.open", visit: "v2", orderId: "o1", at },
    { type: "close.open", visit: "v1", orderId: "o2", at },
    { type: "close.open", visit: "v3", orderId: "o3", startsAnother: true, at },
    { type: "close.back", at },
    ...Object.values(outcomesOf("close", keyOf(1))),
    ...Object.values(outcomesOf("close", keyOf(2))),
    resumed,
  ],
  tells: ({ context }) => [context.visit, context.key, context.usedKeys.length, context.outcome?.type],
  /** Each visit is to another contract. */
  walk: {
    events: ({ context, value }): readonly CloseEvent[] => {
      const state = stateName(value)
      const visit = context.visit === "v1" ? "v2" : "v1"
      const isChecking = isInDoubt(state, context)
      // the sheet that says so covers the way to another contract, and a reload forgets what was not written
      const isOffered = isChecking || (!isWaiting(state, context) && context.outcome?.type !== "notRecorded")
      const sends = state === "confirming" || isUnsent(state, context)
      return [
        ...(isOffered
          ? [{ type: "close.open" as const, visit, orderId: `o-${visit}`, startsAnother: true, at }]
          : []),
        ...(sends ? nextKeys(context).map(closeWords.send) : []),
        ...(isWaiting(state, context) && !isChecking ? [] : [{ type: "close.back" as const, at }]),
        ...outcomeIn("close", state, context),
      ]
    },
    tells: ({ context }) => [
      context.key === null ? null : worldOf(context.key),
      context.usedKeys.length,
      context.outcome?.type,
    ],
  },
})
