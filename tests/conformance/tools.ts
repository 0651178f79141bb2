/** Creates the shared resources of the areas, each on first use. */
import type { Browser, Page } from "playwright-core"
import { launchBrowser } from "../support/browser.ts"
import type { Fixture, Tools } from "./area.ts"
import { type Harness, serveHarness } from "./harness.ts"
import { liftAll, stopClock } from "./touch.ts"

interface Opened {
  readonly browser: Browser
  readonly harness: Harness
}

export interface Toolbox {
  readonly toolsFor: (fixture: Fixture) => Tools
  readonly close: () => Promise<void>
}

const VIEWPORT = { width: 375, height: 812 }

/** Resets what a case may have changed on the page besides the mounted component. */
const asItWas = async (page: Page): Promise<Page> => {
  await liftAll(page)
  const size = page.viewportSize()
  if (size?.width !== VIEWPORT.width || size.height !== VIEWPORT.height) await page.setViewportSize(VIEWPORT)
  await page.emulateMedia({ reducedMotion: null })
  return page
}

/** One browser and one build of the harness per run. */
export const openToolbox = (): Toolbox => {
  let opening: Promise<Opened> | undefined
  const open = async (): Promise<Opened> => {
    const harness = await serveHarness()
    return { harness, browser: await launchBrowser() }
  }
  const show = async (): Promise<Page> => {
    opening ??= open()
    const { browser, harness } = await opening
    const context = await browser.newContext({
      baseURL: harness.url,
      locale: "en-US",
      viewport: VIEWPORT,
      hasTouch: true,
    })
    const page = await context.newPage()
    await page.goto("/")
    await page.waitForFunction(() => "harness" in window)
    return page
  }
  const showStopped = async (): Promise<Page> => {
    const page = await show()
    await stopClock(page)
    return page
  }
  let shown: Promise<Page> | undefined
  let stopped: Promise<Page> | undefined
  const page = async (): Promise<Page> => {
    shown ??= show()
    return await asItWas(await shown)
  }
  const stoppedPage = async (): Promise<Page> => {
    stopped ??= showStopped()
    return await asItWas(await stopped)
  }
  const leavePages = (): void => {
    shown = undefined
    stopped = undefined
  }
  const close = async () => {
    if (!opening) return
    const { browser, harness } = await opening
    await browser.close()
    await harness.close()
  }
  return { toolsFor: (fixture) => ({ fixture, page, stoppedPage, leavePages }), close }
}
