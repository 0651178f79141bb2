import type { Page } from "playwright-core"
import { button, field, pauseOfAThumb } from "./fields.ts"
import { SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text, textLike } from "./texts.ts"

export type PaymentTitle =
  | "pending"
  | "success"
  | "fail"
  | "cancelled"
  | "refused"
  | "outcome.unknown"
  | "outcome.not-placed"
  | "outcome.not-recorded"

/** Page models of the pay page, and of the simulator's page that it opens. */
export const paymentPages = (page: Page) => {
  const own = page.locator("[data-page=pay]").filter({ visible: true })
  const title = (name: PaymentTitle) => own.getByRole("heading", { name: text(`pay.${name}`), exact: true })
  return {
    open: async (query = "") => void (await page.goto(`/pages/pay/index${query}`)),
    /** From the deposit page. */
    choosePaymentPage: () =>
      page
        .locator("[data-page=recharge]")
        .getByRole("link", { name: text("deposit.other-ways.text") })
        .click(),
    seeWays: () => seeText(own, text("pay.choose")),
    choose: (way: 2 | 3) => own.getByRole("button", { name: text(`pay.way.${way}`) }).click(),
    amount: () => field(own, text("deposit.amount")),
    back: () => button(own, text("ui.back")).last().click(),
    /** Starts the payment. Resolves with the provider's page, which opens by itself. */
    start: async (way: 2 | 3): Promise<Page> => {
      await pauseOfAThumb(page)
      const opened = page.waitForEvent("popup", { timeout: SOON_MS })
      await button(own, text("pay.continue", { way: text(`pay.way.${way}`) })).click()
      return await opened
    },
    /** Presses the button that starts the payment. */
    send: async (way: 2 | 3) => {
      await pauseOfAThumb(page)
      await button(own, text("pay.continue", { way: text(`pay.way.${way}`) })).click()
    },
    see: (name: PaymentTitle, timeoutMs = SOON_MS) => title(name).waitFor({ timeout: timeoutMs }),
    seeWords: (words: string | RegExp) => seeText(own, words),
    seeBounds: () => seeText(own, textLike("withdraw.bounds")),
    link: () => own.getByRole("link", { name: text("pay.open") }),
    seeNoLink: () => seeEqual(() => own.getByRole("link", { name: text("pay.open") }).count(), 0),
    sendAgain: () => button(own, text("withdraw.outcome.resend")).click(),
    again: () => button(own, text("pay.again")).click(),
    goToRecords: () => own.getByRole("link", { name: text("deposit.records"), exact: true }).click(),
    seeRecord: (status: "pay.pending" | "deposit.status.1" | "pay.fail" | "pay.cancelled") =>
      seeText(
        page.locator("[data-page=recharge-record]").filter({ visible: true }).getByRole("listitem").first(),
        text(status),
      ),
  }
}

/** What a member does on the simulator's page. */
export const chooseOnProviderPage = async (page: Page, choice: "pay" | "cancel"): Promise<void> => {
  await page.getByRole("button", { name: text(`payment-page.${choice}`), exact: true }).click()
  await page.getByRole("link", { name: text("payment-page.return") }).waitFor({ timeout: SOON_MS })
}
