/** The shape of a tab page until its code has come: what follows takes its place without a jump. */
import { useIntl } from "react-intl"
import { SimulatedLabel } from "../ui/Notice.tsx"
import { Page } from "../ui/Page.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { Wordmark } from "../ui/Wordmark.tsx"
import styles from "./tab-shape.module.css"

export interface TabShapeProps {
  /** Home says whose it is; the others have a title that is not known here. */
  readonly isHome: boolean
}

/** Header, a card with a figure and two actions, another card, rows. Read aloud as "loading", once. */
export const TabShape = ({ isHome }: TabShapeProps) => (
  <Page header={<Header isHome={isHome} />}>
    <p className="visually-hidden" role="status">
      {useIntl().formatMessage({ id: "ui.loading" })}
    </p>
    <SimulatedLabel />
    <div className={styles.top}>
      <div className={styles.card}>
        <div className={styles.figure} data-figure="">
          <Skeleton shape="hero" silent />
        </div>
        <div className={styles.actions}>
          <span />
          <span />
        </div>
      </div>
      <Skeleton shape="card" silent />
    </div>
    <Skeleton shape="row" count={3} silent />
  </Page>
)

/** Marked, as is the first figure, for the page that stands before any code: it takes the one away and may know the other. */
const Header = ({ isHome }: TabShapeProps) => (
  <div className={styles.header}>
    {isHome ? (
      <span data-brand="">
        <Wordmark />
      </span>
    ) : null}
  </div>
)

/** The place of the tab bar, below or at the side, until the bar itself has come. */
export const TabBarShape = () => (
  <div className={styles.bar} aria-hidden="true">
    <span />
    <span />
    <span />
    <span />
    <span />
  </div>
)
