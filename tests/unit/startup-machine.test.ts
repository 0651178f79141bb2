import { afterEach, describe, expect, it, vi } from "vitest"
import { createActor } from "xstate"
import { selectAppearance, selectRedirect, startupMachine, startupPhase } from "../../machines/startup.ts"
import { type Appearance, OWN_APPEARANCE, tabPath } from "../../src/domain/appearance.ts"
import { SITE_OFF_REDIRECT_MS } from "../../src/domain/limits.ts"
import { isAllowedLink } from "../../src/domain/links.ts"
import type { StartupEmitted, StartupEvent } from "../../src/events/startup.ts"
import { configOf } from "../support/config.ts"
import { puppet } from "../support/parts.ts"

afterEach(() => vi.useRealTimers())

const run = (saidOn = false) => {
  const loadConfig = puppet<StartupEvent>()
  const watchNetwork = puppet<StartupEvent>()
  const watchVisibility = puppet<StartupEvent>()
  const stored: unknown[] = []
  const kept: Appearance[] = []
  const emitted: StartupEmitted[] = []
  const machine = startupMachine.provide({
    actors: {
      loadConfig: loadConfig.logic,
      watchNetwork: watchNetwork.logic,
      watchVisibility: watchVisibility.logic,
    },
    actions: {
      storeLocale: (_, params) => stored.push(params),
      storeTheme: (_, params) => stored.push(params),
      storeAmountsHidden: (_, params) => stored.push(params),
      storeAppearance: (_, { appearance }) => kept.push(appearance),
    },
  })
  const actor = createActor(machine, {
    input: { locale: "en", theme: "system", areAmountsHidden: false, appearance: OWN_APPEARANCE, saidOn },
  })
  actor.on("*", (event) => emitted.push(event))
  actor.start()
  return { actor, loadConfig, watchNetwork, stored, kept, emitted }
}

describe("the startup machine", () => {
  it("lets members in when the site is on", () => {
    const { actor, loadConfig, emitted } = run()
    expect(startupPhase(actor.getSnapshot())).toBe("loading")
    loadConfig.tell({ type: "startup.configured", config: configOf() })
    expect(actor.getSnapshot().value).toEqual({ on: "known" })
    expect(emitted).toEqual([{ type: "startup.siteOpened" }])
  })

  it.each([
    ["its own placeholder", { pageStatus: 0, pageUrl: "https://example.org/" }, null, false],
    [
      "an allowed address",
      { pageStatus: 1, pageUrl: "https://status.example.org/" },
      "https://status.example.org/",
      false,
    ],
    ["its placeholder, for a foreign address", { pageStatus: 1, pageUrl: "https://evil.test/" }, null, true],
    [
      "its placeholder, for an address that is not https",
      { pageStatus: 1, pageUrl: "http://example.org/" },
      null,
      true,
    ],
    ["its placeholder, for a script", { pageStatus: 1, pageUrl: "javascript:alert(1)" }, null, true],
  ] as const)("says where it leads, and goes there after a while: %s", (_, website, url, isRefused) => {
    vi.useFakeTimers()
    const { actor, loadConfig, emitted } = run()
    loadConfig.tell({ type: "startup.configured", config: configOf({ status: 0, ...website }) })
    const snapshot = actor.getSnapshot()
    expect(snapshot.hasTag("closed")).toBe(true)
    expect(emitted.at(-1)).toEqual({ type: "startup.siteClosed" })
    expect(selectRedirect(snapshot)).toBe(url)
    expect(emitted.some(({ type }) => type === "startup.linkRefused")).toBe(isRefused)
    vi.advanceTimersByTime(SITE_OFF_REDIRECT_MS)
    expect(actor.getSnapshot().value).toBe("off")
    expect(emitted.filter(({ type }) => type === "startup.redirected")).toEqual(
      url === null ? [] : [{ type: "startup.redirected", url }],
    )
  })

  it("goes where it leads at once or not at all, as the visitor chooses", () => {
    vi.useFakeTimers()
    const elsewhere = configOf({ status: 0, pageStatus: 1, pageUrl: "https://status.example.org/" })
    const redirected = { type: "startup.redirected", url: "https://status.example.org/" }
    const one = run()
    one.loadConfig.tell({ type: "startup.configured", config: elsewhere })
    one.actor.send({ type: "startup.stay" })
    vi.advanceTimersByTime(2 * SITE_OFF_REDIRECT_MS)
    expect(one.emitted).toEqual([{ type: "startup.siteClosed" }])
    one.actor.send({ type: "startup.leave" })
    expect(one.emitted.at(-1)).toEqual(redirected)
    const other = run()
    other.loadConfig.tell({ type: "startup.configured", config: elsewhere })
    other.actor.send({ type: "startup.leave" })
    expect(other.emitted.at(-1)).toEqual(redirected)
  })

  it("takes an app that is in use nowhere by itself", () => {
    vi.useFakeTimers()
    const { actor, loadConfig, emitted } = run(true)
    actor.send({ type: "startup.learn" })
    const website = { status: 0, pageStatus: 1, pageUrl: "https://status.example.org/" } as const
    loadConfig.tell({ type: "startup.configured", config: configOf(website) })
    vi.advanceTimersByTime(2 * SITE_OFF_REDIRECT_MS)
    expect(actor.getSnapshot().value).toBe("off")
    expect(emitted).toEqual([{ type: "startup.siteOpened" }, { type: "startup.siteClosed" }])
  })

  it("makes no request where the document said that the site is on, until the configuration is needed", () => {
    const { actor, loadConfig, emitted } = run(true)
    expect(emitted).toEqual([{ type: "startup.siteOpened" }])
    expect(loadConfig.started).toHaveLength(0)
    actor.send({ type: "startup.learn" })
    loadConfig.tell({ type: "startup.configFailed", failure: { reason: "no-answer.network" } })
    expect(actor.getSnapshot().matches("on")).toBe(true)
    actor.send({ type: "startup.learn" })
    loadConfig.tell({ type: "startup.configured", config: configOf() })
    expect(actor.getSnapshot().value).toEqual({ on: "known" })
    expect(actor.getSnapshot().context.config).toEqual(configOf())
  })

  it("believes the configuration more than the document", () => {
    const { actor, loadConfig, emitted } = run(true)
    actor.send({ type: "startup.learn" })
    loadConfig.tell({ type: "startup.configured", config: configOf({ status: 0 }) })
    expect(emitted.at(-1)).toEqual({ type: "startup.siteClosed" })
  })

  it("asks again when the configuration that it knows may have changed", () => {
    const { actor, loadConfig, emitted } = run()
    loadConfig.tell({ type: "startup.configured", config: configOf() })
    actor.send({ type: "startup.learn" })
    loadConfig.tell({ type: "startup.configured", config: configOf({ status: 0 }) })
    expect(actor.getSnapshot().value).toBe("off")
    expect(emitted.at(-1)).toEqual({ type: "startup.siteClosed" })
  })

  it("can be asked again while the site is off", () => {
    const { actor, loadConfig } = run()
    loadConfig.tell({ type: "startup.configured", config: configOf({ status: 0 }) })
    actor.send({ type: "startup.retry" })
    loadConfig.tell({ type: "startup.configured", config: configOf() })
    expect(actor.getSnapshot().matches("on")).toBe(true)
  })

  it("is offline without a network, and tries again when it returns", () => {
    const { actor, loadConfig, watchNetwork } = run()
    loadConfig.tell({ type: "startup.configFailed", failure: { reason: "no-answer.network" } })
    expect(actor.getSnapshot().value).toBe("offline")
    watchNetwork.tell({ type: "startup.networkReturned" })
    expect(actor.getSnapshot().value).toBe("configuring")
    loadConfig.tell({ type: "startup.configFailed", failure: { reason: "no-answer.malformed" } })
    expect(actor.getSnapshot().value).toBe("failed")
    actor.send({ type: "startup.retry" })
    expect(loadConfig.started).toHaveLength(3)
  })

  it("keeps the appearance for the next start, and the app's own tab bar for an order that cannot be", () => {
    const { actor, loadConfig, kept, emitted } = run()
    const mine = { ...configOf(), style: { theme: "system", accent: "#7a1f5c" } } as const
    const pages = ["my", "hold", "trade", "optional", "home"].map(tabPath)
    loadConfig.tell({ type: "startup.configured", config: { ...mine, tabbar: { pages } } })
    expect(kept.at(-1)).toEqual({
      ...OWN_APPEARANCE,
      accent: "#7a1f5c",
      tabs: ["my", "hold", "trade", "optional", "home"],
    })
    expect(selectAppearance(actor.getSnapshot())).toBe(kept.at(-1))
    actor.send({ type: "startup.learn" })
    const twice = { pages: [tabPath("home"), ...pages] }
    loadConfig.tell({ type: "startup.configured", config: { ...mine, tabbar: twice } })
    expect(kept.at(-1)?.tabs).toEqual(OWN_APPEARANCE.tabs)
    expect(emitted).toContainEqual({
      type: "startup.tabsRefused",
      message: "tabBar page /pages/tabbar/home/index already exists",
    })
  })

  it("keeps language, theme and hidden amounts in whatever state", () => {
    const { actor, stored } = run()
    actor.send({ type: "startup.setLocale", locale: "ja" })
    actor.send({ type: "startup.setTheme", theme: "dark" })
    actor.send({ type: "startup.hideAmounts", hidden: true })
    expect(actor.getSnapshot().context).toMatchObject({ locale: "ja", theme: "dark", areAmountsHidden: true })
    expect(stored).toEqual([{ locale: "ja" }, { theme: "dark" }, { hidden: true }])
  })
})

describe("a link", () => {
  it.each([
    ["https://example.org/x", true],
    ["https://a.example.org", true],
    ["https://other.test/", true],
    ["https://notexample.org/", false],
    ["https://example.org.evil.test/", false],
    ["https://user:pw@example.org/", false],
    ["http://example.org/", false],
    ["//example.org/", false],
    ["data:text/html,x", false],
    ["", false],
  ])("%s: %s", (url, isAllowed) => expect(isAllowedLink(url, ["example.org", "other.test"])).toBe(isAllowed))

  it("is never allowed where no host is", () =>
    expect(isAllowedLink("https://example.org/", [""])).toBe(false))
})
