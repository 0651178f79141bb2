import type { Page } from "playwright-core"
import { SOON_MS } from "./figures.ts"
import { text } from "./texts.ts"

export type Tab = "home" | "market" | "trade" | "hold" | "my"

/** Page model of the tab bar. */
export const tabBar = (page: Page) => {
  const link = (tab: Tab) =>
    page
      .getByRole("navigation", { name: text("ui.tab.label"), exact: true })
      .getByRole("link", { name: text(`ui.tab.${tab}`) })
  return {
    goTo: (tab: Tab) => link(tab).click(),
    seeActive: (tab: Tab) => link(tab).and(page.locator("[aria-current=page]")).waitFor({ timeout: SOON_MS }),
  }
}
