/**
 * Removes secrets from what is journaled. Machines keep secrets out of their events; this is the
 * second line of defence.
 */
import { redactWith } from "@financial-links/journal"

export const redact = redactWith({
  names: [
    "temporaryToken",
    "ticket",
    "idCard",
    "frontImage",
    "backImage",
    "proofImage",
    "factorSecret",
    "factorCode",
    "recoveryCodes",
    "assertion",
    "registration",
  ],
  handles: "handles",
  cards: "everywhere",
})
