/** Asks again for what changes on the server by itself, while it is pending and on the screen. */
import { useEffect, useEffectEvent, useRef } from "react"
import { QUOTE_STALE_MS } from "../../domain/limits.ts"
import { useRuntime, useSources } from "./runtime-context.tsx"
import { useRefresh } from "./use-query.ts"

/** Interval of things that change within minutes. */
const RENEWAL_MS = 5_000

const never = () => false

export interface PollingOptions {
  /** The longest time without a refresh. */
  readonly intervalMs: number
  /** How often `isDue` is asked. */
  readonly everyMs: number
  /** Whether the server is about to change it: then each look refreshes. */
  readonly isDue: () => boolean
  /** How often it is requested at most, for what may never change; null: without an end. */
  readonly limit: number | null
}

/**
 * Refreshes after each interval, and at each look while a change is due. A hidden document refreshes
 * nothing, and refreshes once when it is visible again. Returns a function that stops it.
 */
export const startPolling = (
  { intervalMs, everyMs, isDue, limit }: PollingOptions,
  refresh: () => void,
): (() => void) => {
  let screen: "calm" | "due" | "hidden" = "calm"
  let count = 0
  let calm: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    clearInterval(looking)
    clearTimeout(calm)
  }
  const waitForInterval = () => {
    calm = setTimeout(() => {
      refresh()
      count += 1
      if (count === limit) stop()
      else waitForInterval()
    }, intervalMs)
  }
  const look = () => {
    const before = screen
    if (document.hidden) screen = "hidden"
    else screen = isDue() ? "due" : "calm"
    if (screen === "due" || (before === "hidden" && screen === "calm")) refresh()
    if (screen !== "calm") clearTimeout(calm)
    else if (before !== "calm") waitForInterval()
  }
  const looking = setInterval(look, everyMs)
  waitForInterval()
  return stop
}

/**
 * Calls `refresh` every few seconds while `wanted` is true and the page and the document are
 * visible; at each look while `isDue` returns true.
 */
export const usePolling = (
  wanted: boolean,
  refresh: () => void,
  options: Partial<PollingOptions> = {},
): void => {
  const { intervalMs = RENEWAL_MS, everyMs = intervalMs, limit = null } = options
  const isDue = useEffectEvent(options.isDue ?? never)
  const renew = useEffectEvent(refresh)
  useEffect(() => {
    if (!wanted) return
    return startPolling({ intervalMs, everyMs, isDue: () => isDue(), limit }, () => renew())
  }, [wanted, intervalMs, everyMs, limit])
}

/** Whether prices arrive now: the same stream brings every change of the member's records. */
export const useIsPushed = (): (() => boolean) => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  return () => now() - (quotes.snapshot()?.atMs ?? Number.NEGATIVE_INFINITY) < QUOTE_STALE_MS
}

/** Whether some of what was pending is not any more. */
export const isSomeSettled = (before: readonly string[], pending: readonly string[]): boolean => {
  // a member may have thousands
  const still = new Set(pending)
  return before.some((id) => !still.has(id))
}

/**
 * Calls back once for each answer that lacks some of what was pending; also where the page was hidden
 * when the answer came. `pending`: ids.
 */
export const useOnSettled = (pending: readonly string[], onSettled: () => void): void => {
  const compared = useRef<readonly string[]>([])
  const ids = pending.join(" ")
  const compare = useEffectEvent(() => {
    const before = compared.current
    compared.current = pending
    if (isSomeSettled(before, pending)) onSettled()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared when the ids change
  useEffect(() => compare(), [ids])
}

/**
 * Polls while something is pending and the stream, which pushes its change, is silent. When it is no
 * longer pending, the balance has changed too and is refreshed.
 */
export const usePendingPolling = (pending: boolean, refresh: () => void): void => {
  const refreshQueries = useRefresh()
  const isPushed = useIsPushed()
  usePolling(pending, () => {
    if (!isPushed()) refresh()
  })
  useOnSettled(pending ? ["pending"] : [], () => refreshQueries("walletSummary"))
}
