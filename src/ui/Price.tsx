import { classes } from "./classes.ts"
import { useFormat } from "./format.ts"
import styles from "./Price.module.css"

export interface PriceProps {
  /** Decimal string with four decimals, "25.4000". */
  readonly value: string
  readonly size?: "inherit" | "medium" | "large" | undefined
  /** The price is older than allowed: dimmed. Show its age beside it. */
  readonly stale?: boolean | undefined
}

/** A price with four decimals, the last two lighter. Screen readers do not announce ticks. */
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
