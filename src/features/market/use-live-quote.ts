import type { Quote } from "../../domain/entities.ts"
import { useMarketStatus, useQuote } from "../../runtime/hooks/use-quotes.ts"

/** The last price of a symbol, and whether it can be trusted. */
export interface LiveQuote {
  readonly quote: Quote | undefined
  /** How old the newest prices are; undefined while none has come. */
  readonly ageMs: number | undefined
  /** There is a price, and it is older than it may be. */
  readonly stale: boolean
}

/** Follows one symbol; renders when its own price moves, and once a second while prices are old. */
export const useLiveQuote = (symbol: string): LiveQuote => {
  const quote = useQuote(symbol)
  const { isLive, ageMs } = useMarketStatus()
  return { quote, ageMs, stale: quote !== undefined && !isLive }
}
