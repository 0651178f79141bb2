/** Asks again for what changes on the server by itself, while it is pending and on the screen. */
import { Clock, Context, Effect, Schedule } from "effect"
import { useEffect, useEffectEvent, useMemo } from "react"
import { pollingMachine } from "../../../machines/polling.ts"
import { QUOTE_STALE_MS } from "../../domain/limits.ts"
import type { PollingEvent } from "../../events/polling.ts"
import { effectActor } from "../effects/effect-actor.ts"
import type { PageActors } from "../page-actors.ts"
import { useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"
import { usePageActor } from "./use-page-actor.ts"
import { useRefresh } from "./use-query.ts"
import { useSettlement } from "./use-settlement.ts"

/** Interval of things that change within minutes. */
const RENEWAL_MS = 5_000

export interface PollingOptions {
  /** The longest time without a refresh. */
  readonly intervalMs: number
  /** How often `isDue` is asked. */
  readonly everyMs: number
  /** Whether the server is about to change it: then each look refreshes. */
  readonly isDue: () => boolean
  /** How often it is asked for at most, for what may never change; absent: without an end. */
  readonly limit?: number
}

const screenEvent = (isDue: () => boolean): PollingEvent["type"] => {
  if (document.hidden) return "polling.foundHidden"
  return isDue() ? "polling.foundDue" : "polling.foundCalm"
}

/** Sends polling.foundHidden, polling.foundCalm or polling.foundDue after each interval. Never ends. */
const lookAtScreen =
  ({ everyMs, isDue }: PollingOptions) =>
  (_input: unknown, send: (fact: PollingEvent) => void): Effect.Effect<undefined> =>
    Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      send({ type: screenEvent(isDue), at })
    }).pipe(Effect.delay(everyMs), Effect.repeat(Schedule.forever), Effect.as(undefined))

/** The poll of a page; `name` is unique within the page. */
export const createPolling = (pageActors: PageActors, name: string, options: PollingOptions) =>
  pageActors.create(
    `polling:${name}`,
    pollingMachine.provide({ actors: { look: effectActor(Context.empty(), lookAtScreen(options)) } }),
    { intervalMs: options.intervalMs, limit: options.limit ?? null },
  )

const never = () => false
const selectNothing = () => ({})

/**
 * Calls `refresh` every few seconds while `wanted` is true and the page and the document are
 * visible; at each look while `isDue` returns true.
 */
export const usePolling = (
  name: string,
  wanted: boolean,
  refresh: () => void,
  options: Partial<PollingOptions> = {},
): void => {
  const { pageActors, now } = useRuntime()
  const { intervalMs = RENEWAL_MS, everyMs = intervalMs, limit } = options
  const isDue = useEffectEvent(options.isDue ?? never)
  const polling = useMemo(
    () =>
      createPolling(pageActors, name, { intervalMs, everyMs, isDue: () => isDue(), ...(limit && { limit }) }),
    [pageActors, name, intervalMs, everyMs, limit],
  )
  usePageActor(polling, selectNothing)
  const renew = useEffectEvent(refresh)
  useEffect(() => {
    const subscription = polling.onEmit(() => renew())
    return () => subscription.unsubscribe()
  }, [polling])
  useEffect(() => {
    if (!wanted) return
    polling.send({ type: "polling.start", at: now() })
    return () => polling.send({ type: "polling.stop", at: now() })
  }, [polling, wanted, now])
}

/** Whether prices arrive now: the same stream brings every change of the member's records. */
export const useIsPushed = (): (() => boolean) => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  return () => now() - (quotes.snapshot()?.atMs ?? Number.NEGATIVE_INFINITY) < QUOTE_STALE_MS
}

/**
 * Polls while something is pending and the stream, which pushes its change, is silent. When it is no
 * longer pending, the balance has changed too and is refreshed.
 */
export const usePendingPolling = (name: string, pending: boolean, refresh: () => void): void => {
  const refreshQueries = useRefresh()
  const isPushed = useIsPushed()
  usePolling(name, pending, () => {
    if (!isPushed()) refresh()
  })
  useSettlement(name, pending ? [name] : [], () => refreshQueries("walletSummary", "income"))
}
