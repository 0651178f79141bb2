// @module-tag exhaustive
/** Long words of five languages in narrow windows: nothing is cut, broken or pushed aside. */
import type { Page } from "playwright-core"
import { describe, expect, it } from "vitest"
import type { Locale } from "../../src/domain/limits.ts"
import { encodeStored } from "../../src/runtime/api/device-storage.ts"
import { callServer } from "../support/app.ts"
import { spareMemory } from "./every-page.ts"
import { whatDoesNotFit } from "./long-words.ts"
import { openSite, sessionIn, storedSession } from "./site.ts"

const site = openSite()

/** A header of one title line and one line below it; more pushes the page down. */
const HEADER_PX = 72

/** Broken words, texts outside their button, and high headers. */
const misshapen = (page: Page): Promise<readonly string[]> =>
  page.evaluate((headerPx) => {
    const found: string[] = []
    const linesOf = (range: Range) =>
      new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
        .size
    // the browser has a dictionary of hyphens for these languages
    const isHyphenated = (node: Text): boolean =>
      node.parentElement !== null &&
      getComputedStyle(node.parentElement).hyphens === "auto" &&
      /^(de|nl)/.test(document.documentElement.lang)
    const brokenWords = (node: Text): readonly string[] =>
      [...node.data.matchAll(/[\p{L}\p{N}]{2,}/gu)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        return linesOf(range) > 1 ? [`"${word}" is broken without a hyphen`] : []
      })
    const isOutside = (element: Element): boolean => {
      const box = element.getBoundingClientRect()
      const range = document.createRange()
      range.selectNodeContents(element)
      return [...range.getClientRects()].some(
        ({ width, left, right }) => width > 1 && (right > box.right + 1 || left < box.left - 1),
      )
    }
    for (const element of document.querySelectorAll("[data-page] *, nav *")) {
      if (!element.checkVisibility() || element.closest("[inert]")) continue
      // hidden texts for screen readers, and codes, which break anywhere
      if (
        element.closest(".visually-hidden, [translate=no], code") ||
        element.querySelector(".visually-hidden")
      )
        continue
      for (const node of element.childNodes)
        if (node instanceof Text && !isHyphenated(node)) found.push(...brokenWords(node))
      if (element.matches("a, button") && isOutside(element)) found.push(`outside: ${element.textContent}`)
      const height = element.getBoundingClientRect().height
      if (element.tagName === "HEADER" && height > headerPx)
        found.push(`a header of ${Math.round(height)} px: ${element.textContent}`)
    }
    return found
  }, HEADER_PX)

const urls = [
  "/pages/tabbar/home/index",
  "/pages/tabbar/optional/index",
  "/pages/tabbar/trade/index",
  "/pages/tabbar/hold/index",
  "/pages/tabbar/my/index",
  "/pages/wallet/index",
  "/pages/order/index?product=aapl&direction=up",
  "/pages/usdt/usdt-list",
  "/pages/income/income-record",
  "/pages/promote/index",
  "/pages/product/index",
] as const

const languages: readonly Locale[] = ["de", "fr", "es", "pt", "vn"]
describe.each(languages)("in %s", (locale) => {
  it("fits a window of 375 and of 320 px", async () => {
    const { username, password } = await site.newMember()
    const session = sessionIn(await callServer(site.url(), "login", { username, password }))
    const stored = [...storedSession(session), { name: "app_locale", value: encodeStored(locale, null) }]
    const storageState = { cookies: [], origins: [{ origin: site.url(), localStorage: stored }] }
    const phone = await site.openDevice({ storageState })
    const { page } = phone
    await spareMemory(phone)
    const found: Record<string, readonly string[]> = {}
    // German words are the longest
    for (const url of locale === "de" ? urls : urls.slice(0, 7)) {
      await page.goto(url)
      await page.locator("[data-page] h1").filter({ visible: true }).first().waitFor()
      await page.waitForLoadState("networkidle")
      for (const width of [375, 320]) {
        await page.setViewportSize({ width, height: 812 })
        const problems = [...(await whatDoesNotFit(page)), ...(await misshapen(page))]
        if (problems.length > 0) found[`${url} ${width}`] = problems
      }
    }
    expect(found).toEqual({})
  })
})
