import type { Page } from "playwright-core"
import { button, field, pauseOfAThumb } from "./fields.ts"
import { exactValue, figureOf, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export type WithdrawalAnswer = "accepted" | "unknown" | "not-placed" | "not-recorded"

/** Page models of the withdrawal, its confirmation and its records. */
export const withdrawalPages = (page: Page) => {
  const own = page.locator("[data-page=withdraw]").filter({ visible: true })
  const records = page.locator("[data-page=withdraw-record]").filter({ visible: true })
  const detail = page.locator("[data-page=withdraw-record-detail]").filter({ visible: true })
  const sheet = page.getByRole("dialog", { name: text("withdraw.confirm"), exact: true })
  const answered = (answer: WithdrawalAnswer) =>
    own.getByRole("heading", { name: text(`withdraw.outcome.${answer}`), exact: true })
  const destination = (name: string) => own.getByRole("radio", { name: new RegExp(name) })
  return {
    open: async () => void (await page.goto("/pages/withdraw/withdraw")),
    see: () =>
      own.getByRole("heading", { name: text("withdraw.title"), exact: true }).waitFor({ timeout: SOON_MS }),
    /** Waits until balance and destinations have loaded. */
    seeWhole: async () => {
      await field(own, text("withdraw.amount")).waitFor({ timeout: SOON_MS })
      await own.getByRole("radio").first().waitFor({ timeout: SOON_MS })
    },
    amount: () => field(own, text("withdraw.amount")),
    seeAvailable: (amount: string) =>
      seeEqual(
        () => exactValue(own.locator("p", { hasText: text("withdraw.available") }).locator("data")),
        amount,
      ),
    destinations: () => own.getByRole("radio"),
    /** A tab that becomes leader first shows the choice later. */
    choose: async (name: string) => {
      await destination(name).click({ force: true })
      await seeEqual(() => destination(name).isChecked(), true)
    },
    /** The name of a destination that is not the one chosen. */
    otherThanChosen: async (): Promise<string> => {
      await own.getByRole("radio").first().waitFor({ timeout: SOON_MS })
      return (await destination("First Bank").isChecked()) ? "Second Bank" : "First Bank"
    },
    seeDestinationProblem: (words: string) => seeText(own, words),
    seeChosen: (name: string) => seeEqual(() => destination(name).isChecked(), true),
    addCard: () => own.getByRole("link", { name: text("bank.add"), exact: true }).click(),
    seeReceived: (amount: string) =>
      seeEqual(() => exactValue(figureOf(own, text("withdraw.received"))), amount),
    review: () => button(own, text("withdraw.review")).click(),
    seeConfirm: () => sheet.waitFor({ timeout: SOON_MS }),
    seeConfirmed: async (amount: string, received: string) => {
      await seeEqual(() => exactValue(figureOf(sheet, text("withdraw.amount"))), amount)
      await seeEqual(() => exactValue(figureOf(sheet, text("withdraw.received"))), received)
    },
    /** What the withdrawal arrives as, on the confirmation. */
    seeArrivesAs: (amount: string) =>
      seeEqual(() => exactValue(figureOf(sheet, text("withdraw.arrives-as"))), amount),
    seeNewFee: () => seeText(own, text("withdraw.fee.changed")),
    takeNewFee: async () => {
      await button(own, text("withdraw.fee.take")).click()
      await pauseOfAThumb(page)
    },
    submit: () => button(sheet, text("withdraw.submit")).click(),
    submitButton: () => button(sheet, text("withdraw.submit")),
    seeAnswer: (answer: WithdrawalAnswer, timeoutMs = SOON_MS) =>
      answered(answer).waitFor({ timeout: timeoutMs }),
    answer: async (...answers: readonly WithdrawalAnswer[]): Promise<WithdrawalAnswer> =>
      await Promise.race(
        answers.map((each) =>
          answered(each)
            .waitFor({ timeout: 3 * SOON_MS })
            .then(() => each),
        ),
      ),
    sendAgain: () => button(own, text("withdraw.outcome.resend")).click(),
    openRecord: () => button(own, text("withdraw.outcome.open")).click(),
    /** The arrow at the top of the page. */
    leave: () => button(own, text("ui.back")).first().click(),
    goToRecords: () => own.getByRole("link", { name: text("withdraw.records"), exact: true }).click(),
    seeRecords: () =>
      records
        .getByRole("heading", { name: text("withdraw.records.title"), exact: true })
        .waitFor({ timeout: SOON_MS }),
    seeStatusInRecords: (status: 0 | 1 | 2, timeoutMs = 2 * SOON_MS) =>
      seeText(records.getByRole("listitem").first(), text(`withdraw.status.${status}`), timeoutMs),
    seeRecordCount: (count: number) => seeEqual(() => records.getByRole("listitem").count(), count),
    openFirst: () => records.getByRole("listitem").first().getByRole("link").click(),
    seeDetail: () =>
      detail
        .getByRole("heading", { name: text("withdraw.record.title"), exact: true })
        .waitFor({ timeout: SOON_MS }),
    seeStatus: (status: 0 | 1 | 2, timeoutMs = 2 * SOON_MS) =>
      seeText(detail, text(`withdraw.status.${status}`), timeoutMs),
    seeReason: (words: string) => seeText(detail, words),
    seeFigure: (label: string, amount: string) =>
      seeEqual(() => exactValue(figureOf(detail, text(label))), amount),
  }
}
