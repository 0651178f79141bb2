/** The seat of a member's watchlist: the journal is its only store. */
import { watchlistMachine } from "../../machines/watchlist.ts"
import { watchlistStream } from "../events/watchlist.ts"
import type { House } from "./actor-host.ts"

export const seatWatchlist = (house: House) => ({
  watchlist: house.seat("watchlist", watchlistMachine, undefined, watchlistStream),
})
