import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import { openSite, problemsOf } from "./site.ts"

const site = openSite()

/** What the compositor moves by itself, and what changes at once. */
const FREE = ["opacity", "translate", "scale", "rotate", "display", "overlay"]

/** Longer than anything of the app takes to move. */
const SETTLED_MS = 400

/** From now on every property that begins to change over time is told. */
const watchTransitions = async (page: Page): Promise<readonly string[]> => {
  const told: string[] = []
  await page.exposeFunction("tellTransition", (property: string) => told.push(property))
  await page.evaluate(() => {
    addEventListener("transitionrun", ({ propertyName }) => {
      const tell: unknown = Reflect.get(window, "tellTransition")
      if (typeof tell === "function") tell(propertyName)
    })
  })
  return told
}

describe("a turn of pages under a finger", () => {
  it("has nothing drawn frame by frame on the main thread", async () => {
    const { phone } = await site.welcome({ reducedMotion: "no-preference" })
    const { page, tabs, market, ticket } = phone
    const told = await watchTransitions(page)
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
    expect(told.length).toBeGreaterThan(0)
    expect(told.filter((property) => !FREE.includes(property))).toEqual([])
    expect(problemsOf(phone)).toEqual([])
  })
})
