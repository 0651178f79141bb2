/** The horizontal lines of the price chart, and the range of prices that shows them. */
import {
  type AutoscaleInfo,
  type IChartApi,
  type IPriceLine,
  type ISeriesApi,
  LineSeries,
  LineStyle,
  LineType,
  type UTCTimestamp,
} from "lightweight-charts"
import type { ChartColours } from "./chart-colours.ts"

/** A horizontal line at a price: an entry, a stop-loss. */
export interface ChartLevel {
  readonly id: string
  /** Null: there is none any more, only steps before. */
  readonly price: string | null
  /** Of a price that was changed: each one from a time on, oldest first; null draws nothing. */
  readonly steps?: readonly { readonly fromMs: number; readonly price: string | null }[] | undefined
  /** Named at the axis. A line without a name has no price there. */
  readonly label?: string | undefined
  readonly tone?: "neutral" | "warning" | undefined
}

const strokeOf = ({ tone }: ChartLevel, colours: ChartColours | undefined) => ({
  color: (tone === "warning" ? colours?.warn : colours?.text) ?? "gray",
  lineWidth: 1 as const,
  lineStyle: LineStyle.Dashed,
})

const lineOf = (level: ChartLevel, colours: ChartColours | undefined) => ({
  ...strokeOf(level, colours),
  price: Number(level.price),
  title: level.label ?? "",
  lineVisible: level.steps === undefined,
  axisLabelVisible: level.label !== undefined,
})

type Steps = NonNullable<ChartLevel["steps"]>

/** The price in force at each bar. A gap keeps the price before it without a colour. */
export const steppedBars = (
  steps: Steps,
  points: readonly { readonly atMs: number }[],
): readonly { readonly value: number; readonly isShown: boolean }[] => {
  const first = Number(steps.find(({ price }) => price !== null)?.price ?? 0)
  let value = first
  return points.map(({ atMs }) => {
    const price = steps.findLast(({ fromMs }) => fromMs <= atMs)?.price ?? null
    if (price !== null) value = Number(price)
    return { value, isShown: price !== null }
  })
}

/**
 * The range of prices with the levels that are not farther from it than its own height: a farther one
 * would flatten the prices.
 */
export const rangeWith = (
  { minValue, maxValue }: { readonly minValue: number; readonly maxValue: number },
  levels: readonly number[],
): { readonly minValue: number; readonly maxValue: number } => {
  const reach = maxValue - minValue
  const near = levels.filter((level) => level >= minValue - reach && level <= maxValue + reach)
  return { minValue: Math.min(minValue, ...near), maxValue: Math.max(maxValue, ...near) }
}

const pricesOf = ({ price, steps = [] }: ChartLevel): readonly number[] =>
  [price, ...steps.map((step) => step.price)].flatMap((each) => (each === null ? [] : [Number(each)]))

/** Draws levels: a line across the chart, or one with steps where its price was changed. */
export const levelLines = (chart: IChartApi, series: ISeriesApi<"Area"> | ISeriesApi<"Candlestick">) => {
  let lines: readonly IPriceLine[] = []
  let stepped: readonly { readonly line: ISeriesApi<"Line">; readonly steps: Steps }[] = []
  let named: readonly number[] = []
  let prices: readonly number[] = []
  series.applyOptions({
    autoscaleInfoProvider: (scaled: () => AutoscaleInfo | null) => {
      const info = scaled()
      return info?.priceRange ? { ...info, priceRange: rangeWith(info.priceRange, prices) } : info
    },
  })
  const steppedLine = (level: ChartLevel, colours: ChartColours | undefined) =>
    chart.addSeries(LineSeries, {
      ...strokeOf(level, colours),
      lineType: LineType.WithSteps,
      priceLineVisible: false,
      lastValueVisible: false,
      crosshairMarkerVisible: false,
      autoscaleInfoProvider: () => null,
    })
  return {
    set: (levels: readonly ChartLevel[], colours: ChartColours | undefined) => {
      for (const line of lines) series.removePriceLine(line)
      for (const { line } of stepped) chart.removeSeries(line)
      const current = levels.filter(({ price }) => price !== null)
      lines = current.map((level) => series.createPriceLine(lineOf(level, colours)))
      named = current.flatMap(({ price, label }) => (label === undefined ? [] : [Number(price)]))
      prices = levels.flatMap(pricesOf)
      stepped = levels.flatMap((level) =>
        level.steps === undefined ? [] : [{ line: steppedLine(level, colours), steps: level.steps }],
      )
    },
    show: (points: readonly { readonly atMs: number }[], times: readonly number[]) => {
      for (const { line, steps } of stepped)
        line.setData(
          steppedBars(steps, points).map(({ value, isShown }, index) => ({
            time: (times[index] ?? 0) as UTCTimestamp,
            value,
            ...(isShown ? {} : { color: "transparent" }),
          })),
        )
    },
    /** The prices with labels of their own. */
    named: () => named,
  }
}
