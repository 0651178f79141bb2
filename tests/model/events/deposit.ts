import { depositMachine } from "../../../machines/deposit.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import {
  at,
  depositWords,
  english,
  factsOf,
  keyOf,
  network,
  ratedNetwork,
  requotedNetwork,
  resumed,
} from "../../support/money-events.ts"

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
    { type: "deposit.defer", at },
    ...factsOf("deposit", keyOf(1)),
    ...factsOf("deposit", keyOf(2)),
    resumed,
  ],
  tells: ({ context }) => [context.visit, context.draft, context.key, context.usedKeys.length],
})
