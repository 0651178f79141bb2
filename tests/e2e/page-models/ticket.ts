import type { Locator, Page } from "playwright-core"
import { expect, vi } from "vitest"
import { button, field, seeProblemLike } from "./fields.ts"
import { dontSeeText, exactValue, figureOf, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text, textLike } from "./texts.ts"

export type OrderAnswer = "sending" | "checking" | "accepted" | "notPlaced" | "notRecorded"

/** Between two taps that are not to be taken for one. */
const PAUSE_MS = 500

/** The order ticket, its confirm view and the answer. */
export const ticketPage = (page: Page) => {
  const own = page.locator("[data-page=order]").filter({ visible: true })
  const choice = (group: string, option: string) =>
    own.getByRole("group", { name: text(group), exact: true }).getByRole("radio", { name: option })
  const choose = async (group: string, option: string) => {
    const radio = choice(group, option)
    // the choice itself is drawn by its label, which may lie under the buttons at the thumb until it is scrolled to
    await radio.locator("xpath=..").click()
    await seeEqual(() => radio.isChecked(), true)
  }
  const answered = (answer: OrderAnswer) =>
    own.getByRole("heading", { name: text(`order.answer.${answer}`), exact: true })
  const confirmation = () => own.getByRole("heading", { name: text("order.confirm.title") })
  const seeConfirm = () => confirmation().waitFor({ timeout: SOON_MS })
  /** From a whole ticket to its review. Where the price is old just then, as on a machine that has much else to do, the member taps again. */
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
  return {
    open: async (product: string, direction: "up" | "down" = "up") =>
      void (await page.goto(`/pages/order/index?product=${product}&direction=${direction}`)),
    see: (symbol: string) =>
      own
        .getByRole("heading", { name: text("order.title", { symbol }), exact: true })
        .first()
        .waitFor({ timeout: SOON_MS }),
    /** The balance does not reach: the ticket leads to a deposit. */
    depositFirst: () => button(own, text("money.deposit")).click(),
    amount: () => field(own, text("ticket.amount")),
    slippage: () => field(own, text("ticket.slippage")),
    stopLoss: () => field(own, text("ticket.stop-loss")),
    takeProfit: () => field(own, text("ticket.take-profit")),
    openLimits: () => own.getByText(text("ticket.limits")).click(),
    chooseDirection: (direction: "up" | "down") => choose("ticket.direction", text(`trade.buy-${direction}`)),
    choosePeriod: (days: number) => choose("ticket.period", text("ticket.days", { days })),
    chooseLeverage: (times: number) => choose("ticket.leverage", `${times}×`),
    choice,
    /** The one message about an exit price on the wrong side; it names the price of that moment. */
    seeSideProblem: (control: Locator, kind: "stop-loss" | "take-profit") =>
      seeProblemLike(control, textLike(`error.order.${kind}-side`)),
    /** What stands in the way of the order as a whole. */
    seeObjection: (words: string) => seeText(own, words),
    dontSeeObjection: (words: string) => dontSeeText(own, words),
    seeEmpty: () => seeEqual(() => field(own, text("ticket.amount")).inputValue(), ""),
    seeChosen: async (days: number, times: number) => {
      await seeEqual(() => choice("ticket.period", text("ticket.days", { days })).isChecked(), true)
      await seeEqual(() => choice("ticket.leverage", `${times}×`).isChecked(), true)
    },
    fill: async (amount: string, days: number, times: number) => {
      await field(own, text("ticket.amount")).fill(amount)
      await choose("ticket.period", text("ticket.days", { days }))
      await choose("ticket.leverage", `${times}×`)
    },
    /** Loss first: the most that can be lost stands above everything that may be won. */
    seeMostLoss: async (amount: string) => {
      const loss = own.getByText(text("ticket.most-loss"), { exact: true }).first()
      await loss.waitFor({ timeout: SOON_MS })
      await seeEqual(() => exactValue(own.locator(`data[value="${amount}"]`).first()), amount)
    },
    review: () => button(own, text("order.review")).click(),
    reviewToConfirm,
    seeConfirm,
    /** The price under review is live: only then may an order be sent. */
    seeLivePrice: () =>
      own.getByText(text("order.price-live"), { exact: true }).waitFor({ timeout: SOON_MS }),
    seeConfirmed: async (amount: string) => {
      await seeEqual(() => exactValue(figureOf(own, text("ticket.amount"))), amount)
      await seeEqual(() => exactValue(figureOf(own, text("ticket.most-loss"))), amount)
    },
    confirm: () => button(own, text("order.confirm")).click(),
    /** From the half-filled ticket to the tap that sends it. */
    reviewAndConfirm: async () => {
      await reviewToConfirm()
      await button(own, text("order.confirm")).click()
    },
    confirmButton: () => button(own, text("order.confirm")),
    continueOrdering: () => button(own, text("order.continue")).click(),
    seeHoldings: () => button(own, text("order.see-holdings")).click(),
    seeAnswer: (answer: OrderAnswer, timeoutMs = SOON_MS) => answered(answer).waitFor({ timeout: timeoutMs }),
    /** The answer is read aloud: the focus went to its heading when it came. */
    seeAnswerRead: () => seeEqual(() => own.getByRole("status").locator("h2 :focus").count(), 1),
    /** One of these, whichever comes. */
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
