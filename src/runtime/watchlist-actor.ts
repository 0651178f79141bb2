/** The seat of a member's watchlist: the journal is its only store. */
import { watchlistMachine } from "../../machines/watchlist.ts"
import { watchlistStream } from "../events/watchlist.ts"
import type { ActorHost } from "./actor-host.ts"

export const registerWatchlist = (host: ActorHost) => ({
  watchlist: host.registerActor("watchlist", watchlistMachine, undefined, watchlistStream),
})
