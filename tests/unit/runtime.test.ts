import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { selectTop } from "../../machines/navigation.ts"
import { HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import type { KeyValueStorage } from "../../src/runtime/api/device-storage.ts"
import { seen } from "../support/fast-timers.ts"
import { memoryArea } from "../support/in-process-runtime.ts"
import { siteOf, visitorApps, wallet } from "../support/visitor-app.ts"

const openVisitorApp = visitorApps()

const WALLET = urlOf("wallet")

describe("the runtime", () => {
  it("starts in the browser's language, and sends no call twice", async () => {
    const { boot, server } = await openVisitorApp()
    await seen(() => boot.startup.getSnapshot().matches("on"), true)
    expect(boot.startup.getSnapshot().context.locale).toBe("de")
    expect(server.received.map(({ url, headers }) => [url, headers.lang])).toEqual([
      ["/api/system/config", "de_DE"],
    ])
  })

  it("sends no call on a first page if the document says that the site is on", async () => {
    const { boot, server, page } = await openVisitorApp("/", siteOf(), memoryArea(), true)
    expect([page(), boot.startup.getSnapshot().matches("on"), server.received]).toEqual(["/", true, []])
  })

  it("gives the pages of two documents ids of their own, however soon one follows the other", async () => {
    const idOf = async () => selectTop((await openVisitorApp()).boot.navigation.getSnapshot())?.id
    const [first, second] = [await idOf(), await idOf()]
    expect(first).toBeDefined()
    expect(second).not.toBe(first)
  })

  it("takes a visitor to login, and after it to the wanted page", async () => {
    const { login, page, boot, history } = await openVisitorApp(WALLET)
    expect(page()).toBe("/")
    login("ada", "wrong")
    await seen(() => boot.session.getSnapshot().context.failure?.reason, "login.wrong-credentials")
    login("ada")
    await seen(page, WALLET)
    await seen(() => history.url(), WALLET)
  })

  it("stores the token last: another tab that sees it finds the member and the other token", async () => {
    const area = memoryArea()
    const found: boolean[] = []
    const watched: KeyValueStorage = {
      ...area,
      setItem: (name, value) => {
        const others = ["app_user", "app_temporary_token"]
        if (name === "app_token") found.push(...others.map((other) => area.getItem(other) !== null))
        area.setItem(name, value)
      },
    }
    const { login, page } = await openVisitorApp("/", siteOf(), watched)
    login("ada")
    await seen(page, HOME_PATH)
    expect(found).toEqual([true, true])
  })

  it("opens home for a member who comes back, without a flash of login", async () => {
    const { login, page, area } = await openVisitorApp()
    login("ada")
    await seen(page, HOME_PATH)
    expect(area.getItem("app_user")).toContain("credit_score")
    const again = await openVisitorApp("/", siteOf(), area)
    expect(again.page()).toBe(HOME_PATH)
    expect(again.boot.session.getSnapshot().context.user?.id).toBe("ada")
  })

  it("goes to login when a token is refused, and back to the page for the same member only", async () => {
    for (const [who, where] of [
      ["ada", WALLET],
      ["bob", HOME_PATH],
    ] as const) {
      const site = siteOf()
      const { login, page, navigation, system, area } = await openVisitorApp("/", site)
      login("ada")
      await seen(page, HOME_PATH)
      await navigation.navigateTo(WALLET)
      site.bad.add("token-ada")
      const { call } = await system.apiLayer.load()
      const exit = await Effect.runPromise(Effect.exit(call("walletSummary", {})))
      expect(exit._tag).toBe("Failure")
      await seen(page, "/")
      expect(area.getItem("app_token")).toBeNull()
      site.bad.clear()
      login(who)
      await seen(page, where)
    }
  })

  it("forgets every answer and deletes all member data at logout", async () => {
    const { login, page, boot, system, area } = await openVisitorApp()
    login("ada")
    await seen(page, HOME_PATH)
    const { queries } = await system.apiLayer.load()
    const query = queries.query("walletSummary", {})
    const stop = query.subscribe(() => {})
    await seen(() => query.getState().data, wallet)
    system.resolvedOperations.push({
      type: "operation.found",
      operation: "order",
      outcome: "accepted",
      visit: "v1",
    })
    boot.session.send({ type: "session.askLogout", at: 0 })
    boot.session.send({ type: "session.confirmLogout", at: 0 })
    await seen(page, "/")
    await seen(() => query.getState().data, undefined)
    expect(system.resolvedOperations.take()).toEqual([])
    for (const name of ["token", "temporary_token", "user", "intent"])
      expect(area.getItem(`app_${name}`)).toBeNull()
    stop()
  })

  it("shows the placeholder, or leaves, when the site is switched off", async () => {
    const off = await openVisitorApp("/", siteOf({ website: { status: 0 } }))
    await seen(off.page, "/pages/empty/empty")
    await off.navigation.navigateTo("/")
    await seen(off.page, "/")
    off.login("ada")
    await seen(off.page, "/pages/empty/empty")
    const away = await openVisitorApp(
      "/",
      siteOf({ website: { status: 0, pageStatus: 1, pageUrl: "https://example.org/closed" } }),
    )
    await seen(away.page, "/pages/empty/empty")
    expect(away.left).toEqual([])
    away.boot.startup.send({ type: "startup.leave" })
    await seen(() => away.left, ["https://example.org/closed"])
  })

  it("shows the placeholder to a returning visitor, and login when the site is on again", async () => {
    let status: 0 | 1 = 0
    const site = siteOf({
      get website() {
        return { status }
      },
    })
    const { page, boot } = await openVisitorApp("/", site, memoryArea(), true)
    expect(page()).toBe("/")
    boot.startup.send({ type: "startup.learn" })
    await seen(page, "/pages/empty/empty")
    status = 1
    boot.startup.send({ type: "startup.retry" })
    await seen(page, "/")
  })

  it("looks for a visitor who types or comes back, whether the site is still on", async () => {
    let status: 0 | 1 = 1
    const site = siteOf({
      get website() {
        return { status }
      },
    })
    for (const sign of ["type", "return"] as const) {
      status = 1
      const { page, boot } = await openVisitorApp("/", site, memoryArea(), true)
      expect(page()).toBe("/")
      status = 0
      if (sign === "return") boot.navigation.send({ type: "navigation.appShown", at: 0 })
      else boot["form.login"].send({ type: "form.change", field: "username", value: "a", at: 0 })
      await seen(page, "/pages/empty/empty")
    }
  })

  it.each([true, false])(
    "leads home from the placeholder while the site is on (said so: %s)",
    async (said) => {
      const { page } = await openVisitorApp("/pages/empty/empty", siteOf(), memoryArea(), said)
      await seen(page, "/")
    },
  )

  it("keeps passwords and tokens out of events, contexts and mailboxes", async () => {
    const { login, page, system } = await openVisitorApp()
    login("ada")
    await seen(page, HOME_PATH)
    const actors = system
      .actors()
      .map((actor) => JSON.stringify(actor.machine.getPersistedSnapshot(actor.getSnapshot())))
    expect(actors.join()).not.toMatch(/token-ada|temporary-ada|"right"/)
  })
})
