import { LONG_PRESS_MOVE_PX, LONG_PRESS_MS } from "../domain/limits.ts"

/** Where a finger touches the screen, in CSS pixels of the window. */
export interface Touch {
  readonly id: number
  readonly x: number
  readonly y: number
}

export interface LongPress {
  readonly down: (touch: Touch) => void
  readonly move: (touch: Touch) => void
  /** Lifted, or taken over by the browser for scrolling. */
  readonly up: (id: number) => void
  /** Gives the press up, whatever the fingers do. */
  readonly stop: () => void
}

/**
 * Tells a long press from everything else that one finger does: held for 350 ms and never farther than 10 px from where it came down, along either axis.
 * A second finger ends it, and so does any movement over that; it is told once for each time the finger comes down.
 */
export const createLongPress = (onLongPress: () => void): LongPress => {
  const fingers = new Set<number>()
  let start: Touch | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const giveUp = () => {
    clearTimeout(timer)
    start = undefined
  }
  return {
    down: (touch) => {
      fingers.add(touch.id)
      giveUp()
      if (fingers.size > 1) return
      start = touch
      timer = setTimeout(() => {
        giveUp()
        onLongPress()
      }, LONG_PRESS_MS)
    },
    move: ({ id, x, y }) => {
      if (start?.id !== id) return
      if (Math.max(Math.abs(x - start.x), Math.abs(y - start.y)) > LONG_PRESS_MOVE_PX) giveUp()
    },
    up: (id) => {
      fingers.delete(id)
      giveUp()
    },
    stop: () => {
      fingers.clear()
      giveUp()
    },
  }
}
