import { classes } from "./classes.ts"
import { useFormat } from "./format.ts"
import styles from "./Price.module.css"

export interface PriceProps {
  /** Decimal string with four decimals, "25.4000". */
  readonly value: string
  readonly size?: "inherit" | "medium" | "large" | undefined
  /** Older than it may be: dimmed; say how old beside it. */
  readonly stale?: boolean | undefined
}

/** A price with all its four decimals, the last two lighter. Ticks are not announced. */
export const Price = ({ value, size = "inherit", stale }: PriceProps) => {
  const text = useFormat().price(value)
  return (
    <data
      className={classes(styles.price, styles[size], stale && styles.stale)}
      value={value}
      style={size === "large" ? { "--length": text.length } : undefined}
    >
      {text.slice(0, -2)}
      <span className={styles.fine}>{text.slice(-2)}</span>
    </data>
  )
}
