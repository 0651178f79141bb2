/**
 * Waits until the shell is on the screen: where all code is at hand already, as in the app kept on a device, running it first would only keep the member from
 * what is drawn. First import of `src/main.tsx`, so that nothing of the rest is run before.
 */

/** Where no frame is drawn (a tab opened in the background), nothing is waited for longer than this. */
const LONGEST_MS = 1_000

const isPainted = (): boolean => performance.getEntriesByName("first-contentful-paint").length > 0

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    // the frame is drawn between this and the next task
    requestAnimationFrame(() => setTimeout(resolve))
  })

export {}

if (!isPainted() && document.visibilityState === "visible") await painted()
