/** Tab pages before they are asked for: their code, and where the device can afford it the pages themselves, so that a tap only has to show. */

import { ROUTES } from "../navigation/routes.ts"
import { whenIdle } from "../runtime/hooks/when-idle.ts"
import { loadPage } from "./routes.tsx"
import type { Ahead } from "./scene.ts"

/** Less memory than this, in GiB, is wanted for what is in view. */
const MEMORY_LEAST_GIB = 2
/** How often it is looked whether calls are still under way. */
const LOOK_AGAIN_MS = 250

/** The member asks for few data, or the device has little room. Where the browser does not say, it is taken to have enough. */
const isSparing = (): boolean => {
  const connection: unknown = Reflect.get(navigator, "connection")
  const memory: unknown = Reflect.get(navigator, "deviceMemory")
  const savesData =
    typeof connection === "object" && connection !== null && Reflect.get(connection, "saveData") === true
  return savesData || (typeof memory === "number" && memory < MEMORY_LEAST_GIB)
}

const idle = (): Promise<void> => new Promise((resolve) => void whenIdle(resolve))

/** Resolves when nothing is under way: what the page in view has asked for is what the next ones begin with. */
const calm = async (isBusy: () => Promise<boolean>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await isBusy().catch(() => true)))
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
}

/**
 * Brings them one after the other, each when the browser has nothing better to do, and gives to `draw` those that may be drawn. What cannot be had now is asked
 * for again when its page is opened. `isBusy` tells whether calls are under way. The answer ends it.
 */
export const bringAhead = (draw: (page: Ahead) => void, isBusy: () => Promise<boolean>): (() => void) => {
  const ending = new AbortController()
  const { signal } = ending
  const bring = async () => {
    for (const page of ROUTES.filter(({ tab }) => tab)) {
      await idle()
      if (signal.aborted) return
      const isThere = await loadPage(page.name).then(
        () => true,
        () => false,
      )
      if (!isThere || isSparing()) continue
      await calm(isBusy, signal)
      await idle()
      if (signal.aborted) return
      draw(page)
    }
  }
  void bring()
  return () => ending.abort()
}
