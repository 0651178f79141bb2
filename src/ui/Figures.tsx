import type { ReactNode } from "react"
import { classes } from "./classes.ts"
import styles from "./Figures.module.css"

export interface Figure {
  readonly id: string
  readonly label: ReactNode
  readonly value: ReactNode
  /** A secondary line under the label: how the value is computed. */
  readonly note?: ReactNode | undefined
  /** Marks the most important row: larger, with a line above. */
  readonly emphasis?: boolean | undefined
}

export interface FiguresProps {
  readonly rows: readonly Figure[]
  /**
   * Two or more columns with the label above the value, for a few short figures (open, high, low).
   */
  readonly compact?: boolean | undefined
}

/** Labels with their values: contracts, orders, terms. */
export const Figures = ({ rows, compact }: FiguresProps) => (
  <dl className={compact ? styles.compact : styles.figures}>
    {rows.map((row) => (
      <div key={row.id} className={classes(styles.row, row.emphasis && styles.emphasis)}>
        <dt className={styles.label}>
          {row.label}
          {row.note ? <span className={styles.note}>{row.note}</span> : null}
        </dt>
        <dd className={styles.value}>{row.value}</dd>
      </div>
    ))}
  </dl>
)
