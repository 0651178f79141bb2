import type { Quote } from "../../domain/entities.ts"
import { useMarketStatus, useQuote } from "../../runtime/hooks/use-quotes.ts"

/** The last price of a symbol and its freshness. */
export interface LiveQuote {
  readonly quote: Quote | undefined
  /** Age of the newest prices; undefined while there are none. */
  readonly ageMs: number | undefined
  /** There is a price and it is too old to trade on. */
  readonly stale: boolean
}

/**
 * Subscribes to one symbol. Renders when its price changes, and once a second while prices are
 * stale.
 */
export const useLiveQuote = (symbol: string): LiveQuote => {
  const quote = useQuote(symbol)
  const { isLive, ageMs } = useMarketStatus()
  return { quote, ageMs, stale: quote !== undefined && !isLive }
}
