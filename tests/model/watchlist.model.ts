// @module-tag exhaustive
import { watchlistMachine } from "../../machines/watchlist.ts"
import { urlOf } from "../../src/navigation/routes.ts"
import { button } from "../e2e/page-models/fields.ts"
import { seeEqual } from "../e2e/page-models/figures.ts"
import { text } from "../e2e/page-models/texts.ts"
import { openSite } from "../e2e/site.ts"
import { cases } from "./events/watchlist.ts"
import type { PathDriver, StepContext } from "./harness/drive-path.ts"
import type { Fixture } from "./harness/fixture.ts"
import { runPaths } from "./harness/run-paths.ts"

const site = openSite()
const SYMBOL = "AAPL"

const market = ({ page }: Fixture["phone"]) => page.locator("[data-page=market]").filter({ visible: true })

/** The star in the row of the product under test. */
const star = (phone: Fixture["phone"]) => button(market(phone), text("market.watch", { symbol: SYMBOL }))

const trigger = async ({ fixture: { phone }, step }: StepContext): Promise<void> => {
  if (step.event.type === "watchlist.show") return await phone.market.open(SYMBOL)
  if ((await market(phone).count()) === 0) await phone.tabs.goTo("market")
  await star(phone).first().click()
}

const verify = async ({ fixture: { phone }, step }: StepContext): Promise<void> => {
  if (step.event.type === "watchlist.show") return await phone.market.seeTrade(SYMBOL)
  const isWatched = step.event.type === "watchlist.add"
  await seeEqual(() => star(phone).first().getAttribute("aria-pressed"), String(isWatched))
}

const driver: PathDriver = {
  machine: watchlistMachine,
  actorId: "watchlist",
  begin: async ({ phone }) => {
    await phone.page.goto(urlOf("market"))
    await phone.market.see()
  },
  trigger,
  verify,
}

runPaths(site, driver, cases, { isJournaled: true })
