import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import { classes } from "./classes.ts"
import styles from "./Page.module.css"

export interface PageProps {
  /** A PageHeader. */
  readonly header?: ReactNode | undefined
  readonly children: ReactNode
  /** Fixed at the bottom: the main action of the page, or the two directions. */
  readonly footer?: ReactNode | undefined
  /** `form` up to 480 px, `text` as wide as lines of text are read well, `list` up to 960 px. */
  readonly width?: "form" | "text" | "list" | undefined
  /** A second column from 960 px on, hidden on a phone: the detail of the chosen row. */
  readonly aside?: ReactNode | undefined
  /** Centres the content vertically (login, empty page). */
  readonly centred?: boolean | undefined
}

/**
 * One page: a sticky header, a scrolling body, a fixed footer, all inside the safe area of the
 * device.
 */
export const Page = (props: PageProps) => {
  const { width = "list", aside } = props
  const intl = useIntl()
  return (
    <div className={classes(styles.page, styles[width], aside ? styles.withAside : undefined)}>
      <div className={styles.scroller} data-scroller="">
        {props.header}
        <main className={classes(styles.body, props.centred && styles.centred)}>{props.children}</main>
      </div>
      {aside ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
        <aside className={styles.aside} tabIndex={0}>
          {aside}
        </aside>
      ) : null}
      {props.footer ? (
        <section className={styles.footer} aria-label={intl.formatMessage({ id: "ui.page.actions" })}>
          <div className={styles.footerInner}>{props.footer}</div>
        </section>
      ) : null}
    </div>
  )
}
