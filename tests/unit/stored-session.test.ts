/** The session on the device: what is read of it without a call, and when other tabs change it. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AnyActorLogic, createActor, type EventObject, setup } from "xstate"
import type { Run } from "../../src/runtime/actors/lazy-actor.ts"
import { createStorage } from "../../src/runtime/api/device-storage.ts"
import {
  forgetSession,
  sessionLoader,
  sessionWatcher,
  storedIntent,
  storedToken,
} from "../../src/runtime/api/stored-session.ts"
import { memoryArea } from "../support/in-process-runtime.ts"

const openStorage = () => {
  const area = memoryArea()
  return createStorage(() => area, Date.now)
}

/** A loaded program that reports one thing. */
const reporting =
  (fact: EventObject): Run<undefined> =>
  (_input, send) => {
    send(fact)
    return () => {}
  }

/** Runs an actor as a child, and notes what it sends to its parent. */
const hosted = (logic: AnyActorLogic) => {
  const events: EventObject[] = []
  const machine = setup({ actors: { logic } }).createMachine({
    invoke: { id: "logic", src: "logic" },
    on: { "*": { actions: ({ event }) => events.push(event) } },
  })
  return { events, actor: createActor(machine).start() }
}

const url = "/pages/wallet/index"

describe("the page that was wanted before login", () => {
  it.each([
    ["of a visitor", { url, memberId: null }],
    ["of a member", { url, memberId: "7" }],
  ])("%s is known", (_, intent) => {
    const storage = openStorage()
    storage.write("intent", intent)
    expect(storedIntent(storage)).toEqual(intent)
  })

  it.each([
    ["a text", url],
    ["nothing", null],
    ["an intent without a page", { memberId: null }],
    ["an intent with another page", { url: 7, memberId: null }],
    ["an intent without a member", { url }],
    ["an intent with another member", { url, memberId: 7 }],
  ])("is none where %s is stored", (_, stored) => {
    const storage = openStorage()
    storage.write("intent", stored)
    expect(storedIntent(storage)).toBeNull()
  })
})

it("a session that is forgotten leaves what belongs to the device", () => {
  const storage = openStorage()
  for (const name of ["token", "temporary_token", "user", "locale"]) storage.write(name, name)
  expect(storedToken(storage)).toBe("token")
  forgetSession(storage)
  expect(storedToken(storage)).toBeNull()
  const left = ["token", "temporary_token", "user", "locale"].filter(
    (name) => storage.read(name) !== undefined,
  )
  expect(left).toEqual(["locale"])
})

describe("the loader", () => {
  const absent = { type: "session.notRestored", intent: { url, memberId: null }, at: 42 }
  const open = (bring: Parameters<typeof sessionLoader>[2], token: unknown) => {
    const storage = openStorage()
    storage.write("intent", absent.intent)
    if (token !== undefined) storage.write("token", token)
    return hosted(sessionLoader(storage, () => 42, bring))
  }

  it.each([undefined, 7])("says at once that there is no session with the token %s", (token) => {
    const bring = vi.fn(() => Promise.reject(new Error("not wanted")))
    expect(open(bring, token).events).toEqual([absent])
    expect(bring).not.toHaveBeenCalled()
  })

  it("runs the loaded program where there is a token, and without its code has no session", async () => {
    const restored = { type: "session.restored" }
    const loaded = open(async () => reporting(restored), "t")
    await vi.waitFor(() => expect(loaded.events).toEqual([restored]))
    const lost = open(() => Promise.reject(new Error("no connection")), "t")
    await vi.waitFor(() => expect(lost.events).toEqual([absent]))
  })
})

describe("watching other tabs", () => {
  let page = new EventTarget()
  beforeEach(() => {
    page = new EventTarget()
    vi.useFakeTimers()
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const changed = (key: string | null) => page.dispatchEvent(Object.assign(new Event("storage"), { key }))

  it("looks once after several changes of the token, or of all, and not after others", async () => {
    let looks = 0
    const { events, actor } = hosted(
      sessionWatcher(async () => {
        looks += 1
        return reporting({ type: `look ${looks}` })
      }),
    )
    changed("app_user")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(looks).toBe(0)
    for (const key of ["app_token", null, "app_token"]) {
      changed(key)
      await vi.advanceTimersByTimeAsync(49)
    }
    expect(looks).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(events).toEqual([{ type: "look 1" }])
    changed(null)
    actor.stop()
    await vi.advanceTimersByTimeAsync(1_000)
    changed("app_token")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(looks).toBe(1)
  })

  it("sends nothing where the code does not come", async () => {
    const { events, actor } = hosted(sessionWatcher(() => Promise.reject(new Error("no connection"))))
    changed("app_token")
    await vi.advanceTimersByTimeAsync(1_000)
    expect(events).toEqual([])
    actor.stop()
  })
})
