import { useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { REACH_BOTTOM_DISTANCE_PX, REACH_BOTTOM_RETRIGGER_MS } from "../domain/limits.ts"
import { Button } from "./Button.tsx"
import styles from "./Pager.module.css"

export interface PagerProps {
  /** Whether the server has more. */
  readonly hasMore: boolean
  readonly busy: boolean
  /** The last attempt failed: the button offers another, and reaching the bottom does not. */
  readonly failed?: boolean | undefined
  readonly onMore: () => void
}

/** The end of a list: more comes when the bottom is nearly reached, or by the button. */
export const Pager = ({ hasMore, busy, failed = false, onMore }: PagerProps) => {
  const intl = useIntl()
  const end = useRef<HTMLDivElement>(null)
  const waiting = hasMore && !busy && !failed
  useEffect(() => {
    const element = end.current
    if (!element || !waiting) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const watcher = new IntersectionObserver(
      ([entry]) => {
        clearTimeout(timer)
        if (entry?.isIntersecting) timer = setTimeout(onMore, REACH_BOTTOM_RETRIGGER_MS)
      },
      { root: element.closest("[data-scroller]"), rootMargin: `${REACH_BOTTOM_DISTANCE_PX}px` },
    )
    watcher.observe(element)
    return () => {
      clearTimeout(timer)
      watcher.disconnect()
    }
  }, [waiting, onMore])
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
