import type { ReactNode } from "react"
import { useIntl } from "react-intl"
import styles from "./AppFrame.module.css"
import { classes } from "./classes.ts"
import pageStyles from "./Page.module.css"

export interface AppFrameProps {
  /** The TabBar; none before login. */
  readonly nav?: ReactNode | undefined
  /** True shows the bar on a phone too. From 700 px on the rail always shows. */
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

export interface PageProps {
  readonly header?: ReactNode | undefined
  readonly children: ReactNode
  /** Fixed at the bottom: the main action of the page, or the two directions. */
  readonly footer?: ReactNode | undefined
  /** `form` up to 480 px, `text` as wide as lines of text are read well, `list` up to 960 px. */
  readonly width?: "form" | "text" | "list" | undefined
  /** A second column from 960 px on, hidden on a phone: the detail of the chosen row. */
  readonly aside?: ReactNode | undefined
  /** The second column takes the room that the list does not need. */
  readonly wideAside?: boolean | undefined
  /** A third column beside the second, from 1024 px on. Children and aside share the rest. */
  readonly third?: ReactNode | undefined
  /** Centres the content vertically (login, empty page). */
  readonly centred?: boolean | undefined
}

const Column = ({ children }: Pick<PageProps, "children">) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
  <aside className={pageStyles.aside} tabIndex={0}>
    {children}
  </aside>
)

/**
 * One page: a sticky header, a scrolling body, a fixed footer, all inside the safe area of the
 * device.
 */
export const Page = (props: PageProps) => {
  const { width = "list", aside, wideAside, third } = props
  const intl = useIntl()
  return (
    <div
      className={classes(
        pageStyles.page,
        pageStyles[width],
        aside ? pageStyles.withAside : undefined,
        aside && wideAside ? pageStyles.withWideAside : undefined,
        third ? pageStyles.withThird : undefined,
      )}
    >
      <div className={pageStyles.scroller} data-scroller="">
        {props.header}
        <main className={classes(pageStyles.body, props.centred && pageStyles.centred)}>
          {props.children}
        </main>
      </div>
      {aside ? <Column>{aside}</Column> : null}
      {third ? <Column>{third}</Column> : null}
      {props.footer ? (
        <section className={pageStyles.footer} aria-label={intl.formatMessage({ id: "ui.page.actions" })}>
          <div className={pageStyles.footerInner}>{props.footer}</div>
        </section>
      ) : null}
    </div>
  )
}
