import { type DailyBar, dayPath, randomOf } from "./brownian-bridge.ts"
import { type DailyBars, dailyBarsOf } from "./daily-bars.ts"
import type { Feed, HistoryBar, MarketDay } from "./feed.ts"
import type { PublishedSeries } from "./published-series.ts"

/** Determines a replay completely: every price follows from this and the time. */
export interface ReplayPosition {
  readonly secret: string
  /** Start of day `anchorDay`. */
  readonly anchorMs: number
  readonly anchorDay: number
  readonly dayMs: number
  readonly tickMs: number
}

interface Track {
  readonly series: PublishedSeries
  readonly bars: DailyBars
  /** Index of the bar that is played on day 0. */
  readonly start: number
}

/**
 * The default feed replays real history, one published day per market day. The position is a pure
 * function of time, so that a restart changes nothing.
 *
 * At the end of a series the replay reverses: it plays the days backwards, each from its close to
 * its open, and reverses again at the first one. Prices therefore never jump and never leave the
 * historical range; scaling the end to the beginning would repeat a year's growth on every pass.
 * Days played backwards are not published ones. Series of one group start on the same day.
 */
export const replayFeed = (position: ReplayPosition, series: ReadonlyArray<PublishedSeries>): Feed => {
  const tracks = new Map(series.map((one) => [one.symbol, trackOf(one, position.secret)]))
  const paths = new Map<string, { day: number; path: BigInt64Array }>()
  const count = Math.floor(position.dayMs / position.tickMs)
  const dayAt = (nowMs: number): MarketDay => {
    const passed = Math.floor((nowMs - position.anchorMs) / position.dayMs)
    const startsAtMs = position.anchorMs + passed * position.dayMs
    return { index: position.anchorDay + passed, startsAtMs, endsAtMs: startsAtMs + position.dayMs }
  }
  const pathOf = (symbol: string, track: Track, day: number) => {
    const known = paths.get(symbol)
    if (known?.day === day) return known.path
    const random = randomOf(position.secret, `${symbol}|${day}|path`)
    const path = BigInt64Array.from(dayPath(barOn(track, day), count, random))
    paths.set(symbol, { day, path })
    return path
  }
  return {
    kind: "replay",
    symbols: [...tracks.keys()],
    dayAt,
    priceAt: (symbol, nowMs) => {
      const track = tracks.get(symbol)
      if (track === undefined) return null
      const day = dayAt(nowMs)
      const instant = Math.floor((nowMs - day.startsAtMs) / position.tickMs)
      return pathOf(symbol, track, day.index)[Math.min(instant, count - 1)] ?? null
    },
    dateAt: (symbol, nowMs) => {
      const track = tracks.get(symbol)
      return track === undefined ? null : barOn(track, dayAt(nowMs).index).date
    },
    openingOf: (symbol, nowMs) => {
      const track = tracks.get(symbol)
      if (track === undefined) return null
      const { index } = dayAt(nowMs)
      return { open: barOn(track, index).open, previousClose: barOn(track, index - 1).close }
    },
    publishedAs: (symbol) => tracks.get(symbol)?.series.kind ?? null,
    replayOf: (symbol, nowMs) => {
      const track = tracks.get(symbol)
      if (track === undefined) return null
      const { index } = dayAt(nowMs)
      const { isAdjusted, publisher, licence } = track.series
      const isReversed = barIndexOf(track, index).isReversed
      return { ...{ date: barOn(track, index).date, isReversed }, isAdjusted, publisher, licence }
    },
    history: (symbol, nowMs, limit) => historyOf(tracks.get(symbol), dayAt(nowMs), position.dayMs, limit),
  }
}

const trackOf = (series: PublishedSeries, secret: string): Track => {
  const bars = dailyBarsOf(series, secret)
  // Starts in the middle third, so that there is history to show and history left to play.
  const start = Math.floor(bars.length * (1 / 3 + randomOf(secret, `${series.group}|start`)() / 3))
  return { series, bars, start }
}

/** Which bar a market day plays, with the reversals of `replayFeed`. */
const barIndexOf = ({ bars: { length }, start }: Track, day: number) => {
  const lap = 2 * length
  const index = (((start + day) % lap) + lap) % lap
  return index < length ? { index, isReversed: false } : { index: lap - 1 - index, isReversed: true }
}

const barOn = (track: Track, day: number): DailyBar => {
  const { index, isReversed } = barIndexOf(track, day)
  const bar = track.bars.at(index)
  return isReversed ? { ...bar, open: bar.close, close: bar.open, published: "none" } : bar
}

const historyOf = (
  track: Track | undefined,
  today: MarketDay,
  dayMs: number,
  limit: number,
): ReadonlyArray<HistoryBar> => {
  if (track === undefined) return []
  const count = Math.min(limit, track.start + today.index)
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const back = count - i
    return { atMs: today.startsAtMs - back * dayMs, ...barOn(track, today.index - back) }
  })
}
