import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useIntl } from "react-intl"
import { PULL_TO_REFRESH_PX } from "../domain/limits.ts"
import { IconButton } from "./Button.tsx"
import { glyphRefresh } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"
import styles from "./PullToRefresh.module.css"
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

export interface RefreshButtonProps {
  readonly busy: boolean
  readonly onRefresh: () => void
}

/**
 * What pulling the page down does, for those who do not pull: among the actions of a PageHeader. Lists
 * follow the server by themselves, so it shows only while it has the focus.
 */
export const RefreshButton = ({ busy, onRefresh }: RefreshButtonProps) => {
  const intl = useIntl()
  return (
    <span className={styles.button}>
      <IconButton
        glyph={glyphRefresh}
        label={intl.formatMessage({ id: "ui.refresh" })}
        busy={busy}
        onClick={() => {
          if (!busy) onRefresh()
        }}
      />
    </span>
  )
}

/** `pulling` for each movement, then `refresh` or `abort`; `restore` after a refresh has ended. */
export type PullEvent = "pulling" | "refresh" | "restore" | "abort"

/** A touch on the scroller. */
export interface PullTouch {
  readonly y: number
  readonly fingers: number
  /** True if the scroller is scrolled to its very top. */
  readonly isAtTop: boolean
}

export interface Pull {
  readonly start: (touch: PullTouch) => void
  readonly move: (touch: PullTouch) => void
  /** The finger was lifted at `y`; undefined if the browser took it over. */
  readonly end: (y?: number) => void
  /** Ends the refresh. */
  readonly done: () => void
}

/** The largest offset, in thresholds. */
const OFFSET_LIMIT = 2

/**
 * How far the page moves for a finger that moved `fingerPx`: as far up to the threshold, half as
 * far beyond it.
 */
const pullOffsetPx = (fingerPx: number, thresholdPx = PULL_TO_REFRESH_PX): number => {
  const beyondPx = Math.max(0, fingerPx - thresholdPx) / 2
  return Math.min(OFFSET_LIMIT * thresholdPx, Math.min(fingerPx, thresholdPx) + beyondPx)
}

/**
 * Follows one finger that pulls a scroller down from its top. Releasing it 45 px down or farther refreshes; releasing it
 * earlier, or losing it to the browser, aborts. During a refresh nothing is reported.
 */
export const createPull = (
  report: (event: PullEvent, fingerPx: number) => void,
  thresholdPx = PULL_TO_REFRESH_PX,
): Pull => {
  let fromY: number | undefined
  let fingerPx = 0
  let hasPulled = false
  let isRefreshing = false
  const reset = () => {
    fromY = undefined
    fingerPx = 0
    hasPulled = false
  }
  return {
    start: ({ y, fingers, isAtTop }) => {
      if (hasPulled) report("abort", fingerPx)
      reset()
      if (fingers === 1 && isAtTop && !isRefreshing) fromY = y
    },
    move: ({ y, isAtTop }) => {
      if (fromY === undefined) return
      // a finger that scrolls first counts from where the top comes into view again
      if (!isAtTop) fromY = y
      fingerPx = Math.max(0, y - fromY)
      if (fingerPx === 0 && !hasPulled) return
      hasPulled = true
      report("pulling", fingerPx)
    },
    end: (y) => {
      const lastPx = y === undefined || fromY === undefined ? 0 : Math.max(0, y - fromY)
      const [pulled, isFar] = [hasPulled, hasPulled && lastPx >= thresholdPx]
      reset()
      if (!pulled) return
      isRefreshing = isFar
      report(isFar ? "refresh" : "abort", lastPx)
    },
    done: () => {
      if (!isRefreshing) return
      isRefreshing = false
      report("restore", 0)
    },
  }
}

const touchOf = (event: TouchEvent, scroller: HTMLElement): PullTouch => ({
  y: event.touches[0]?.clientY ?? 0,
  fingers: event.touches.length,
  isAtTop: scroller.scrollTop <= 0,
})

/** Passes the touches on a scroller to the gesture, until the signal aborts. */
export const listenToPull = (scroller: HTMLElement, pull: Pull, signal: AbortSignal): void => {
  const options = { passive: true, signal }
  scroller.addEventListener("touchstart", (event) => pull.start(touchOf(event, scroller)), options)
  scroller.addEventListener("touchmove", (event) => pull.move(touchOf(event, scroller)), options)
  scroller.addEventListener("touchend", (event) => pull.end(event.changedTouches[0]?.clientY), options)
  scroller.addEventListener("touchcancel", () => pull.end(), options)
}
