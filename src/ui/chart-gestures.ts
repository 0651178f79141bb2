/**
 * The gestures on a chart: one finger or a mouse that hovers reads a bar, a pressed mouse and a wheel
 * that turns sideways move the bars, two fingers and a wheel with Ctrl (a trackpad's pinch) zoom. A
 * double click zooms in, or shows every bar again. A wheel alone scrolls the page.
 */
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from "react"

export interface ChartGestures {
  /** A distance from the left edge, in px; undefined when nothing is read any more. */
  readonly read: (leftPx: number | undefined) => void
  readonly zoom: (factor: number, leftPx: number) => void
  readonly pan: (byPx: number) => void
  /** Zooms in at this place, or out to every bar. */
  readonly toggle: (leftPx: number) => void
}

/** How much a pixel of a wheel zooms. */
const WHEEL_STEP = 0.004

interface Grip {
  readonly centrePx: number
  readonly spreadPx: number
}

const gripOf = (places: readonly { readonly x: number; readonly y: number }[]): Grip | null => {
  const [a, b] = places
  return a && b
    ? { centrePx: (a.x + b.x) / 2, spreadPx: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) }
    : null
}

const useWheel = (glass: RefObject<HTMLElement | null>, { zoom, pan }: ChartGestures): void => {
  const turn = useEffectEvent((event: WheelEvent) => {
    const isSideways = Math.abs(event.deltaX) > Math.abs(event.deltaY)
    if (!event.ctrlKey && !isSideways) return
    event.preventDefault()
    if (event.ctrlKey) zoom(Math.exp(-event.deltaY * WHEEL_STEP), event.offsetX)
    else pan(event.deltaX)
  })
  useEffect(() => {
    const element = glass.current
    const listen = (event: WheelEvent) => turn(event)
    element?.addEventListener("wheel", listen, { passive: false })
    return () => element?.removeEventListener("wheel", listen)
  }, [glass])
}

/** Handlers of the pointer surface above a chart. */
export const useChartGestures = (glass: RefObject<HTMLElement | null>, gestures: ChartGestures) => {
  const pointers = useRef(new Map<number, { readonly x: number; readonly y: number }>())
  const { read, zoom, pan, toggle } = gestures
  useWheel(glass, gestures)
  const leftPx = ({ clientX, currentTarget }: PointerEvent | MouseEvent): number =>
    clientX - currentTarget.getBoundingClientRect().left
  const release = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId)
    read(undefined)
  }
  const press = (event: PointerEvent) => {
    pointers.current.set(event.pointerId, { x: leftPx(event), y: event.clientY })
    read(pointers.current.size > 1 ? undefined : leftPx(event))
  }
  const move = (event: PointerEvent) => {
    const { current } = pointers
    const before = current.get(event.pointerId)
    const place = { x: leftPx(event), y: event.clientY }
    if (before === undefined || (current.size === 1 && event.pointerType !== "mouse")) {
      read(place.x)
      return
    }
    const grip = gripOf([...current.values()])
    current.set(event.pointerId, place)
    const next = gripOf([...current.values()])
    if (grip && next) {
      zoom(next.spreadPx / grip.spreadPx, next.centrePx)
      pan(grip.centrePx - next.centrePx)
    } else pan(before.x - place.x)
  }
  return {
    onPointerDown: press,
    onPointerMove: move,
    onPointerUp: release,
    onPointerLeave: release,
    onPointerCancel: release,
    onDoubleClick: (event: MouseEvent) => toggle(leftPx(event)),
  }
}
