import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { createActor, fromCallback } from "xstate"
import { navigationMachine } from "../../machines/navigation.ts"
import { foldOf, replay } from "../../packages/journal/src/replay.ts"
import { upcastSnapshot } from "../../packages/journal/src/upcast.ts"
import { STACK_LIMIT } from "../../src/domain/limits.ts"
import type { BrowserMirror, NavigationEvent, PagesCommand } from "../../src/events/navigation.ts"
import { HOME_PATH, ROUTES, urlOf } from "../../src/navigation/routes.ts"
import { navigationStream } from "../../src/runtime/boot-actors.ts"
import { FakeHistory } from "../support/fake-history.ts"
import { NavigationHost, type NavigationHostOptions } from "../support/navigation-host.ts"

const WALLET = urlOf("wallet")
const WITHDRAW = urlOf("withdraw")
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
  it.each(ROUTES.filter(({ guest }) => !guest))(
    "keeps a visitor from $path and remembers it",
    async ({ path }) => {
      const app = await begin({ open: path, member: false })
      expect(app.top()?.path).toBe("/")
      expect(app.history.url()).toBe("/")
      expect(app.log).toContainEqual({ type: "navigation.loginRequired", url: path })
      expect(app.log.some((event) => event.type === "page.load" && event.name !== "login")).toBe(false)
    },
  )

  it.each(ROUTES.filter(({ guest }) => guest))("shows $path to a visitor", async ({ path }) => {
    const app = await begin({ open: path, member: false })
    expect(app.top()).toMatchObject({ path, status: "loaded" })
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

describe("back", () => {
  it("asks a page that wants to be asked, and leaves when it lets go", async () => {
    const app = await begin()
    await app.call("navigateTo", WITHDRAW)
    const id = app.top()?.id ?? ""
    app.send({ type: "navigation.hold", id, held: true, at: 0 })
    expect((await app.back()).errMsg).toBe("navigateBack:fail onBackPress")
    expect(app.log.at(-1)).toMatchObject({ type: "page.leaveAsked", id })
    app.send({ type: "navigation.hold", id, held: false, at: 0 })
    expect((await app.back()).ok).toBe(true)
    expect(app.stack()).toEqual(["home"])
  })

  it("gives up a page that is still loading, and tells the call", async () => {
    const never = new Promise<void>(() => {})
    const app = await begin({ load: (name) => (name === "wallet" ? never : Promise.resolve()) })
    const call = app.call("navigateTo", WALLET)
    await app.back()
    expect(await call).toMatchObject({ ok: false, errMsg: "navigateTo:fail", reason: "superseded" })
    await app.settle()
    expect(app.stack()).toEqual(["home"])
    expect(app.history.url()).toBe(HOME_PATH)
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

  it("reads its snapshots of the releases in which the opening of a page was three fields", () => {
    const pages = { stack: [{ id: "e.0" }, { id: "e.1" }], tabs: [] }
    const stored = (value: string, fields: object) =>
      upcastSnapshot(navigationStream, 1, { value: { open: value }, context: { pages, ...fields } })
    const call = { id: "e.1", key: "k", method: "redirectTo" }
    expect(stored("settled", { pending: null, lock: null, asked: null })).toEqual({
      value: { open: "settled" },
      context: { pages, call: null },
    })
    expect(stored("loading", { pending: call, lock: WALLET, asked: "e.1" })).toEqual({
      value: { open: { opening: "loading" } },
      context: { pages, call: { ...call, url: WALLET } },
    })
    expect(stored("loading", { pending: null, lock: null, asked: "e.1" })).toEqual({
      value: { open: "loading" },
      context: { pages, call: null },
    })
    expect(stored("settled", { pending: null, lock: WALLET, asked: null })).toMatchObject({
      value: { open: { opening: "painting" } },
      context: { call: { id: "e.1", url: WALLET } },
    })
    for (const damaged of [null, { stack: "no list" }])
      expect(stored("settled", { pages: damaged, pending: null, lock: WALLET })).toMatchObject({
        context: { pages: damaged, call: { id: undefined, url: WALLET } },
      })
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
      { numRuns: 300 },
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
      { numRuns: 200 },
    )
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
