import { useEffect, useRef } from "react"
import { useIntl } from "react-intl"
import { PULL_TO_REFRESH_PX } from "../domain/limits.ts"
import { glyphRefresh } from "./glyphs.ts"
import { Icon } from "./Icon.tsx"
import styles from "./PullToRefresh.module.css"
import { Spinner } from "./Spinner.tsx"

export interface PullToRefreshProps {
  readonly busy: boolean
  /** Pulled far enough and let go. Keep it stable. */
  readonly onRefresh: () => void
}

/** The finger moves twice as far as the page gives way. */
const RESISTANCE = 2
const FARTHEST_PX = 2 * PULL_TO_REFRESH_PX

/** Follows one finger on a scroller that stands at its top; `show` gets the distance the page gives way. */
const listen = (scroller: HTMLElement, show: (px: number) => void, onRefresh: () => void): (() => void) => {
  let startY: number | undefined
  let pulledPx = 0
  const begin = (event: TouchEvent) => {
    startY = scroller.scrollTop <= 0 && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
  }
  const move = (event: TouchEvent) => {
    const y = event.touches[0]?.clientY
    if (startY === undefined || y === undefined) return
    pulledPx = scroller.scrollTop > 0 ? 0 : Math.min(FARTHEST_PX, Math.max(0, y - startY) / RESISTANCE)
    show(pulledPx)
  }
  const end = () => {
    if (pulledPx >= PULL_TO_REFRESH_PX) onRefresh()
    startY = undefined
    pulledPx = 0
    show(0)
  }
  const passive = { passive: true }
  scroller.addEventListener("touchstart", begin, passive)
  scroller.addEventListener("touchmove", move, passive)
  scroller.addEventListener("touchend", end, passive)
  scroller.addEventListener("touchcancel", end, passive)
  return () => {
    scroller.removeEventListener("touchstart", begin)
    scroller.removeEventListener("touchmove", move)
    scroller.removeEventListener("touchend", end)
    scroller.removeEventListener("touchcancel", end)
  }
}

/** First thing in the body of a Page: pulling the page down past 45 px and letting go asks for news. */
export const PullToRefresh = ({ busy, onRefresh }: PullToRefreshProps) => {
  const intl = useIntl()
  const strip = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = strip.current
    const scroller = element?.closest<HTMLElement>("[data-scroller]")
    if (!element || !scroller || busy) return
    const show = (px: number) => {
      element.style.setProperty("--pulled", `${px}px`)
      element.toggleAttribute("data-far", px >= PULL_TO_REFRESH_PX)
      element.toggleAttribute("data-pulling", px > 0)
    }
    return listen(scroller, show, onRefresh)
  }, [busy, onRefresh])
  return (
    <div ref={strip} className={styles.strip} data-busy={busy || undefined} role="status">
      {busy ? <Spinner /> : <Icon glyph={glyphRefresh} size={20} className={styles.mark} />}
      {busy ? <span className="visually-hidden">{intl.formatMessage({ id: "ui.loading" })}</span> : null}
    </div>
  )
}
