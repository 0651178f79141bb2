/** Something else may always come first, but not for longer than this. */
const PATIENCE_MS = 3_000

/**
 * Does something once the browser has nothing better to do, and at the latest when `patienceMs` have passed. Where the browser does not tell that it is idle, a third
 * of that is waited. Gives the way to call it off.
 */
export const whenIdle = (work: () => void, patienceMs = PATIENCE_MS): (() => void) => {
  if (typeof requestIdleCallback === "function") {
    const asked = requestIdleCallback(work, { timeout: patienceMs })
    return () => cancelIdleCallback(asked)
  }
  const timer = setTimeout(work, patienceMs / 3)
  return () => clearTimeout(timer)
}
