import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react"
import { createLongPress } from "./long-press.ts"

/** Props for the element that can be held. */
export interface Holdable {
  readonly "data-holdable": "" | undefined
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

interface Hold {
  /** Fingers that came down here or joined while one was down. */
  readonly follow: (event: PointerEvent) => void
  readonly stop: () => void
}

/** Follows the fingers over the whole window, because a second one may come down anywhere. */
const createHold = (onHeld: () => void): Hold => {
  let listening: AbortController | undefined
  const press = createLongPress(onHeld)
  const stop = () => {
    listening?.abort()
    listening = undefined
    press.stop()
  }
  const touchOf = (event: Pick<PointerEvent, "pointerId" | "clientX" | "clientY">) => ({
    id: event.pointerId,
    x: event.clientX,
    y: event.clientY,
  })
  const listen = () => {
    listening = new AbortController()
    const options = { capture: true, passive: true, signal: listening.signal }
    const lifted = (event: globalThis.PointerEvent) => {
      press.up(event.pointerId)
      if (event.isPrimary) stop()
    }
    window.addEventListener("pointerdown", (event) => press.down(touchOf(event)), options)
    window.addEventListener("pointermove", (event) => press.move(touchOf(event)), options)
    window.addEventListener("pointerup", lifted, options)
    window.addEventListener("pointercancel", lifted, options)
  }
  return {
    follow: (event) => {
      // a finger that joins another has been heard by the window
      if (!event.isPrimary || event.pointerType === "mouse") return
      stop()
      listen()
      press.down(touchOf(event))
    },
    stop,
  }
}

/**
 * Leaves out the tap that ends a hold, wherever it falls: what was held may have laid something under the finger meanwhile. It is over with the next touch; keys
 * make clicks that are meant.
 */
const swallowTap = (): void => {
  const over = new AbortController()
  const options = { capture: true, signal: over.signal }
  window.addEventListener("pointerdown", () => over.abort(), options)
  window.addEventListener(
    "click",
    (event) => {
      if (event.detail === 0) return
      event.preventDefault()
      event.stopPropagation()
    },
    options,
  )
}

/**
 * A long press by finger or pen, once the element is held: the tap that would follow and the browser's own menu are left out. A mouse has no long press; what
 * it does must also be had by a control that can be seen. Without a callback nothing is listened for.
 */
export const useLongPress = (onLongPress: (() => void) | undefined): Holdable => {
  const latest = useRef(onLongPress)
  const hold = useRef<Hold>(undefined)
  useEffect(() => {
    latest.current = onLongPress
  })
  useEffect(() => () => hold.current?.stop(), [])
  return {
    "data-holdable": onLongPress ? "" : undefined,
    onPointerDown: (event) => {
      if (!onLongPress) return
      hold.current ??= createHold(() => {
        swallowTap()
        latest.current?.()
      })
      hold.current.follow(event)
    },
    onContextMenu: (event) => {
      const isTouch = !("pointerType" in event.nativeEvent) || event.nativeEvent.pointerType !== "mouse"
      if (onLongPress && isTouch) event.preventDefault()
    },
  }
}
