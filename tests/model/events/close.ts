import { closeMachine } from "../../../machines/close.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import { at, closeWords, factsOf, keyOf, resumed } from "../../support/money-events.ts"

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
})
