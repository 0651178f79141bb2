/**
 * Events of the watchlist: the symbols at the top of the market, and the symbol of the trade page.
 */
import { Schema } from "effect"
import { at, event, JournalResumed, type StreamDeclaration, standard } from "./declaration.ts"

export const WatchlistEvent = Schema.Union([
  event("watchlist.add", { symbol: Schema.String, at }),
  event("watchlist.remove", { symbol: Schema.String, at }),
  /**
   * `visit` is the page whose link asked for the symbol, so that a link is followed once; null for
   * a choice by hand.
   */
  event("watchlist.show", { symbol: Schema.String, visit: Schema.NullOr(Schema.String), at }),
  JournalResumed,
])
export type WatchlistEvent = typeof WatchlistEvent.Type

export const watchlistStream: StreamDeclaration = {
  scope: "member",
  version: 1,
  event: () => Promise.resolve(standard(WatchlistEvent)),
}
