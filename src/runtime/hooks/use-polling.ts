/** Asks again for what changes on the server by itself, while it is pending and on the screen. */
import { useEffect, useEffectEvent, useMemo } from "react"
import { QUOTE_STALE_MS } from "../../domain/limits.ts"
import { createPolling, type PollingOptions } from "../polling.ts"
import { useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"
import { usePageActor } from "./use-page-actor.ts"
import { useRefresh } from "./use-query.ts"
import { useSettlement } from "./use-settlement.ts"

/** Interval of things that change within minutes. */
const RENEWAL_MS = 5_000

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
  const { intervalMs = RENEWAL_MS, everyMs = intervalMs, limit = null } = options
  const isDue = useEffectEvent(options.isDue ?? never)
  const polling = useMemo(
    () => createPolling(pageActors, name, { intervalMs, everyMs, isDue: () => isDue(), limit }),
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
  useSettlement(name, pending ? [name] : [], () => refreshQueries("walletSummary"))
}
