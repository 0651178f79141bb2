/** The bars that a chart draws, the part of them in view, and the bar of a trade. Pure. */
import type { Candle, Order } from "./entities.ts"
import { priceUnitsOf } from "./money.ts"

type Bar = Pick<Candle, "atMs" | "open" | "high" | "low" | "close"> & Partial<Candle>

/** More bars than these are no wider than a pixel on a phone. */
const BARS_MAX = 300
/** How many bars of one price each become one candle. */
const FLAT_BARS = 5

/** One bar in place of several. It keeps the time and the day of the first. */
const merged = <Of extends Bar>(bars: readonly [Of, ...Of[]]): Of => {
  const [first] = bars
  const extreme = (of: "high" | "low", isBeyond: (a: bigint, b: bigint) => boolean): string =>
    bars.reduce(
      (best, bar) => (isBeyond(priceUnitsOf(bar[of]), priceUnitsOf(best)) ? bar[of] : best),
      first[of],
    )
  return {
    ...first,
    high: extreme("high", (a, b) => a > b),
    low: extreme("low", (a, b) => a < b),
    close: bars.at(-1)?.close ?? first.close,
  }
}

/** Merges bars whose keys are equal and follow each other. */
const mergedBy = <Of extends Bar>(
  bars: readonly Of[],
  keyOf: (bar: Of, index: number) => number,
): readonly Of[] => {
  const groups: { readonly key: number; readonly bars: [Of, ...Of[]] }[] = []
  for (const [index, bar] of bars.entries()) {
    const key = keyOf(bar, index)
    const last = groups.at(-1)
    if (last?.key === key) last.bars.push(bar)
    else groups.push({ key, bars: [bar] })
  }
  return groups.map((group) => merged(group.bars))
}

const isFlat = ({ open, high, low, close }: Bar): boolean => open === high && high === low && low === close

/** The shortest time between two bars; 0 for fewer than two. */
const stepMsOf = (bars: readonly Bar[]): number =>
  bars.slice(1).reduce((least, { atMs }, index) => {
    const step = atMs - (bars[index]?.atMs ?? atMs)
    return least === 0 ? step : Math.min(least, step)
  }, 0)

/**
 * At most 300 bars. For candles, bars of one price each are merged: dashes say nothing. Bars keep to the
 * same times while prices come in.
 */
export const drawnBars = <Of extends Bar>(bars: readonly Of[], kind: "area" | "candle"): readonly Of[] => {
  const size = Math.ceil(bars.length / BARS_MAX)
  const few = size > 1 ? mergedBy(bars, (_, index) => Math.floor(index / size)) : bars
  const widthMs = FLAT_BARS * stepMsOf(few)
  return kind === "candle" && widthMs > 0 && few.filter(isFlat).length * 2 > few.length
    ? mergedBy(few, ({ atMs }) => Math.floor(atMs / widthMs))
    : few
}

/** The bars of the last day, as live prices add bars to it. */
export const lastDayOf = <Of extends Pick<Bar, "atMs">>(
  bars: readonly Of[],
  dayMs: number,
): readonly Of[] => {
  const fromMs = (bars.at(-1)?.atMs ?? 0) - dayMs
  return bars[0] !== undefined && bars[0].atMs < fromMs ? bars.filter(({ atMs }) => atMs >= fromMs) : bars
}

/** A part of the bars in view: indices, where bar 0 takes the space from −0.5 to 0.5. */
export interface BarWindow {
  readonly from: number
  readonly to: number
}

const BARS_MIN = 5

/** The window moved into the bars. */
const within = ({ from, to }: BarWindow, count: number): BarWindow => {
  const [first, last] = [-0.5, count - 0.5]
  const span = Math.min(to - from, last - first)
  const start = Math.min(Math.max(from, first), last - span)
  return { from: start, to: start + span }
}

/** Zooms by a factor (2 shows half of the bars) about a bar that stays where it is. */
export const zoomed = ({ from, to }: BarWindow, factor: number, at: number, count: number): BarWindow => {
  const span = to - from
  const next = Math.min(Math.max(span / factor, Math.min(BARS_MIN, count)), count)
  return within({ from: at - ((at - from) * next) / span, to: at + ((to - at) * next) / span }, count)
}

/** Moves the window by a number of bars. */
export const panned = ({ from, to }: BarWindow, by: number, count: number): BarWindow =>
  within({ from: from + by, to: to + by }, count)

/** The bar in which something happened; null before the first one. */
export const barAt = (bars: readonly Pick<Bar, "atMs">[], atMs: number): number | null => {
  const index = bars.findLastIndex((bar) => bar.atMs <= atMs)
  return index < 0 ? null : index
}

/** Whether there are several bars of a day, or of each of two. */
export const isWithinDays = (bars: readonly Pick<Partial<Candle>, "replayedOn">[]): boolean =>
  new Set(bars.map(({ replayedOn }) => replayedOn)).size * 2 <= bars.length

/** The beginning or the end of a contract in a chart. */
export interface ChartTrade {
  readonly id: string
  readonly atMs: number
  readonly price: string
  readonly kind: "entry" | "exit"
  readonly direction: "up" | "down"
}

type Traded = Pick<Order, "id" | "direction" | "openedAtMs" | "openingPrice" | "closedAtMs" | "closingPrice">

/** Entries and exits of contracts, oldest first. */
export const tradesOf = (orders: readonly Traded[]): readonly ChartTrade[] =>
  orders
    .flatMap(({ id, direction, openedAtMs, openingPrice, closedAtMs, closingPrice }) => {
      const trade = (kind: ChartTrade["kind"], atMs: number | null, price: string | null) =>
        atMs === null || price === null ? [] : [{ id, kind, direction, atMs, price }]
      return [...trade("entry", openedAtMs, openingPrice), ...trade("exit", closedAtMs, closingPrice)]
    })
    .toSorted((a, b) => a.atMs - b.atMs)
