import type { Page } from "playwright-core"
import { expect } from "vitest"
import { button, field } from "./fields.ts"
import { exactValue, figureOf, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export type ChangeCode = 100 | 103 | 104 | 200 | 201 | 203 | 214

type FigureLabel =
  | "receipt.stake"
  | "income.profit"
  | "income.loss"
  | "income.credited"
  | "income.amount"
  | "income.balance-after"

/** Page models of account, bank cards, crypto addresses and account changes. */
export const accountPages = (page: Page) => {
  const my = page.locator("[data-page=my]").filter({ visible: true })
  const cards = page.locator("[data-page=bank-list]").filter({ visible: true })
  const card = page.locator("[data-page=bank-add]").filter({ visible: true })
  const address = page.locator("[data-page=usdt-add]").filter({ visible: true })
  const exchange = page.locator("[data-page=usdt-add-ex]").filter({ visible: true })
  const changes = page.locator("[data-page=income-record]").filter({ visible: true })
  const change = page.getByRole("dialog", { name: text("income.detail.title"), exact: true })
  return {
    goToCards: () => my.getByRole("link", { name: new RegExp(`^${text("my.bank-cards")}`) }).click(),
    seeName: (username: string) =>
      my.getByRole("heading", { name: username, exact: true }).waitFor({ timeout: SOON_MS }),
    logOut: async () => {
      await button(my, text("my.logout")).click()
      const question = page.getByRole("alertdialog", { name: text("my.logout.question"), exact: true })
      await button(question, text("my.logout")).click()
    },
    seeCards: () =>
      cards.getByRole("heading", { name: text("bank.title"), exact: true }).waitFor({ timeout: SOON_MS }),
    addCard: () => button(cards, text("bank.add")).click(),
    seeCard: (ending: string) => seeText(cards, new RegExp(`${ending}`)),
    bankName: () => field(card, text("bank.name")),
    cardNumber: () => field(card, text("bank.number")),
    cardName: () => field(card, text("bank.username")),
    submitCard: () => button(card, text("bank.add.submit")).click(),
    chooseAccount: () => card.getByText(text("bank.kind.account"), { exact: true }).click(),
    bank: () => field(card, text("bank.account.bank")),
    accountNumber: () => field(card, text("bank.account.number")),
    holder: () => field(card, text("bank.account.holder")),
    submitAccount: () => button(card, text("bank.account.submit")).click(),
    network: () => field(address, text("usdt.network")),
    address: () => field(address, text("usdt.address")),
    submitAddress: () => button(address, text("usdt.add.submit")).click(),
    exchange: {
      network: () => field(exchange, text("usdt.network")),
      address: () => field(exchange, text("usdt.address")),
      tag: () => field(exchange, text("usdt.tag")),
      submit: () => button(exchange, text("usdt.add.submit")).click(),
    },
    seeWallet: () =>
      page.getByRole("heading", { name: text("wallet.title"), exact: true }).waitFor({ timeout: SOON_MS }),
    openChanges: async () => void (await page.goto("/pages/income/income-record")),
    /** The newest changes, newest first. */
    seeChanges: async (wanted: readonly { readonly code: ChangeCode; readonly amount: string }[]) => {
      await changes
        .getByRole("heading", { name: text("income.title"), exact: true })
        .waitFor({ timeout: SOON_MS })
      await expect
        .poll(
          async () => {
            const rows = await changes.getByRole("listitem").all()
            return await Promise.all(
              rows.slice(0, wanted.length).map(async (row) => ({
                words: await row.innerText(),
                amount: await exactValue(row.locator("data").first()),
              })),
            )
          },
          { timeout: 2 * SOON_MS },
        )
        .toEqual(
          wanted.map(({ code, amount }) => ({
            words: expect.stringContaining(text(`income.code.${code}`)),
            amount,
          })),
        )
    },
    /** Opens the newest change of a code. */
    openChange: (code: ChangeCode) =>
      changes
        .getByRole("listitem")
        .filter({ hasText: text(`income.code.${code}`) })
        .first()
        .getByRole("button")
        .click(),
    /** A figure of the open change. */
    seeChangeFigure: (label: FigureLabel, value: string) =>
      seeEqual(() => exactValue(figureOf(change, text(label))), value),
    followRecord: (kind: "contract" | "deposit" | "withdrawal") =>
      change.getByRole("link", { name: text(`income.open.${kind}`), exact: true }).click(),
    /** The list is shown and no change is open above it. */
    seeChangeClosed: async () => {
      await changes.getByRole("listitem").first().waitFor({ timeout: SOON_MS })
      await seeEqual(() => change.filter({ visible: true }).count(), 0)
    },
    seeChangeCount: (count: number) => seeEqual(() => changes.getByRole("listitem").count(), count),
  }
}
