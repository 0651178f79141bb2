import { type RefObject, useEffect, useEffectEvent, useRef } from "react"
import { createReachBottom, type ReachBottom, type Scrolled } from "./reach-bottom.ts"

export const scrolledDown = (scroller: Element): Scrolled => ({
  scrolledPx: scroller.scrollTop,
  viewPx: scroller.clientHeight,
  contentPx: scroller.scrollHeight,
})

/** Calls back when the nearest `[data-scroller]` around the element is scrolled to its bottom, while `enabled`. */
export const useReachBottom = (
  element: RefObject<Element | null>,
  onReach: () => void,
  enabled: boolean,
  distancePx?: number,
): void => {
  const reach = useRef<ReachBottom>(undefined)
  const reached = useEffectEvent(onReach)
  useEffect(() => {
    const scroller = element.current?.closest("[data-scroller]")
    if (!scroller || !enabled) return
    reach.current ??= createReachBottom(distancePx)
    const { look, againAtMs } = reach.current
    let again: ReturnType<typeof setTimeout> | undefined
    const lookAt = (atMs: number) => {
      clearTimeout(again)
      if (look(scrolledDown(scroller), atMs)) return reached()
      const waitMs = (againAtMs() ?? Number.NaN) - atMs
      if (waitMs > 0) again = setTimeout(() => lookAt(atMs + waitMs), waitMs)
    }
    const onScroll = (event: Event) => lookAt(event.timeStamp)
    scroller.addEventListener("scroll", onScroll, { passive: true })
    return () => {
      clearTimeout(again)
      scroller.removeEventListener("scroll", onScroll)
    }
  }, [element, enabled, distancePx])
}
