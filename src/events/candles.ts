/** Events of a price chart whose candles follow the live price. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const CandlesEvent = Schema.Union([
  // fact
  event("candles.compared", {
    /** The trading day of the live price: symbol, opening price and last close; null without one. */
    day: Schema.NullOr(Schema.String),
    /** How many bars the live price has added to the server's answer. */
    added: Schema.Int,
    at,
  }),
])
export type CandlesEvent = typeof CandlesEvent.Type

/** Emitted: the server's answer is too old, and is to be asked for. */
export interface CandlesReport {
  readonly type: "candles.refresh"
}
