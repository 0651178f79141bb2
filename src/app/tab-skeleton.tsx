/** Skeletons of a tab page and of the tab bar, in the measures of what replaces them. */
import { useIntl } from "react-intl"
import { SimulatedLabel } from "../ui/Notice.tsx"
import { Page } from "../ui/Page.tsx"
import { Skeleton } from "../ui/Skeleton.tsx"
import { Wordmark } from "../ui/Wordmark.tsx"
import styles from "./tab-skeleton.module.css"

export interface TabSkeletonProps {
  /** Home shows the wordmark; the other titles are not known before the page has loaded. */
  readonly isHome: boolean
}

/**
 * Header, a card with a figure and two actions, another card, rows. Announced as "loading" once.
 */
export const TabSkeleton = ({ isHome }: TabSkeletonProps) => (
  <Page header={<Header isHome={isHome} />}>
    <p className="visually-hidden" role="status">
      {useIntl().formatMessage({ id: "ui.loading" })}
    </p>
    <SimulatedLabel />
    <div className={styles.top} data-top="">
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

/**
 * The shell in index.html finds the wordmark by `data-brand`, the first figure by `data-figure`, and
 * what market prices replace by `data-top`.
 */
const Header = ({ isHome }: TabSkeletonProps) => (
  <div className={styles.header}>
    {isHome ? (
      <span data-brand="">
        <Wordmark />
      </span>
    ) : null}
  </div>
)

/** The tab bar, below or at the side, while its code loads. */
export const TabBarSkeleton = () => (
  <div className={styles.bar} aria-hidden="true">
    <span />
    <span />
    <span />
    <span />
    <span />
  </div>
)
