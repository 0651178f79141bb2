/** Events of the watch over what is pending on a page. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const SettlementEvent = Schema.Union([
  // fact
  event("settlement.compared", {
    /** The ids of what is pending by the page's answer. */
    pending: Schema.Array(Schema.String),
    at,
  }),
])
export type SettlementEvent = typeof SettlementEvent.Type

/** Emitted: something is no longer pending, so that what its end changes is to be asked for. */
export interface SettlementReport {
  readonly type: "settlement.found"
}
