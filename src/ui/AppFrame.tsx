import type { ReactNode } from "react"
import styles from "./AppFrame.module.css"
import { classes } from "./classes.ts"

export interface AppFrameProps {
  /** The TabBar; none before login. */
  readonly nav?: ReactNode | undefined
  /** On a phone the bar belongs to the tab pages only; the rail of a desktop always stays. */
  readonly navOnPhone?: boolean | undefined
  /** The pages of the stack, each a `Page`. */
  readonly children: ReactNode
}

/** The whole window: pages, and the bar below or the rail beside them. It never scrolls: each Page does. */
export const AppFrame = ({ nav, navOnPhone = true, children }: AppFrameProps) => (
  <div className={styles.frame}>
    <div className={styles.pages}>{children}</div>
    {nav ? <div className={classes(styles.nav, !navOnPhone && styles.desktopOnly)}>{nav}</div> : null}
  </div>
)
