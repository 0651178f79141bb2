import type { Locator, Page } from "playwright-core"
import { expect, vi } from "vitest"
import { button, field, seeProblemLike } from "./fields.ts"
import { dontSeeText, exactValue, figureOf, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export type OrderAnswer = "sending" | "checking" | "accepted" | "notPlaced" | "notRecorded"

/** Longer than the double-tap time. */
const PAUSE_MS = 500

/** Page model of the order ticket, its confirmation and its outcome. */
export const ticketPage = (page: Page) => {
  const own = page.locator("[data-page=order]").filter({ visible: true })
  const choice = (group: string, option: string) =>
    own.getByRole("group", { name: text(group), exact: true }).getByRole("radio", { name: option })
  const choose = async (group: string, option: string) => {
    const radio = choice(group, option)
    // The label may lie under the fixed buttons until it is scrolled into view.
    await radio.locator("xpath=..").click()
    await seeEqual(() => radio.isChecked(), true)
  }
  const answered = (answer: OrderAnswer) =>
    own.getByRole("heading", { name: text(`order.answer.${answer}`), exact: true })
  const confirmation = () => own.getByRole("heading", { name: text("order.confirm.title") })
  const seeConfirm = () => confirmation().waitFor({ timeout: SOON_MS })
  /** Opens the review. Taps again if the price was stale. */
  const reviewToConfirm = async () => {
    const isConfirming = async () => {
      if (await confirmation().isVisible()) return true
      const again = button(own, text("order.review"))
      if (await again.isVisible()) await again.click({ timeout: PAUSE_MS }).catch(() => {})
      return false
    }
    await vi.waitFor(async () => expect(await isConfirming()).toBe(true), {
      timeout: SOON_MS,
      interval: PAUSE_MS,
    })
  }
  const fill = async (amount: string, days: number, times: number) => {
    await field(own, text("ticket.amount")).fill(amount)
    await choose("ticket.period", text("ticket.days", { days }))
    await choose("ticket.leverage", `${times}×`)
  }
  /** Confirms the order. Presses again if prices were stale at that moment, which blocks it. */
  const confirm = async () => {
    const submit = button(own, text("order.confirm"))
    await submit.click()
    const isBlocked = async () => {
      if (!(await confirmation().isVisible()) || !(await submit.isEnabled())) return false
      await submit.click({ timeout: PAUSE_MS }).catch(() => {})
      return true
    }
    await vi.waitFor(async () => expect(await isBlocked()).toBe(false), {
      timeout: SOON_MS,
      interval: PAUSE_MS,
    })
  }
  /** Waits for a live price, without which no order can be sent. */
  const seeLivePrice = () =>
    own.getByText(text("order.price-live"), { exact: true }).waitFor({ timeout: SOON_MS })
  return {
    open: async (product: string, direction: "up" | "down" = "up") =>
      void (await page.goto(`/pages/order/index?product=${product}&direction=${direction}`)),
    see: (symbol: string) =>
      own
        .getByRole("heading", { name: text("order.title", { symbol }), exact: true })
        .first()
        .waitFor({ timeout: SOON_MS }),
    /** Expects the way to a deposit for an insufficient balance. */
    depositFirst: () => button(own, text("money.deposit")).click(),
    amount: () => field(own, text("ticket.amount")),
    slippage: () => field(own, text("ticket.slippage")),
    stopLoss: () => field(own, text("ticket.stop-loss")),
    takeProfit: () => field(own, text("ticket.take-profit")),
    openLimits: () => own.getByText(text("ticket.limits")).click(),
    choosePeriod: (days: number) => choose("ticket.period", text("ticket.days", { days })),
    chooseLeverage: (times: number) => choose("ticket.leverage", `${times}×`),
    choice,
    /** The message about an exit price on the wrong side; it names the current price. */
    /** Of a contract on the way up. */
    seeSideProblem: (control: Locator, kind: "stop-loss" | "take-profit") => {
      const [words = ""] = text(`error.order.${kind}-side`, { direction: "up", price: "" }).split(" (")
      return seeProblemLike(control, new RegExp(words))
    },
    /** The message about the whole order. */
    seeObjection: (words: string) => seeText(own, words),
    dontSeeObjection: (words: string) => dontSeeText(own, words),
    /** A new ticket begins with what it suggests. */
    seeNew: () => seeEqual(() => field(own, text("ticket.amount")).inputValue(), "10000"),
    /** A product that cannot be bought says why on the button. */
    seeCannotReview: (state: "sold-out" | "closed") =>
      seeEqual(() => button(own, text(`product.${state}`)).isDisabled(), true),
    seeChosen: async (days: number, times: number) => {
      await seeEqual(() => choice("ticket.period", text("ticket.days", { days })).isChecked(), true)
      await seeEqual(() => choice("ticket.leverage", `${times}×`).isChecked(), true)
    },
    fill,
    /** Fills a ticket and reviews it at a live price, so that it can be confirmed. */
    prepare: async (amount: string, days: number, times: number) => {
      await fill(amount, days, times)
      await reviewToConfirm()
      await seeLivePrice()
    },
    /** Expects the maximum loss above any gain. */
    seeMostLoss: async (amount: string) => {
      const loss = own.getByText(text("ticket.most-loss"), { exact: true }).first()
      await loss.waitFor({ timeout: SOON_MS })
      await seeEqual(() => exactValue(own.locator(`data[value="${amount}"]`).first()), amount)
    },
    review: () => button(own, text("order.review")).click(),
    reviewToConfirm,
    seeConfirm,
    seeLivePrice,
    seeConfirmed: async (amount: string) => {
      await seeEqual(() => exactValue(figureOf(own, text("ticket.amount"))), amount)
      await seeEqual(() => exactValue(figureOf(own, text("ticket.most-loss"))), amount)
    },
    confirm,
    /** Opens the review and confirms. */
    reviewAndConfirm: async () => {
      await reviewToConfirm()
      await confirm()
    },
    confirmButton: () => button(own, text("order.confirm")),
    edit: () => button(own, text("order.edit")).click(),
    orderAgain: () => button(own, text("order.new")).click(),
    seeHoldings: () => button(own, text("order.see-holdings")).click(),
    seeAnswer: (answer: OrderAnswer, timeoutMs = SOON_MS) => answered(answer).waitFor({ timeout: timeoutMs }),
    /** Expects the focus on the heading of the outcome. */
    seeAnswerRead: () => seeEqual(() => own.getByRole("status").locator("h2 :focus").count(), 1),
    /** Waits for the first of these outcomes. */
    answer: async (...answers: readonly OrderAnswer[]): Promise<OrderAnswer> => {
      const found = Promise.race(
        answers.map((each) =>
          answered(each)
            .waitFor({ timeout: 3 * SOON_MS })
            .then(() => each),
        ),
      )
      return await found
    },
    seeRefused: (words: string | RegExp) => seeText(own, words),
    dontSeeConfirm: async () => expect(await button(own, text("order.confirm")).count()).toBe(0),
  }
}
