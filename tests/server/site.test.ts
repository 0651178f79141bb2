/** What the app is given of the site's settings, and what the headers of its pages say. */

import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Settings } from "../../server/config.ts"
import {
  readCustomerService,
  readSystemConfig,
  type SiteHints,
  watchSite,
  writeSetting,
} from "../../server/content/site.ts"
import { Db, type DbError, DbUnavailable, execute } from "../../server/db/db.ts"
import { type CashWorld, openWorld } from "../support/cash.ts"
import { embedded } from "../support/engines.ts"
import { paymentSettings } from "../support/payments.ts"
import { anyone } from "../support/site-content.ts"
import { weChatApp } from "../support/wechat-server.ts"
import { openTestWorld } from "../support/world-tests.ts"

const weChat = { ...weChatApp, api: "https://wechat.example", open: "https://wechat.example" }

describe("the configuration of the app", () => {
  const { test } = openTestWorld(embedded)

  test("uses the default of a setting that is stored and cannot be read", function* () {
    const names = ["website", "share list", "outside pages", "appearance", "customer service"]
    for (const name of names) yield* writeSetting(name, ["no", 7])
    expect(yield* readSystemConfig({}, anyone)).toMatchObject({
      website: { status: 1, pageStatus: 0, pageUrl: "" },
      shareList: [],
      webPage: { pages: [] },
      logo: "/icon.svg",
    })
    expect((yield* readCustomerService({}, anyone)).hours).toMatch(/^There is no live support/)
    yield* execute("delete from settings where name = any($1)", [names])
  })

  test("shows the appearance that operators configured, and the app's own without", function* () {
    const shown = Effect.map(readSystemConfig({}, anyone), ({ logo, icon, style, tabbar }) => ({
      ...{ logo, icon, style },
      tabs: tabbar.pages.map((path) => path.split("/")[3]),
    }))
    const own = {
      logo: "/icon.svg",
      icon: "/icon.svg",
      style: { theme: "system" },
      tabs: ["home", "optional", "trade", "hold", "my"],
    }
    expect(yield* shown).toEqual(own)
    const tabs = ["my", "hold", "trade", "optional", "home"]
    yield* writeSetting("appearance", { logo: "a1", icon: "b2", accent: "#7a1f5c", tabs })
    expect(yield* shown).toEqual({
      logo: "/brand/logo-a1.webp",
      icon: "/brand/icon-b2.webp",
      style: { theme: "system", accent: "#7a1f5c" },
      tabs,
    })
    yield* writeSetting("appearance", {})
    expect(yield* shown).toEqual(own)
  })

  test("states the loss rate of the latest day, once twenty accounts have traded", function* () {
    const add = (day: string, accounts: number) =>
      execute("insert into loss_rates (day, accounts, losing, computed_at_ms) values ($1, $2, 15, 0)", [
        ...[day, accounts],
      ])
    const stated = Effect.map(readSystemConfig({}, anyone), ({ lossRate }) => lossRate)
    yield* add("2026-11-27", 19)
    expect(yield* stated).toBeUndefined()
    yield* add("2026-11-28", 20)
    expect(yield* stated).toEqual({ accounts: 20, losing: 15 })
  })

  it("offers the ways to pay and to log in that are configured, and no others", async () => {
    const offersOf = async (overrides: Partial<Settings>) => {
      const configured = await openWorld(embedded, overrides)
      const { paymentWays, login } = await configured.run(readSystemConfig({}, anyone))
      await configured.stop()
      return { paymentWays, wechat: login.wechat }
    }
    const bounds = { minimum: "1000.00", maximum: "500000.00" }
    expect(await offersOf({ ...paymentSettings(), weChat })).toEqual({
      paymentWays: [1, 2, 3].map((way) => ({ way, ...bounds })),
      wechat: true,
    })
    expect(await offersOf({})).toEqual({ paymentWays: undefined, wechat: undefined })
  })
})

describe("what the headers of a page say of the site", () => {
  const watched = async (
    overrides: Partial<Settings>,
    steps: (
      until: (wanted: SiteHints) => Effect.Effect<void>,
      setAnswering: (answers: boolean) => void,
    ) => Effect.Effect<void, DbError, CashWorld>,
  ) => {
    const world = await openWorld(embedded, overrides)
    let isAnswering = true
    const work = Effect.gen(function* () {
      const db = yield* Db
      const lost = new DbUnavailable({ message: "lost", outcome: "none" })
      const site: Db["Service"] = {
        ...db,
        sql: (sql, params) => Effect.suspend(() => (isAnswering ? db.sql(sql, params) : Effect.fail(lost))),
      }
      const hints = yield* Effect.provideService(watchSite, Db, site)
      expect(hints()).toEqual({ isOpen: true, isConfigShown: Object.keys(overrides).length > 0 })
      yield* steps(
        (wanted) => Effect.promise(() => expect.poll(hints, { timeout: 10_000 }).toEqual(wanted)),
        (answers) => {
          isAnswering = answers
        },
      )
    })
    await world.run(Effect.scoped(work))
    await world.stop()
  }

  it("follows what operators configure, and is closed while the database does not answer", () =>
    watched({}, (until, setAnswering) =>
      Effect.gen(function* () {
        yield* writeSetting("website", { status: 0, page_status: 0, page_url: "" })
        yield* until({ isOpen: false, isConfigShown: false })
        yield* writeSetting("website", { status: 1, page_status: 0, page_url: "" })
        yield* writeSetting("appearance", { accent: "#7a1f5c" })
        yield* until({ isOpen: true, isConfigShown: true })
        setAnswering(false)
        yield* until({ isOpen: false, isConfigShown: true })
        setAnswering(true)
        yield* until({ isOpen: true, isConfigShown: true })
      }),
    ))

  it("has something configured where members may log in with WeChat", () =>
    watched({ weChat }, (until) => until({ isOpen: true, isConfigShown: true })))

  it("has something configured where visitors may try the demo", () =>
    watched({ demoPast: true }, (until) => until({ isOpen: true, isConfigShown: true })))
})
