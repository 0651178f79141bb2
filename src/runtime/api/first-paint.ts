/**
 * Waits for the first paint. With all code at hand, as in the installed app, running it first would
 * delay what the shell already shows. Must be the first import of `src/main.tsx`.
 */

/** The longest wait where no frame is painted, as in a background tab. */
const LONGEST_MS = 1_000

const isPainted = (): boolean => performance.getEntriesByName("first-contentful-paint").length > 0

const painted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, LONGEST_MS)
    // the frame is painted between this callback and the next task
    requestAnimationFrame(() => setTimeout(resolve))
  })

export {}

if (!isPainted() && document.visibilityState === "visible") await painted()
