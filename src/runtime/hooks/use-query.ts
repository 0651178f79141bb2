/** Answers of the API, shared by all who show them. */
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { Failure } from "../../domain/failure.ts"
import { QUERY_FRESH_MS } from "../../domain/limits.ts"
import type { QueryState } from "../api/query-cache.ts"
import { afterPaint } from "./defer-work.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"

export interface QueryOptions {
  /** Types of events of machines after which the answer is refetched. */
  readonly refreshOn?: readonly string[]
}

export interface QueryView<Data> extends QueryState<Data> {
  readonly onRetry: () => void
  /** Asks again even while an answer is under way. */
  readonly onRenew: () => void
}

/**
 * The answer to a request. All users of a request share one call and one answer; the last data stay
 * during a refetch; the call is aborted without users. A page that is shown again refetches an
 * answer older than QUERY_FRESH_MS.
 */
export const useQuery = <N extends EndpointId>(
  endpoint: N,
  request: RequestOf<N>,
  { refreshOn }: QueryOptions = {},
): QueryView<AnswerOf<N>> => {
  const { now } = useRuntime()
  const { queries } = useApiLayer()
  const query = queries.query(endpoint, request)
  const state = useSyncExternalStore(query.subscribe, query.getState, query.getState)
  useEffect(() => {
    let isWanted = true
    // after the paint: a tap must not wait for a refetch
    afterPaint(() => {
      const { atMs } = query.getState()
      if (isWanted && atMs !== undefined && now() - atMs > QUERY_FRESH_MS) query.refresh()
    })
    return () => {
      isWanted = false
    }
  }, [query, now])
  useRefreshOn(refreshOn, query.renew)
  useRetryOnNetwork(() => query.getState().failure, query.refresh)
  return { ...state, onRetry: query.refresh, onRenew: query.renew }
}

/** Refetches these endpoints where they are on a screen, the rest when next used. */
export const useRefresh = () => useApiLayer().queries.refresh

// Refetching after events that make an answer outdated.

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
    const names = new Set(joined.split(" ").filter((type) => type !== ""))
    const count = () => [...names].reduce((sum, type) => sum + eventCount(type), 0)
    const isMissed = seen.current !== null && count() > seen.current
    seen.current = count()
    if (isMissed) again()
    return onEvent((type) => {
      if (!names.has(type)) return
      seen.current = count()
      again()
    })
  }, [joined, onEvent, eventCount])
}
