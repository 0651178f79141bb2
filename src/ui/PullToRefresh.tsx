import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { PULL_TO_REFRESH_PX } from "../domain/limits.ts"
import { glyphRefresh } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"
import styles from "./PullToRefresh.module.css"
import { createPull, listenToPull, type Pull, type PullEvent, pullOffsetPx } from "./pull.ts"
import { Spinner } from "./Spinner.tsx"

export interface PullToRefreshProps {
  /** True while the refresh loads. */
  readonly busy: boolean
  readonly onRefresh: () => void
}

/**
 * The refresh ends after so long without `busy`: loading may begin late, and a quick answer must
 * not flicker.
 */
const CALM_MS = 300

/**
 * Refreshes when the page is pulled down by 45 px and released. Place it first in the body of a
 * Page, and offer a RefreshButton as well.
 */
export const PullToRefresh = ({ busy, onRefresh }: PullToRefreshProps) => {
  const intl = useIntl()
  const strip = useRef<HTMLDivElement>(null)
  const pull = useRef<Pull>(undefined)
  const [refreshing, setRefreshing] = useState(false)
  const onPull = useEffectEvent((event: PullEvent, fingerPx: number) => {
    const pulling = event === "pulling"
    strip.current?.style.setProperty("--pulled", `${pulling ? pullOffsetPx(fingerPx) : 0}px`)
    strip.current?.toggleAttribute("data-pulling", pulling)
    strip.current?.toggleAttribute("data-far", pulling && fingerPx >= PULL_TO_REFRESH_PX)
    if (event === "refresh") {
      setRefreshing(true)
      onRefresh()
    }
    if (event === "restore") setRefreshing(false)
  })
  useEffect(() => {
    const scroller = strip.current?.closest<HTMLElement>("[data-scroller]")
    if (!scroller) return
    const listening = new AbortController()
    pull.current = createPull((event, fingerPx) => onPull(event, fingerPx))
    listenToPull(scroller, pull.current, listening.signal)
    return () => {
      listening.abort()
      pull.current?.end()
      pull.current?.done()
    }
  }, [])
  useEffect(() => {
    if (!refreshing || busy) return
    const calm = setTimeout(() => pull.current?.done(), CALM_MS)
    return () => clearTimeout(calm)
  }, [refreshing, busy])
  return (
    <div ref={strip} className={styles.strip} data-refreshing={refreshing || undefined} role="status">
      {refreshing ? <Spinner /> : <Icon glyph={glyphRefresh} size={20} className={styles.mark} />}
      {refreshing ? (
        <span className="visually-hidden">{intl.formatMessage({ id: "ui.refreshing" })}</span>
      ) : null}
    </div>
  )
}
