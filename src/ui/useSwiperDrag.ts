import { type MouseEvent, type PointerEvent, type RefObject, useRef } from "react"
import { draggedPosition, restPosition, type SwiperSettings } from "./swiper.ts"

export interface SwiperDragOptions {
  readonly track: RefObject<HTMLElement | null>
  readonly settings: SwiperSettings
  readonly vertical: boolean
  readonly enabled: boolean
  readonly position: number
  /** The finger holds the slides, or has let go. */
  readonly onHold: (held: boolean) => void
  /** The slides go this way (-1 or 1) from where they were: what comes from there has to be laid there. */
  readonly onLean: (towards: number) => void
  readonly onRest: (position: number) => void
}

interface Drag {
  readonly pointerId: number
  readonly start: number
  /** Size of one slide, in px. */
  readonly slidePx: number
  /** Where the slides stood when the finger came, a turn under way included. */
  readonly from: number
  towards: number
  last: number
  lastMs: number
  speed: number
  moved: boolean
}

/** Less than this is a tap on what lies in the slide. */
const TAP_PX = 6
/** A finger that has rested this long is not flicking. */
const REST_MS = 80

/** Where the slides stand now, in slides; between two of them while they turn. */
const standingAt = (track: HTMLElement, view: DOMRect, vertical: boolean, slidePx: number): number => {
  const { left, top } = track.getBoundingClientRect()
  const shiftPx = vertical ? view.top - top : view.left - left
  return shiftPx / Math.max(1, slidePx)
}

/** Lets the slides follow a finger or pen along their axis; across it the page scrolls as ever. A mouse has the controls. */
export const useSwiperDrag = (options: SwiperDragOptions) => {
  const { track, settings, vertical, enabled, position } = options
  const drag = useRef<Drag | undefined>(undefined)
  const wasDragged = useRef(false)
  const along = (event: PointerEvent) => (vertical ? event.clientY : event.clientX)
  const put = (slides: number) => track.current?.style.setProperty("--dragged", String(slides))
  const letGo = () => {
    drag.current = undefined
    put(0)
    options.onHold(false)
  }
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false
      const element = track.current
      if (!element || !enabled || !event.isPrimary || event.pointerType === "mouse") return
      const view = event.currentTarget.getBoundingClientRect()
      const slidePx = (vertical ? view.height : view.width) / settings.perView
      const from = standingAt(element, view, vertical, slidePx)
      const [start, lastMs] = [along(event), event.timeStamp]
      const { pointerId } = event
      drag.current = {
        pointerId,
        start,
        slidePx,
        from,
        towards: 0,
        last: start,
        lastMs,
        speed: 0,
        moved: false,
      }
      options.onHold(true)
      put(from - position)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointerId !== event.pointerId) return
      const [at, goneMs] = [along(event), event.timeStamp - now.lastMs]
      if (!now.moved && Math.abs(at - now.start) > TAP_PX) {
        now.moved = true
        event.currentTarget.setPointerCapture(event.pointerId)
      }
      if (goneMs > 0) now.speed = (now.last - at) / goneMs
      now.last = at
      now.lastMs = event.timeStamp
      const dragged = draggedPosition(now.from + (now.start - at) / Math.max(1, now.slidePx), settings)
      const towards = Math.sign(dragged - position)
      if (towards !== now.towards) options.onLean(towards)
      now.towards = towards
      put(dragged - position)
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const now = drag.current
      if (now?.pointerId !== event.pointerId) return
      const isFlick = event.timeStamp - now.lastMs < REST_MS
      const dragged = draggedPosition(now.from + (now.start - now.last) / Math.max(1, now.slidePx), settings)
      wasDragged.current = now.moved
      letGo()
      options.onRest(restPosition(position, dragged, now.moved && isFlick ? now.speed : 0, settings))
    },
    onPointerCancel: letGo,
    onClickCapture: (event: MouseEvent) => {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
    onDragStart: (event: MouseEvent) => event.preventDefault(),
  }
}
