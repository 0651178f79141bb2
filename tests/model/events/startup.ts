import { casesFor, stateName } from "@financial-links/paths"
import { startupMachine } from "../../../machines/startup.ts"
import { OWN_APPEARANCE } from "../../../src/domain/appearance.ts"
import type { StartupEvent } from "../../../src/events/startup.ts"
import { configOf } from "../../support/config.ts"
import { undriven } from "../undriven.ts"

/** An order of the tab bar that names it twice is refused. */
const HOME = "/pages/tabbar/home/index"

/** A closed site that leads to another page. */
const elsewhere = { pageStatus: 1, pageUrl: "https://status.example.org/" } as const

const on: StartupEvent = { type: "startup.configured", config: configOf() }
const off: StartupEvent = { type: "startup.configured", config: configOf({ status: 0 }) }
const failedBy = (kind: "network" | "malformed"): StartupEvent => ({
  type: "startup.configFailed",
  failure: { reason: `no-answer.${kind}` },
})
const returned: StartupEvent = { type: "startup.networkReturned" }
const retry: StartupEvent = { type: "startup.retry" }

const whileKnown: readonly StartupEvent[] = [
  { type: "startup.setLocale", locale: "de" },
  { type: "startup.setTheme", theme: "dark" },
  { type: "startup.setColours", colours: "red-up" },
  { type: "startup.hideAmounts", hidden: true },
]

/** A site of which the server has said nothing yet, and one that it has said to be on. */
const inputs = [false, true].map((saidOn) => ({
  locale: "en" as const,
  theme: "system" as const,
  colours: null,
  areAmountsHidden: false,
  appearance: OWN_APPEARANCE,
  saidOn,
}))

export const cases = casesFor(startupMachine, {
  inputs,
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
    { type: "startup.setColours", colours: "red-up" },
    { type: "startup.hideAmounts", hidden: true },
  ],
  tells: ({ context }) => [context.saidOn, context.config?.website.pageUrl],
  /** A visitor's device and answers of the site. */
  walk: {
    inputs,
    events: ({ value }): readonly StartupEvent[] => {
      switch (stateName(value)) {
        case "configuring":
          return [on, off, failedBy("network"), failedBy("malformed")]
        case "on.unaware":
          return [{ type: "startup.learn" }]
        case "on.learning":
          return [on, off, failedBy("malformed")]
        case "on.known":
          return whileKnown
        case "offline":
          return [retry, returned]
        default:
          return [retry]
      }
    },
    tells: ({ context }) => [context.saidOn],
    unreachable: undriven.startup,
  },
})
