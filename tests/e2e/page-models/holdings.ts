import { readFileSync } from "node:fs"
import type { Page } from "playwright-core"
import { expect } from "vitest"
import { button } from "./fields.ts"
import { exactValue, figureOf, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export const holdingsPages = (page: Page) => {
  const hold = page.locator("[data-page=hold]").filter({ visible: true })
  const contract = page.locator("[data-page=hold-record]").filter({ visible: true })
  const rows = (tab: "pending" | "completed") =>
    hold.getByRole("list", { name: text(`contract.tab.${tab}`), exact: true }).getByRole("listitem")
  return {
    see: () =>
      hold.getByRole("heading", { name: text("hold.title"), exact: true }).waitFor({ timeout: SOON_MS }),
    showCompleted: () => hold.getByRole("tab", { name: text("contract.tab.completed") }).click(),
    seePending: (count: number) => seeEqual(() => rows("pending").count(), count),
    seeCompleted: (count: number) => seeEqual(() => rows("completed").count(), count),
    openFirst: (tab: "pending" | "completed") => rows(tab).first().getByRole("link").click(),
    seeContract: (symbol: string) => seeText(contract, symbol),
    /** Waits until the contract is open. */
    seeRunning: () => seeText(contract, text("contract.state.opened"), 2 * SOON_MS),
    seeSettled: (timeoutMs: number) => seeText(contract, text("contract.state.settled"), timeoutMs),
    /** The credited amount of the contract. */
    paidBack: async () => exactValue(figureOf(contract, text("receipt.credited"))),
    /** Verifies the settlement in the browser. */
    seeSettlementAgrees: async () => {
      await button(contract, text("receipt.check")).click()
      await seeText(contract, text("receipt.check.agrees"))
      expect(await contract.locator('[data-holds="false"]').count()).toBe(0)
    },
    /** Expects the whole contract in print, without controls. */
    seePrintsWhole: async () => {
      await page.emulateMedia({ media: "print" })
      const scroller = contract.locator("[data-scroller]")
      expect(await scroller.evaluate((it) => it.scrollHeight - it.clientHeight)).toBe(0)
      expect(await scroller.evaluate((it) => it.clientHeight > innerHeight)).toBe(true)
      expect(await page.locator("nav, button:not(h1 *)").filter({ visible: true }).count()).toBe(0)
      await page.emulateMedia({ media: "screen" })
    },
    /** Saves the settlement's proof and returns the file's text. */
    saveProof: async (): Promise<string> => {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        button(contract, text("receipt.save")).click(),
      ])
      return readFileSync(await download.path(), "utf8")
    },
    closeEarly: () => button(contract, text("close.button")).click(),
  }
}
