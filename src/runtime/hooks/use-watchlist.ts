/** The member's watchlist, and the symbol that the trade page shows. */
import { useCallback, useEffect } from "react"
import { watchedSymbols } from "../../../machines/watchlist.ts"
import { usePage } from "./page-context.tsx"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"

export const useWatchlist = () => {
  const { now } = useRuntime()
  const watchlist = useActor("watchlist")
  const symbols = useActorState(watchlist, watchedSymbols)
  /** Adds or removes the symbol. Stable between renders. */
  const toggle = useCallback(
    (symbol: string) => {
      const isOn = watchedSymbols(watchlist.getSnapshot()).includes(symbol)
      watchlist.send({ type: isOn ? "watchlist.remove" : "watchlist.add", symbol, at: now() })
    },
    [watchlist, now],
  )
  return { isWatched: (symbol: string) => symbols.includes(symbol), toggle }
}

/** Sets the symbol of the trade page. Stable between renders. */
export const useShowSymbol = (): ((symbol: string) => void) => {
  const { now } = useRuntime()
  const watchlist = useActor("watchlist")
  return useCallback(
    (symbol) => watchlist.send({ type: "watchlist.show", symbol, visit: null, at: now() }),
    [watchlist, now],
  )
}

/**
 * The symbol of the trade page; null before one was chosen. A page opened by a link with a symbol
 * follows the link once.
 */
export const useShownSymbol = (linked: string | undefined): string | null => {
  const { now } = useRuntime()
  const { id: visit } = usePage()
  const watchlist = useActor("watchlist")
  const shown = useActorState(watchlist, ({ context }) => context.shown)
  const followed = useActorState(watchlist, ({ context }) => context.visit)
  const isNew = linked !== undefined && followed !== visit
  useEffect(() => {
    if (isNew) watchlist.send({ type: "watchlist.show", symbol: linked, visit, at: now() })
  }, [isNew, linked, visit, watchlist, now])
  return isNew ? linked : shown
}
