import type { Page } from "playwright-core"
import { button } from "./fields.ts"
import { dontSeeText, exactValue, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text, textLike } from "./texts.ts"

type Step = "deposit" | "buy" | "settle" | "check" | "withdraw"

export const homePage = (page: Page) => {
  const own = page.locator("[data-page=home]").filter({ visible: true })
  const balance = () => own.locator("data").first()
  return {
    see: () =>
      page
        .getByRole("heading", { name: text("home.top-stocks") })
        .first()
        .waitFor({ timeout: SOON_MS }),
    /** Waits until all queries of the page have loaded. */
    seeWhole: async () => {
      await own.getByRole("button", { name: text("home.messages") }).waitFor({ timeout: SOON_MS })
      await own.getByRole("article").first().waitFor({ timeout: SOON_MS })
      await balance().waitFor({ timeout: SOON_MS })
    },
    seeAvailable: (amount: string, timeoutMs = SOON_MS) =>
      seeEqual(() => exactValue(balance()), amount, timeoutMs),
    /** Expects figures marked as cached, with their time. */
    seeCached: () => seeText(own, textLike("screens.last-known-at"), 2 * SOON_MS),
    dontSeeCached: () => dontSeeText(own, textLike("screens.last-known-at")),
    /** Expects a cached balance with its time, while a newer one loads. */
    seeKnownAt: () => seeText(own, textLike("shell.known-at")),
    dontSeeKnownAt: () => dontSeeText(own, textLike("shell.known-at")),
    hideAmounts: () => button(own, text("ui.amount.hide")).click(),
    showAmounts: () => button(own, text("ui.amount.show")).click(),
    seeAmountsHidden: () => seeText(own, text("ui.amount.hidden")),
    /** Expects these first steps to be left, and no others. */
    seeStepsLeft: (...ids: readonly Step[]) =>
      seeEqual(
        () =>
          own
            .getByRole("list", { name: text("home.steps") })
            .getByRole("listitem")
            .allInnerTexts(),
        ids.map((id) => text(`home.steps.${id}`)),
      ),
    deposit: () => button(own, text("money.deposit")).click(),
    withdraw: () => button(own, text("money.withdraw")).click(),
  }
}
