/** Notices that this device gets while the app is closed. */
import { Clock, Effect } from "effect"
import { useEffect, useEffectEvent, useMemo } from "react"
import { isBusy, type PushPhase, type PushSnapshot, pushMachine, pushPhase } from "../../../machines/push.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { Locale } from "../../domain/limits.ts"
import type { PushEvent } from "../../events/push.ts"
import { effectActor } from "../actors/effect-actor.ts"
import type { PageActors } from "../actors/page-actors.ts"
import type { ApiLayer } from "../api/api-layer.ts"
import { type BrowserPush, browserPush } from "../api/browser-push.ts"
import { onPushRenewed, tappedNotices } from "../api/service-worker-client.ts"
import { Api, failureOf } from "../api/services.ts"
import { usePageActor, usePageShown } from "./page-context.tsx"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"

/** The browser's push service refuses or cannot be reached. */
const unavailable: Failure = { reason: "push.unavailable" }

const failed = (failure: Failure, at: number): PushEvent => ({ type: "push.failed", failure, at })

/** The result of a browser call; null if it throws. */
const asked = <A>(question: () => Promise<A>): Effect.Effect<A | null> =>
  Effect.promise(() => question().catch(() => null))

/** Sends push.found. */
export const lookForPush = (push: BrowserPush) =>
  Effect.fnUntraced(function* () {
    const permission = (yield* asked(push.permission)) ?? "unsupported"
    const current = permission === "granted" ? yield* asked(push.current) : null
    const at = yield* Clock.currentTimeMillis
    const fact: PushEvent = { type: "push.found", permission, isSubscribed: current !== null, at }
    return fact
  })

const ANSWERS = { granted: "push.permitted", denied: "push.denied", notAsked: "push.dismissed" } as const

/** Sends push.permitted, push.denied or push.dismissed. */
export const askForPush = (push: BrowserPush) =>
  Effect.fnUntraced(function* () {
    const answer = (yield* asked(push.ask)) ?? "notAsked"
    const fact: PushEvent = { type: ANSWERS[answer], at: yield* Clock.currentTimeMillis }
    return fact
  })

const factOf = Effect.fnUntraced(function* (result: Effect.Effect<PushEvent, ApiError>) {
  const at = yield* Clock.currentTimeMillis
  return yield* Effect.catch(result, (error) => Effect.succeed(failed(failureOf(error), at)))
})

/**
 * Sends push.subscribed, push.denied or push.failed. If the server refuses the subscription, the
 * browser's is ended too.
 */
export const subscribeToPush = (push: BrowserPush) =>
  Effect.fnUntraced(function* () {
    const { call } = yield* Api
    const work = Effect.gen(function* () {
      const { key } = yield* call("pushKey", {}, { quiet: true })
      const subscription = yield* asked(() => push.subscribe(key))
      const at = yield* Clock.currentTimeMillis
      if (subscription === null) {
        const isDenied = (yield* asked(push.permission)) === "denied"
        const fact: PushEvent = isDenied ? { type: "push.denied", at } : failed(unavailable, at)
        return fact
      }
      const request = call("pushSubscribe", subscription, { quiet: true })
      const { failingSinceMs } = yield* Effect.tapError(request, (error) =>
        error._tag === "Refused" ? asked(push.unsubscribe) : Effect.void,
      )
      const fact: PushEvent = { type: "push.subscribed", isFailing: failingSinceMs !== null, at }
      return fact
    })
    return yield* factOf(work)
  })

/**
 * Sends push.unsubscribed or push.failed. A failure of the server is ignored: without the browser's
 * subscription nothing arrives, and the server removes it when its next message fails.
 */
export const unsubscribeFromPush = (push: BrowserPush) =>
  Effect.fnUntraced(function* () {
    const { call } = yield* Api
    const current = yield* asked(push.current)
    const isEnded = yield* asked(() => push.unsubscribe().then(() => true))
    const at = yield* Clock.currentTimeMillis
    if (isEnded === null) return failed(unavailable, at)
    if (current !== null) yield* Effect.ignore(call("pushUnsubscribe", current, { quiet: true }))
    const fact: PushEvent = { type: "push.unsubscribed", at }
    return fact
  })

/**
 * Gives the server the subscription's language and session again, if this device has one. One that
 * was made with a former key of the site is replaced.
 */
export const renewPush = Effect.fnUntraced(function* (push: BrowserPush) {
  if ((yield* asked(push.permission)) !== "granted") return
  if ((yield* asked(push.current)) === null) return
  const { call } = yield* Api
  const renew = Effect.gen(function* () {
    const { key } = yield* call("pushKey", {}, { quiet: true })
    const current = yield* asked(() => push.subscribe(key))
    if (current !== null) yield* call("pushSubscribe", current, { quiet: true })
  })
  yield* Effect.ignore(renew)
})

export interface Push {
  readonly phase: PushPhase
  readonly failure: Failure | null
  /** Browser or server are doing something. */
  readonly busy: boolean
  /** Asks the browser for its permission first, where that is open. */
  readonly turnOn: () => void
  readonly turnOff: () => void
}

export const createPush = (pageActors: PageActors, services: ApiLayer["services"], push: BrowserPush) =>
  pageActors.create(
    "push",
    pushMachine.provide({
      actors: {
        look: effectActor(services, lookForPush(push)),
        ask: effectActor(services, askForPush(push)),
        subscribe: effectActor(services, subscribeToPush(push)),
        unsubscribe: effectActor(services, unsubscribeFromPush(push)),
      },
    }),
    undefined,
  )

const shownOf = (snapshot: PushSnapshot): Pick<Push, "phase" | "failure" | "busy"> => ({
  phase: pushPhase(snapshot),
  failure: snapshot.context.failure,
  busy: isBusy(snapshot),
})

/** The notices of this device, looked at again whenever the page is shown. */
export const usePush = (): Push => {
  const { pageActors, now } = useRuntime()
  const { services } = useApiLayer()
  const actor = useMemo(() => createPush(pageActors, services, browserPush), [pageActors, services])
  const shown = usePageActor(actor, shownOf)
  usePageShown(() => actor.send({ type: "push.look", at: now() }))
  return {
    ...shown,
    turnOn: () => actor.send({ type: "push.turnOn", at: now() }),
    turnOff: () => actor.send({ type: "push.turnOff", at: now() }),
  }
}

/**
 * Keeps the language of pushed notices that of the app, their session that of the member, and their
 * subscription the one that the browser has.
 */
export const useRenewedPush = (locale: Locale): void => {
  const { services } = useApiLayer()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the call carries the language itself
  useEffect(() => {
    const renew = () => Effect.runForkWith(services)(renewPush(browserPush))
    let fiber = renew()
    const stop = onPushRenewed(() => {
      fiber.interruptUnsafe()
      fiber = renew()
    })
    return () => {
      stop()
      fiber.interruptUnsafe()
    }
  }, [services, locale])
}

/** Calls back with the page of a record whose notice was tapped while the app was open or loading. */
export const useOpenedRecord = (onOpen: (url: string) => void): void => {
  const opened = useEffectEvent(onOpen)
  useEffect(() => tappedNotices.subscribe((url) => opened(url)), [])
}
