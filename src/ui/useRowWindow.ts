/** The rows of a long list that are near the view. */
import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type RowWindow, windowOf } from "./virtual-window.ts"

const FIRST_WINDOW: RowWindow = { first: 0, end: 16 }
/** Without a scroller all rows are drawn. */
const EVERYTHING: RowWindow = { first: 0, end: Number.POSITIVE_INFINITY }

/** The visible part of the list. */
interface View {
  readonly topPx: number
  readonly heightPx: number
}

const rowsIn = ({ topPx, heightPx }: View, offsets: Float64Array, marginRows: number): RowWindow =>
  windowOf(offsets, topPx, topPx + heightPx, marginRows)

const covers = (drawn: RowWindow, wanted: RowWindow): boolean =>
  drawn.first <= wanted.first && drawn.end >= wanted.end

/** Follows the nearest `[data-scroller]`. Without one, all rows are in the window. */
export const useRowWindow = (
  list: RefObject<HTMLUListElement | null>,
  offsets: Float64Array,
  marginRows: number,
): RowWindow => {
  const [range, setRange] = useState(FIRST_WINDOW)
  const latest = useRef(offsets)
  /** Cached: reading it forces a layout. */
  const view = useRef<View>(undefined)
  const lookSoon = useRef<() => void>(undefined)
  const set = useCallback(
    (next: RowWindow) => setRange((now) => (now.first === next.first && now.end === next.end ? now : next)),
    [],
  )
  useLayoutEffect(() => {
    const element = list.current
    const scroller = element?.closest("[data-scroller]")
    if (!element || !scroller) return set(EVERYTHING)
    let frame = 0
    const near = () => {
      const { top, height } = scroller.getBoundingClientRect()
      view.current = { topPx: top - element.getBoundingClientRect().top, heightPx: height }
      return rowsIn(view.current, latest.current, marginRows)
    }
    const look = () => {
      frame = 0
      set(near())
    }
    // missing rows are drawn within this frame; removing rows would only delay it
    const begin = () => {
      const wanted = near()
      flushSync(() => setRange((now) => (covers(now, wanted) ? now : wanted)))
    }
    const soon = () => {
      frame ||= requestAnimationFrame(look)
    }
    lookSoon.current = soon
    scroller.addEventListener("scroll", soon, { passive: true })
    // the first notification comes in the first frame, when the layout is done anyway
    const resized = new ResizeObserver(() => (view.current ? soon() : begin()))
    resized.observe(scroller)
    return () => {
      cancelAnimationFrame(frame)
      scroller.removeEventListener("scroll", soon)
      resized.disconnect()
      view.current = undefined
      lookSoon.current = undefined
    }
  }, [list, set, marginRows])
  useLayoutEffect(() => {
    latest.current = offsets
    if (!view.current) return
    set(rowsIn(view.current, offsets, marginRows))
    lookSoon.current?.()
  }, [offsets, set, marginRows])
  return range
}
