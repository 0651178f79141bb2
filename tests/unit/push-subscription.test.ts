/** Notices of a device: what the browser and the server are asked, and what comes of it. */
import { Context, Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type ApiError, NoAnswer, Refused } from "../../src/contract/errors.ts"
import type { BrowserPush } from "../../src/runtime/api/browser-push.ts"
import { Api } from "../../src/runtime/api/services.ts"
import {
  askForPush,
  lookForPush,
  renewPush,
  subscribeToPush,
  unsubscribeFromPush,
} from "../../src/runtime/hooks/use-push.ts"

beforeEach(() => vi.useFakeTimers({ now: 42, toFake: ["Date"] }))
afterEach(() => vi.useRealTimers())

const subscription = { endpoint: "https://push.example/1", p256dh: "key", auth: "secret" }
const silence = new NoAnswer({ kind: "network", status: null })
const refusal = new Refused({ reason: "push.unknown-service", message: "not this one" })
const broken = () => Promise.reject(new Error("the browser says no"))

const browser = (differs: Partial<BrowserPush> = {}) => {
  const ended = { count: 0 }
  const push: BrowserPush = {
    permission: () => Promise.resolve("granted"),
    ask: () => Promise.resolve("granted"),
    current: () => Promise.resolve(subscription),
    subscribe: () => Promise.resolve(subscription),
    unsubscribe: async () => {
      ended.count += 1
    },
    ...differs,
  }
  return { push, ended }
}

/** A server that answers each endpoint as said, and what it was asked. */
const serverOf = (fails: Readonly<Record<string, ApiError>> = {}, failingSinceMs: number | null = null) => {
  const asked: unknown[] = []
  const answer = JSON.parse(JSON.stringify({ key: "server key", failingSinceMs }))
  const services = Context.make(Api, {
    call: (endpoint, request, options) =>
      Effect.suspend(() => {
        asked.push([endpoint, request, options])
        const failure = fails[endpoint]
        return failure ? Effect.fail(failure) : Effect.succeed(answer)
      }),
  })
  return {
    asked,
    run: <A>(program: Effect.Effect<A, never, Api>) => Effect.runPromiseWith(services)(program),
  }
}

const quiet = { quiet: true }
const subscribed = ["pushSubscribe", subscription, quiet]
const askedKey = ["pushKey", {}, quiet]

describe("looking for notices", () => {
  it.each<[string, Partial<BrowserPush>, object]>([
    ["a device that has them", {}, { permission: "granted", isSubscribed: true }],
    [
      "one that lost them",
      { current: () => Promise.resolve(null) },
      { permission: "granted", isSubscribed: false },
    ],
    ["one that fails at it", { current: broken }, { permission: "granted", isSubscribed: false }],
    [
      "one that was not asked",
      { permission: () => Promise.resolve("notAsked") },
      { permission: "notAsked", isSubscribed: false },
    ],
    ["one that has none", { permission: broken }, { permission: "unsupported", isSubscribed: false }],
  ])("finds %s", async (_device, differs, found) => {
    const { run, asked } = serverOf()
    expect(await run(lookForPush(browser(differs).push)())).toEqual({ type: "push.found", ...found, at: 42 })
    expect(asked).toEqual([])
  })
})

describe("asking the member", () => {
  it.each<[Partial<BrowserPush>, string]>([
    [{}, "push.permitted"],
    [{ ask: () => Promise.resolve("denied") }, "push.denied"],
    [{ ask: () => Promise.resolve("notAsked") }, "push.dismissed"],
    [{ ask: broken }, "push.dismissed"],
  ])("says what they answer (%#)", async (differs, type) => {
    expect(await serverOf().run(askForPush(browser(differs).push)())).toEqual({ type, at: 42 })
  })
})

describe("turning notices on", () => {
  it("subscribes with the server's key, and gives the server the subscription", async () => {
    const keys: string[] = []
    const { push } = browser({
      subscribe: async (key) => {
        keys.push(key)
        return subscription
      },
    })
    const { run, asked } = serverOf()
    expect(await run(subscribeToPush(push)())).toEqual({ type: "push.subscribed", isFailing: false, at: 42 })
    expect(keys).toEqual(["server key"])
    expect(asked).toEqual([askedKey, subscribed])
  })

  it("says that the server's messages have not arrived of late", async () => {
    const { run } = serverOf({}, 7)
    expect(await run(subscribeToPush(browser().push)())).toMatchObject({ isFailing: true })
  })

  it.each<[string, Partial<BrowserPush>, object]>([
    ["the member forbids", { permission: () => Promise.resolve("denied") }, { type: "push.denied" }],
    ["the service is away", {}, { type: "push.failed", failure: { reason: "push.unavailable" } }],
    [
      "nothing is known of",
      { permission: broken },
      { type: "push.failed", failure: { reason: "push.unavailable" } },
    ],
  ])("says that there are none where %s", async (_why, differs, fact) => {
    const { run, asked } = serverOf()
    const { push } = browser({ subscribe: broken, ...differs })
    expect(await run(subscribeToPush(push)())).toEqual({ ...fact, at: 42 })
    expect(asked).toEqual([askedKey])
  })

  it("ends the browser's subscription that the server refuses, and keeps it where there is no answer", async () => {
    const refused = browser()
    expect(await serverOf({ pushSubscribe: refusal }).run(subscribeToPush(refused.push)())).toEqual({
      type: "push.failed",
      failure: { reason: "push.unknown-service", message: "not this one" },
      at: 42,
    })
    expect(refused.ended.count).toBe(1)
    const unanswered = browser()
    expect(await serverOf({ pushSubscribe: silence }).run(subscribeToPush(unanswered.push)())).toEqual({
      type: "push.failed",
      failure: { reason: "no-answer.network" },
      at: 42,
    })
    expect(unanswered.ended.count).toBe(0)
  })

  it("asks the browser for nothing without the server's key", async () => {
    const { push } = browser({
      subscribe: () => {
        throw new Error("not asked")
      },
    })
    expect(await serverOf({ pushKey: silence }).run(subscribeToPush(push)())).toMatchObject({
      type: "push.failed",
      failure: { reason: "no-answer.network" },
    })
  })
})

describe("turning notices off", () => {
  it.each([{}, { pushUnsubscribe: silence }])(
    "ends both subscriptions, the server's if it can (%#)",
    async (fails) => {
      const { push, ended } = browser()
      const { run, asked } = serverOf(fails)
      expect(await run(unsubscribeFromPush(push)())).toEqual({ type: "push.unsubscribed", at: 42 })
      expect(ended.count).toBe(1)
      expect(asked).toEqual([["pushUnsubscribe", subscription, quiet]])
    },
  )

  it("leaves the server's as it is where the browser has none, or keeps its own", async () => {
    const { run, asked } = serverOf()
    const none = browser({ current: () => Promise.resolve(null) })
    expect(await run(unsubscribeFromPush(none.push)())).toEqual({ type: "push.unsubscribed", at: 42 })
    expect(await run(unsubscribeFromPush(browser({ unsubscribe: broken }).push)())).toEqual({
      type: "push.failed",
      failure: { reason: "push.unavailable" },
      at: 42,
    })
    expect(asked).toEqual([])
  })
})

describe("renewing", () => {
  it.each<[string, Partial<BrowserPush>, unknown[]]>([
    ["gives the server the subscription again", {}, [askedKey, subscribed]],
    [
      "gives the server the one that replaces that of a former key",
      { current: () => Promise.resolve({ ...subscription, p256dh: "former" }) },
      [askedKey, subscribed],
    ],
    ["gives nothing where the browser does not subscribe", { subscribe: broken }, [askedKey]],
    ["gives nothing without a subscription", { current: () => Promise.resolve(null) }, []],
    ["gives nothing without permission", { permission: () => Promise.resolve("denied") }, []],
  ])("%s", async (_what, differs, sent) => {
    const { run, asked } = serverOf({ pushSubscribe: silence })
    await run(renewPush(browser(differs).push))
    expect(asked).toEqual(sent)
  })
})
