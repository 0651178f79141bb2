/** What the app learns of the browser: its history, its network, and whether the page is visible. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyActorLogic, createActor, setup } from "xstate"
import { VISIBLE_REMINDER_MS } from "../../src/domain/limits.ts"
import {
  browserActor,
  isConfigShownHint,
  isSiteOnHint,
  networkActor,
  visibilityActor,
} from "../../src/runtime/actors/browser-actors.ts"
import { FakeHistory } from "../support/fake-history.ts"

/** A target that knows what is listened to. */
class KnownTarget extends EventTarget {
  readonly types = new Set<string>()
  override addEventListener(...[type, listener]: Parameters<EventTarget["addEventListener"]>) {
    this.types.add(type)
    super.addEventListener(type, listener)
  }
  override removeEventListener(...[type, listener]: Parameters<EventTarget["removeEventListener"]>) {
    this.types.delete(type)
    super.removeEventListener(type, listener)
  }
}

const newPage = () => ({
  window: new KnownTarget(),
  document: new KnownTarget(),
  visibility: "visible",
  isOnline: true,
})
const page = newPage()

beforeEach(() => {
  Object.assign(page, newPage())
  vi.stubGlobal("addEventListener", page.window.addEventListener.bind(page.window))
  vi.stubGlobal("removeEventListener", page.window.removeEventListener.bind(page.window))
  vi.stubGlobal("navigator", {
    get onLine() {
      return page.isOnline
    },
  })
  Object.defineProperty(page.document, "visibilityState", { get: () => page.visibility })
  vi.stubGlobal("document", page.document)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Runs an actor as a child, and notes what it sends to its parent. */
const hosted = (logic: AnyActorLogic) => {
  const events: unknown[] = []
  const machine = setup({ actors: { logic } }).createMachine({
    invoke: { id: "logic", src: "logic" },
    on: { "*": { actions: ({ event }) => events.push(event) } },
  })
  const actor = createActor(machine).start()
  return { events, actor }
}

it("the network's actor says what comes and goes while it runs", () => {
  const { events, actor } = hosted(networkActor())
  expect(events).toEqual([])
  page.isOnline = false
  page.window.dispatchEvent(new Event("offline"))
  page.isOnline = true
  page.window.dispatchEvent(new Event("online"))
  expect(events).toEqual([{ type: "startup.networkLost" }, { type: "startup.networkReturned" }])
  actor.stop()
  expect([...page.window.types]).toEqual([])
})

it("the reminder comes as often as the page is visible for, and not after the end", () => {
  vi.useFakeTimers()
  const { events, actor } = hosted(visibilityActor())
  vi.advanceTimersByTime(2 * VISIBLE_REMINDER_MS)
  page.visibility = "hidden"
  vi.advanceTimersByTime(5 * VISIBLE_REMINDER_MS)
  expect(events).toEqual([{ type: "startup.stayedVisible" }, { type: "startup.stayedVisible" }])
  page.visibility = "visible"
  actor.stop()
  expect(vi.getTimerCount()).toBe(0)
})

describe("the browser's actor", () => {
  const entry = (id: string) => ({ id, url: `/${id}` })
  const begun = async () => {
    const history = new FakeHistory("/start")
    const keys = { made: 0 }
    const { events, actor } = hosted(
      browserActor(
        history,
        () => 42,
        () => {
          keys.made += 1
          return "k1"
        },
      ),
    )
    const mirror = async (...ids: readonly string[]) => {
      actor.getSnapshot().children.logic?.send({ type: "browser.mirror", entries: ids.map(entry) })
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await mirror("home")
    return { history, events, actor, mirror, keys }
  }

  it("writes the stack into the history, and tells where the member goes in it", async () => {
    const { history, events, mirror } = await begun()
    expect([history.length, history.url()]).toEqual([1, "/home"])
    await mirror("home", "market")
    expect([history.length, history.url(), history.state()]).toEqual([
      2,
      "/market",
      { id: "market", depth: 2 },
    ])
    expect(events).toEqual([])
    history.go(-1)
    await vi.waitFor(() =>
      expect(events).toEqual([
        { type: "navigation.popped", mark: { id: "home", depth: 1 }, url: "/home", key: "k1", at: 42 },
      ]),
    )
  })

  it("tells when the app is hidden and shown, until its end", async () => {
    const { history, events, actor, keys } = await begun()
    page.visibility = "hidden"
    page.document.dispatchEvent(new Event("visibilitychange"))
    page.visibility = "visible"
    page.document.dispatchEvent(new Event("visibilitychange"))
    expect(events).toEqual([
      { type: "navigation.appHidden", at: 42 },
      { type: "navigation.appShown", at: 42 },
    ])
    actor.stop()
    expect([...page.document.types]).toEqual([])
    // nothing is done about a move of the history
    const before = keys.made
    history.push({ id: "x", depth: 2 }, "/x")
    history.go(-1)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(keys.made).toBe(before)
  })

  it("runs where there is no document", async () => {
    vi.stubGlobal("document", undefined)
    const { history, events, actor } = await begun()
    const { logic } = actor.getSnapshot().children
    expect([history.url(), events]).toEqual(["/home", []])
    actor.stop()
    expect(logic?.getSnapshot()).toMatchObject({ status: "stopped", error: undefined })
  })
})

describe("what the server stated with the document", () => {
  const stated = (...timings: readonly (readonly [name: string, description: string])[]) =>
    vi.spyOn(performance, "getEntriesByType").mockReturnValue([
      Object.assign(Object.create(performance.mark("document")), {
        serverTiming: timings.map(([name, description]) => ({ name, description, duration: 0 })),
      }),
    ])
  afterEach(() => vi.restoreAllMocks())

  it.each([
    [[["site", "on"]], true, false],
    [[["site", "off"]], false, false],
    [[["config", "shown"]], false, true],
    [
      [
        ["config", "on"],
        ["site", "shown"],
      ],
      false,
      false,
    ],
    [
      [
        ["db", "x"],
        ["site", "on"],
        ["config", "shown"],
      ],
      true,
      true,
    ],
    [[], false, false],
  ] as const)("%o: site on %s, configuration shown %s", (timings, isOn, isShown) => {
    stated(...timings)
    expect([isSiteOnHint(), isConfigShownHint()]).toEqual([isOn, isShown])
  })

  it("is nothing where the browser says nothing of it", () => {
    const entries = vi.spyOn(performance, "getEntriesByType").mockReturnValue([])
    expect([isSiteOnHint(), isConfigShownHint()]).toEqual([false, false])
    entries.mockReturnValue([performance.mark("document")])
    expect([isSiteOnHint(), isConfigShownHint()]).toEqual([false, false])
    expect(entries).toHaveBeenCalledWith("navigation")
  })
})
