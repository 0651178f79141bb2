import { useIntl } from "react-intl"
import { useFormat } from "./format.ts"
import styles from "./TimeRing.module.css"

export interface TimeRingProps {
  /** The parent updates it; this component reads no clock. */
  readonly remainingMs: number
  readonly totalMs: number
  /** `labelled` also shows the time as text. */
  readonly shape?: "ring" | "labelled" | undefined
}

/** The time left of a contract as a ring, with the same as text for screen readers. */
export const TimeRing = ({ remainingMs, totalMs, shape = "ring" }: TimeRingProps) => {
  const format = useFormat()
  const intl = useIntl()
  const left = Math.max(0, remainingMs)
  const share = totalMs > 0 ? Math.min(1, left / totalMs) : 0
  const words = intl.formatMessage({ id: "ui.time.left" }, { time: format.duration(left, "long") })
  return (
    <span className={styles.time}>
      <svg className={styles.ring} viewBox="0 0 36 36" fill="none" role="img" aria-label={words}>
        <circle className={styles.track} cx="18" cy="18" r="15" />
        <circle
          className={styles.rest}
          cx="18"
          cy="18"
          r="15"
          pathLength="100"
          strokeDasharray={`${(share * 100).toFixed(1)} 100`}
          visibility={share === 0 ? "hidden" : undefined}
        />
      </svg>
      {shape === "labelled" ? <span aria-hidden="true">{format.duration(left)}</span> : null}
    </span>
  )
}
