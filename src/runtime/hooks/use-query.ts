/** Answers of the API, shared by all who show them. */
import { useEffect, useSyncExternalStore } from "react"
import { QUERY_FRESH_MS } from "../../domain/limits.ts"
import type { CallAnswer, CallName, CallRequest } from "../api/call.ts"
import type { QueryState } from "../api/query-cache.ts"
import { afterPaint } from "./defer-work.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { useRefreshOn, useRetryOnNetwork } from "./use-refresh-on.ts"

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
export const useQuery = <N extends CallName>(
  endpoint: N,
  request: CallRequest<N>,
  { refreshOn }: QueryOptions = {},
): QueryView<CallAnswer<N>> => {
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
