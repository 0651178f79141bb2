/** Draws the price chart with the chart library. Loaded on demand. */

import {
  AreaSeries,
  CandlestickSeries,
  type ChartOptions,
  ColorType,
  CrosshairMode,
  createChart,
  createSeriesMarkers,
  type DeepPartial,
  type IChartApi,
  LineStyle,
  type SeriesMarker,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts"
import { barAt, type ChartTrade, isWithinDays } from "../domain/chart-bars.ts"
import type { Candle } from "../domain/entities.ts"
import type { ChartColours } from "./chart-colours.ts"
import { type ChartLevel, levelLines } from "./chart-levels.ts"
import { clearPriceAxis, viewOf } from "./chart-view.ts"
import type { TimeUnit } from "./format.ts"

/** One bar. Prices are decimal strings; bars are oldest first, with distinct times. */
export type ChartPoint = Pick<Candle, "atMs" | "open" | "high" | "low" | "close"> &
  Partial<Pick<Candle, "replayedOn" | "synthetic">>

export type ChartKind = "area" | "candle"

export interface ChartLabels {
  /** Label of a tick on the price axis. */
  readonly price: (value: number) => string
  /** Label of a tick on the time axis. */
  readonly time: (atMs: number, unit: TimeUnit) => string
  /** The same for a bar of a replayed day; `isLong`: the axis spans years. */
  readonly day: (date: string, isLong: boolean) => string
}

export interface ChartCanvas {
  /** Draws the points. If only the end changed, only the end is updated. */
  readonly show: (points: readonly ChartPoint[]) => void
  /** An area whose prices are made up has a dashed line. */
  readonly paint: (paint: ChartColours, dashed: boolean) => void
  readonly levels: (levels: readonly ChartLevel[]) => void
  /** Those in a drawn bar. */
  readonly trades: (trades: readonly ChartTrade[]) => void
  /** Zooms about a distance from the left edge. */
  readonly zoom: (factor: number, leftPx: number) => void
  readonly pan: (byPx: number) => void
  /** Shows every bar; false if that was so. */
  readonly showAll: () => boolean
  /** Index of the point nearest to a distance from the left edge. */
  readonly indexAt: (leftPx: number) => number | undefined
  /** The place of a price from the top edge, and the price at a place; null outside of the chart. */
  readonly topOf: (price: number) => number | null
  readonly priceAt: (topPx: number) => number | null
  /** Moves the crosshair to a point, or hides it. */
  readonly point: (index: number | undefined) => void
  readonly remove: () => void
}

/** The library's kinds of time ticks, in its order. */
const timeUnits: readonly TimeUnit[] = ["year", "month", "day", "minute", "second"]

/**
 * The times of bars for the library, which begins its days, months and years at UTC: the local time of
 * day as if it were UTC's. They increase also while clocks are set back; the axis spaces bars evenly.
 */
export const axisTimesOf = (points: readonly Pick<ChartPoint, "atMs">[]): readonly number[] => {
  let latestMs = Number.NEGATIVE_INFINITY
  return points.map(({ atMs }) => {
    const localMs = atMs - new Date(atMs).getTimezoneOffset() * 60_000
    latestMs = Math.max(localMs, latestMs + 1)
    return latestMs / 1000
  })
}

/** Numbers are exact enough for pixels. Labels are made from the decimal strings. */
const barOf = (point: ChartPoint, time: number) => ({
  time: time as UTCTimestamp,
  open: Number(point.open),
  high: Number(point.high),
  low: Number(point.low),
  close: Number(point.close),
  value: Number(point.close),
})

/** The time axis is longer than this many milliseconds: its labels need the year. */
const LONG_MS = 300 * 86_400_000

type AxisLabel = (atMs: number, unit: TimeUnit) => string

/** Larger units than these would name today's date. */
const CLOCK_UNITS: ReadonlySet<TimeUnit> = new Set(["minute", "second"])

/**
 * Labels of the time axis: the historic day of each bar of a replay. Where bars are parts of such days,
 * the labels are times of day, and none names today's date.
 */
export const axisLabelOf = (points: readonly ChartPoint[], labels: ChartLabels): AxisLabel => {
  const days = new Map(points.flatMap(({ atMs, replayedOn }) => (replayedOn ? [[atMs, replayedOn]] : [])))
  if (days.size === 0) return labels.time
  if (isWithinDays(points)) return (atMs, unit) => labels.time(atMs, CLOCK_UNITS.has(unit) ? unit : "minute")
  const times = [...days.values()].map(Date.parse)
  const isLong = Math.max(...times) - Math.min(...times) > LONG_MS
  return (atMs, unit) => {
    const date = days.get(atMs)
    return date === undefined ? labels.time(atMs, unit) : labels.day(date, isLong)
  }
}

type TimeLabel = (time: Time, unit: TimeUnit) => string

/** The labels by the times that the library knows. */
const timeLabelOf = (
  times: readonly number[],
  points: readonly ChartPoint[],
  labels: ChartLabels,
): TimeLabel => {
  const axisLabel = axisLabelOf(points, labels)
  return (time, unit) => {
    const point = typeof time === "number" ? points[times.indexOf(time)] : undefined
    return point === undefined ? "" : axisLabel(point.atMs, unit)
  }
}

const optionsOf = (labels: ChartLabels, axisLabel: TimeLabel): DeepPartial<ChartOptions> => ({
  autoSize: true,
  handleScroll: false,
  handleScale: false,
  // the library's logo adds a style element, which the content security policy forbids; PriceChart links the maker
  layout: {
    attributionLogo: false,
    background: { type: ColorType.Solid, color: "transparent" },
    fontSize: 11,
  },
  grid: { vertLines: { visible: false } },
  crosshair: {
    mode: CrosshairMode.Normal,
    vertLine: { width: 1, style: LineStyle.Solid, labelVisible: false },
    horzLine: { visible: false, labelVisible: false },
  },
  rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.12, bottom: 0.1 } },
  timeScale: {
    borderVisible: false,
    fixLeftEdge: true,
    fixRightEdge: true,
    lockVisibleTimeRangeOnResize: true,
    timeVisible: true,
    secondsVisible: true,
    // bold would mark steps of the server's clock, not those of the dates that are shown
    allowBoldLabels: false,
    // room for "10:43:27 AM", so that labels never overlap
    tickMarkMaxCharacterLength: 14,
    tickMarkFormatter: (time: Time, kind: number) => axisLabel(time, timeUnits[kind] ?? "day"),
  },
  localization: { priceFormatter: labels.price },
})

const seriesOf = (chart: IChartApi, kind: ChartKind) =>
  kind === "candle"
    ? chart.addSeries(CandlestickSeries, {
        upColor: "transparent",
        priceLineVisible: false,
        lastValueVisible: false,
      })
    : chart.addSeries(AreaSeries, {
        lineWidth: 2,
        priceLineVisible: false,
        lastValueVisible: false,
        crosshairMarkerRadius: 5,
      })

const seriesColours = (kind: ChartKind, colours: ChartColours, dashed: boolean) =>
  kind === "candle"
    ? {
        borderUpColor: colours.up,
        wickUpColor: colours.up,
        borderDownColor: colours.down,
        wickDownColor: colours.down,
        downColor: colours.down,
      }
    : {
        lineColor: colours.stroke,
        lineStyle: dashed ? LineStyle.Dashed : LineStyle.Solid,
        topColor: colours.top,
        bottomColor: colours.bottom,
      }

/** True if `next` only changes the last drawn point or appends to it. */
export const continues = (drawn: readonly ChartPoint[], next: readonly ChartPoint[]): boolean =>
  drawn.length > 1 &&
  next.length >= drawn.length &&
  next[0]?.atMs === drawn[0]?.atMs &&
  next[drawn.length - 2]?.close === drawn.at(-2)?.close &&
  next[drawn.length - 1]?.atMs === drawn.at(-1)?.atMs

/** Drops points that are not later than the one before: the library throws for them. */
const forward = (points: readonly ChartPoint[]): readonly ChartPoint[] => {
  let latestMs = Number.NEGATIVE_INFINITY
  return points.filter(({ atMs }) => {
    const isLater = atMs > latestMs
    if (isLater) latestMs = atMs
    return isLater
  })
}

const markOf = (
  { id, kind, direction, price }: ChartTrade,
  time: number,
  colours: ChartColours | undefined,
): SeriesMarker<Time> => ({
  id: `${kind} ${id}`,
  time: time as UTCTimestamp,
  // an arrow points at its price, so that those of both directions stand apart
  position: kind === "exit" ? "atPriceMiddle" : direction === "up" ? "atPriceBottom" : "atPriceTop",
  price: Number(price),
  shape: kind === "exit" ? "square" : direction === "up" ? "arrowUp" : "arrowDown",
  size: kind === "exit" ? 0.5 : 1,
  color: colours?.[direction] ?? "gray",
})

/** Creates a chart inside an element that has a size. `remove` disposes of it. */
export const mountChart = (element: HTMLElement, kind: ChartKind, labels: ChartLabels): ChartCanvas => {
  let axisLabel: TimeLabel = () => ""
  let drawn: readonly ChartPoint[] = []
  /** Of the drawn points, on the axis. */
  let times: readonly number[] = []
  const chart = createChart(
    element,
    optionsOf(labels, (time, unit) => axisLabel(time, unit)),
  )
  const series = seriesOf(chart, kind)
  const clearAxis = clearPriceAxis(chart, series, labels.price)
  const view = viewOf(chart, () => drawn.length)
  chart.timeScale().subscribeSizeChange(view.fit)
  const latest = series.createPriceLine({ price: 0, lineVisible: false, axisLabelVisible: false })
  const marks = createSeriesMarkers(series, [])
  const lines = levelLines(chart, series)
  let colours: ChartColours | undefined
  const paint = (next: ChartColours, dashed: boolean) => {
    colours = next
    latest.applyOptions({ axisLabelColor: next.stroke, axisLabelTextColor: next.onStroke })
    chart.applyOptions({
      layout: { textColor: next.text, fontFamily: next.font },
      grid: { horzLines: { color: next.line } },
      crosshair: { vertLine: { color: next.text } },
    })
    series.applyOptions(seriesColours(kind, next, dashed))
  }
  const levels = (next: readonly ChartLevel[]) => {
    lines.set(next, colours)
    lines.show(drawn, times)
  }
  const trades = (next: readonly ChartTrade[]) =>
    marks.setMarkers(
      next.flatMap((trade) => {
        const time = times[barAt(drawn, trade.atMs) ?? -1]
        return time === undefined ? [] : [markOf(trade, time, colours)]
      }),
    )
  const show = (given: readonly ChartPoint[]) => {
    const points = forward(given)
    const isSame = continues(drawn, points)
    const isFitted = isSame && points.length === drawn.length
    const firstNew = isSame ? drawn.length - 1 : 0
    drawn = points
    times = axisTimesOf(points)
    axisLabel = timeLabelOf(times, points, labels)
    const bars = points.map((point, index) => barOf(point, times[index] ?? 0))
    if (isSame) for (const bar of bars.slice(firstNew)) series.update(bar)
    else series.setData(bars)
    lines.show(points, times)
    if (!isFitted) view.fit()
    const last = Number(points.at(-1)?.close ?? 0)
    latest.applyOptions({ price: last, axisLabelVisible: points.length > 0 })
    clearAxis([last, ...lines.named()])
  }
  return {
    show,
    paint,
    levels,
    trades,
    ...view,
    indexAt: (leftPx) => {
      const place = chart.timeScale().coordinateToLogical(leftPx)
      return place === null || drawn.length === 0
        ? undefined
        : Math.min(drawn.length - 1, Math.max(0, Math.round(place)))
    },
    topOf: (price) => series.priceToCoordinate(price),
    priceAt: (topPx) => series.coordinateToPrice(topPx),
    point: (index) => {
      const at = index === undefined ? undefined : drawn[index]
      const time = index === undefined ? undefined : times[index]
      if (at && time !== undefined) chart.setCrosshairPosition(Number(at.close), time as UTCTimestamp, series)
      else chart.clearCrosshairPosition()
    },
    remove: () => chart.remove(),
  }
}
