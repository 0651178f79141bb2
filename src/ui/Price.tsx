import { Fragment } from "react"
import changeStyles from "./Change.module.css"
import { classes } from "./classes.ts"
import { type FormatPart, useFormat } from "./format.ts"
import { directionOf } from "./money-parts.ts"
import styles from "./Price.module.css"

export interface PriceProps {
  /** Decimal string with four decimals, "25.4000"; the last two are shown where they are not zero. */
  readonly value: string
  readonly size?: "inherit" | "medium" | "large" | undefined
  /** The price is older than allowed: dimmed. Show its age beside it. */
  readonly stale?: boolean | undefined
}

/** A price with its unit; decimals beyond the second are lighter. Screen readers do not announce ticks. */
export const Price = ({ value, size = "inherit", stale }: PriceProps) => {
  const parts = useFormat().priceParts(value)
  const length = parts.reduce((sum, part) => sum + part.value.length, 0)
  return (
    <data
      className={classes(styles.price, styles[size], stale && styles.stale)}
      value={value}
      style={size === "large" ? { "--length": length } : undefined}
    >
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity
        <Fragment key={index}>{partOf(part)}</Fragment>
      ))}
    </data>
  )
}

const partOf = ({ type, value }: FormatPart) => {
  if (type === "currency") return <span className={styles.unit}>{value}</span>
  if (type !== "fraction") return value
  return (
    <>
      {value.slice(0, 2)}
      {value.length > 2 ? <span className={styles.fine}>{value.slice(2)}</span> : null}
    </>
  )
}

export interface ChangeProps {
  /** Signed parts per million: 12500 is +1.25 %. */
  readonly ppm: number | bigint
  readonly size?: "inherit" | "small" | undefined
}

const marks = { up: "▲", down: "▼", flat: "◆" }

/** A change as triangle, sign and per cent. The colour adds no information. */
export const Change = ({ ppm, size = "inherit" }: ChangeProps) => {
  const format = useFormat()
  const direction = directionOf(ppm)
  return (
    <span
      className={classes(
        changeStyles.change,
        changeStyles[direction],
        size === "small" && changeStyles.small,
      )}
    >
      <span className={changeStyles.mark} aria-hidden="true">
        {marks[direction]}
      </span>
      <span>{format.percent(ppm, { signed: true })}</span>
    </span>
  )
}
