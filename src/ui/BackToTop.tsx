import { useEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import styles from "./BackToTop.module.css"
import { IconButton } from "./Button.tsx"
import { glyphTop } from "./glyphs.ts"
import { createScrollEdges, verticalPosition } from "./scroll-edges.ts"
import { useReducedMotion } from "./use-media-query.ts"

/** Shorter pages return to the top in one swipe. */
const MIN_VIEWS = 2

/**
 * A button back to the top, shown from near the bottom of a long page until near its top. Place it
 * last in the page.
 */
export const BackToTop = () => {
  const intl = useIntl()
  const dock = useRef<HTMLDivElement>(null)
  const isReduced = useReducedMotion()
  const [offered, setOffered] = useState(false)
  useEffect(() => {
    const scroller = dock.current?.closest("[data-scroller]")
    if (!scroller) return
    const edgeAt = createScrollEdges()
    const onScroll = (event: Event) => {
      const edge = edgeAt(verticalPosition(scroller), event.timeStamp)
      const isLong = scroller.scrollHeight >= MIN_VIEWS * scroller.clientHeight
      if (edge) setOffered(edge === "lower" && isLong)
    }
    scroller.addEventListener("scroll", onScroll, { passive: true })
    return () => scroller.removeEventListener("scroll", onScroll)
  }, [])
  const goUp = () => {
    const scroller = dock.current?.closest("[data-scroller]")
    // the button disappears and must not take the focus with it
    dock.current?.closest<HTMLElement>("[data-page]")?.focus({ preventScroll: true })
    scroller?.scrollTo({ top: 0, behavior: isReduced ? "instant" : "smooth" })
    setOffered(false)
  }
  return (
    <div ref={dock} className={styles.dock}>
      {offered ? (
        <span className={styles.button}>
          <IconButton glyph={glyphTop} label={intl.formatMessage({ id: "ui.to-top" })} onClick={goUp} />
        </span>
      ) : null}
    </div>
  )
}
