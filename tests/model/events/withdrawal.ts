import { casesFor, stateName } from "@financial-links/paths"
import { withdrawalMachine } from "../../../machines/withdrawal.ts"
import type { WithdrawalEvent } from "../../../src/events/money.ts"
import {
  at,
  destination,
  english,
  keyOf,
  outcomesOf,
  resumed,
  withdrawalWords,
} from "../../support/money-events.ts"
import { isInDoubt, isUnsent, isWaiting, nextKeys, outcomeIn, tellsOf } from "../harness/operations.ts"

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
    ...Object.values(outcomesOf("withdrawal", keyOf(1))),
    ...Object.values(outcomesOf("withdrawal", keyOf(2))),
    resumed,
  ],
  tells: ({ context }) => [
    context.visit,
    context.draft,
    context.intent !== null,
    context.key,
    context.usedKeys.length,
    context.outcome?.type,
  ],
  walk: {
    events: (snapshot): readonly WithdrawalEvent[] => {
      const { context } = snapshot
      const state = stateName(snapshot.value)
      const isChecking = isInDoubt(state, context)
      const isOpen = (isChecking || !isWaiting(state, context)) && state !== "reviewing"
      const visit = context.visit === "v1" ? "v2" : "v1"
      const known = { available: "20000.00", separators: english, at }
      const sends = state === "reviewing" || isUnsent(state, context)
      return [
        ...(isOpen ? [{ type: "withdrawal.open" as const, visit, ...known, startsAnother: true }] : []),
        ...(state === "filling.drafting" ? [{ type: "withdrawal.informed" as const, ...known }] : []),
        { type: "withdrawal.choose", destination, at },
        { type: "withdrawal.change", value: "5000", at },
        { type: "withdrawal.leave", at },
        { type: "withdrawal.review", at },
        { type: "withdrawal.back", at },
        ...(isWaiting(state, context) && !isChecking ? [] : [{ type: "withdrawal.again" as const, at }]),
        ...(sends ? nextKeys(context).map(withdrawalWords.send) : []),
        ...outcomeIn("withdrawal", state, context),
      ]
    },
    tells: tellsOf,
  },
})
