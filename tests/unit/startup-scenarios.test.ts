import { describe } from "vitest"
import {
  selectAmountsHidden,
  selectAppearance,
  selectColours,
  selectConfig,
  selectLocale,
  selectRedirect,
  selectTheme,
  startupMachine,
  startupPhase,
} from "../../machines/startup.ts"
import { OWN_APPEARANCE, tabPath } from "../../src/domain/appearance.ts"
import { SITE_OFF_REDIRECT_MS } from "../../src/domain/limits.ts"
import type { StartupEvent } from "../../src/events/startup.ts"
import { configOf } from "../support/config.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: startupPhase,
  phases: {
    configuring: "loading",
    failed: "failed",
    leaving: "leaving closed",
    off: "off closed",
    offline: "failed",
    "on.known": "on",
    "on.learning": "on",
    "on.unaware": "on",
  },
}

type Word = "retry" | "learn" | "leave" | "stay" | "networkReturned" | "networkLost" | "stayedVisible"
const say = (word: Word): StartupEvent => ({ type: `startup.${word}` })
const [retry, learn, leave] = [say("retry"), say("learn"), say("leave")]
const configured = (config: ReturnType<typeof configOf>): StartupEvent => ({
  type: "startup.configured",
  config,
})
const failedBy = (reason: string): StartupEvent => ({ type: "startup.configFailed", failure: { reason } })

const url = "https://status.example.org/"
const open = configOf()
const off = configOf({ status: 0, pageUrl: url })
const elsewhere = configOf({ status: 0, pageStatus: 1, pageUrl: url })
const foreign = configOf({ status: 0, pageStatus: 1, pageUrl: "https://evil.test/" })
const accented = { ...open, style: { theme: "system", accent: "#7a1f5c" } } as const
const twice = { ...open, tabbar: { pages: [tabPath("home"), tabPath("home")] } }

const input = {
  locale: "en",
  theme: "system",
  colours: null,
  areAmountsHidden: false,
  appearance: OWN_APPEARANCE,
} as const
const shows = (snapshot: Parameters<typeof selectRedirect>[0]) => ({
  config: selectConfig(snapshot),
  redirect: selectRedirect(snapshot),
})
const stores = (appearance: object = OWN_APPEARANCE) => ["run storeAppearance", { appearance }] as const
const loads = "start loadConfig"
const loaded = "stop loadConfig"
const [opened, closed] = [{ emits: "startup.siteOpened" }, { emits: "startup.siteClosed" }]
const redirected = { emits: "startup.redirected", url }
const watched = "start watchVisibility"

describe("the start of the app", () => {
  const { begins, scenario } = scenariosOf(startupMachine, {
    ...seen,
    input: { ...input, saidOn: false },
    shows,
  })
  const loading = { does: [loads] } as const

  begins("configuring", {
    context: { ...input, saidOn: false, config: null, failure: null },
    shows: { config: null, redirect: null },
    does: ["start watchNetwork", loads],
  })

  scenario("opens the pages once the site is known to be on", [
    [retry, "configuring"],
    [
      configured(open),
      "on.known",
      { context: { config: open }, shows: { config: open }, does: [stores(), loaded, opened, watched] },
    ],
    [say("stayedVisible"), "on.known"],
    [say("networkReturned"), "on.known"],
    [learn, "on.learning", { does: ["start learnConfig"] }],
    [failedBy("no-answer.network"), "on.unaware", { does: ["stop learnConfig"] }],
    [learn, "on.learning", { does: ["start learnConfig"] }],
    [
      configured(elsewhere),
      "off",
      {
        context: { config: elsewhere },
        shows: { config: elsewhere, redirect: url },
        does: [stores(), "stop learnConfig", "stop watchVisibility", closed],
      },
    ],
    [SITE_OFF_REDIRECT_MS, "off"],
  ])

  scenario("keeps the appearance that the site names", [
    [
      configured(accented),
      "on.known",
      {
        context: { config: accented, appearance: { ...OWN_APPEARANCE, accent: "#7a1f5c" } },
        shows: { config: accented },
        does: [stores({ ...OWN_APPEARANCE, accent: "#7a1f5c" }), loaded, opened, watched],
      },
    ],
  ])
  scenario("says that an order of the tabs cannot be shown", [
    [
      configured(twice),
      "on.known",
      {
        context: { config: twice },
        shows: { config: twice },
        does: [
          stores(),
          loaded,
          { emits: "startup.tabsRefused", message: "tabBar page /pages/tabbar/home/index already exists" },
          opened,
          watched,
        ],
      },
    ],
  ])

  scenario("says that the site is off, also where it leads to what is not allowed", [
    [
      configured(off),
      "off",
      { context: { config: off }, shows: { config: off }, does: [stores(), loaded, closed] },
    ],
    [leave, "off"],
    [retry, "configuring", loading],
    [
      configured(foreign),
      "off",
      {
        context: { config: foreign },
        shows: { config: foreign },
        does: [stores(), loaded, { emits: "startup.linkRefused", url: "https://evil.test/" }, closed],
      },
    ],
    [leave, "off"],
  ])

  scenario("leads elsewhere where the site says so, after a while", [
    [
      configured(elsewhere),
      "leaving",
      {
        context: { config: elsewhere },
        shows: { config: elsewhere, redirect: url },
        does: [stores(), loaded, closed],
      },
    ],
    [SITE_OFF_REDIRECT_MS - 1, "leaving"],
    [1, "off", { does: [redirected] }],
    [leave, "off", { does: [redirected] }],
  ])
  for (const [event, does] of [
    [say("stay"), []],
    [leave, [redirected]],
  ] as const)
    scenario(
      `leads elsewhere as the visitor chooses: ${event.type}`,
      [
        [event, "off", { does }],
        [SITE_OFF_REDIRECT_MS, "off"],
      ],
      [configured(elsewhere)],
    )
  scenario("asks again whether the site is on", [[retry, "configuring", loading]], [configured(elsewhere)])

  scenario("is offline without a network, until that returns or the visitor tries again", [
    [
      failedBy("no-answer.network"),
      "offline",
      { context: { failure: { reason: "no-answer.network" } }, does: [loaded] },
    ],
    [say("networkLost"), "offline"],
    [say("networkReturned"), "configuring", loading],
    [failedBy("no-answer.network"), "offline", { does: [loaded] }],
    [retry, "configuring", loading],
    [
      configured(open),
      "on.known",
      {
        context: { config: open, failure: null },
        shows: { config: open },
        does: [stores(), loaded, opened, watched],
      },
    ],
  ])
  scenario("fails where the answer cannot be used, until the visitor tries again", [
    [
      failedBy("no-answer.malformed"),
      "failed",
      { context: { failure: { reason: "no-answer.malformed" } }, does: [loaded] },
    ],
    [say("networkReturned"), "failed"],
    [retry, "configuring", loading],
  ])
})

describe("the start of an app whose document says that the site is on", () => {
  const { begins, scenario } = scenariosOf(startupMachine, {
    ...seen,
    input: { ...input, saidOn: true },
    shows,
  })

  begins("on.unaware", {
    context: { ...input, saidOn: true, config: null, failure: null },
    shows: { config: null, redirect: null },
    does: ["start watchNetwork", watched, opened],
  })

  scenario("asks for the configuration when that is needed", [
    [learn, "on.learning", { does: ["start learnConfig"] }],
    [
      configured(open),
      "on.known",
      {
        context: { config: open },
        shows: { config: open },
        does: [stores(), "stop learnConfig", "stop watchVisibility", opened, watched],
      },
    ],
  ])
})

describe("language, theme and hidden amounts", () => {
  scenariosOf(startupMachine, {
    ...seen,
    input: { ...input, saidOn: true },
    shows: (snapshot) => ({
      locale: selectLocale(snapshot),
      theme: selectTheme(snapshot),
      colours: selectColours(snapshot),
      areAmountsHidden: selectAmountsHidden(snapshot),
      appearance: selectAppearance(snapshot),
    }),
  }).scenario("are kept", [
    [
      { type: "startup.setLocale", locale: "ja" },
      "on.unaware",
      {
        context: { locale: "ja" },
        shows: { locale: "ja", colours: "red-up" },
        does: [["run storeLocale", { locale: "ja" }]],
      },
    ],
    [
      { type: "startup.setTheme", theme: "dark" },
      "on.unaware",
      { context: { theme: "dark" }, shows: { theme: "dark" }, does: [["run storeTheme", { theme: "dark" }]] },
    ],
    [
      { type: "startup.setColours", colours: "green-up" },
      "on.unaware",
      {
        context: { colours: "green-up" },
        shows: { colours: "green-up" },
        does: [["run storeColours", { colours: "green-up" }]],
      },
    ],
    [
      { type: "startup.hideAmounts", hidden: true },
      "on.unaware",
      {
        context: { areAmountsHidden: true },
        shows: { areAmountsHidden: true },
        does: [["run storeAmountsHidden", { hidden: true }]],
      },
    ],
  ])
})

describe("an app that asks again", () => {
  const changed = { ...accented, tabbar: twice.tabbar }
  const appearance = { ...OWN_APPEARANCE, accent: "#7a1f5c" }
  scenariosOf(startupMachine, {
    ...seen,
    input: { ...input, saidOn: true },
    shows: (snapshot) => ({ appearance: selectAppearance(snapshot) }),
  }).scenario(
    "keeps the appearance of the site, without an order of the tabs that cannot be shown",
    [
      [
        configured(changed),
        "on.known",
        {
          context: { config: changed, appearance },
          shows: { appearance },
          does: [
            stores(appearance),
            "stop learnConfig",
            "stop watchVisibility",
            { emits: "startup.tabsRefused", message: "tabBar page /pages/tabbar/home/index already exists" },
            opened,
            watched,
          ],
        },
      ],
    ],
    [learn],
  )
})
