/** What areas may use: the fixture, and a page of a real browser on the harness, both brought about when first asked for. */
import type { Browser, Page } from "playwright-core"
import { launchBrowser } from "../support/browser.ts"
import type { Fixture, Tools } from "./area.ts"
import { type Harness, serveHarness } from "./harness.ts"

interface Opened {
  readonly browser: Browser
  readonly harness: Harness
}

export interface Toolbox {
  /** Tools for one case; `done` closes what it has opened. */
  readonly forCase: (fixture: Fixture) => { readonly tools: Tools; readonly done: () => Promise<void> }
  readonly close: () => Promise<void>
}

/** One browser and one build of the harness for a whole run. */
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
      viewport: { width: 375, height: 812 },
      hasTouch: true,
    })
    const page = await context.newPage()
    await page.goto("/")
    await page.waitForFunction(() => "harness" in window)
    return page
  }
  let shared: Promise<Page> | undefined
  const sharedPage = (): Promise<Page> => {
    shared ??= show()
    return shared
  }
  const forCase = (fixture: Fixture) => {
    let shown: Promise<Page> | undefined
    const page = () => {
      shown ??= show()
      return shown
    }
    const done = async () => {
      if (shown) await (await shown).context().close()
    }
    return { tools: { fixture, page, sharedPage }, done }
  }
  const close = async () => {
    if (!opening) return
    const { browser, harness } = await opening
    await browser.close()
    await harness.close()
  }
  return { forCase, close }
}
