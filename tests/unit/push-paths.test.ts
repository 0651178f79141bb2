import { Effect } from "effect"
import { pushMachine } from "../../machines/push.ts"
import { type ApiError, NoAnswer } from "../../src/contract/errors.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import type { BrowserPush } from "../../src/runtime/api/browser-push.ts"
import { createPush } from "../../src/runtime/hooks/use-push.ts"
import { cases } from "../model/events/push.ts"
import { type OpenDriver, runInProcess } from "../model/harness/run-in-process.ts"
import { holdCalls } from "../support/held-calls.ts"

const at = 1
const keys = { endpoint: "https://push.example/a", p256dh: "p", auth: "a" }

const PERMISSIONS = ["unsupported", "notAsked", "denied", "granted"] as const
type Permission = Awaited<ReturnType<BrowserPush["permission"]>>

/** A browser that answers when the test says so, and a server of that kind. */
const openPage = (onActor: Inspector["onActor"]) => {
  const { services, answer } = holdCalls()
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
    subscribe: () =>
      pending((resolve, reject) => {
        change = (isDone) => {
          browser.isSubscribed = isDone
          if (isDone) resolve(keys)
          else reject(new Error("no push service"))
        }
      }),
    unsubscribe: () =>
      pending((resolve, reject) => {
        change = (isDone) => {
          browser.isSubscribed &&= !isDone
          if (isDone) resolve(undefined)
          else reject(new Error("no"))
        }
      }),
  }
  const actor = createPush(createPageActors({ ...noopInspector, onActor }), services, push)
  actor.start("page")
  const soon = () => new Promise((resolve) => setTimeout(resolve, 0))
  return {
    actor,
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
