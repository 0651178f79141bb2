import { casesFor, stateName } from "@financial-links/paths"
import type { DepositContext } from "../../../machines/deposit.ts"
import { depositMachine } from "../../../machines/deposit.ts"
import type { DepositEvent } from "../../../src/events/money.ts"
import {
  at,
  depositWords,
  english,
  keyOf,
  network,
  outcomesOf,
  ratedNetwork,
  requotedNetwork,
  resumed,
} from "../../support/money-events.ts"
import { isInDoubt, isUnsent, isWaiting, nextKeys, outcomeIn, tellsOf } from "../harness/operations.ts"
import { undriven } from "../undriven.ts"

const GOOD = "5000"
const TOO_LITTLE = "1"

const typed = (draft: DepositContext["draft"]): readonly DepositEvent[] => [
  ...[GOOD, TOO_LITTLE]
    .filter((value) => value !== draft.amount)
    .map((value) => ({ type: "deposit.change" as const, value, at })),
  { type: "deposit.leave", at },
]

const shown = ({ proofId }: DepositContext["draft"]): DepositEvent =>
  proofId === null ? { type: "deposit.proofStored", imageId: "i1", at } : { type: "deposit.proofRemoved", at }

/** Events that each step of the deposit offers. */
const onScreen = (state: string, context: DepositContext): readonly DepositEvent[] => {
  const { draft } = context
  const next: DepositEvent = { type: "deposit.next", at }
  const back: DepositEvent = { type: "deposit.back", at }
  const sends = nextKeys(context).map(depositWords.send)
  switch (state) {
    case "filling.choosing":
      return [
        { type: "deposit.choose", terms: network, at },
        { type: "deposit.choose", terms: ratedNetwork, at },
      ]
    case "filling.paying":
      return [next, back]
    case "filling.amounting":
      return [...typed(draft), next, back]
    case "filling.proving":
      return [shown(draft), ...sends, back]
    case "filling.refused":
      return [...typed(draft), shown(draft), ...sends]
    case "confirmed":
      return [
        ...(isUnsent(state, context) ? [...sends, back] : []),
        ...(isInDoubt(state, context) || context.outcome?.type === "accepted"
          ? [{ type: "deposit.again" as const, at }]
          : []),
        ...outcomeIn("deposit", state, context),
      ]
    default:
      return []
  }
}

/**
 * A deposit with two keys, so that a second attempt is possible; the network takes ₦100 and more.
 */
export const cases = casesFor(depositMachine, {
  events: [
    ...depositWords.before,
    depositWords.send(keyOf(1)),
    depositWords.send(keyOf(2)),
    { type: "deposit.open", visit: "v2", separators: english, at },
    { type: "deposit.open", visit: "v1", separators: { decimal: ",", group: "." }, at },
    { type: "deposit.choose", terms: network, at },
    { type: "deposit.choose", terms: ratedNetwork, at },
    { type: "deposit.requote", terms: requotedNetwork, at },
    { type: "deposit.change", value: "1", at },
    { type: "deposit.leave", at },
    { type: "deposit.proofRemoved", at },
    { type: "deposit.next", at },
    { type: "deposit.back", at },
    { type: "deposit.again", at },
    { type: "deposit.open", visit: "v3", separators: english, startsAnother: true, at },
    ...Object.values(outcomesOf("deposit", keyOf(1))),
    ...Object.values(outcomesOf("deposit", keyOf(2))),
    resumed,
  ],
  tells: ({ context, value }) => [
    context.visit,
    context.draft,
    context.key,
    context.usedKeys.length,
    value === "confirmed" && context.outcome?.type,
  ],
  walk: {
    events: (snapshot): readonly DepositEvent[] => {
      const { context } = snapshot
      const state = stateName(snapshot.value)
      const visit = context.visit === "v1" ? "v2" : "v1"
      const open: DepositEvent = { type: "deposit.open", visit, separators: english, startsAnother: true, at }
      return [
        ...onScreen(state, context),
        ...(isWaiting(state, context) && !isInDoubt(state, context) ? [] : [open]),
      ]
    },
    tells: tellsOf,
    unreachable: undriven.deposit,
  },
})
