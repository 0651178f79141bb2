import { useEffect, useRef, useState } from "react"
import { useIntl } from "react-intl"
import styles from "./BackToTop.module.css"
import { glyphTop } from "./glyphs.ts"
import { IconButton } from "./IconButton.tsx"
import { createScrollEdges } from "./scroll-edges.ts"
import { scrolledDown } from "./useReachBottom.ts"
import { useStillness } from "./useStillness.ts"

/** Shorter pages are at their top with one movement of the finger. */
const LONG_FROM_VIEWS = 2

/** Last thing in a long page: whoever has come near its bottom is offered the way back up, until near the top again. */
export const BackToTop = () => {
  const intl = useIntl()
  const dock = useRef<HTMLDivElement>(null)
  const isStill = useStillness()
  const [offered, setOffered] = useState(false)
  useEffect(() => {
    const scroller = dock.current?.closest("[data-scroller]")
    if (!scroller) return
    const edgeAt = createScrollEdges()
    const onScroll = (event: Event) => {
      const edge = edgeAt(scrolledDown(scroller), event.timeStamp)
      const isLong = scroller.scrollHeight >= LONG_FROM_VIEWS * scroller.clientHeight
      if (edge) setOffered(edge === "lower" && isLong)
    }
    scroller.addEventListener("scroll", onScroll, { passive: true })
    return () => scroller.removeEventListener("scroll", onScroll)
  }, [])
  const goUp = () => {
    const scroller = dock.current?.closest("[data-scroller]")
    // the button goes away: the focus must not get lost with it
    dock.current?.closest<HTMLElement>("[data-page]")?.focus({ preventScroll: true })
    scroller?.scrollTo({ top: 0, behavior: isStill ? "instant" : "smooth" })
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
