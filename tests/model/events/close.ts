import { closeMachine } from "../../../machines/close.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"
import { stateName } from "../../../packages/paths/src/chart.ts"
import type { CloseEvent } from "../../../src/events/money.ts"
import { at, closeWords, factsOf, keyOf, resumed } from "../../support/money-events.ts"
import { factsIn, isInDoubt, nextKeys, worldOf } from "../harness/operations.ts"
import { undriven } from "../undriven.ts"

/** The state in which the outbox asks for the outcome. */
export const CHECKING = "pending.checking"

/** An early close with two keys, so that a second attempt is possible. */
export const cases = casesFor(closeMachine, {
  events: [
    ...closeWords.before,
    closeWords.send(keyOf(1)),
    closeWords.send(keyOf(2)),
    { type: "close.open", visit: "v2", orderId: "o1", at },
    { type: "close.open", visit: "v1", orderId: "o2", at },
    { type: "close.open", visit: "v3", orderId: "o3", startsAnother: true, at },
    { type: "close.defer", at },
    { type: "close.back", at },
    ...factsOf("close", keyOf(1)),
    ...factsOf("close", keyOf(2)),
    resumed,
  ],
  tells: ({ context }) => [context.visit, context.key, context.usedKeys.length],
  /** Each visit is to another contract. */
  walk: {
    events: ({ context, value }): readonly CloseEvent[] => {
      const state = stateName(value)
      const visit = context.visit === "v1" ? "v2" : "v1"
      const isOffered = !isInDoubt(state) && state !== "notRecorded"
      const sends = ["confirming", "notRecorded", "notPlaced"].includes(state)
      return [
        ...(isOffered || state === CHECKING
          ? [{ type: "close.open" as const, visit, orderId: `o-${visit}`, startsAnother: true, at }]
          : []),
        ...(state === CHECKING ? [{ type: "close.defer" as const, at }] : []),
        ...(sends ? nextKeys(context).map(closeWords.send) : []),
        { type: "close.back", at },
        ...factsIn("close", state, context),
      ]
    },
    tells: ({ context }) => [context.key === null ? null : worldOf(context.key), context.usedKeys.length],
    unreachable: undriven.close,
  },
})
