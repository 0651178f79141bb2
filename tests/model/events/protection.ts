import { casesFor } from "@financial-links/paths"
import { protectionMachine } from "../../../machines/protection.ts"
import type { ProtectionEvent } from "../../../src/events/protection.ts"

const at = 1

export const cases = casesFor(protectionMachine, {
  events: (): readonly ProtectionEvent[] => [
    { type: "protection.edit", name: "stake_day", at },
    { type: "protection.cancel", at },
    { type: "protection.submit", value: "5000.00", revision: 3, at },
    { type: "protection.confirm", name: "stake_day", value: null, revision: 3, at },
    { type: "protection.askAway", away: { kind: "pause", length: 7 }, at },
    { type: "protection.yes", at },
    { type: "protection.saved", at },
    { type: "protection.unconfirmed", at },
    { type: "protection.refused", failure: { reason: "no-answer.network" }, at },
  ],
})
