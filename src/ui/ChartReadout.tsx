import { useIntl } from "react-intl"
import { changePpm } from "../domain/change-ppm.ts"
import { Change } from "./Change.tsx"
import type { ChartKind, ChartPoint } from "./chart-canvas.ts"
import { useFormat } from "./format.ts"
import styles from "./PriceChart.module.css"

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
export const ChartReadout = ({ point, first, last, timeOf, kind }: ChartReadoutProps) => {
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
