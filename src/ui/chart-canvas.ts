/** The drawing part of PriceChart, loaded on demand together with the chart library. */
import {
  AreaSeries,
  CandlestickSeries,
  type ChartOptions,
  ColorType,
  CrosshairMode,
  createChart,
  type DeepPartial,
  type IChartApi,
  LineStyle,
  type Time,
  type UTCTimestamp,
} from "lightweight-charts"
import type { ChartColours } from "./chart-colours.ts"
import type { TimeUnit } from "./format.ts"
import type { ChartKind, ChartLevel, ChartPoint } from "./PriceChart.tsx"

export interface ChartWords {
  /** Text of a mark on the price axis. */
  readonly price: (value: number) => string
  /** Text of a mark on the time axis. */
  readonly time: (atMs: number, unit: TimeUnit) => string
}

export interface ChartCanvas {
  /** Draws the points; when only the end has changed, only the end is drawn anew. */
  readonly show: (points: readonly ChartPoint[]) => void
  readonly paint: (paint: ChartColours) => void
  readonly levels: (levels: readonly ChartLevel[]) => void
  /** Index of the point nearest to a distance from the left edge. */
  readonly indexAt: (leftPx: number) => number | undefined
  /** Puts the crosshair on a point, or takes it away. */
  readonly point: (index: number | undefined) => void
  readonly remove: () => void
}

/** The library's kinds of time marks, in its order. */
const timeUnits: readonly TimeUnit[] = ["year", "month", "day", "minute", "second"]

const secondsOf = (atMs: number): UTCTimestamp => (atMs / 1000) as UTCTimestamp

const msOf = (time: Time): number => (typeof time === "number" ? Math.round(time * 1000) : 0)

/** Pixels are drawn from numbers: a binary fraction is far finer than a pixel. Texts are made from the strings. */
const barOf = (point: ChartPoint) => ({
  time: secondsOf(point.at_ms),
  open: Number(point.open),
  high: Number(point.high),
  low: Number(point.low),
  close: Number(point.close),
  value: Number(point.close),
})

const optionsOf = (words: ChartWords): DeepPartial<ChartOptions> => ({
  autoSize: true,
  handleScroll: false,
  handleScale: false,
  // its logo writes a style element and markup, which the page's policy forbids; PriceChart links the maker instead
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
    // "10:43:27 AM": marks are placed so far apart that none covers the next
    tickMarkMaxCharacterLength: 14,
    tickMarkFormatter: (time: Time, kind: number) => words.time(msOf(time), timeUnits[kind] ?? "day"),
  },
  localization: { priceFormatter: words.price },
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

/** Whether `next` continues `drawn`: then everything before the last drawn point has stayed as it was. */
export const continues = (drawn: readonly ChartPoint[], next: readonly ChartPoint[]): boolean =>
  drawn.length > 1 &&
  next.length >= drawn.length &&
  next[0]?.at_ms === drawn[0]?.at_ms &&
  next[drawn.length - 2]?.close === drawn.at(-2)?.close &&
  next[drawn.length - 1]?.at_ms === drawn.at(-1)?.at_ms

/** The library refuses points that do not go forward in time; one that does not is left out. */
const forward = (points: readonly ChartPoint[]): readonly ChartPoint[] => {
  let latestMs = Number.NEGATIVE_INFINITY
  return points.filter(({ at_ms }) => {
    const isLater = at_ms > latestMs
    if (isLater) latestMs = at_ms
    return isLater
  })
}

/** Makes a chart inside an element of some size; `remove` gives everything back. */
export const mountChart = (element: HTMLElement, kind: ChartKind, words: ChartWords): ChartCanvas => {
  const chart = createChart(element, optionsOf(words))
  const series = seriesOf(chart, kind)
  const fitWidth = () => chart.timeScale().fitContent()
  chart.timeScale().subscribeSizeChange(fitWidth)
  const latest = series.createPriceLine({ price: 0, lineVisible: false, axisLabelVisible: false })
  let drawn: readonly ChartPoint[] = []
  let lines: ReturnType<typeof series.createPriceLine>[] = []
  let colours: ChartColours | undefined
  const paint = (next: ChartColours) => {
    colours = next
    latest.applyOptions({ axisLabelColor: next.stroke, axisLabelTextColor: next.onStroke })
    chart.applyOptions({
      layout: { textColor: next.text, fontFamily: next.font },
      grid: { horzLines: { color: next.line } },
      crosshair: { vertLine: { color: next.text } },
    })
    series.applyOptions(
      kind === "candle"
        ? {
            borderUpColor: next.up,
            wickUpColor: next.up,
            borderDownColor: next.down,
            wickDownColor: next.down,
            downColor: next.down,
          }
        : { lineColor: next.stroke, topColor: next.top, bottomColor: next.bottom },
    )
  }
  const levels = (next: readonly ChartLevel[]) => {
    for (const line of lines) series.removePriceLine(line)
    lines = next.map((level) =>
      series.createPriceLine({
        price: Number(level.price),
        title: level.label,
        color: (level.tone === "warning" ? colours?.warn : colours?.text) ?? "gray",
        lineWidth: 1,
        lineStyle: LineStyle.Dashed,
        axisLabelVisible: true,
      }),
    )
  }
  const show = (given: readonly ChartPoint[]) => {
    const points = forward(given)
    const isSame = continues(drawn, points)
    if (isSame) for (const point of points.slice(drawn.length - 1)) series.update(barOf(point))
    else series.setData(points.map(barOf))
    if (!isSame || points.length !== drawn.length) fitWidth()
    const last = points.at(-1)
    latest.applyOptions({ price: Number(last?.close ?? 0), axisLabelVisible: last !== undefined })
    drawn = points
  }
  return {
    show,
    paint,
    levels,
    indexAt: (leftPx) => {
      const place = chart.timeScale().coordinateToLogical(leftPx)
      return place === null || drawn.length === 0
        ? undefined
        : Math.min(drawn.length - 1, Math.max(0, Math.round(place)))
    },
    point: (index) => {
      const at = index === undefined ? undefined : drawn[index]
      if (at) chart.setCrosshairPosition(Number(at.close), secondsOf(at.at_ms), series)
      else chart.clearCrosshairPosition()
    },
    remove: () => chart.remove(),
  }
}
