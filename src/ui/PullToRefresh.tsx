import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { PULL_TO_REFRESH_PX } from "../domain/limits.ts"
import { glyphRefresh } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"
import styles from "./PullToRefresh.module.css"
import { createPull, givenPx, type Pull, type PullEvent } from "./pull.ts"
import { Spinner } from "./Spinner.tsx"

export interface PullToRefreshProps {
  /** What was asked for is on its way. */
  readonly busy: boolean
  /** Has the page refreshed without a finger, once it becomes true. */
  readonly triggered?: boolean | undefined
  /** Pulled far enough and let go, or triggered. */
  readonly onRefresh: () => void
  /** How far is far enough; 45 px unless told. */
  readonly thresholdPx?: number | undefined
  /** Told of everything that a pull goes through. */
  readonly onEvent?: ((event: PullEvent) => void) | undefined
}

/** The refresh is over when nothing has been on its way for so long: what is busy may begin a moment late, and a quick answer must not flicker. */
const CALM_MS = 300

const fingerOf = (event: TouchEvent, scroller: HTMLElement) => ({
  y: event.touches[0]?.clientY ?? 0,
  fingers: event.touches.length,
  isAtTop: scroller.scrollTop <= 0,
})

/** Tells the pull of every finger on the scroller, until the signal ends it. */
const listen = (scroller: HTMLElement, pull: Pull, signal: AbortSignal) => {
  const options = { passive: true, signal }
  scroller.addEventListener("touchstart", (event) => pull.start(fingerOf(event, scroller)), options)
  scroller.addEventListener("touchmove", (event) => pull.move(fingerOf(event, scroller)), options)
  scroller.addEventListener("touchend", (event) => pull.end(event.changedTouches[0]?.clientY), options)
  scroller.addEventListener("touchcancel", () => pull.end(), options)
}

/** First thing in the body of a Page: pulling the page down past 45 px and letting go asks for news. Offer a RefreshButton as well. */
export const PullToRefresh = (props: PullToRefreshProps) => {
  const { busy, triggered = false, thresholdPx = PULL_TO_REFRESH_PX } = props
  const intl = useIntl()
  const strip = useRef<HTMLDivElement>(null)
  const pull = useRef<Pull>(undefined)
  const [refreshing, setRefreshing] = useState(false)
  const told = useEffectEvent((event: PullEvent, fingerPx: number) => {
    const pulling = event === "pulling"
    strip.current?.style.setProperty("--pulled", `${pulling ? givenPx(fingerPx, thresholdPx) : 0}px`)
    strip.current?.toggleAttribute("data-pulling", pulling)
    strip.current?.toggleAttribute("data-far", pulling && fingerPx >= thresholdPx)
    if (event === "refresh") {
      setRefreshing(true)
      props.onRefresh()
    }
    if (event === "restore") setRefreshing(false)
    props.onEvent?.(event)
  })
  useEffect(() => {
    const scroller = strip.current?.closest<HTMLElement>("[data-scroller]")
    if (!scroller) return
    const listening = new AbortController()
    pull.current = createPull((event, fingerPx) => told(event, fingerPx), thresholdPx)
    listen(scroller, pull.current, listening.signal)
    return () => {
      listening.abort()
      pull.current?.end()
      pull.current?.done()
    }
  }, [thresholdPx])
  useEffect(() => {
    if (triggered) pull.current?.begin()
  }, [triggered])
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
