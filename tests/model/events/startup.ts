import { startupMachine } from "../../../machines/startup.ts"
import { casesFor } from "../../../scripts/paths/cases.ts"
import { configOf } from "../../support/config.ts"

/** A site of which the server has said nothing yet, and one that it has said to be on. */
export const cases = casesFor(startupMachine, {
  inputs: [
    { locale: "en", theme: "system", areAmountsHidden: false, saidOn: false },
    { locale: "en", theme: "system", areAmountsHidden: false, saidOn: true },
  ],
  events: [
    { type: "startup.configured", config: configOf() },
    { type: "startup.configured", config: configOf({ status: 0 }) },
    { type: "startup.configFailed", failure: { reason: "no-answer.network" } },
    { type: "startup.configFailed", failure: { reason: "no-answer.server" } },
    { type: "startup.retry" },
    { type: "startup.learn" },
    { type: "startup.networkLost" },
    { type: "startup.networkReturned" },
    { type: "startup.setLocale", locale: "de" },
    { type: "startup.setTheme", theme: "dark" },
    { type: "startup.hideAmounts", hidden: true },
  ],
  tells: ({ context }) => [context.saidOn, context.online],
})
