import type { Quote } from "../../src/domain/entities.ts"
import { type PriceUnits, priceOf } from "../../src/domain/money.ts"
import type { Feed } from "./feed.ts"
import type { JournalTick } from "./tick.ts"

/** The present of one symbol. */
export interface SymbolState {
  readonly tick: JournalTick
  readonly dayIndex: number
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly previousClose: PriceUnits
}

/** What is already known of the running day, for a process that joins in the middle of it. */
export interface PartialDay {
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly previousClose: PriceUnits | null
}

/** The last quotes, in memory. */
export interface QuoteBook {
  readonly last: (symbol: string) => SymbolState | null
  readonly quotes: () => ReadonlyArray<Quote>
  /** Takes in a tick; one that is already there is passed over. `soFar` is what the day has seen before it. */
  readonly record: (tick: JournalTick, soFar?: PartialDay) => void
}

const max = (a: PriceUnits, b: PriceUnits) => (a > b ? a : b)
const min = (a: PriceUnits, b: PriceUnits) => (a < b ? a : b)

export const makeQuoteBook = (feed: Feed): QuoteBook => {
  const standings = new Map<string, SymbolState>()
  const record = (tick: JournalTick, soFar?: PartialDay): void => {
    const before = standings.get(tick.symbol)
    if (before !== undefined && before.tick.seq >= tick.seq) return
    const dayIndex = feed.dayAt(tick.atMs).index
    if (before !== undefined && before.dayIndex === dayIndex) {
      const { high, low } = before
      standings.set(tick.symbol, { ...before, tick, high: max(high, tick.price), low: min(low, tick.price) })
      return
    }
    const opening = feed.openingOf(tick.symbol, tick.atMs)
    const open = opening?.open ?? soFar?.open ?? tick.price
    standings.set(tick.symbol, {
      tick,
      dayIndex,
      open,
      high: max(max(open, tick.price), soFar?.high ?? tick.price),
      low: min(min(open, tick.price), soFar?.low ?? tick.price),
      previousClose: opening?.previousClose ?? soFar?.previousClose ?? before?.tick.price ?? open,
    })
  }
  return {
    last: (symbol) => standings.get(symbol) ?? null,
    quotes: () => feed.symbols.flatMap((symbol) => quotesOf(standings.get(symbol))),
    record,
  }
}

const quotesOf = (standing: SymbolState | undefined): ReadonlyArray<Quote> =>
  standing === undefined
    ? []
    : [
        {
          symbol: standing.tick.symbol,
          seq: standing.tick.seq,
          at_ms: standing.tick.atMs,
          price: priceOf(standing.tick.price),
          open: priceOf(standing.open),
          high: priceOf(standing.high),
          low: priceOf(standing.low),
          previous_close: priceOf(standing.previousClose),
        },
      ]
