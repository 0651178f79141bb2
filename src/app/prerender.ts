import { ROUTES } from "../navigation/routes.ts"
import { whenIdle } from "../runtime/hooks/defer-work.ts"
import { loadPage } from "./page-loader.tsx"
import type { PrerenderedPage } from "./page-slots.ts"

/** A device with less memory (GiB) does not prerender. */
const MEMORY_LEAST_GIB = 2
const CALLS_POLL_MS = 250

/**
 * Whether the member saves data or the device has little memory. False where the browser does not
 * say.
 */
const isConstrained = (): boolean => {
  const connection: unknown = Reflect.get(navigator, "connection")
  const memory: unknown = Reflect.get(navigator, "deviceMemory")
  const savesData =
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  return savesData || (typeof memory === "number" && memory < MEMORY_LEAST_GIB)
}

const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve))

const pause = (durationMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, durationMs))

/** A timer that fires later than this was held up by a task. */
const LATE_MS = 50
/** How many timers in a row have to be on time: the processor has been idle for a second. */
const TIMELY_TIMERS = 4
/** A device that is never idle waits no longer for each page. */
const QUIET_PATIENCE_MS = 8_000

/** Resolves when the processor has been idle for a second and is idle now. */
const whenQuiet = async (signal: AbortSignal): Promise<void> => {
  const startedMs = performance.now()
  let timely = 0
  while (timely < TIMELY_TIMERS && performance.now() - startedMs < QUIET_PATIENCE_MS && !signal.aborted) {
    const dueMs = performance.now() + CALLS_POLL_MS
    await pause(CALLS_POLL_MS)
    timely = performance.now() - dueMs > LATE_MS ? 0 : timely + 1
  }
  await idle()
}

/**
 * Resolves when no call is in flight: prerendered pages then start with the answers of the visible
 * page.
 */
const whenCallsFinished = async (isBusy: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await isBusy().catch(() => true))) await pause(CALLS_POLL_MS)
}

/** The tab pages, the one on the screen last: it is rendered already. */
const inOrder = (shown: string) => {
  const tabs = ROUTES.filter(({ tab }) => tab)
  return [...tabs.filter(({ path }) => path !== shown), ...tabs.filter(({ path }) => path === shown)]
}

/**
 * Loads the code of the tab pages one by one while the processor is idle and passes each to `render`,
 * unless the device is constrained. Code that fails to load is loaded again when its page opens.
 * `isBusy`: whether calls are in flight. Returns a function that stops it.
 */
export const prerenderTabPages = (
  render: (page: PrerenderedPage) => void,
  isBusy: () => Promise<boolean>,
): (() => void) => {
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async () => {
    for (const page of inOrder(location.pathname)) {
      await whenQuiet(signal)
      if (signal.aborted) return
      const isLoaded = await loadPage(page.name).then(
        () => true,
        () => false,
      )
      if (!isLoaded || isConstrained()) continue
      await whenCallsFinished(isBusy, signal)
      await whenQuiet(signal)
      if (signal.aborted) return
      render(page)
    }
  }
  void run()
  return () => stopping.abort()
}
