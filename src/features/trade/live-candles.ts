import { useEffect, useState } from "react"
import type { Candle, Quote } from "../../domain/entities.ts"
import { priceUnitsOf } from "../../domain/money.ts"

/** So many bars may be added to what the server gave before it is asked anew. */
const ADDED_LIMIT = 120

const higher = (a: string, b: string): string => (priceUnitsOf(a) >= priceUnitsOf(b) ? a : b)
const lower = (a: string, b: string): string => (priceUnitsOf(a) <= priceUnitsOf(b) ? a : b)

/** The bars with a live price in them: it moves the last bar, or begins the next one when its time has come. Older prices change nothing. */
export const withLivePrice = (
  candles: readonly Candle[],
  quote: Pick<Quote, "at_ms" | "price">,
): readonly Candle[] => {
  const last = candles.at(-1)
  const before = candles.at(-2)
  if (!last || quote.at_ms < last.at_ms) return candles
  const stepMs = before ? last.at_ms - before.at_ms : Number.POSITIVE_INFINITY
  const steps = Math.floor((quote.at_ms - last.at_ms) / stepMs)
  const { price } = quote
  if (steps === 0 || !Number.isFinite(stepMs))
    return price === last.close
      ? candles
      : [
          ...candles.slice(0, -1),
          { ...last, high: higher(last.high, price), low: lower(last.low, price), close: price },
        ]
  const next = { ...last, at_ms: last.at_ms + steps * stepMs, open: last.close, close: price }
  return [...candles, { ...next, high: higher(last.close, price), low: lower(last.close, price) }]
}

/** Candles that follow the live price; `onOutdated` is told when so much has come since that they should be asked for anew, and when a new day began. */
export const useLiveCandles = (
  candles: readonly Candle[] | undefined,
  quote: Quote | undefined,
  onOutdated: () => void,
): readonly Candle[] | undefined => {
  const [held, setHeld] = useState({ base: candles, shown: candles, seq: 0 })
  const base = held.base === candles ? held.shown : candles
  const isNew = quote !== undefined && (held.base !== candles || held.seq !== quote.seq)
  const shown = base && isNew ? withLivePrice(base, quote) : base
  if (held.base !== candles || (isNew && quote)) setHeld({ base: candles, shown, seq: quote?.seq ?? 0 })
  const isOutdated = (shown?.length ?? 0) > (candles?.length ?? 0) + ADDED_LIMIT
  const day = quote ? `${quote.symbol} ${quote.open} ${quote.previous_close}` : ""
  const [knownDay, setKnownDay] = useState(day)
  const isNewDay = knownDay !== "" && day !== "" && knownDay !== day
  useEffect(() => {
    if (isOutdated || isNewDay) onOutdated()
    setKnownDay(day)
  }, [isOutdated, isNewDay, day, onOutdated])
  return shown
}
