import { watchlistMachine } from "../../machines/watchlist.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { button } from "../e2e/pages/fields.ts"
import { seeEqual } from "../e2e/pages/figures.ts"
import { text } from "../e2e/pages/texts.ts"
import { cases } from "./events/watchlist.ts"
import type { Hands, Scene } from "./lab/play.ts"
import { runPaths } from "./lab/runs.ts"
import { openLabSite, type Stage } from "./lab/stage.ts"

const site = openLabSite()
const SYMBOL = "AAPL"

const market = ({ page }: Stage["phone"]) => page.locator("[data-page=market]").filter({ visible: true })

/** The star of the row of the one product that the paths are about. */
const star = (phone: Stage["phone"]) => button(market(phone), text("market.watch", { symbol: SYMBOL }))

const bring = async ({ stage: { phone }, step }: Scene): Promise<void> => {
  if (step.event.type === "watchlist.show") return await phone.market.open(SYMBOL)
  if ((await market(phone).count()) === 0) await phone.tabs.goTo("market")
  await star(phone).first().click()
}

const see = async ({ stage: { phone }, step }: Scene): Promise<void> => {
  if (step.event.type === "watchlist.show") return await phone.market.seeTrade(SYMBOL)
  const isWatched = step.event.type === "watchlist.add"
  await seeEqual(() => star(phone).first().getAttribute("aria-pressed"), String(isWatched))
}

const hands: Hands = {
  machine: watchlistMachine,
  seat: "watchlist",
  begin: async ({ phone }) => {
    await phone.page.goto(urlOf("market"))
    await phone.market.see()
  },
  bring,
  see,
}

runPaths(site, hands, cases, { isJournaled: true })
