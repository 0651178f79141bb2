/** Work that is to be done just before a frame is painted. */

/** Takes a task and runs it later. */
export type Schedule = (task: () => void) => void

/** Runs a task before the next paint. A page that is hidden paints no frames: there it is run by a slow timer instead, so that nothing is missed when it comes back. */
export const beforePaint: Schedule = (task) => {
  const hidden = typeof document === "undefined" || document.visibilityState === "hidden"
  if (hidden || typeof requestAnimationFrame === "undefined") setTimeout(task, 250)
  else requestAnimationFrame(task)
}
