import type { PriceHistory } from "../../src/domain/limits.ts"
import type { PriceUnits } from "../../src/domain/money.ts"

/** One market day. Day 0 is the day on which this market was first started. */
export interface MarketDay {
  readonly index: number
  readonly startsAtMs: number
  readonly endsAtMs: number
}

/** What is published of a day: all four figures, in their order; its close and the one before; nothing. */
export type Published = "bar" | "close" | "none"

/** A finished day. */
export interface HistoryBar {
  readonly atMs: number
  readonly open: PriceUnits
  readonly high: PriceUnits
  readonly low: PriceUnits
  readonly close: PriceUnits
  readonly published: Published
  /** The historic day that is replayed, "2009-03-12"; null for a live feed. */
  readonly date: string | null
}

/** What a symbol replays, and from where. */
export interface Replayed {
  /** The historic day, "2009-03-12"; "2009-03" where only its month is known. */
  readonly date: string
  /** The series has ended, and its days run backwards. */
  readonly isReversed: boolean
  /** Its prices are adjusted for later splits. */
  readonly isAdjusted: boolean
  readonly publisher: string
  readonly licence: string
}

/** Known figures at the start of a day. */
export interface DayOpening {
  readonly open: PriceUnits
  readonly previousClose: PriceUnits
}

/**
 * A source of prices. It never reveals the future: `history` ends with the last finished day before
 * `nowMs`.
 */
export interface Feed {
  readonly kind: "replay" | "live"
  readonly symbols: ReadonlyArray<string>
  readonly dayAt: (nowMs: number) => MarketDay
  /**
   * The price at this instant. Null while the source is silent: no tick is appended then, and the
   * last quote becomes stale.
   */
  readonly priceAt: (symbol: string, nowMs: number) => PriceUnits | null
  /** The historic day that is replayed at this instant; null for a live feed. */
  readonly dateAt: (symbol: string, nowMs: number) => string | null
  /** Null when the source does not know the opening; the first tick of the day opens it then. */
  readonly openingOf: (symbol: string, nowMs: number) => DayOpening | null
  /** What is published of a symbol; null where the source publishes no history. */
  readonly publishedAs: (symbol: string) => PriceHistory | null
  /** What is replayed of a symbol at this instant; null for a live feed. */
  readonly replayOf: (symbol: string, nowMs: number) => Replayed | null
  /** At most `limit` finished days, oldest first. Empty when the source publishes no history. */
  readonly history: (symbol: string, nowMs: number, limit: number) => ReadonlyArray<HistoryBar>
}
