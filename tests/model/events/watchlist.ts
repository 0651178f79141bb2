import { casesFor } from "@financial-links/paths"
import { watchlistMachine } from "../../../machines/watchlist.ts"

const at = 1

/** One symbol comes, goes and is looked at. */
export const cases = casesFor(watchlistMachine, {
  events: [
    { type: "watchlist.add", symbol: "AAPL", at },
    { type: "watchlist.remove", symbol: "AAPL", at },
    { type: "watchlist.show", symbol: "AAPL", visit: null, at },
  ],
})
