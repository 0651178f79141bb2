import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, describe, expect, it, vi } from "vitest"
import { PAGE_LOAD_TIMEOUT_MS } from "../../src/domain/limits.ts"
import type { Case, Fixture, Plain } from "./area.ts"
import { Run } from "./navigation.ts"

const cases: readonly Case[] = JSON.parse(readFileSync(join(import.meta.dirname, "shell.json"), "utf8"))
const fixture: Fixture = JSON.parse(
  JSON.stringify(cases.find(({ id }) => id === "_fixture")?.given.routes ?? {}),
)

/** What holds instead of an observed quirk, from the words of its `better`. */
const BETTER: Readonly<Record<string, Plain>> = {
  "nav.query.props-not-decoded": { props: { x: "1", y: "中" }, onLoad: { x: "1", y: "中" } },
  "nav.lock.four-taps-odd-ones-pass": {
    results: [
      "navigateTo:ok",
      "navigateTo:fail /pages/a/a?x=1 locked",
      "navigateTo:fail /pages/a/a?x=1 locked",
      "navigateTo:fail /pages/a/a?x=1 locked",
    ],
    stack: ["login", "a{x=1}"],
  },
  "nav.lock.failed-call-unlocks": {
    results: [
      "navigateTo:ok",
      "navigateTo:fail page `/pages/zz/zz` is not found",
      "navigateTo:fail /pages/a/a locked",
    ],
    stack: ["login", "a"],
  },
  "nav.lock.slow-page-double-tap": {
    results: ["navigateTo:ok", "navigateTo:fail /pages/a/a locked"],
    stack: ["login", "a"],
  },
  "nav.lock.h5-never-armed": {
    results: ["navigateTo:ok", "navigateTo:fail /pages/a/a locked"],
    stack: ["login", "a"],
  },
  "nav.back.root-depth1": { errMsg: "navigateBack:ok", stack: ["login"], log: [] },
  "nav.back.root-depth1deep": { errMsg: "navigateBack:ok", stack: ["login"] },
  "nav.back.root-tabRoot": { errMsg: "navigateBack:ok", stack: ["market"], log: [] },
  "nav.back.browser-ignores-onBackPress": { log: [], stack: ["login", "a"], path: "/pages/a/a" },
  "life.boot-unknown": {
    log: [
      'App.launch {"path":"nope/x","query":{"y":"1"},"scene":1001,"referrerInfo":{"appId":"","extraData":{}}}',
      "App.show",
      'App.pageNotFound {"notFound":true,"openType":"appLaunch","path":"/nope/x","query":{"y":"1"},"scene":1001}',
    ],
    shown: "not-found",
  },
  "life.switchTab-current": { log: [], stack: ["home"] },
  "life.reLaunch-in-onLaunch": {
    log: [
      'App.launch {"path":"pages/login/login","query":{},"scene":1001,"referrerInfo":{"appId":"","extraData":{}}}',
      "App.show",
      "c.load {}",
      "c.show",
      "c.ready",
    ],
    stack: ["c"],
  },
  "async.error-view-click": { shown: "bad", stack: ["login"], path: "/pages/bad/bad" },
}

const AREAS = /^(navigation|lifecycle|asyncPage)/
const driven = cases.filter(({ area }) => AREAS.test(area))
/** Told by words that are not a state of the stack: checked below, each in its own way. */
const own = new Set(["life.switchTab-then-browser-back-twice", "async.timeout", "async.error-view-click"])

const check = (run: Run, then: Plain, results: readonly string[]): void => {
  const { house } = run
  const seen: Record<string, () => unknown> = {
    errMsg: () => results.at(-1),
    results: () => results,
    stack: () => house.stack(),
    path: () => house.history.url(),
    log: () => run.lines(),
    onLoad: () => run.loadedWith(),
    props: () => run.loadedWith(),
    stackRoutes: () => run.routes(),
    shown: () => house.top()?.name,
    sum: () => run.weigh() + 120,
    sumAfterSecond: () => run.weigh(),
  }
  for (const [what, wanted] of Object.entries(then)) {
    if (what === "text(en)" || what === "sumAfterFirst") continue
    const read = seen[what]
    if (!read) throw new Error(`"${what}" is not understood`)
    expect(read(), what).toEqual(what === "stack" ? run.samePages(wanted) : wanted)
  }
}

let last: Run | undefined
const begin = async (given: Plain): Promise<Run> => {
  last = new Run(fixture, given)
  await last.begin()
  return last
}
afterEach(() => {
  last?.house.stop()
  vi.useRealTimers()
})

describe("the shell's cases of navigation, lifecycle and asynchronous pages", () => {
  it("are all here", () => expect(driven.length).toBeGreaterThan(50))

  it.each(driven.filter(({ id }) => !own.has(id)))("$id", async (one) => {
    const run = await begin(one.given)
    const results = await run.act(one.when)
    const better = BETTER[one.id]
    if (one.adopt === "quirk" && !better) throw new Error(`what holds instead of ${one.id}?`)
    check(run, better ?? one.then, results)
  })

  it.each([
    ["another message", "nav.arg.tab-navigateTo", { errMsg: "navigateTo:ok" }],
    ["another stack", "nav.lock.same-url", { stack: ["login", "a", "a"] }],
    ["another order of events", "life.switchTab-revisit", { log: ["home.show", "market.hide"] }],
  ])("fail when they want %s", async (_, id, then) => {
    const one = cases.find((known) => known.id === id)
    if (!one) throw new Error(`no case is named ${id}`)
    const run = await begin(one.given)
    const results = await run.act(one.when)
    expect(() => check(run, then, results)).toThrow()
  })
})

describe("what the cases tell in words", () => {
  it("after a change of tab, back leaves no empty stack and brings no closed page", async () => {
    const run = await begin({ stack: ["home", "a", "b"], done: "switchTab market" })
    const before = run.house.history.length
    for (const _ of [1, 2]) {
      await run.act([{ browser: "back" }])
      expect(run.house.stack().length).toBeGreaterThan(0)
    }
    expect(run.house.stack()).toEqual(["market"])
    expect(run.house.history.length).toBe(before)
  })

  it("a page whose code did not come is tried again in place", async () => {
    const run = await begin({ stack: ["login"] })
    await run.act([{ call: "navigateTo", url: "/pages/bad/bad" }])
    expect(run.house.top()).toMatchObject({ name: "bad", status: "failed" })
    await run.act([{ tap: "error view" }])
    expect(run.house.top()).toMatchObject({ name: "bad", status: "failed" })
    expect(run.house.history.url()).toBe("/pages/bad/bad")
    expect(run.house.actor.getSnapshot().context.pages.stack).toHaveLength(2)
  })

  it("a page is given up after 60 s", async () => {
    const run = await begin({ stack: ["login"], pageCodeDelayMs: 60_001 })
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    void run.house.call("navigateTo", "/pages/a/a")
    await vi.advanceTimersByTimeAsync(PAGE_LOAD_TIMEOUT_MS - 1)
    expect(run.house.top()?.status).toBe("loading")
    await vi.advanceTimersByTimeAsync(1)
    expect(run.house.top()?.status).toBe("failed")
  })
})
