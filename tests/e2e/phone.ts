import type { Browser, Page } from "playwright-core"
import { openDesktop, openPhone, type Window, type WindowOptions } from "../support/browser.ts"
import { accountPages } from "./page-models/account.ts"
import { debugConsole } from "./page-models/console.ts"
import { depositPages } from "./page-models/deposit.ts"
import { entryPages } from "./page-models/entry.ts"
import { feedback } from "./page-models/feedback.ts"
import { holdingsPages } from "./page-models/holdings.ts"
import { homePage } from "./page-models/home.ts"
import { marketPages } from "./page-models/market.ts"
import { paymentPages } from "./page-models/payment.ts"
import { tabBar } from "./page-models/tabs.ts"
import { ticketPage } from "./page-models/ticket.ts"
import { withdrawalPages } from "./page-models/withdrawal.ts"

const pagesOf = (page: Page) => ({
  page,
  entry: entryPages(page),
  tabs: tabBar(page),
  home: homePage(page),
  market: marketPages(page),
  ticket: ticketPage(page),
  holdings: holdingsPages(page),
  deposit: depositPages(page),
  withdrawal: withdrawalPages(page),
  payment: paymentPages(page),
  account: accountPages(page),
  console: debugConsole(page),
  feedback: feedback(page),
})

/** The page models of one tab. */
export type Tab = ReturnType<typeof pagesOf>

/** A device with one tab; `openTab` opens more. */
export interface Phone extends Tab {
  readonly window: Window
  /** Another tab of the same device. */
  readonly openTab: () => Promise<Tab>
}

/** Opens a device. Motion is reduced by default, so that tests do not wait for page transitions. */
export const openDevice = async (
  browser: Browser,
  options: WindowOptions & { readonly shape?: "phone" | "desktop" },
): Promise<Phone> => {
  const { shape = "phone", ...rest } = options
  const settings = { reducedMotion: "reduce" as const, ...rest }
  const window = await (shape === "phone" ? openPhone : openDesktop)(browser, settings)
  return {
    ...pagesOf(window.page),
    window,
    openTab: async () => pagesOf(await window.context.newPage()),
  }
}
