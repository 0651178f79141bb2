/** Defers work that a tap does not have to wait for. */
import { beforePaint, type Schedule } from "../stream/quote-store.ts"

/** The longest wait for an idle browser. */
const IDLE_TIMEOUT_MS = 3_000

/**
 * Runs `work` when the browser is idle, at the latest after `patienceMs`. Browsers without
 * requestIdleCallback wait a third of that. Returns the function that cancels it.
 */
export const whenIdle = (work: () => void, patienceMs = IDLE_TIMEOUT_MS): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const handle = requestIdleCallback(work, { timeout: patienceMs })
    return () => cancelIdleCallback(handle)
  }
  const timer = setTimeout(work, patienceMs / 3)
  return () => clearTimeout(timer)
}

/** Short: deferred work may stay behind by a frame or two only. */
const AFTER_PAINT_TIMEOUT_MS = 100

/**
 * Runs a task after the next paint, once nothing more urgent is left; in a hidden page as soon as
 * `beforePaint` does. On a slow phone an immediate start delayed the following frame.
 */
export const afterPaint: Schedule = (task) => beforePaint(() => void whenIdle(task, AFTER_PAINT_TIMEOUT_MS))
