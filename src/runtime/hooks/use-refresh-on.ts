/**
 * Refetches after events that make an answer outdated, also after those that came while the page
 * was hidden.
 */
import { useEffect, useEffectEvent, useRef } from "react"
import type { Failure } from "../../domain/failure.ts"
import { useRuntime } from "./runtime-context.tsx"

const NONE: readonly string[] = []

/** Types of events that show that the server can be reached again. */
const REACHABLE = ["startup.networkReturned", "stream.connected"] as const

/** Calls `retry` when the network is back. */
export const useOnNetworkReturn = (retry: () => void): void => useRefreshOn(REACHABLE, retry)

/** Reasons of failures that a working network mends. A malformed answer would come again. */
const UNREACHED: readonly string[] = ["no-answer.network", "no-answer.timeout"]

/** Asks again, when the network is back, for what did not reach the server or came to no answer. */
export const useRetryOnNetwork = (failure: () => Failure | null | undefined, retry: () => void): void =>
  useOnNetworkReturn(() => {
    if (UNREACHED.includes(failure()?.reason ?? "")) retry()
  })

/** Calls `refresh` after each event of these types, and once when shown again for those missed. */
export const useRefreshOn = (types: readonly string[] = NONE, refresh: () => void): void => {
  const { onEvent, eventCount } = useRuntime()
  const seen = useRef<number | null>(null)
  const again = useEffectEvent(refresh)
  const joined = types.join(" ")
  useEffect(() => {
    const wanted = new Set(joined.split(" ").filter((type) => type !== ""))
    const count = () => [...wanted].reduce((sum, type) => sum + eventCount(type), 0)
    const isMissed = seen.current !== null && count() > seen.current
    seen.current = count()
    if (isMissed) again()
    return onEvent((type) => {
      if (!wanted.has(type)) return
      seen.current = count()
      again()
    })
  }, [joined, onEvent, eventCount])
}
