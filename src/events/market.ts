/** What may be said of the quote stream. Prices themselves do not pass through here: they go to a store of their own, one frame at a time. */
import { Schema } from "effect"
import { Failure } from "../domain/failure.ts"
import { at, event } from "./event-shape.ts"

/** A random share of one, rolled by whoever sends the fact: how much of the longest pause to wait. */
const roll = Schema.Finite

export const MarketEvent = Schema.Union([
  event("market.start", { at }),
  event("market.stop", { at }),
  event("market.ticketed", { at }),
  event("market.connected", { at }),
  /** A snapshot or frame has been applied to the store; `frame` counts without a gap. */
  event("market.framed", { kind: Schema.Literals(["snapshot", "frame"]), frame: Schema.Int, roll, at }),
  /** The store holds prices of an earlier visit, and how old they are. */
  event("market.recalled", { knownAtMs: Schema.Int, at }),
  event("market.lost", { failure: Failure, roll, at }),
  event("market.wentOffline", { at }),
  event("market.cameOnline", { at }),
])
export type MarketEvent = typeof MarketEvent.Type
