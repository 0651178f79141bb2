import { foldOf, replay } from "@financial-links/journal"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { createActor, fromCallback } from "xstate"
import { navigationMachine } from "../../machines/navigation.ts"
import { STACK_LIMIT } from "../../src/domain/limits.ts"
import type { BrowserMirror, NavigationEvent, PagesCommand } from "../../src/events/navigation.ts"
import { HOME_PATH, ROUTES, tabOf, urlOf } from "../../src/navigation/routes.ts"
import { FakeHistory } from "../support/fake-history.ts"
import { NavigationHost, type NavigationHostOptions } from "../support/navigation-host.ts"

const WALLET = urlOf("wallet")
const BANK = urlOf("bank-list")

const mute = { browser: fromCallback<BrowserMirror>(() => {}), pages: fromCallback<PagesCommand>(() => {}) }

const at = 0

let last: NavigationHost | undefined
const begin = async (options: Partial<NavigationHostOptions> = {}): Promise<NavigationHost> => {
  last = new NavigationHost({ routes: null, ...options }).start()
  await last.settle()
  return last
}
afterEach(() => last?.stop())

describe("who may go where", () => {
  it("keeps a visitor from each page of members, remembers it, and shows the others", async () => {
    for (const { path, guest } of ROUTES) {
      const app = await begin({ open: path, member: false })
      expect(app.top()).toMatchObject({ path: guest ? path : "/", status: "loaded" })
      if (!guest) {
        expect(app.history.url()).toBe("/")
        expect(app.log).toContainEqual({ type: "navigation.loginRequired", url: path })
        expect(app.log.some((event) => event.type === "page.load" && event.name !== "login")).toBe(false)
      }
      app.stop()
    }
  })

  it("refuses a visitor's call with words that say why", async () => {
    const app = await begin({ member: false })
    const answer = await app.call("navigateTo", WALLET)
    expect(answer).toMatchObject({ ok: false, reason: "login-required" })
    expect(app.stack()).toEqual(["login"])
  })

  it("takes a member who opens login home, and a new member to where they wanted to go", async () => {
    const app = await begin({ member: true })
    expect(app.top()?.path).toBe(HOME_PATH)
    app.stop()
    const visitor = await begin({ open: BANK, member: false })
    visitor.send({ type: "navigation.enter", url: BANK, member: true, key: "e", at: 0 })
    await visitor.settle()
    expect(visitor.stack()).toEqual(["bank-list"])
    await visitor.back()
    await visitor.settle()
    expect(visitor.stack()).toEqual(["home"])
  })

  it("leaves nothing of a member's pages when the session ends", async () => {
    const app = await begin({ member: true })
    await app.call("navigateTo", WALLET)
    app.send({ type: "navigation.enter", url: null, member: false, key: "e", at: 0 })
    await app.settle()
    expect(app.stack()).toEqual(["login"])
    expect(app.actor.getSnapshot().context.pages.tabs).toEqual([])
    expect(app.history.url()).toBe("/")
    app.history.go(1)
    await app.settle()
    expect(app.top()?.path).toBe("/")
  })
})

describe("a document", () => {
  it("is reopened with its stack; pages below the top load when they are shown", async () => {
    const app = await begin()
    await app.call("navigateTo", WALLET)
    await app.call("navigateTo", BANK)
    await app.settle()
    const { context } = app.actor.getSnapshot()
    const snapshot = app.actor.getPersistedSnapshot()
    app.stop()
    const provided = navigationMachine.provide({ actors: mute })
    const again = createActor(provided, { snapshot, input: { table: null } }).start()
    const mark = { id: context.pages.stack[2]?.id ?? "", depth: 3 }
    again.send({ type: "navigation.open", url: BANK, mark, member: true, key: "n", at: 0 })
    const { pages } = again.getSnapshot().context
    expect(pages.stack.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "home dormant",
      "wallet dormant",
      "bank-list loading",
    ])
    again.stop()
  })

  it.each([
    ["a forged id", { id: "x", depth: 2 }],
    ["a forged depth", { id: "n.0", depth: 1e9 }],
    ["nothing", null],
  ])("opened with %s in its history shows the page of its address", async (_, mark) => {
    const history = new FakeHistory(WALLET, mark)
    const app = await begin({ history })
    expect(app.stack()).toEqual(["wallet"])
  })

  it.each([
    "/pages/nope",
    "/%zz",
    "/pages/wallet/index/",
    "/../..",
    "//evil.test/x",
    "/pages/bank/bank-list;a",
  ])("opened at %s shows that there is no such page, with a way home", async (open) => {
    const app = await begin({ open })
    expect(app.top()?.name).toBe("not-found")
    expect((await app.call("switchTab", HOME_PATH)).ok).toBe(true)
    await app.settle()
    expect(app.stack()).toEqual(["home"])
  })
})

const urls = fc.constantFrom(
  ...ROUTES.map(({ path }) => path),
  "/pages/product/index?id=p1",
  "/pages/nope",
  "",
  "../x",
)
const ids = fc.constantFrom("e.0", "e.1", "e.2", "e.3", "x")
const words: fc.Arbitrary<NavigationEvent> = fc.oneof(
  fc
    .record({ url: urls, key: fc.uuid() })
    .chain(({ url, key }) =>
      fc.constantFrom<NavigationEvent>(
        { type: "navigation.navigateTo", url, key, at },
        { type: "navigation.redirectTo", url, key, at },
        { type: "navigation.reLaunch", url, key, at },
        { type: "navigation.switchTab", url, key, at },
        { type: "navigation.tapTab", url, key, at },
        { type: "navigation.enter", url, member: true, key, at },
        { type: "navigation.enter", url: null, member: false, key, at },
        { type: "navigation.open", url, mark: null, member: true, key: "e", at },
      ),
    ),
  fc.record({ id: ids, depth: fc.integer({ min: 1, max: 4 }), url: urls }).map(({ id, depth, url }) => ({
    type: "navigation.popped" as const,
    mark: { id, depth },
    url,
    key: "p",
    at,
  })),
  fc.record({ delta: fc.integer({ min: -1, max: 30 }) }).map(({ delta }) => ({
    type: "navigation.navigateBack" as const,
    delta,
    key: "b",
    at,
  })),
  ids.chain((id) =>
    fc.constantFrom<NavigationEvent>(
      { type: "navigation.pageLoaded", id, at },
      { type: "navigation.pageFailed", id, at },
      { type: "navigation.pageMounted", id, at },
      { type: "navigation.hold", id, held: true, at },
      { type: "navigation.openOverlay", overlay: id, at },
    ),
  ),
  fc.constant<NavigationEvent>({ type: "navigation.retry", at }),
)

/** The status of the top page in each state. */
const STATUS_IN: Readonly<Record<string, string>> = {
  '{"open":"settled"}': "loaded",
  '{"open":{"opening":"loading"}}': "loading",
  '{"open":{"opening":"painting"}}': "loaded",
  '{"open":"loading"}': "loading",
  '{"open":"failed"}': "failed",
  '{"open":"missing"}': "missing",
}

describe("whatever happens", () => {
  const machine = navigationMachine.provide({ actors: mute })
  const open: NavigationEvent = {
    type: "navigation.open",
    url: HOME_PATH,
    mark: null,
    member: true,
    key: "e",
    at,
  }

  it("a page is in view, each id is there once, and events are emitted in an order that makes sense", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 60 }), (events) => {
        const actor = createActor(machine, { input: { table: null } })
        const life = new Map<string, string>()
        const wrong: string[] = []
        actor.on("*", (event) => {
          if (!event.type.startsWith("page.") || !("id" in event)) return
          const before = life.get(event.id)
          if (!follows(before, event.type)) wrong.push(`${event.type} after ${before}`)
          life.set(event.id, event.type)
        })
        actor.start()
        for (const event of [open, ...events]) {
          // a document that is opened again knows nothing of the pages of the one before it
          if (event.type === "navigation.open") life.clear()
          actor.send(event)
          const { value, context } = actor.getSnapshot()
          const { pages, outbox, call } = context
          const top = pages.stack.at(-1)
          expect(top?.status).toBe(STATUS_IN[JSON.stringify(value)])
          if (call !== null) expect(call.id).toBe(top?.id)
          expect(call !== null).toBe(JSON.stringify(value).includes("opening"))
          expect(pages.stack.length).toBeGreaterThan(0)
          expect(pages.stack.length).toBeLessThanOrEqual(STACK_LIMIT)
          expect(outbox).toEqual([])
          expect(wrong).toEqual([])
          const shown = [...pages.stack, ...pages.tabs].filter(({ shown: isShown }) => isShown)
          expect(shown.length).toBeLessThanOrEqual(1)
          if (shown[0]) expect(shown[0]).toBe(pages.stack.at(-1))
        }
        actor.stop()
      }),
      { numRuns: 100 },
    )
  })

  it("the fold of what was received is what the live machine is", () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (events) => {
        const actor = createActor(machine, { input: { table: null } }).start()
        for (const event of [open, ...events]) actor.send(event)
        const fold = foldOf(machine, { table: null })
        const folded = replay(fold, fold.initial(), [open, ...events])
        const half = Math.floor(events.length / 2)
        const cached = fold.restore(
          fold.persist(replay(fold, fold.initial(), [open, ...events.slice(0, half)])),
        )
        const resumed = replay(fold, cached, events.slice(half))
        const { value, context } = actor.getSnapshot()
        expect({ value: folded.value, context: folded.context }).toEqual({ value, context })
        expect({ value: resumed.value, context: resumed.context }).toEqual({ value, context })
        actor.stop()
      }),
      { numRuns: 50 },
    )
  })
})

describe("the tab that is lit", () => {
  it("is that of the tab page, or the one to which a page opened by a link belongs", () => {
    const lit = (name: string) => tabOf(ROUTES.find((route) => route.name === name))
    expect(["home", "market", "trade", "hold", "my"].map(lit)).toEqual([
      "home",
      "optional",
      "trade",
      "hold",
      "my",
    ])
    expect(["product", "order", "hold-record", "notices"].map(lit)).toEqual([
      "optional",
      "trade",
      "hold",
      "home",
    ])
    expect(["recharge", "agreement-detail", "login", "empty"].map(lit)).toEqual([
      "my",
      "my",
      undefined,
      undefined,
    ])
  })
})

/** Which lifecycle event may follow which, for one page. */
const AFTER: Readonly<Record<string, readonly (string | undefined)[]>> = {
  "page.load": [undefined],
  "page.show": ["page.load", "page.hide", "page.backPress"],
  "page.ready": ["page.show"],
  "page.hide": ["page.ready", "page.show", "page.backPress", "page.leaveAsked"],
  "page.unload": ["page.ready", "page.show", "page.hide", "page.backPress", "page.leaveAsked"],
}
const follows = (before: string | undefined, type: string): boolean => AFTER[type]?.includes(before) ?? true
