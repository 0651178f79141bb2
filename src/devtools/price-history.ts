/**
 * Prices by log position: every change of the app's quote store is recorded and read back by
 * read-only stores.
 */
import type { QuoteStore } from "../runtime/effects/quote-store.ts"
import type { EventLog } from "./event-log.ts"

type HeldQuote = ReturnType<QuoteStore["get"]>

/** When there are more, the older half of each symbol goes. */
const PRICE_LIMIT = 40_000

interface RecordedQuote {
  readonly position: number
  readonly held: NonNullable<HeldQuote>
}

export interface PriceHistory {
  /** A read-only store with the prices at a position. */
  readonly at: (position: number) => QuoteStore
}

/** Events after which the store may hold other prices. */
const PRICE_EVENTS: ReadonlySet<string> = new Set(["market.framed", "market.recalled"])

const nothing = (): void => {}

/** Records every price that `store` takes from now on, at the latest position of the log. */
export const createPriceHistory = (store: QuoteStore, eventLog: EventLog): PriceHistory => {
  const bySymbol = new Map<string, RecordedQuote[]>()
  let count = 0
  const dropOlderHalf = () => {
    for (const quotes of bySymbol.values()) quotes.splice(0, Math.floor(quotes.length / 2))
    count = [...bySymbol.values()].reduce((sum, quotes) => sum + quotes.length, 0)
  }
  const recordChanges = () => {
    for (const symbol of store.symbols()) {
      const held = store.get(symbol)
      const quotes = bySymbol.get(symbol) ?? []
      if (held === undefined || quotes.at(-1)?.held === held) continue
      bySymbol.set(symbol, quotes)
      quotes.push({ position: eventLog.end(), held })
      count += 1
    }
    if (count > PRICE_LIMIT) dropOlderHalf()
  }
  recordChanges()
  let seen = eventLog.end()
  eventLog.onChange(() => {
    const end = eventLog.end()
    for (let position = seen + 1; position <= end; position += 1)
      if (PRICE_EVENTS.has(eventLog.entryAt(position)?.event.type ?? "")) {
        recordChanges()
        break
      }
    seen = end
  })
  return {
    at: (position) => ({
      get: (symbol) => bySymbol.get(symbol)?.findLast((quote) => quote.position <= position)?.held,
      symbols: () => [...bySymbol.keys()],
      subscribe: () => nothing,
      apply: nothing,
      snapshot: () => undefined,
      clockOffsetMs: () => store.clockOffsetMs(),
      clear: nothing,
    }),
  }
}
