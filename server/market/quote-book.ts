import type { Quote } from "../../src/domain/entities.ts"
import { type PriceUnits, priceOf } from "../../src/domain/money.ts"
import type { Feed } from "./feed.ts"
import type { JournalTick } from "./tick.ts"

/** The current state of one symbol. */
export interface SymbolState {
  readonly tick: JournalTick
  readonly dayIndex: number
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly previousClose: PriceUnits
}

/** Figures of the running day up to now, for a process that starts in the middle of it. */
export interface PartialDay {
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly previousClose: PriceUnits | null
}

/** The last quote of every symbol, in memory. */
export interface QuoteBook {
  readonly last: (symbol: string) => SymbolState | null
  readonly quotes: () => ReadonlyArray<Quote>
  /** Records a tick; ignores one that is already recorded. `soFar` summarises the day before it. */
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
          atMs: standing.tick.atMs,
          price: priceOf(standing.tick.price),
          open: priceOf(standing.open),
          high: priceOf(standing.high),
          low: priceOf(standing.low),
          previousClose: priceOf(standing.previousClose),
        },
      ]
