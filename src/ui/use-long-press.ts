import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react"
import { LONG_PRESS_MOVE_PX, LONG_PRESS_MS } from "../domain/limits.ts"

/** A finger on the screen, in CSS pixels of the window. */
interface Touch {
  readonly id: number
  readonly x: number
  readonly y: number
}

interface LongPress {
  readonly down: (touch: Touch) => void
  readonly move: (touch: Touch) => void
  /** The finger was lifted, or the browser took it over for scrolling. */
  readonly up: (id: number) => void
  /** Cancels the press and forgets all fingers. */
  readonly stop: () => void
}

/**
 * Recognises a long press: one finger held for 350 ms within 10 px of its start on either axis. A second finger or a
 * longer movement cancels it. It fires once per touch.
 */
const createLongPress = (onLongPress: () => void): LongPress => {
  const fingers = new Set<number>()
  let start: Touch | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const cancel = () => {
    clearTimeout(timer)
    start = undefined
  }
  return {
    down: (touch) => {
      fingers.add(touch.id)
      cancel()
      if (fingers.size > 1) return
      start = touch
      timer = setTimeout(() => {
        cancel()
        onLongPress()
      }, LONG_PRESS_MS)
    },
    move: ({ id, x, y }) => {
      if (start?.id !== id) return
      if (Math.max(Math.abs(x - start.x), Math.abs(y - start.y)) > LONG_PRESS_MOVE_PX) cancel()
    },
    up: (id) => {
      fingers.delete(id)
      cancel()
    },
    stop: () => {
      fingers.clear()
      cancel()
    },
  }
}

/** Props for the element that can be long-pressed. */
interface LongPressProps {
  readonly "data-holdable": "" | undefined
  readonly onPointerDown: (event: PointerEvent) => void
  readonly onContextMenu: (event: MouseEvent) => void
}

interface FingerTracker {
  /** Begins to track the primary finger of the event. */
  readonly track: (event: PointerEvent) => void
  readonly stop: () => void
}

/** Tracks fingers over the whole window: a second finger may come down outside of the element. */
const createFingerTracker = (onLongPress: () => void): FingerTracker => {
  let listening: AbortController | undefined
  const press = createLongPress(onLongPress)
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
    const lift = (event: globalThis.PointerEvent) => {
      press.up(event.pointerId)
      if (event.isPrimary) stop()
    }
    window.addEventListener("pointerdown", (event) => press.down(touchOf(event)), options)
    window.addEventListener("pointermove", (event) => press.move(touchOf(event)), options)
    window.addEventListener("pointerup", lift, options)
    window.addEventListener("pointercancel", lift, options)
  }
  return {
    track: (event) => {
      // the window's own listener handles further fingers
      if (!event.isPrimary || event.pointerType === "mouse") return
      stop()
      listen()
      press.down(touchOf(event))
    },
    stop,
  }
}

/**
 * Suppresses the click at the end of a long press, wherever it lands: the press may have opened something under the finger.
 * The next touch ends the suppression. Clicks made by keys pass.
 */
const suppressClick = (): void => {
  const ended = new AbortController()
  const options = { capture: true, signal: ended.signal }
  window.addEventListener("pointerdown", () => ended.abort(), options)
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
 * A long press by finger or pen. It suppresses the click that would follow and the browser's context menu. A mouse has no
 * long press, so a visible control must offer the same action. Without a callback nothing is listened for.
 */
export const useLongPress = (onLongPress: (() => void) | undefined): LongPressProps => {
  const latest = useRef(onLongPress)
  const tracker = useRef<FingerTracker>(undefined)
  useEffect(() => {
    latest.current = onLongPress
  })
  useEffect(() => () => tracker.current?.stop(), [])
  return {
    "data-holdable": onLongPress ? "" : undefined,
    onPointerDown: (event) => {
      if (!onLongPress) return
      tracker.current ??= createFingerTracker(() => {
        suppressClick()
        latest.current?.()
      })
      tracker.current.track(event)
    },
    onContextMenu: (event) => {
      const isTouch = !("pointerType" in event.nativeEvent) || event.nativeEvent.pointerType !== "mouse"
      if (onLongPress && isTouch) event.preventDefault()
    },
  }
}
