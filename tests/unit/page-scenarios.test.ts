import { describe } from "vitest"
import { isDelayed, isOutdated, pageMachine } from "../../machines/page.ts"
import { FAILED_AT_ONCE_MS, PAGE_LOAD_TIMEOUT_MS, PAGE_LOADING_DELAY_MS } from "../../src/domain/limits.ts"
import type { PageEvent } from "../../src/events/page.ts"
import { scenariosOf } from "../support/scenarios.ts"

const say = (type: PageEvent["type"]): PageEvent => ({ type, at: 1 })
const [arrived, missed, open, recover] = [
  say("page.arrived"),
  say("page.missed"),
  say("page.open"),
  say("page.recover"),
]
const [reached, unreached, outdated, close] = [
  say("page.reached"),
  say("page.unreached"),
  say("page.outdated"),
  say("page.close"),
]
const START: readonly [string, object] = ["start load", { name: "market" }]
const FAILED = [{ emits: "page.failed" }, "start compare"] as const
const LOADED = { emits: "page.loaded" }

describe("a page", () => {
  const { begins, scenario } = scenariosOf(pageMachine, {
    input: { name: "market" },
    shows: (snapshot) => ({ isDelayed: isDelayed(snapshot), isOutdated: isOutdated(snapshot) }),
  })

  begins("loading.delayed", {
    context: { name: "market" },
    shows: { isDelayed: true, isOutdated: false },
    does: [START],
  })

  scenario("says that it is loading after a while, and fails if its code does not come in time", [
    [PAGE_LOADING_DELAY_MS - 1, "loading.delayed"],
    [1, "loading.visible", { shows: { isDelayed: false } }],
    [PAGE_LOAD_TIMEOUT_MS - PAGE_LOADING_DELAY_MS - 1, "loading.visible"],
    [1, "failed.waiting", { does: ["stop load", ...FAILED] }],
  ])

  scenario("whose code arrives is announced, each time that it is opened", [
    [arrived, "loaded.view.hidden code.usable", { shows: { isDelayed: false }, does: ["stop load", LOADED] }],
    [open, "loaded.view.hidden code.usable", { does: [LOADED] }],
    [say("page.hide"), "loaded.view.hidden code.usable"],
    [say("page.show"), "loaded.view.shown code.usable"],
    [say("page.hide"), "loaded.view.hidden code.usable"],
    [close, "unloaded", { isOver: true }],
  ])

  scenario(
    "that cannot be shown is loaded with a new document once the server answers",
    [
      [recover, "loaded.view.shown code.probing", { does: ["start probe"] }],
      [unreached, "loaded.view.shown code.usable", { does: ["stop probe"] }],
      [recover, "loaded.view.shown code.probing", { does: ["start probe"] }],
      [reached, "reloading", { does: ["run reloadDocument", "stop probe"], isOver: true }],
    ],
    [arrived, say("page.show")],
  )

  scenario("whose code fails may be opened again, and is then really fetched", [
    [missed, "failed.waiting", { shows: { isDelayed: false }, does: ["stop load", ...FAILED] }],
    [open, "loading.again", { does: ["stop compare", START] }],
    [FAILED_AT_ONCE_MS - 1, "loading.again"],
    [1, "loading.visible"],
    [missed, "failed.waiting", { does: ["stop load", ...FAILED] }],
  ])

  scenario(
    "whose code fails again at once waits for the server, which gives a new document",
    [
      [missed, "failed.probing", { does: ["stop load", { emits: "page.failed" }, "start probe"] }],
      [unreached, "failed.waiting", { does: ["stop probe", "start compare"] }],
      [recover, "failed.probing", { does: ["stop compare", "start probe"] }],
      [reached, "reloading", { does: ["run reloadDocument", "stop probe"], isOver: true }],
    ],
    [missed, open],
  )

  scenario(
    "of an older build offers the newer one",
    [
      [outdated, "failed.outdated", { shows: { isOutdated: true }, does: ["stop compare"] }],
      [recover, "reloading", { shows: { isOutdated: false }, does: ["run reloadDocument"], isOver: true }],
    ],
    [missed],
  )

  scenario("that is closed while its code loads does nothing any more", [
    [close, "unloaded", { shows: { isDelayed: false }, does: ["stop load"], isOver: true }],
    [PAGE_LOAD_TIMEOUT_MS, "unloaded"],
  ])
})
