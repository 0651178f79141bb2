import { pathChangePpm } from "../domain/market-list.ts"
import { classes } from "./classes.ts"
import { directionOf } from "./money-parts.ts"
import styles from "./Sparkline.module.css"

export interface SparklineProps {
  /** Decimal strings, oldest first. They only become pixels, so floating point is exact enough. */
  readonly points: readonly string[]
  /** Accessible name. Without one the line is hidden from screen readers. */
  readonly label?: string | undefined
  /** Fills its container instead of 60 px. */
  readonly wide?: boolean | undefined
  /** The points are made up: the line is dashed. */
  readonly dashed?: boolean | undefined
}

const WIDTH = 60
const HEIGHT = 24
const INSET = 2

/**
 * The SVG path through the points, scaled to 60 × 24. Equal values give a line through the middle.
 */
export const sparkPath = (points: readonly string[]): string => {
  const values = points.map(Number).filter(Number.isFinite)
  if (values.length < 2) return ""
  const low = Math.min(...values)
  const span = Math.max(...values) - low
  const place = (value: number) => (span === 0 ? 0.5 : 1 - (value - low) / span)
  return values
    .map((value, index) => {
      const x = INSET + (index / (values.length - 1)) * (WIDTH - 2 * INSET)
      const y = INSET + place(value) * (HEIGHT - 2 * INSET)
      return `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`
    })
    .join("")
}

/** A small line of recent prices, in the colour of the change from its first to its last. */
export const Sparkline = ({ points, label, wide, dashed }: SparklineProps) => (
  <svg
    className={classes(styles.spark, styles[directionOf(pathChangePpm(points) ?? 0)], wide && styles.wide)}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio={wide ? "none" : undefined}
    fill="none"
    role={label ? "img" : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    focusable="false"
  >
    <path
      d={sparkPath(points)}
      vectorEffect="non-scaling-stroke"
      strokeDasharray={dashed ? "3 3" : undefined}
    />
  </svg>
)
