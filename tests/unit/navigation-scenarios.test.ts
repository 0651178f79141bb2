import { describe } from "vitest"
import {
  answers,
  arrives,
  atHome,
  back,
  call,
  code,
  enter,
  HOME,
  hide,
  inWallet,
  lifecycle,
  loaded,
  loads,
  navigation,
  open,
  retry,
  settles,
  show,
  url,
  visible,
  WALLET,
} from "../support/navigation-events.ts"

const { begins, scenario } = navigation

describe("a document", () => {
  begins("closed", {
    shows: { pages: [], top: undefined, isHeld: undefined, overlays: [], call: undefined, queued: 0 },
    does: ["start pages", "start browser"],
  })

  scenario("opens its page once the code is there", [
    [back, "closed"],
    [
      open("home"),
      "open.loading",
      {
        shows: { pages: ["home"], top: "loading", isHeld: false },
        does: [
          { emits: "app.launch", path: url("home").slice(1), query: {} },
          { emits: "app.show" },
          ...settles([HOME]),
          loads(HOME),
        ],
      },
    ],
    [loaded("e.9"), "open.loading"],
    [code("pageFailed", "e.9"), "open.loading"],
    [
      loaded("e.0"),
      "open.settled",
      { shows: { top: "loaded" }, does: [...arrives(HOME), ...settles([HOME])] },
    ],
  ])

  scenario("at an address without a page says so", [
    [
      open("not-found"),
      "open.missing",
      {
        shows: { pages: ["not-found"], top: "missing", isHeld: false },
        does: [
          { emits: "app.launch", path: "nowhere", query: {} },
          { emits: "app.show" },
          { emits: "app.pageNotFound", path: "/nowhere", query: {} },
          ...settles(["e.0 not-found"]),
        ],
      },
    ],
    [
      call("reLaunch", "home"),
      "open.opening.loading",
      {
        shows: { pages: ["home"], top: "loading", call: "k" },
        does: [...settles(["e.1 home"]), loads("e.1 home")],
      },
    ],
  ])

  scenario(
    "says that the code of its page does not load, and tries again",
    [
      [
        code("pageFailed", "e.0"),
        "open.failed",
        { shows: { top: "failed" }, does: [{ emits: "app.error" }, ...settles([HOME])] },
      ],
      [loaded("e.0"), "open.failed"],
      [retry, "open.loading", { shows: { top: "loading" }, does: [...settles([HOME]), loads(HOME)] }],
      [
        loaded("e.0"),
        "open.settled",
        { shows: { top: "loaded" }, does: [...arrives(HOME), ...settles([HOME])] },
      ],
    ],
    [open("home")],
  )

  scenario(
    "that is hidden hides its page, and shows it again",
    [
      [hide, "open.settled", { does: [{ emits: "app.hide" }, ...visible("hide", HOME), ...settles([HOME])] }],
      [show, "open.settled", { does: [{ emits: "app.show" }, ...visible("show", HOME), ...settles([HOME])] }],
      [retry, "open.settled"],
    ],
    atHome,
  )

  scenario(
    "closes every page when a session begins or ends",
    [
      [
        enter(null, false),
        "open.opening.loading",
        {
          shows: { pages: ["login"], top: "loading", call: "n" },
          does: [
            lifecycle("unload", HOME),
            lifecycle("unload", WALLET),
            ...settles(["e.2 login"]),
            loads("e.2 login"),
          ],
        },
      ],
    ],
    inWallet,
  )
})

describe("a call", () => {
  scenario(
    "opens a page above, once, and is answered when its code arrives",
    [
      [
        call("navigateTo", "wallet", "k1"),
        "open.opening.loading",
        {
          shows: { pages: ["home", "wallet"], top: "loading", call: "k1" },
          does: [...visible("hide", HOME), ...settles([HOME, WALLET]), loads(WALLET)],
        },
      ],
      [
        call("navigateTo", "wallet", "k2"),
        "open.opening.loading",
        { does: [answers(`navigateTo:fail ${url("wallet")} locked`, "k2"), ...settles([HOME, WALLET])] },
      ],
      [loaded("e.9"), "open.opening.loading"],
      [code("pageFailed", "e.9"), "open.opening.loading"],
      [
        loaded("e.1"),
        "open.opening.painting",
        {
          shows: { top: "loaded" },
          does: [...arrives(WALLET), answers("navigateTo:ok", "k1"), ...settles([HOME, WALLET])],
        },
      ],
      [
        call("redirectTo", "wallet", "k3"),
        "open.opening.painting",
        { does: [answers(`redirectTo:fail ${url("wallet")} locked`, "k3"), ...settles([HOME, WALLET])] },
      ],
      [
        call("reLaunch", "wallet", "k4"),
        "open.opening.painting",
        { does: [answers(`reLaunch:fail ${url("wallet")} locked`, "k4"), ...settles([HOME, WALLET])] },
      ],
      [code("pageMounted", "e.9"), "open.opening.painting"],
      [code("pageMounted", "e.1"), "open.settled", { shows: { call: undefined } }],
    ],
    atHome,
  )

  scenario(
    "whose page does not load is answered all the same",
    [
      [
        code("pageFailed", "e.1"),
        "open.failed",
        {
          shows: { top: "failed", call: undefined },
          does: [{ emits: "app.error" }, answers("navigateTo:ok"), ...settles([HOME, WALLET])],
        },
      ],
      [
        retry,
        "open.loading",
        { shows: { top: "loading" }, does: [...settles([HOME, WALLET]), loads(WALLET)] },
      ],
      [
        code("pageFailed", "e.1"),
        "open.failed",
        { shows: { top: "failed" }, does: [{ emits: "app.error" }, ...settles([HOME, WALLET])] },
      ],
    ],
    [...atHome, call("navigateTo", "wallet")],
  )

  for (const [method, to, detail] of [
    ["navigateTo", "not-found", "page `/nowhere` is not found"],
    ["redirectTo", "not-found", "page `/nowhere` is not found"],
    ["reLaunch", "not-found", "page `/nowhere` is not found"],
    ["switchTab", "not-found", "page `/nowhere` is not found"],
    ["tapTab", "not-found", "page `/nowhere` is not found"],
    ["navigateTo", "market", "can not navigateTo a tabbar page"],
    ["redirectTo", "market", "can not redirectTo a tabbar page"],
  ] as const)
    scenario(
      `of ${method} to ${to} is refused with the reason`,
      [
        [
          call(method, to),
          "open.settled",
          {
            does: [
              answers(`${method === "tapTab" ? "switchTab" : method}:fail ${detail}`),
              ...settles([HOME, WALLET]),
            ],
          },
        ],
      ],
      inWallet,
    )

  scenario(
    "replaces the page, and another closes them all",
    [
      [
        call("redirectTo", "bank-list"),
        "open.opening.loading",
        {
          shows: { pages: ["home", "bank-list"], top: "loading", call: "k" },
          does: [lifecycle("unload", WALLET), ...settles([HOME, "e.2 bank-list"]), loads("e.2 bank-list")],
        },
      ],
      [
        call("reLaunch", "wallet", "k2"),
        "open.opening.loading",
        {
          shows: { pages: ["wallet"], call: "k2" },
          does: [
            answers("redirectTo:fail", "k", { reason: "superseded" }),
            lifecycle("unload", HOME),
            ...settles(["e.3 wallet"]),
            loads("e.3 wallet"),
          ],
        },
      ],
    ],
    inWallet,
  )

  const tapped = { emits: "page.tabItemTap", name: "home", index: 0, pagePath: url("home").slice(1) }
  scenario(
    "shows another tab; its page is informed of a tap on the current one",
    [
      [
        call("tapTab", "home"),
        "open.settled",
        { does: [tapped, answers("switchTab:ok"), ...settles([HOME])] },
      ],
      [
        call("tapTab", "market", "k1"),
        "open.opening.loading",
        {
          shows: { pages: ["home", "market"], top: "loading", call: "k1" },
          does: [...visible("hide", HOME), ...settles(["e.1 market"], [HOME]), loads("e.1 market")],
        },
      ],
      [
        call("switchTab", "market", "k2"),
        "open.opening.loading",
        {
          does: [answers(`switchTab:fail ${url("market")} locked`, "k2"), ...settles(["e.1 market"], [HOME])],
        },
      ],
    ],
    atHome,
  )
  scenario(
    "shows the tab below other pages, which close",
    [
      [
        call("tapTab", "home"),
        "open.settled",
        {
          shows: { pages: ["home"] },
          does: [
            lifecycle("unload", WALLET),
            ...visible("show", HOME),
            tapped,
            answers("switchTab:ok"),
            ...settles([HOME]),
          ],
        },
      ],
    ],
    inWallet,
  )
})
