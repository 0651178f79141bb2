import styles from "./Change.module.css"
import { classes } from "./classes.ts"
import { useFormat } from "./format.ts"

export interface ChangeProps {
  /** Signed parts per million: 12500 is +1.25 %. */
  readonly ppm: number | bigint
  readonly size?: "inherit" | "small" | undefined
}

const directionOf = (ppm: number | bigint): "up" | "down" | "flat" =>
  ppm > 0 ? "up" : ppm < 0 ? "down" : "flat"

const marks = { up: "▲", down: "▼", flat: "◆" }

/** A change as triangle, sign and per cent. The colour adds no information. */
export const Change = ({ ppm, size = "inherit" }: ChangeProps) => {
  const format = useFormat()
  const direction = directionOf(ppm)
  return (
    <span className={classes(styles.change, styles[direction], size === "small" && styles.small)}>
      <span className={styles.mark} aria-hidden="true">
        {marks[direction]}
      </span>
      <span>{format.percent(ppm, { signed: true })}</span>
    </span>
  )
}
