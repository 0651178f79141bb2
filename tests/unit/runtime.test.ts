import { Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { selectTop } from "../../machines/navigation.ts"
import { ERROR_CODE, failureBody, successBody } from "../../src/contract/envelope.ts"
import { HOME_PATH, urlOf } from "../../src/navigation/routes.ts"
import { openApiLayer } from "../../src/runtime/api-layer.ts"
import { encodeAnswer } from "../../src/runtime/effects/call.ts"
import { createStorage, type KeyValueStorage } from "../../src/runtime/effects/device-storage.ts"
import { openMarketTrustStore } from "../../src/runtime/effects/market-trust-store.ts"
import { openOfflineCacheStore } from "../../src/runtime/effects/offline-cache-store.ts"
import { createNavigation } from "../../src/runtime/hooks/use-navigation.ts"
import { createRuntime } from "../../src/runtime/runtime.ts"
import { type Answer, answering, json } from "../support/answering-server.ts"
import { configOf } from "../support/config.ts"
import { FakeHistory } from "../support/fake-history.ts"
import { freshBrowser, openTab } from "../support/journal-host.ts"
import { memberOf } from "../support/member.ts"

const WALLET = urlOf("wallet")
const wallet = {
  available: "1.00",
  inContracts: "0.00",
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
}
const sessionOf = (id: string) => ({
  token: `token-${id}`,
  temporaryToken: `temporary-${id}`,
  user: memberOf(id),
})

/** A server that knows ada and bob, and for whom a token may go bad. */
const siteOf = (options: { readonly website?: Parameters<typeof configOf>[0] } = {}) => {
  const bad = new Set<string>()
  const answer: Answer = (response, received) => {
    const { url, headers, body } = received
    const say = (content: unknown, status = 200) => json(content, status)(response, received)
    if (url.startsWith("/api/system/config"))
      return say(successBody("code", encodeAnswer("systemConfig", configOf(options.website))))
    if (url.startsWith("/api/login/account")) {
      const { username, password } = JSON.parse(body)
      return password === "right"
        ? say(successBody("errorCode", encodeAnswer("login", sessionOf(username))))
        : say(failureBody("errorCode", { reason: "login.wrong-credentials" }, "Passwords is invalid!"))
    }
    if (url.startsWith("/api/login/logout")) return say({ errorCode: ERROR_CODE.success, msg: "", data: {} })
    if (bad.has(String(headers.token)))
      return say(failureBody("code", { reason: "session.invalid" }, "Log in again"), 401)
    return say(successBody("code", encodeAnswer("walletSummary", wallet)))
  }
  return { answer, bad }
}

const areaOf = (): KeyValueStorage => {
  const kept = new Map<string, string>()
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  }
}

let tabs = 0
const closing: (() => unknown)[] = []
beforeEach(() => {
  freshBrowser()
  for (const name of ["addEventListener", "removeEventListener"]) vi.stubGlobal(name, () => {})
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  vi.unstubAllGlobals()
})

const openApp = async (open = "/", site = siteOf(), area = areaOf(), saidOn = false) => {
  const server = await answering(site.answer)
  tabs += 1
  const tab = openTab(`tab-${tabs}`)
  const history = new FakeHistory(open)
  const left: string[] = []
  const system = createRuntime({
    baseUrl: server.url,
    storage: createStorage(() => area, Date.now),
    history,
    streams: tab.streams,
    loadPage: () => Promise.resolve(),
    loadApiLayer: () => Promise.resolve({ openApiLayer: openApiLayer }),
    openOfflineCacheStore: openOfflineCacheStore,
    openMarketTrustStore: openMarketTrustStore,
    loadMember: () => Promise.reject(new Error("no member machines in this test")),
    languages: ["de-DE"],
    isSiteOn: saidOn,
    now: Date.now,
    leave: (url) => left.push(url),
  })
  closing.push(() => tab.streams.stop(tab.actors, false), server.close)
  await system.start()
  const navigation = createNavigation(system)
  const { boot, secrets } = system
  const login = (username: string, password = "right") =>
    boot.session.send({ type: "session.login", username, secret: secrets.keep(password), at: 0 })
  const page = () => selectTop(boot.navigation.getSnapshot())?.path
  return { system, server, site, area, history, navigation, login, page, boot, left }
}

const seen = async (read: () => unknown, wanted: unknown) =>
  await expect.poll(read, { timeout: 4_000, interval: 10 }).toEqual(wanted)

describe("the runtime", () => {
  it("starts in the browser's language, and sends no call twice", async () => {
    const { boot, server } = await openApp()
    await seen(() => boot.startup.getSnapshot().matches("on"), true)
    expect(boot.startup.getSnapshot().context.locale).toBe("de")
    expect(server.received.map(({ url, headers }) => [url, headers.lang])).toEqual([
      ["/api/system/config", "de_DE"],
    ])
  })

  it("sends no call on a first page if the document says that the site is on", async () => {
    const { boot, server, page } = await openApp("/", siteOf(), areaOf(), true)
    expect([page(), boot.startup.getSnapshot().matches("on"), server.received]).toEqual(["/", true, []])
  })

  it("gives the pages of two documents ids of their own, however soon one follows the other", async () => {
    const idOf = async () => selectTop((await openApp()).boot.navigation.getSnapshot())?.id
    const [first, second] = [await idOf(), await idOf()]
    expect(first).toBeDefined()
    expect(second).not.toBe(first)
  })

  it("takes a visitor to login, and after it to the wanted page", async () => {
    const { login, page, boot, history } = await openApp(WALLET)
    expect(page()).toBe("/")
    login("ada", "wrong")
    await seen(() => boot.session.getSnapshot().context.failure?.reason, "login.wrong-credentials")
    login("ada")
    await seen(page, WALLET)
    await seen(() => history.url(), WALLET)
  })

  it("stores the token last: another tab that sees it finds the member and the other token", async () => {
    const area = areaOf()
    const found: boolean[] = []
    const watched: KeyValueStorage = {
      ...area,
      setItem: (name, value) => {
        const others = ["app_user", "app_temporary_token"]
        if (name === "app_token") found.push(...others.map((other) => area.getItem(other) !== null))
        area.setItem(name, value)
      },
    }
    const { login, page } = await openApp("/", siteOf(), watched)
    login("ada")
    await seen(page, HOME_PATH)
    expect(found).toEqual([true, true])
  })

  it("opens home for a member who comes back, without a flash of login", async () => {
    const { login, page, area } = await openApp()
    login("ada")
    await seen(page, HOME_PATH)
    expect(area.getItem("app_user")).toContain("credit_score")
    const again = await openApp("/", siteOf(), area)
    expect(again.page()).toBe(HOME_PATH)
    expect(again.boot.session.getSnapshot().context.user?.id).toBe("ada")
  })

  it("goes to login when a token is refused, and back to the page for the same member only", async () => {
    for (const [who, where] of [
      ["ada", WALLET],
      ["bob", HOME_PATH],
    ] as const) {
      const site = siteOf()
      const { login, page, navigation, system, area } = await openApp("/", site)
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
    const { login, page, boot, system, area } = await openApp()
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
    const off = await openApp("/", siteOf({ website: { status: 0 } }))
    await seen(off.page, "/pages/empty/empty")
    const away = await openApp(
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
    const { page, boot } = await openApp("/", site, areaOf(), true)
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
      const { page, boot } = await openApp("/", site, areaOf(), true)
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
      const { page } = await openApp("/pages/empty/empty", siteOf(), areaOf(), said)
      await seen(page, "/")
    },
  )

  it("keeps passwords and tokens out of events, contexts and mailboxes", async () => {
    const { login, page, system } = await openApp()
    login("ada")
    await seen(page, HOME_PATH)
    const actors = system
      .actors()
      .map((actor) => JSON.stringify(actor.machine.getPersistedSnapshot(actor.getSnapshot())))
    expect(actors.join()).not.toMatch(/token-ada|temporary-ada|"right"/)
  })
})

describe("a shared query", () => {
  it("sends one call for all listeners, keeps its answer during a refetch, and says when that is old", async () => {
    const { system, server, login, page } = await openApp()
    login("ada")
    await seen(page, HOME_PATH)
    const { queries } = await system.apiLayer.load()
    const [one, two] = [queries.query("walletSummary", {}), queries.query("walletSummary", {})]
    expect(one).toBe(two)
    const stops = [one.subscribe(() => {}), two.subscribe(() => {})]
    expect(one.getState()).toMatchObject({ phase: "loading", busy: true })
    await seen(() => one.getState().phase, "ready")
    const asked = () => server.received.filter(({ url }) => url === "/api/wallet/summary").length
    expect(asked()).toBe(1)
    await server.close()
    one.renew()
    expect(one.getState()).toMatchObject({ phase: "ready", data: wallet, busy: true })
    await seen(() => one.getState().stale, true)
    expect(one.getState()).toMatchObject({
      phase: "ready",
      data: wallet,
      failure: { reason: "no-answer.network" },
    })
    for (const stop of stops) stop()
  })

  it("is aborted without listeners", async () => {
    const { system } = await openApp()
    const { queries, running } = await system.apiLayer.load()
    const stop = queries.query("products", {}).subscribe(() => {})
    expect(running()).toHaveLength(1)
    stop()
    await seen(() => running().length, 0)
  })
})
