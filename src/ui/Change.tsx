import styles from "./Change.module.css"
import { classes } from "./classes.ts"
import { useFormat } from "./format.ts"

export interface ChangeProps {
  /** Signed parts per million: 12500 is +1.25 %. */
  readonly ppm: number | bigint
  /** Signed naira beside it, "953.94". */
  readonly amount?: string | undefined
  /** On a soft ground of its own colour. */
  readonly boxed?: boolean | undefined
  readonly size?: "inherit" | "small" | undefined
}

const directionOf = (ppm: number | bigint): "up" | "down" | "flat" =>
  ppm > 0 ? "up" : ppm < 0 ? "down" : "flat"

const marks = { up: "▲", down: "▼", flat: "◆" }

/** A change: triangle, sign and per cent. The colour only repeats what they say. */
export const Change = ({ ppm, amount, boxed, size = "inherit" }: ChangeProps) => {
  const format = useFormat()
  const direction = directionOf(ppm)
  return (
    <span
      className={classes(
        styles.change,
        styles[direction],
        boxed && styles.boxed,
        size === "small" && styles.small,
      )}
    >
      <span className={styles.mark} aria-hidden="true">
        {marks[direction]}
      </span>
      {amount === undefined ? null : <span>{format.amount(amount, { signed: true })}</span>}
      <span>{format.percent(ppm, { signed: true })}</span>
    </span>
  )
}
