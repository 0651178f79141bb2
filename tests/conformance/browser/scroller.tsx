import { type ReactNode, useEffect, useRef, useState } from "react"
import { PullToRefresh } from "../../../src/ui/PullToRefresh.tsx"
import { createScrollEdges } from "../../../src/ui/scroll-edges.ts"
import { scrolledDown, useReachBottom } from "../../../src/ui/useReachBottom.ts"
import type { Mount, Stage } from "./stage.ts"

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

const scrolledAcross = (scroller: Element) => ({
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

const Bottom = ({ stage, distance }: { readonly stage: Stage; readonly distance: number | undefined }) => {
  const end = useRef<HTMLDivElement>(null)
  useReachBottom(end, () => stage.note("reachbottom"), true, distance)
  return <div ref={end} />
}

const Scroller = (props: {
  readonly stage: Stage
  readonly options: ScrollerOptions
  readonly handles: Handles
}) => {
  const { stage, options, handles } = props
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
    const edgeAt = createScrollEdges(options)
    const onScroll = (event: Event) => {
      const at = options.isAcross ? scrolledAcross(element) : scrolledDown(element)
      const edge = edgeAt(at, event.timeStamp)
      if (edge) stage.note(`scrollto${edge}`)
      stage.note("scroll")
    }
    element.addEventListener("scroll", onScroll)
    return () => element.removeEventListener("scroll", onScroll)
  }, [stage, options, handles])
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
        <PullToRefresh
          busy={busy}
          triggered={triggered}
          thresholdPx={options.refresherThreshold}
          onRefresh={() => setBusy(true)}
          onEvent={(event) => stage.note(`refresher${event}`)}
        />
      ) : null}
      {content}
      <Bottom stage={stage} distance={options.distance} />
    </div>
  )
}

/** A page's scroller with everything that scrolling and pulling can bring about. */
export const mount: Mount = (stage, options) => {
  const told: ScrollerOptions = { scrollable: 3240, isAcross: false, refresherEnabled: true, ...options }
  const handles: Handles = { element: null, grow: () => {}, setBusy: () => {}, setTriggered: () => {} }
  stage.show(<Scroller stage={stage} options={told} handles={handles} />)
  const need = (): HTMLElement => {
    if (!handles.element) throw new Error("the scroller is not there")
    return handles.element
  }
  return {
    /** Scrolls and waits until that was heard; the answer is where it stands. */
    scrollTo: async (to) => {
      const element = need()
      const axis = told.isAcross ? "scrollLeft" : "scrollTop"
      const before = element[axis]
      const heard = new Promise((resolve) => element.addEventListener("scroll", resolve, { once: true }))
      element[axis] = Number(to)
      if (element[axis] !== before) await heard
      return element[axis]
    },
    room: () => {
      const at = told.isAcross ? scrolledAcross(need()) : scrolledDown(need())
      return at.contentPx - at.viewPx
    },
    grow: (px) => handles.grow(Number(px)),
    busy: (busy) => handles.setBusy(busy === true),
    trigger: (triggered) => handles.setTriggered(triggered === true),
  }
}
