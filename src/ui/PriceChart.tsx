import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react"
import { useIntl } from "react-intl"
import { type ChartTrade, drawnBars, isWithinDays } from "../domain/chart-bars.ts"
import { changePpm } from "../domain/money.ts"
import { type ChartGrip, ChartGrips } from "./ChartGrips.tsx"
import type { ChartCanvas, ChartKind, ChartPoint, mountChart } from "./chart-canvas.ts"
import { chartColoursOf, onThemeChange } from "./chart-colours.ts"
import { useChartGestures } from "./chart-gestures.ts"
import type { ChartLevel } from "./chart-levels.ts"
import { classes } from "./classes.ts"
import { type Format, formatOf, useFormat } from "./format.ts"
import { directionOf } from "./money-parts.ts"
import { Change } from "./Price.tsx"
import styles from "./PriceChart.module.css"
import { Segmented } from "./Segmented.tsx"
import { Skeleton } from "./Skeleton.tsx"
import { ErrorState } from "./StateView.tsx"

export interface ChartRange<Range extends string> {
  readonly value: Range
  readonly label: string
}

/** When a point of a chart was: the time of day of a part of a day, else its day, or date and time. */
const chartTimeOf = (format: Format, points: readonly ChartPoint[]): ((point: ChartPoint) => string) => {
  const isTimeOfDay = isWithinDays(points)
  return ({ atMs, replayedOn }) => {
    if (!replayedOn) return format.dateTime(atMs)
    return isTimeOfDay ? format.time(atMs) : format.calendarDay(replayedOn)
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
  /** The member's own, as small marks. */
  readonly trades?: readonly ChartTrade[] | undefined
  /** Lines that the member moves. */
  readonly grips?: readonly ChartGrip[] | undefined
  readonly ranges?: readonly ChartRange<Range>[] | undefined
  readonly range?: Range | undefined
  readonly onRange?: ((range: Range) => void) | undefined
  /** Says below the chart which of its prices are published. */
  readonly legend?: ReactNode | undefined
  /** Shown beside the ranges: the switch between area and candles. */
  readonly tools?: ReactNode | undefined
  /** Called with the price of each point that is read. */
  readonly onRead?: ((price: string) => void) | undefined
}

/** Whether bars before the running one are made up; their line is dashed. */
export const isMadeUp = (points: readonly ChartPoint[]): boolean =>
  points.slice(0, -1).some(({ synthetic }) => synthetic)

const NO_LEVELS: readonly ChartLevel[] = []
const NO_TRADES: readonly ChartTrade[] = []
const NO_GRIPS: readonly ChartGrip[] = []
const NO_POINTS: readonly ChartPoint[] = []

const useSummary = (label: string, points: readonly ChartPoint[]): string => {
  const intl = useIntl()
  const format = useFormat()
  const timeOf = chartTimeOf(format, points)
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
  readonly trades: readonly ChartTrade[]
  readonly grips: readonly ChartGrip[]
  readonly onRead: PriceChartProps<string>["onRead"]
}

/** Keys of the slider that zoom, with their factors. */
const zoomKeys: Readonly<Record<string, number>> = { "+": 1.5, "=": 1.5, "-": 1 / 1.5 }

/** How far a double click zooms in. */
const TOGGLE_FACTOR = 3

/**
 * The canvas under a pointer surface and a slider: mouse, finger and arrow keys choose a point, two
 * fingers, wheel and the keys + and − zoom.
 */
const Stage = ({ code, label, points, kind, levels, trades, grips, onRead }: StageProps) => {
  const intl = useIntl()
  const format = useFormat()
  const host = useRef<HTMLDivElement>(null)
  const glass = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<number>()
  const index = chosen === undefined ? undefined : Math.min(chosen, points.length - 1)
  const chart = useChart(host, code.mount, { points, kind, levels, trades, index })
  const summary = useSummary(label, points)
  const timeOf = chartTimeOf(format, points)
  const { canvas } = chart
  const choose = (at: number | undefined) => {
    setChosen(at)
    const read = at === undefined ? undefined : points[at]
    if (read) onRead?.(read.close)
  }
  const gestures = useChartGestures(glass, {
    read: (leftPx) => choose(leftPx === undefined ? undefined : canvas?.indexAt(leftPx)),
    zoom: (factor, leftPx) => canvas?.zoom(factor, leftPx),
    pan: (byPx) => canvas?.pan(byPx),
    toggle: (leftPx) => {
      if (!canvas?.showAll()) canvas?.zoom(TOGGLE_FACTOR, leftPx)
    },
  })
  const zoomByKey = ({ key }: KeyboardEvent) => {
    const factor = zoomKeys[key]
    if (factor !== undefined) canvas?.zoom(factor, (host.current?.clientWidth ?? 0) / 2)
  }
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
      <div className={classes(styles.stage, !canvas && styles.waiting)}>
        <div ref={host} className={styles.canvas} role="img" aria-label={summary} />
        <div ref={glass} className={styles.glass} {...gestures} />
        <input
          type="range"
          className={classes("visually-hidden", styles.slider)}
          aria-label={intl.formatMessage({ id: "ui.chart.inspect" })}
          aria-valuetext={at ? `${timeOf(at)}, ${format.price(at.close)}` : undefined}
          min={0}
          max={Math.max(0, points.length - 1)}
          value={index ?? Math.max(0, points.length - 1)}
          onChange={(event) => choose(event.currentTarget.valueAsNumber)}
          onKeyDown={zoomByKey}
          onBlur={() => setChosen(undefined)}
        />
        {canvas ? <ChartGrips grips={grips} canvas={canvas} drawn={points} /> : null}
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
  const { kind = "area", levels = NO_LEVELS, trades = NO_TRADES, ranges, onRange } = props
  const points = useMemo(() => props.points && drawnBars(props.points, kind), [props.points, kind])
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
          trades={trades}
          grips={props.grips ?? NO_GRIPS}
          onRead={props.onRead}
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
  readonly trades: readonly ChartTrade[]
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
  const { points, kind, levels, trades, index } = state
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: marks stand at bars that are drawn
  useEffect(() => canvas?.trades(trades), [canvas, points, trades])
  useEffect(() => canvas?.point(index), [canvas, index])
  return { canvas }
}
