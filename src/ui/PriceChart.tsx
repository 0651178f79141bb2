import { type PointerEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react"
import { type IntlShape, useIntl } from "react-intl"
import { changePpm } from "../domain/money.ts"
import type { ChartCanvas, ChartKind, ChartLevel, ChartPoint, mountChart } from "./chart-canvas.ts"
import { chartColoursOf, onThemeChange } from "./chart-colours.ts"
import { classes } from "./classes.ts"
import { type Format, formatOf, useFormat } from "./format.ts"
import { Change, directionOf } from "./Price.tsx"
import styles from "./PriceChart.module.css"
import { Segmented } from "./Segmented.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { ErrorState } from "./StateView.tsx"

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

/** The code that draws the chart, which loads on demand. */
export interface ChartCode {
  /** Undefined until it is there. */
  readonly mount: typeof mountChart | undefined
  readonly isFailed: boolean
  readonly onRetry: () => void
}

export interface PriceChartProps<Range extends string> {
  readonly code: ChartCode
  /** Accessible name: "ACME, price of the last week". */
  readonly label: string
  /** Undefined while they load. */
  readonly points: readonly ChartPoint[] | undefined
  readonly kind?: ChartKind | undefined
  readonly levels?: readonly ChartLevel[] | undefined
  readonly ranges?: readonly ChartRange<Range>[] | undefined
  readonly range?: Range | undefined
  readonly onRange?: ((range: Range) => void) | undefined
  /** Says below the chart which of its prices are published. */
  readonly legend?: ReactNode | undefined
  /** Shown beside the ranges: the switch between area and candles. */
  readonly tools?: ReactNode | undefined
}

/** Whether bars before the running one are made up; their line is dashed. */
export const isMadeUp = (points: readonly ChartPoint[]): boolean =>
  points.slice(0, -1).some(({ synthetic }) => synthetic)

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
  readonly code: ChartCode
  readonly label: string
  readonly points: readonly ChartPoint[]
  readonly kind: ChartKind
  readonly levels: readonly ChartLevel[]
}

/** The canvas under a pointer surface and a slider: mouse, finger and arrow keys choose a point. */
const Stage = ({ code, label, points, kind, levels }: StageProps) => {
  const intl = useIntl()
  const format = useFormat()
  const host = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  const index = chosen === undefined ? undefined : Math.min(chosen, points.length - 1)
  const chart = useChart(host, code.mount, { points, kind, levels, index })
  const summary = useSummary(label, points)
  const timeOf = chartTimeOf(intl, format, points)
  const follow = (event: PointerEvent<HTMLDivElement>) =>
    setChosen(chart.indexAt(event.clientX - event.currentTarget.getBoundingClientRect().left))
  const leave = () => setChosen(undefined)
  const at = points[index ?? points.length - 1]
  if (code.isFailed)
    return <ErrorState text={intl.formatMessage({ id: "ui.chart.failed" })} onAction={code.onRetry} />
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
          code={props.code}
          label={props.label}
          points={points.length > 0 ? points : NO_POINTS}
          kind={kind}
          levels={levels}
        />
      ) : (
        <Skeleton shape="chart" />
      )}
      {props.legend ? (
        <p className={styles.legend}>
          {kind === "area" && isMadeUp(points ?? NO_POINTS) ? (
            <>
              <span aria-hidden="true" className={styles.dash} />{" "}
              {intl.formatMessage({ id: "ui.chart.made-up" })}{" "}
            </>
          ) : null}
          {props.legend}
        </p>
      ) : null}
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

export interface ChartReadoutProps {
  /** The chosen point, if any. */
  readonly point: ChartPoint | undefined
  readonly first: ChartPoint | undefined
  readonly last: ChartPoint | undefined
  /** When a point was, as text. */
  readonly timeOf: (point: ChartPoint) => string
  readonly kind: ChartKind
}

const sides = ["open", "high", "low", "close"] as const

/**
 * A line above the chart: the chosen point, or the change over the range. Its height is constant.
 */
const ChartReadout = ({ point, first, last, timeOf, kind }: ChartReadoutProps) => {
  const intl = useIntl()
  const format = useFormat()
  if (!first || !last) return <div className={styles.readout} />
  if (!point)
    return (
      <div className={styles.readout}>
        <Change ppm={changePpm(first.open, last.close)} />
        <span className={styles.when}>
          {intl.formatMessage({ id: "ui.chart.since" }, { date: timeOf(first) })}
        </span>
      </div>
    )
  return (
    <div className={styles.readout}>
      <span className={styles.when}>{timeOf(point)}</span>
      {kind === "area" ? (
        <>
          <strong>{format.price(point.close)}</strong>
          <Change ppm={changePpm(first.open, point.close)} />
        </>
      ) : (
        sides.map((side) => (
          <span key={side}>
            <span className={styles.when}>{intl.formatMessage({ id: `ui.chart.${side}` })}</span>{" "}
            {format.price(point[side])}
          </span>
        ))
      )}
    </div>
  )
}

export interface ChartState {
  readonly points: readonly ChartPoint[]
  readonly kind: ChartKind
  readonly levels: readonly ChartLevel[]
  /** Index of the chosen point. */
  readonly index: number | undefined
}

const toneOf = (points: readonly ChartPoint[]) => {
  const [first, last] = [points[0], points.at(-1)]
  return directionOf(first && last ? changePpm(first.open, last.close) : 0)
}

/** The price axis has no room for a unit. */
const labelsOf = (format: Format) => ({
  price: (value: number) => formatOf(format.tag).price(value.toFixed(4), 2),
  time: format.mark,
  day: (date: string, isLong: boolean) => format.calendarDay(date, isLong ? "month" : "day"),
})

/** Mounts the canvas, and passes every change of state to it. */
const useChart = (host: RefObject<HTMLDivElement | null>, mount: ChartCode["mount"], state: ChartState) => {
  const { points, kind, levels, index } = state
  const format = useFormat()
  const [canvas, setCanvas] = useState<ChartCanvas>()
  const tone = toneOf(points)
  const dashed = isMadeUp(points)
  useEffect(() => {
    if (!mount || !host.current) return
    const mounted = mount(host.current, kind, labelsOf(format))
    setCanvas(mounted)
    return () => {
      mounted.remove()
      setCanvas(undefined)
    }
  }, [host, mount, kind, format])
  useEffect(() => {
    const element = host.current
    if (!canvas || !element) return
    const paint = () => {
      canvas.paint(chartColoursOf(element, tone), dashed)
      canvas.levels(levels)
    }
    paint()
    return onThemeChange(paint)
  }, [canvas, host, tone, dashed, levels])
  useEffect(() => canvas?.show(points), [canvas, points])
  useEffect(() => canvas?.point(index), [canvas, index])
  return {
    ready: canvas !== undefined,
    indexAt: (leftPx: number) => canvas?.indexAt(leftPx),
  }
}
