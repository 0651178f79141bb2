/** What happens to a contract, in the order of the market's time: `at` is that time. */
import { Schema } from "effect"
import { at, event } from "./declaration.ts"

const level = Schema.NullOr(Schema.String)

export const ContractEvent = Schema.Union([
  // facts
  event("contract.ticked", { seq: Schema.Int, price: Schema.String, at }),
  event("contract.amended", { takeProfit: level, stopLoss: level, at }),
  event("contract.closeRequested", { at }),
  event("contract.timePassed", { at }),
])
export type ContractEvent = typeof ContractEvent.Type
