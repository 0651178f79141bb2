import type { ReactNode } from "react"
import styles from "./Card.module.css"
import { classes } from "./classes.ts"

export interface CardProps {
  readonly children: ReactNode
  readonly tone?: "plain" | "sunken" | "accent" | undefined
}

/** A surface with a hairline border. */
export const Card = ({ children, tone = "plain" }: CardProps) => (
  <div className={classes(styles.card, styles[tone])}>{children}</div>
)

export interface CardRowProps {
  readonly children: ReactNode
  /** Accessible name of the row. */
  readonly label: string
}

/** Cards in a row that scrolls sideways and snaps. From 960 px on they wrap into a grid. */
export const CardRow = ({ children, label }: CardRowProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
  <section className={styles.cardRow} aria-label={label} tabIndex={0}>
    {children}
  </section>
)
