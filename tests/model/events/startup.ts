import { startupMachine } from "../../../machines/startup.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import { OWN_APPEARANCE } from "../../../src/domain/appearance.ts"
import { configOf } from "../../support/config.ts"

/** An order of the tab bar that names it twice is refused. */
const HOME = "/pages/tabbar/home/index"

/** A closed site that leads to another page. */
const elsewhere = { pageStatus: 1, pageUrl: "https://status.example.org/" } as const

/** A site of which the server has said nothing yet, and one that it has said to be on. */
export const cases = casesFor(startupMachine, {
  inputs: [
    { locale: "en", theme: "system", areAmountsHidden: false, appearance: OWN_APPEARANCE, saidOn: false },
    { locale: "en", theme: "system", areAmountsHidden: false, appearance: OWN_APPEARANCE, saidOn: true },
  ],
  events: [
    { type: "startup.configured", config: configOf() },
    { type: "startup.configured", config: { ...configOf(), tabbar: { pages: [HOME, HOME] } } },
    { type: "startup.configured", config: configOf({ status: 0 }) },
    { type: "startup.configured", config: configOf({ status: 0, ...elsewhere }) },
    { type: "startup.stay" },
    { type: "startup.leave" },
    { type: "startup.configFailed", failure: { reason: "no-answer.network" } },
    { type: "startup.configFailed", failure: { reason: "no-answer.server" } },
    { type: "startup.retry" },
    { type: "startup.learn" },
    { type: "startup.networkReturned" },
    { type: "startup.setLocale", locale: "de" },
    { type: "startup.setTheme", theme: "dark" },
    { type: "startup.hideAmounts", hidden: true },
  ],
  tells: ({ context }) => [context.saidOn, context.config?.website.pageUrl],
})
