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

/**
 * Resolves when no call is in flight: prerendered pages then start with the answers of the visible
 * page.
 */
const whenCallsFinished = async (isBusy: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await isBusy().catch(() => true)))
    await new Promise((resolve) => setTimeout(resolve, CALLS_POLL_MS))
}

/**
 * Loads the code of the tab pages one by one while the browser is idle and passes each to `render`,
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
    for (const page of ROUTES.filter(({ tab }) => tab)) {
      await idle()
      if (signal.aborted) return
      const isLoaded = await loadPage(page.name).then(
        () => true,
        () => false,
      )
      if (!isLoaded || isConstrained()) continue
      await whenCallsFinished(isBusy, signal)
      await idle()
      if (signal.aborted) return
      render(page)
    }
  }
  void run()
  return () => stopping.abort()
}
