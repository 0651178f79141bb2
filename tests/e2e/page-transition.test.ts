// @module-tag exhaustive

import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { holdAnswers } from "./faults.ts"
import { seeEqual } from "./page-models/figures.ts"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** Properties that the compositor animates, and properties that change at once. */
const FREE = ["opacity", "translate", "scale", "rotate", "display", "overlay"]

/** Longer than any transition of the app. */
const SETTLED_MS = 400

/** Records every transition that starts. */
const watchTransitions = async (page: Page): Promise<readonly string[]> => {
  const properties: string[] = []
  await page.exposeFunction("tellTransition", (property: string) => properties.push(property))
  await page.evaluate(() => {
    addEventListener("transitionrun", ({ propertyName }) => {
      const tell: unknown = Reflect.get(window, "tellTransition")
      if (typeof tell === "function") tell(propertyName)
    })
  })
  return properties
}

describe("a turn of pages under a finger", () => {
  it("has nothing drawn frame by frame on the main thread", async () => {
    const { phone } = await site.welcome({ reducedMotion: "no-preference" })
    const { page, tabs, market, ticket } = phone
    const properties = await watchTransitions(page)
    await tabs.goTo("market")
    await market.see()
    await tabs.goTo("home")
    await tabs.seeActive("home")
    await tabs.goTo("market")
    await tabs.seeActive("market")
    await market.open("AAPL")
    await market.seeTrade("AAPL")
    await market.buy("up")
    await ticket.see("AAPL")
    await page.goBack()
    await market.seeTrade("AAPL")
    await page.waitForTimeout(SETTLED_MS)
    expect(properties.length).toBeGreaterThan(0)
    expect(properties.filter((property) => !FREE.includes(property))).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })
})

type Sight = "in view" | "out of sight"

/** Play states of infinite animations, in the visible page or in the others. */
const endless = (page: Page, sight: Sight): Promise<readonly AnimationPlayState[]> =>
  page.evaluate((isKept) => {
    const found = document.getAnimations().filter(({ effect }) => {
      if (!(effect instanceof KeyframeEffect) || effect.getTiming().iterations !== Infinity) return false
      return isKept === (effect.target?.closest("[data-offscreen]") !== null)
    })
    return [...new Set(found.map(({ playState }) => playState))]
  }, sight === "out of sight")

describe("a page that is out of sight", () => {
  // one that waits for its data moved on behind the others, and kept the processor of a phone awake for as long as it was not looked at
  it("stands still, and moves on when it is shown", async () => {
    const { phone } = await site.welcome({ reducedMotion: "no-preference" })
    const { page, tabs } = phone
    await holdAnswers(phone.window.context, "candles")
    await seeEqual(() => endless(page, "out of sight"), ["paused"])
    await tabs.goTo("trade")
    await seeEqual(() => endless(page, "in view"), ["running"])
    await tabs.goTo("home")
    await seeEqual(() => endless(page, "in view"), [])
    await seeEqual(() => endless(page, "out of sight"), ["paused"])
    expect(problemsOf(phone)).toEqual([])
  })
})
