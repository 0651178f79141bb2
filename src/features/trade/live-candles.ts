import { useEffect, useState } from "react"
import type { Candle, Quote } from "../../domain/entities.ts"
import { priceUnitsOf } from "../../domain/money.ts"

/** Bars added to the server's answer before it is requested again. */
const ADDED_LIMIT = 120

const higher = (a: string, b: string): string => (priceUnitsOf(a) >= priceUnitsOf(b) ? a : b)
const lower = (a: string, b: string): string => (priceUnitsOf(a) <= priceUnitsOf(b) ? a : b)

/**
 * Applies a live price: it updates the last bar or starts the next one. Older prices change
 * nothing.
 */
export const withLivePrice = (
  candles: readonly Candle[],
  quote: Pick<Quote, "atMs" | "price">,
): readonly Candle[] => {
  const last = candles.at(-1)
  const before = candles.at(-2)
  if (!last || quote.atMs < last.atMs) return candles
  const stepMs = before ? last.atMs - before.atMs : Number.POSITIVE_INFINITY
  const steps = Math.floor((quote.atMs - last.atMs) / stepMs)
  const { price } = quote
  if (steps === 0 || !Number.isFinite(stepMs))
    return price === last.close
      ? candles
      : [
          ...candles.slice(0, -1),
          { ...last, high: higher(last.high, price), low: lower(last.low, price), close: price },
        ]
  const next = { ...last, atMs: last.atMs + steps * stepMs, open: last.close, close: price }
  return [...candles, { ...next, high: higher(last.close, price), low: lower(last.close, price) }]
}

/**
 * Candles that follow the live price. Calls `onOutdated` after ADDED_LIMIT bars and when a new
 * trading day begins.
 */
export const useLiveCandles = (
  candles: readonly Candle[] | undefined,
  quote: Quote | undefined,
  onOutdated: () => void,
): readonly Candle[] | undefined => {
  const [live, setLive] = useState({ base: candles, shown: candles, seq: 0 })
  const base = live.base === candles ? live.shown : candles
  const isNew = quote !== undefined && (live.base !== candles || live.seq !== quote.seq)
  const shown = base && isNew ? withLivePrice(base, quote) : base
  if (live.base !== candles || (isNew && quote)) setLive({ base: candles, shown, seq: quote?.seq ?? 0 })
  const isOutdated = (shown?.length ?? 0) > (candles?.length ?? 0) + ADDED_LIMIT
  const day = quote ? `${quote.symbol} ${quote.open} ${quote.previousClose}` : ""
  const [knownDay, setKnownDay] = useState(day)
  const isNewDay = knownDay !== "" && day !== "" && knownDay !== day
  useEffect(() => {
    if (isOutdated || isNewDay) onOutdated()
    setKnownDay(day)
  }, [isOutdated, isNewDay, day, onOutdated])
  return shown
}
