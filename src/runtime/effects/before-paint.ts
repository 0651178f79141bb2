/** Schedules work before the next paint. */

/** Runs a task later. */
export type Schedule = (task: () => void) => void

/**
 * Runs a task before the next paint. A hidden page paints no frames: there a slow timer runs it.
 */
export const beforePaint: Schedule = (task) => {
  const hidden = typeof document === "undefined" || document.visibilityState === "hidden"
  if (hidden || typeof requestAnimationFrame === "undefined") setTimeout(task, 250)
  else requestAnimationFrame(task)
}
