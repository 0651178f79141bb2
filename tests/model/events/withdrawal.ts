import { withdrawalMachine } from "../../../machines/withdrawal.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import {
  at,
  destination,
  english,
  factsOf,
  keyOf,
  resumed,
  withdrawalWords,
} from "../../support/money-events.ts"

/**
 * A withdrawal with two keys, so that a second attempt is possible; the figures are of a member
 * with ₦20,000, later ₦15,000.
 */
export const cases = casesFor(withdrawalMachine, {
  events: [
    ...withdrawalWords.before,
    withdrawalWords.send(keyOf(1)),
    withdrawalWords.send(keyOf(2)),
    { type: "withdrawal.open", visit: "v2", available: "20000.00", separators: english, at },
    { type: "withdrawal.informed", available: "15000.00", separators: english, at },
    { type: "withdrawal.choose", destination: null, at },
    { type: "withdrawal.choose", destination, at },
    { type: "withdrawal.leave", at },
    { type: "withdrawal.back", at },
    { type: "withdrawal.again", at },
    {
      type: "withdrawal.open",
      visit: "v3",
      available: "20000.00",
      separators: english,
      startsAnother: true,
      at,
    },
    { type: "withdrawal.defer", at },
    ...factsOf("withdrawal", keyOf(1)),
    ...factsOf("withdrawal", keyOf(2)),
    resumed,
  ],
  tells: ({ context }) => [
    context.visit,
    context.draft,
    context.intent !== null,
    context.key,
    context.usedKeys.length,
    context.failure?.reason,
  ],
})
