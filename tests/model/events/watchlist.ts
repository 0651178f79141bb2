import { watchlistMachine } from "../../../machines/watchlist.ts"
import { casesFor } from "../../../packages/paths/src/cases.ts"

const at = 1

/** One symbol comes, goes and is looked at. */
export const cases = casesFor(watchlistMachine, {
  events: [
    { type: "watchlist.add", symbol: "AAPL", at },
    { type: "watchlist.remove", symbol: "AAPL", at },
    { type: "watchlist.show", symbol: "AAPL", visit: null, at },
  ],
})
