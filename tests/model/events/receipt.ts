import { receiptMachine } from "../../../machines/receipt.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

/** Every outcome of a check. */
export const cases = casesFor(receiptMachine, {
  events: [
    { type: "receipt.check", at },
    { type: "receipt.proved", at },
    { type: "receipt.checked", at },
    { type: "receipt.unproved", at },
    { type: "receipt.failed", at },
  ],
})
