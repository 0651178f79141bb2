import { type ReactNode, useEffect, useRef, useState } from "react"
import { SCROLL_THRESHOLD_PX } from "../../../src/domain/limits.ts"
import { createScrollEdges, useReachBottom, verticalPosition } from "../../../src/ui/scroll-edges.ts"
import { Refresher } from "../adapters/refresher.tsx"
import { numberOrDefault } from "../adapters/swiper-options.ts"
import type { Mount, MountPoint } from "./mount.ts"

interface ScrollerOptions {
  readonly scrollable: number
  readonly isAcross: boolean
  readonly distance?: number
  readonly upperThreshold?: number | string
  readonly lowerThreshold?: number | string
  readonly refresherThreshold?: number
  readonly refresherEnabled: boolean
}

const VIEW = { width: 360, height: 700 }

const horizontalPosition = (scroller: Element) => ({
  scrolledPx: scroller.scrollLeft,
  viewPx: scroller.clientWidth,
  contentPx: scroller.scrollWidth,
})

interface Handles {
  element: HTMLElement | null
  grow: (px: number) => void
  setBusy: (busy: boolean) => void
  setTriggered: (triggered: boolean) => void
}

const Bottom = ({
  mountPoint,
  distance,
}: {
  readonly mountPoint: MountPoint
  readonly distance: number | undefined
}) => {
  const end = useRef<HTMLDivElement>(null)
  useReachBottom(end, () => mountPoint.note("reachbottom"), true, distance)
  return <div ref={end} />
}

const Scroller = (props: {
  readonly mountPoint: MountPoint
  readonly options: ScrollerOptions
  readonly handles: Handles
}) => {
  const { mountPoint, options, handles } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [busy, setBusy] = useState(false)
  const [triggered, setTriggered] = useState(false)
  const [grownPx, setGrownPx] = useState(0)
  useEffect(() => {
    const element = scroller.current
    Object.assign(handles, {
      element,
      setBusy,
      setTriggered,
      grow: (px: number) => setGrownPx((now) => now + px),
    })
    if (!element) return
    const edgeAt = createScrollEdges({
      upperPx: numberOrDefault(options.upperThreshold) ?? SCROLL_THRESHOLD_PX,
      lowerPx: numberOrDefault(options.lowerThreshold) ?? SCROLL_THRESHOLD_PX,
    })
    const onScroll = (event: Event) => {
      const at = options.isAcross ? horizontalPosition(element) : verticalPosition(element)
      const edge = edgeAt(at, event.timeStamp)
      if (edge) mountPoint.note(`scrollto${edge}`)
      mountPoint.note("scroll")
    }
    element.addEventListener("scroll", onScroll)
    return () => element.removeEventListener("scroll", onScroll)
  }, [mountPoint, options, handles])
  const length = options.scrollable + grownPx
  const content: ReactNode = (
    <div
      style={
        options.isAcross
          ? { inlineSize: VIEW.width + length, blockSize: 10 }
          : { blockSize: VIEW.height + length }
      }
    />
  )
  return (
    <div
      ref={scroller}
      data-scroller=""
      style={{
        inlineSize: VIEW.width,
        blockSize: VIEW.height,
        overflow: "auto",
        overscrollBehavior: "contain",
        scrollbarWidth: "none",
      }}
    >
      {options.refresherEnabled ? (
        <Refresher
          busy={busy}
          triggered={triggered}
          thresholdPx={options.refresherThreshold}
          onEvent={(event) => {
            if (event === "refresh") setBusy(true)
            mountPoint.note(`refresher${event}`)
          }}
        />
      ) : null}
      {content}
      <Bottom mountPoint={mountPoint} distance={options.distance} />
    </div>
  )
}

/**
 * A scroller with the product's scroll edges, bottom detection and pull gesture. It notes their
 * events.
 */
export const mount: Mount = (mountPoint, options) => {
  const scrollerOptions: ScrollerOptions = {
    scrollable: 3240,
    isAcross: false,
    refresherEnabled: true,
    ...options,
  }
  const handles: Handles = { element: null, grow: () => {}, setBusy: () => {}, setTriggered: () => {} }
  mountPoint.show(<Scroller mountPoint={mountPoint} options={scrollerOptions} handles={handles} />)
  const scroller = (): HTMLElement => {
    if (!handles.element) throw new Error("the scroller is not mounted")
    return handles.element
  }
  return {
    /** Scrolls, waits for the scroll event, and returns the position. */
    scrollTo: async (to) => {
      const element = scroller()
      const axis = scrollerOptions.isAcross ? "scrollLeft" : "scrollTop"
      const before = element[axis]
      const scrolled = new Promise((resolve) => element.addEventListener("scroll", resolve, { once: true }))
      element[axis] = Number(to)
      if (element[axis] !== before) await scrolled
      return element[axis]
    },
    room: () => {
      const at = scrollerOptions.isAcross ? horizontalPosition(scroller()) : verticalPosition(scroller())
      return at.contentPx - at.viewPx
    },
    grow: (px) => handles.grow(Number(px)),
    busy: (busy) => handles.setBusy(busy === true),
    trigger: (triggered) => handles.setTriggered(triggered === true),
  }
}
