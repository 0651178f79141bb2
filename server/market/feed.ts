import type { PriceUnits } from "../../src/domain/money.ts"

/** One day of the market: `index` 0 is the day on which this market was first started. */
export interface MarketDay {
  readonly index: number
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** A finished day. */
export interface HistoryBar {
  readonly atMs: number
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  /** True unless all four figures are published ones, in their published order. */
  readonly isSynthetic: boolean
}

/** What is known of a day when it begins. */
export interface DayOpening {
  readonly open: PriceUnits
  readonly previousClose: PriceUnits
}

/**
 * Where prices come from. A feed never speaks of the future: `history` ends with the last finished day before `nowMs`,
 * and `priceAt` is only asked for the present.
 */
export interface Feed {
  readonly kind: "replay" | "live"
  readonly symbols: ReadonlyArray<string>
  /** Told to the member: what the prices are, and under which licence. */
  readonly source: string
  readonly licence: string
  readonly dayAt: (nowMs: number) => MarketDay
  /** The price at this instant, or null when the source is silent: then there is no tick, and the last quote grows stale. */
  readonly priceAt: (symbol: string, nowMs: number) => PriceUnits | null
  /** Null when the source does not know: then the first tick of the day opens it. */
  readonly openingOf: (symbol: string, nowMs: number) => DayOpening | null
  /** Finished days, oldest first, at most `limit`. Empty when the source publishes none. */
  readonly history: (symbol: string, nowMs: number, limit: number) => ReadonlyArray<HistoryBar>
}
