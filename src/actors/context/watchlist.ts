/** The symbols that a member keeps at the top of the market. */
import { useCallback } from "react"
import { watchedSymbols } from "../../../machines/watchlist.ts"
import { useActor, useActorState, useSystem } from "./system.tsx"

export interface Watchlist {
  readonly isWatched: (symbol: string) => boolean
  /** Adds the symbol, or takes it off. The same function from render to render. */
  readonly toggle: (symbol: string) => void
}

export const useWatchlist = (): Watchlist => {
  const { now } = useSystem()
  const watchlist = useActor("watchlist")
  const symbols = useActorState(watchlist, watchedSymbols)
  const toggle = useCallback(
    (symbol: string) => {
      const isOn = watchedSymbols(watchlist.getSnapshot()).includes(symbol)
      watchlist.send({ type: isOn ? "watchlist.remove" : "watchlist.add", symbol, at: now() })
    },
    [watchlist, now],
  )
  return { isWatched: (symbol) => symbols.includes(symbol), toggle }
}
