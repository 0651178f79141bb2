/** Events of the check of one settlement. What was found stays beside the machine. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const ReceiptEvent = Schema.Union([
  event("receipt.check", { at }),
  /** The proof of a settlement that had none is there. */
  event("receipt.proved", { at }),
  /** The settlement holds, or is refused. */
  event("receipt.checked", { at }),
  /** The market has not proved it yet. */
  event("receipt.unproved", { at }),
  event("receipt.failed", { at }),
])
export type ReceiptEvent = typeof ReceiptEvent.Type
