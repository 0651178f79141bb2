import { casesFor } from "@financial-links/paths"
import { factorMachine } from "../../../machines/factor.ts"
import type { FactorEvent } from "../../../src/events/factor.ts"

const at = 1

export const cases = casesFor(factorMachine, {
  inputs: [
    { change: "passkey", passkeyId: "" },
    { change: "app", passkeyId: "" },
  ],
  events: (): readonly FactorEvent[] => [
    { type: "factor.submit", at },
    { type: "factor.confirmed", confirmation: "proved", at },
    { type: "factor.signed", at },
    { type: "factor.cancelled", at },
    { type: "factor.changed", at },
    { type: "factor.refused", failure: { reason: "no-answer.network" }, at },
    { type: "factor.refused", failure: { reason: "confirmation.expired", message: "" }, at },
  ],
})
