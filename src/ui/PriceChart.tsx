import { type PointerEvent, type ReactNode, useRef, useState } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { ChartReadout } from "./ChartReadout.tsx"
import type { ChartKind, ChartLevel, ChartPoint } from "./chart-canvas.ts"
import { classes } from "./classes.ts"
import { type Format, useFormat } from "./format.ts"
import styles from "./PriceChart.module.css"
import { Segmented } from "./Segmented.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { ErrorState } from "./StateView.tsx"
import { useChart } from "./useChart.ts"

export interface ChartRange<Range extends string> {
  readonly value: Range
  readonly label: string
}

/**
 * When a point of a chart was: the historic day of a replayed bar, the time of day with that day if
 * all bars are of the same one, else date and time.
 */
const chartTimeOf = (
  intl: IntlShape,
  format: Format,
  points: readonly ChartPoint[],
): ((point: ChartPoint) => string) => {
  const isOneDay = points.every(({ replayedOn }) => replayedOn === points[0]?.replayedOn)
  return ({ atMs, replayedOn }) => {
    if (!replayedOn) return format.dateTime(atMs)
    const date = format.calendarDay(replayedOn)
    return isOneDay
      ? intl.formatMessage({ id: "ui.chart.replayed" }, { time: format.time(atMs), date })
      : date
  }
}

export interface PriceChartProps<Range extends string> {
  /** Accessible name: "ACME, price of the last week". */
  readonly label: string
  /** Undefined while they load. */
  readonly points: readonly ChartPoint[] | undefined
  readonly kind?: ChartKind | undefined
  readonly levels?: readonly ChartLevel[] | undefined
  readonly ranges?: readonly ChartRange<Range>[] | undefined
  readonly range?: Range | undefined
  readonly onRange?: ((range: Range) => void) | undefined
  /** Shown beside the ranges: the switch between area and candles. */
  readonly tools?: ReactNode | undefined
}

const NO_LEVELS: readonly ChartLevel[] = []
const NO_POINTS: readonly ChartPoint[] = []

const useSummary = (label: string, points: readonly ChartPoint[]): string => {
  const intl = useIntl()
  const format = useFormat()
  const timeOf = chartTimeOf(intl, format, points)
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return label
  const extreme = (of: (point: ChartPoint) => string, sign: 1 | -1): string =>
    points.reduce(
      (best, point) => (sign * (Number(of(point)) - Number(best)) > 0 ? of(point) : best),
      of(first),
    )
  return `${label}. ${intl.formatMessage(
    { id: "ui.chart.summary" },
    {
      from: timeOf(first),
      to: timeOf(last),
      first: format.price(first.open),
      last: format.price(last.close),
      high: format.price(extreme((point) => point.high, 1)),
      low: format.price(extreme((point) => point.low, -1)),
    },
  )}`
}

interface StageProps {
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly kind: ChartKind
  readonly levels: readonly ChartLevel[]
}

/** The canvas under a pointer surface and a slider: mouse, finger and arrow keys choose a point. */
const Stage = ({ label, points, kind, levels }: StageProps) => {
  const intl = useIntl()
  const format = useFormat()
  const host = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  const index = chosen === undefined ? undefined : Math.min(chosen, points.length - 1)
  const chart = useChart(host, { points, kind, levels, index })
  const summary = useSummary(label, points)
  const timeOf = chartTimeOf(intl, format, points)
  const follow = (event: PointerEvent<HTMLDivElement>) =>
    setChosen(chart.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  const leave = () => setChosen(undefined)
  const at = points[index ?? points.length - 1]
  if (chart.failed)
    return <ErrorState text={intl.formatMessage({ id: "ui.chart.failed" })} onAction={chart.retry} />
  return (
    <>
      <ChartReadout
        point={index === undefined ? undefined : at}
        first={points[0]}
        last={points.at(-1)}
        timeOf={timeOf}
        kind={kind}
      />
      <div className={classes(styles.stage, !chart.ready && styles.waiting)}>
        <div ref={host} className={styles.canvas} role="img" aria-label={summary} />
        <div
          className={styles.glass}
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerUp={leave}
          onPointerLeave={leave}
          onPointerCancel={leave}
        />
        <input
          type="range"
          className={classes("visually-hidden", styles.slider)}
          aria-label={intl.formatMessage({ id: "ui.chart.inspect" })}
          aria-valuetext={at ? `${timeOf(at)}, ${format.price(at.close)}` : undefined}
          min={0}
          max={Math.max(0, points.length - 1)}
          value={index ?? Math.max(0, points.length - 1)}
          onChange={(event) => setChosen(event.currentTarget.valueAsNumber)}
          onBlur={leave}
        />
      </div>
    </>
  )
}

/**
 * Price over time. The chart library loads with the first chart. Screen readers do not announce
 * ticks.
 */
export const PriceChart = <Range extends string>(props: PriceChartProps<Range>) => {
  const intl = useIntl()
  const { points, kind = "area", levels = NO_LEVELS, ranges, onRange } = props
  return (
    <div className={styles.chart}>
      {points ? (
        <Stage
          key={kind}
          label={props.label}
          points={points.length > 0 ? points : NO_POINTS}
          kind={kind}
          levels={levels}
        />
      ) : (
        <Skeleton shape="chart" />
      )}
      <div className={styles.tools}>
        {ranges && onRange ? (
          <div className={styles.ranges}>
            <Segmented
              hideLabel
              label={intl.formatMessage({ id: "ui.chart.range" })}
              value={props.range}
              options={ranges}
              onChange={onRange}
            />
          </div>
        ) : null}
        {props.tools}
      </div>
      <p className={styles.credit}>
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          {intl.formatMessage({ id: "ui.chart.credit" })}
        </a>
      </p>
    </div>
  )
}
