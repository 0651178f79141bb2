import { classes } from "./classes.ts"
import styles from "./Sparkline.module.css"

export interface SparklineProps {
  /** Decimal strings, oldest first. They become pixels, so a binary fraction does no harm here. */
  readonly points: readonly string[]
  /** Spoken; without it the line is decoration beside the figures. */
  readonly label?: string | undefined
  readonly tone?: "auto" | "neutral" | undefined
  /** As wide as its container instead of 60 px. */
  readonly wide?: boolean | undefined
}

const WIDTH = 60
const HEIGHT = 24
const INSET = 2

/** The path of a line through the points, scaled into 60 × 24; a flat line runs through the middle. */
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

const toneOf = (points: readonly string[]): "up" | "down" | "flat" => {
  const change = Number(points.at(-1) ?? 0) - Number(points[0] ?? 0)
  return change > 0 ? "up" : change < 0 ? "down" : "flat"
}

/** A small still line of recent prices. */
export const Sparkline = ({ points, label, tone = "auto", wide }: SparklineProps) => (
  <svg
    className={classes(
      styles.spark,
      tone === "auto" ? styles[toneOf(points)] : styles.flat,
      wide && styles.wide,
    )}
    viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    preserveAspectRatio={wide ? "none" : undefined}
    fill="none"
    role={label ? "img" : undefined}
    aria-label={label}
    aria-hidden={label ? undefined : true}
    focusable="false"
  >
    <path d={sparkPath(points)} vectorEffect="non-scaling-stroke" />
  </svg>
)
