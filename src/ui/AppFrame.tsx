import type { ReactNode } from "react"
import styles from "./AppFrame.module.css"
import { classes } from "./classes.ts"

export interface AppFrameProps {
  /** The TabBar; none before login. */
  readonly nav?: ReactNode | undefined
  /** True shows the bar on a phone too. From 960 px on the rail always shows. */
  readonly navOnPhone?: boolean | undefined
  /** The pages of the navigation stack, each a `Page`. */
  readonly children: ReactNode
}

/** The window: the pages, and the tab bar below or beside them. Only a Page scrolls. */
export const AppFrame = ({ nav, navOnPhone = true, children }: AppFrameProps) => (
  <div className={styles.frame}>
    <div className={styles.pages}>{children}</div>
    {nav ? <div className={classes(styles.nav, !navOnPhone && styles.desktopOnly)}>{nav}</div> : null}
  </div>
)
