/** Notices that this device gets while the app is closed. */
import { Effect } from "effect"
import { useEffect, useEffectEvent, useMemo } from "react"
import { isBusy, type PushPhase, type PushSnapshot, pushMachine, pushPhase } from "../../../machines/push.ts"
import type { Failure } from "../../domain/failure.ts"
import type { Locale } from "../../domain/limits.ts"
import type { ApiLayer } from "../api-layer.ts"
import { type BrowserPush, browserPush } from "../effects/browser-push.ts"
import { effectActor } from "../effects/effect-actor.ts"
import {
  askForPush,
  lookForPush,
  renewPush,
  subscribeToPush,
  unsubscribeFromPush,
} from "../effects/push-subscription.ts"
import { onPushRenewed, tappedNotices } from "../effects/service-worker-client.ts"
import type { PageActors } from "../page-actors.ts"
import { usePageShown } from "./page-context.tsx"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { usePageActor } from "./use-page-actor.ts"

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
