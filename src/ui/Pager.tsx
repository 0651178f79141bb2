import { useRef } from "react"
import { useIntl } from "react-intl"
import { Button } from "./Button.tsx"
import styles from "./Pager.module.css"
import { useReachBottom } from "./scroll-edges.ts"

export interface PagerProps {
  /** True if the server has more rows. */
  readonly hasMore: boolean
  readonly busy: boolean
  /** The last attempt failed: the button retries, reaching the bottom does not. */
  readonly failed?: boolean | undefined
  readonly onMore: () => void
}

/** Loads more rows by its button, or when the page is scrolled within 50 px of its bottom. */
export const Pager = ({ hasMore, busy, failed = false, onMore }: PagerProps) => {
  const intl = useIntl()
  const end = useRef<HTMLDivElement>(null)
  useReachBottom(end, onMore, hasMore && !busy && !failed)
  if (!hasMore) return null
  return (
    <div ref={end} className={styles.pager}>
      {failed ? <p role="alert">{intl.formatMessage({ id: "ui.more.failed" })}</p> : null}
      <Button tone="quiet" busy={busy} onClick={onMore}>
        {intl.formatMessage({ id: failed ? "ui.retry" : "ui.more" })}
      </Button>
    </div>
  )
}
