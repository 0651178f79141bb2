import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { pushMachine } from "../../machines/push.ts"
import { type ApiError, NoAnswer, Refused } from "../../src/contract/errors.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import type { BrowserPush } from "../../src/runtime/api/browser-push.ts"
import { createPush, renewPush } from "../../src/runtime/hooks/use-push.ts"
import { cases } from "../model/events/push.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls } from "../support/held-calls.ts"

const at = 1
const keys = { endpoint: "https://push.example/a", p256dh: "p", auth: "a" }

const PERMISSIONS = ["unsupported", "notAsked", "denied", "granted"] as const
type Permission = Awaited<ReturnType<BrowserPush["permission"]>>

/** A browser that answers when the test says so, and a server of that kind. */
const openPage = (onActor: Inspector["onActor"] = () => {}) => {
  const { services, calls, answer } = holdCalls({}, (endpoint) => endpoint)
  const browser = { permission: "granted", isSubscribed: false }
  let decide = (_with: Permission) => {}
  let change = (_isDone: boolean) => {}
  const pending = <A>(set: (resolve: (value: A) => void, reject: (error: Error) => void) => void) =>
    new Promise<A>((resolve, reject) => set(resolve, reject))
  const push: BrowserPush = {
    permission: () =>
      pending((resolve) => {
        decide = resolve
      }),
    ask: () =>
      pending((resolve) => {
        decide = (permission) => resolve(permission === "unsupported" ? "denied" : permission)
      }),
    current: () => Promise.resolve(browser.isSubscribed ? keys : null),
    subscribe: (key) => {
      calls.push(`subscribe ${key}`)
      return pending((resolve, reject) => {
        change = (isDone) => {
          browser.isSubscribed = isDone
          if (isDone) resolve(keys)
          else reject(new Error("no push service"))
        }
      })
    },
    unsubscribe: () => {
      calls.push("unsubscribe")
      return pending((resolve, reject) => {
        change = (isDone) => {
          browser.isSubscribed &&= !isDone
          if (isDone) resolve(undefined)
          else reject(new Error("no"))
        }
      })
    },
  }
  const actor = createPush(createPageActors({ ...noopInspector, onActor }), services, push)
  actor.start("page")
  const soon = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    actor,
    push,
    services,
    calls,
    browser,
    phase: () => actor.getSnapshot().value,
    answer: async (said: Effect.Effect<object, ApiError>) => {
      await soon()
      answer(said)
      await soon()
    },
    decide: async (permission: Permission) => {
      await soon()
      decide(permission)
      await soon()
    },
    change: async (isDone: boolean) => {
      await soon()
      change(isDone)
      await soon()
    },
  }
}

type Page = ReturnType<typeof openPage>

const silence = Effect.fail(new NoAnswer({ kind: "network", status: null }))
const key = Effect.succeed({ key: "site" })
const delivered = (failingSinceMs: number | null) => Effect.succeed({ failingSinceMs })

/** Brings the fact that the event stands for, through browser and server. */
const bring = async (page: Page, event: { readonly type: string }): Promise<void> => {
  switch (event.type) {
    case "push.look":
    case "push.turnOn":
    case "push.turnOff":
      return page.actor.send({ type: event.type, at })
    case "push.found":
      page.browser.isSubscribed = Reflect.get(event, "isSubscribed") === true
      return await page.decide(
        PERMISSIONS.find((each) => each === Reflect.get(event, "permission")) ?? "granted",
      )
    case "push.permitted":
      return await page.decide("granted")
    case "push.dismissed":
      return await page.decide("notAsked")
    case "push.denied":
      if (page.phase() === "asking") return await page.decide("denied")
      await page.answer(key)
      await page.change(false)
      return await page.decide("denied")
    case "push.subscribed":
      await page.answer(key)
      await page.change(true)
      return await page.answer(delivered(Reflect.get(event, "isFailing") === true ? 1 : null))
    case "push.unsubscribed":
      await page.change(true)
      return await page.answer(Effect.succeed({}))
    default:
      return page.phase() === "unsubscribing" ? await page.change(false) : await page.answer(silence)
  }
}

const open: OpenDriver = (onActor) => {
  const page = openPage(onActor)
  return { trigger: (event) => bring(page, event) }
}

runInProcess(pushMachine, cases, open)

describe("notices of this device", () => {
  it("ask the browser only when the member wants them", async () => {
    const page = openPage()
    await page.decide("notAsked")
    expect([page.phase(), page.calls]).toEqual(["notAsked", []])
    page.actor.send({ type: "push.turnOn", at })
    await page.decide("granted")
    expect(page.phase()).toBe("subscribing")
    await page.answer(key)
    await page.change(true)
    expect(page.phase()).toBe("subscribing")
    await page.answer(delivered(null))
    expect([page.phase(), page.calls]).toEqual(["on", ["pushKey", "subscribe site", "pushSubscribe"]])
  })

  it("are not on without the server's word, and leave no subscription that it refuses", async () => {
    const page = openPage()
    await page.decide("granted")
    page.actor.send({ type: "push.turnOn", at })
    await page.answer(key)
    await page.change(true)
    await page.answer(Effect.fail(new Refused({ reason: "push.subscription-refused", message: "" })))
    await page.change(true)
    expect([page.phase(), page.browser.isSubscribed]).toEqual(["off", false])
    expect(page.actor.getSnapshot().context.failure?.reason).toBe("push.subscription-refused")
  })

  it("say so when the push service cannot be reached, or the server does not answer", async () => {
    const page = openPage()
    await page.decide("granted")
    page.actor.send({ type: "push.turnOn", at })
    await page.answer(key)
    await page.change(false)
    await page.decide("granted")
    expect(page.actor.getSnapshot()).toMatchObject({
      value: "off",
      context: { failure: { reason: "push.unavailable" } },
    })
    page.actor.send({ type: "push.look", at })
    page.browser.isSubscribed = true
    await page.decide("granted")
    await page.answer(silence)
    expect(page.phase()).toBe("unconfirmed")
  })

  it("are off once the browser has ended its subscription, whatever the server answers", async () => {
    const page = openPage()
    page.browser.isSubscribed = true
    await page.decide("granted")
    await bring(page, { type: "push.subscribed" })
    page.actor.send({ type: "push.turnOff", at })
    await page.change(true)
    await page.answer(silence)
    expect([page.phase(), page.calls.slice(-2)]).toEqual(["off", ["unsubscribe", "pushUnsubscribe"]])
  })

  it("are renewed only where the device has a subscription", async () => {
    const page = openPage()
    const renew = async () => {
      const done = Effect.runPromiseWith(page.services)(renewPush(page.push))
      await page.decide("granted")
      await page.answer(key)
      await page.change(page.browser.isSubscribed)
      await page.answer(delivered(null))
      await done
    }
    await page.decide("granted")
    await renew()
    expect(page.calls).toEqual([])
    page.browser.isSubscribed = true
    await renew()
    expect(page.calls).toEqual(["pushKey", "subscribe site", "pushSubscribe"])
  })
})
