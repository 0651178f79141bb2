import type { ReactNode, Ref, UIEvent } from "react"
import { useIntl } from "react-intl"
import { classes } from "./classes.ts"
import styles from "./Page.module.css"

export interface PageProps {
  /** A PageHeader. */
  readonly header?: ReactNode | undefined
  readonly children: ReactNode
  /** Fixed at the thumb: the one action of the page, or the two directions. */
  readonly footer?: ReactNode | undefined
  /** `form` up to 480 px, `list` up to 960 px. */
  readonly width?: "form" | "list" | undefined
  /** A second column from 960 px on: the detail of what is chosen in the list. Not shown on a phone. */
  readonly aside?: ReactNode | undefined
  /** Centre the content upright (login, empty page). */
  readonly centred?: boolean | undefined
  /** The scroller, for keeping and restoring the position. */
  readonly scrollerRef?: Ref<HTMLDivElement> | undefined
  readonly onScroll?: ((event: UIEvent<HTMLDivElement>) => void) | undefined
}

/** One page: a header that stays, a body that scrolls, a footer in reach of the thumb; clear of notches and bars. */
export const Page = (props: PageProps) => {
  const { width = "list", aside } = props
  const intl = useIntl()
  return (
    <div className={classes(styles.page, styles[width], aside ? styles.withAside : undefined)}>
      <div ref={props.scrollerRef} className={styles.scroller} data-scroller="" onScroll={props.onScroll}>
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
