import type { ReactNode } from "react"
import styles from "./Card.module.css"
import { classes } from "./classes.ts"

export interface CardProps {
  readonly children: ReactNode
  readonly tone?: "plain" | "sunken" | "accent" | undefined
  /** Room inside, 16 px; without it for images and lists. */
  readonly flush?: boolean | undefined
}

/** A surface with a hairline around it. */
export const Card = ({ children, tone = "plain", flush }: CardProps) => (
  <div className={classes(styles.card, styles[tone], flush && styles.flush)}>{children}</div>
)

export interface CardRowProps {
  readonly children: ReactNode
  /** Spoken name of the row. */
  readonly label: string
}

/** Cards side by side that scroll sideways and snap; from 960 px on they wrap into a grid. */
export const CardRow = ({ children, label }: CardRowProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
  <section className={styles.cardRow} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
