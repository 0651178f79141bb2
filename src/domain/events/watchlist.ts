/** Which symbols a member keeps at the top of the market. */
import { Schema } from "effect"
import type { StreamDeclaration } from "../events.ts"
import { at, event, JournalResumed } from "./shape.ts"

export const WatchlistEvent = Schema.Union([
  event("watchlist.add", { symbol: Schema.String, at }),
  event("watchlist.remove", { symbol: Schema.String, at }),
  JournalResumed,
])
export type WatchlistEvent = typeof WatchlistEvent.Type

export const watchlistStream = {
  scope: "member",
  version: 1,
  event: WatchlistEvent,
} as const satisfies StreamDeclaration
