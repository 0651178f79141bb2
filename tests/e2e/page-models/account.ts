import type { Page } from "playwright-core"
import { expect } from "vitest"
import { button, field } from "./fields.ts"
import { exactValue, SOON_MS, seeEqual, seeText } from "./figures.ts"
import { text } from "./texts.ts"

export type ChangeCode = 100 | 103 | 104 | 200 | 201 | 203 | 214

export interface Change {
  readonly title: string
  readonly amount: string
}

/** Page models of account, bank cards, crypto addresses and account changes. */
export const accountPages = (page: Page) => {
  const my = page.locator("[data-page=my]").filter({ visible: true })
  const cards = page.locator("[data-page=bank-list]").filter({ visible: true })
  const card = page.locator("[data-page=bank-add]").filter({ visible: true })
  const address = page.locator("[data-page=usdt-add]").filter({ visible: true })
  const changes = page.locator("[data-page=income-record]").filter({ visible: true })
  return {
    goToCards: () => my.getByRole("link", { name: new RegExp(`^${text("my.bank-cards")}`) }).click(),
    goToChanges: () => my.getByRole("link", { name: new RegExp(`^${text("my.details")}`) }).click(),
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
    network: () => field(address, text("usdt.network")),
    address: () => field(address, text("usdt.address")),
    submitAddress: () => button(address, text("usdt.add.submit")).click(),
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
    seeChangeCount: (count: number) => seeEqual(() => changes.getByRole("listitem").count(), count),
  }
}
