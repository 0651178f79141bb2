/** Something else may always come first, but not for longer than this. */
const PATIENCE_MS = 3_000
/** Where the browser does not tell that it is idle. */
const PAUSE_MS = 1_000

/** Does something once the browser has nothing better to do. Gives the way to call it off. */
export const whenIdle = (work: () => void): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(work, { timeout: PATIENCE_MS })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, PAUSE_MS)
  return () => clearTimeout(timer)
}
