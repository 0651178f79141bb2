import type { Page } from "playwright-core"
import { button, field, pauseOfAThumb } from "./fields.ts"
import { exactValue, figureOf, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export type DepositStep = "choosing" | "amounting" | "paying" | "proving"
export type DepositAnswer = "accepted" | "unknown" | "not-placed" | "not-recorded"

/** Page models of the deposit and its records. */
export const depositPages = (page: Page) => {
  const own = page.locator("[data-page=recharge]").filter({ visible: true })
  const records = page.locator("[data-page=recharge-record]").filter({ visible: true })
  const step = (name: DepositStep) => own.getByRole("heading", { name: text(`deposit.step-title.${name}`) })
  const answered = (answer: DepositAnswer) =>
    own.getByRole("heading", { name: text(`deposit.outcome.${answer}`), exact: true })
  const picker = () => own.locator("input[type=file]").first()
  const steps = {
    open: async () => void (await page.goto("/pages/recharge/recharge")),
    seeStep: (name: DepositStep) => step(name).waitFor({ timeout: SOON_MS }),
    choose: (network: string) =>
      own.getByRole("listitem").filter({ hasText: network }).getByRole("button").click(),
    /** Copies the address and returns the clipboard's text. */
    copyAddress: async (): Promise<string> => {
      await button(own, text("ui.copy")).last().click()
      await button(own, text("ui.copied")).waitFor({ timeout: SOON_MS })
      return await page.evaluate(() => navigator.clipboard.readText())
    },
    seeAddress: (address: string) => seeText(own, address),
    /** The exact amount to send, on the step with the address. */
    seeSend: async (amount: string, asset: string) => {
      await seeText(own, `${text("deposit.send")} (${asset})`)
      await own.getByText(amount, { exact: true }).waitFor({ timeout: SOON_MS })
    },
    /** The amount to send among the figures. */
    seeToSend: (amount: string) => seeEqual(() => exactValue(figureOf(own, text("deposit.to-send"))), amount),
    seeSent: (amount: string) => seeEqual(() => exactValue(figureOf(own, text("deposit.sent"))), amount),
    seeExpiredRate: () => seeText(own, text("rate.expired")),
    newRateButton: () => button(own, text("rate.take")),
    takeNewRate: () => steps.newRateButton().click(),
    seeNewAddress: () => seeText(own, text("deposit.address.changed")),
    takeNewAddress: () => button(own, text("deposit.address.show")).click(),
    paid: async () => {
      await pauseOfAThumb(page)
      await button(own, text("deposit.paid")).click()
    },
    amount: () => field(own, text("deposit.amount")),
    next: async () => {
      await pauseOfAThumb(page)
      await button(own, text("deposit.next")).click()
    },
    back: () => button(own, text("ui.back")).last().click(),
    pickProof: async (file: { name: string; mimeType: string; buffer: Buffer }) => {
      await picker().setInputFiles(file)
    },
    seeProofKept: () => button(own, text("ui.file.remove")).waitFor({ timeout: SOON_MS }),
    removeProof: () => button(own, text("ui.file.remove")).click(),
    seeProofProblem: (words: string) => seeText(own, words),
    seeProofSent: () =>
      seeEqual(() => own.getByRole("progressbar", { name: text("ui.file.sending") }).count(), 0),
    submitButton: () => button(own, text("deposit.submit")),
    submit: async () => {
      await pauseOfAThumb(page)
      await button(own, text("deposit.submit")).click()
    },
    seeAnswer: (answer: DepositAnswer, timeoutMs = SOON_MS) =>
      answered(answer).waitFor({ timeout: timeoutMs }),
    sendAgain: () => button(own, text("withdraw.outcome.resend")).click(),
    /** The arrow at the top of the page. */
    leave: () => button(own, text("ui.back")).first().click(),
    goToRecords: () => own.getByRole("link", { name: text("deposit.records"), exact: true }).click(),
  }
  return {
    ...steps,
    /** Fills in everything up to the last tap. */
    fill: async (network: string, amount: string, proof: Parameters<typeof steps.pickProof>[0]) => {
      await steps.choose(network)
      await steps.amount().fill(amount)
      await steps.next()
      await steps.seeStep("paying")
      await steps.paid()
      await steps.seeStep("proving")
      await steps.pickProof(proof)
      await steps.seeProofKept()
      await steps.seeProofSent()
    },
    seeRecords: () =>
      records
        .getByRole("heading", { name: text("deposit.records.title"), exact: true })
        .waitFor({ timeout: SOON_MS }),
    /** Waits until the newest record has this status. */
    seeStatus: (status: 0 | 1 | 2, timeoutMs = 2 * SOON_MS) =>
      seeText(records.getByRole("listitem").first(), text(`deposit.status.${status}`), timeoutMs),
    openRecord: () => records.getByRole("listitem").first().getByRole("link").click(),
    seeReason: (words: string) => seeText(records, words),
    /** A figure of the open record. */
    seeRecordFigure: (label: "deposit.sent", value: string) =>
      seeEqual(() => exactValue(figureOf(records, text(label))), value),
    seeCurrency: (currency: string) => seeText(records, currency),
    /** Waits until the proof is shown as a picture. */
    seeProof: () =>
      seeEqual(
        () =>
          records
            .getByRole("img", { name: text("deposit.proof"), exact: true })
            .evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0)
            .catch(() => false),
        true,
      ),
    seeRecordCount: (count: number) => seeEqual(() => records.getByRole("listitem").count(), count),
  }
}
