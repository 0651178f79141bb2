/** API calls: shared answers and single calls. */
import { Effect, Exit } from "effect"
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react"
import type { Failure } from "../../domain/failure.ts"
import { QUERY_FRESH_MS } from "../../domain/limits.ts"
import { type CallAnswer, type CallName, type CallRequest, failureOf } from "../effects/call.ts"
import type { QueryState } from "../query-cache.ts"
import { afterPaint } from "./defer-work.ts"
import { useApiLayer, useRuntime } from "./runtime-context.tsx"
import { useRefreshOn, useRetryOnNetwork } from "./use-refresh-on.ts"

export interface QueryOptions {
  /** Types of events of machines after which the answer is refetched. */
  readonly refreshOn?: readonly string[]
}

export interface QueryView<Data> extends QueryState<Data> {
  readonly onRetry: () => void
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
  const state = useSyncExternalStore(query.subscribe, query.getState)
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
  return { ...state, onRetry: query.refresh }
}

/** Refetches these endpoints where they are on a screen, the rest when next used. */
export const useRefresh = () => useApiLayer().queries.refresh

export type CallOutcome<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly failure: Failure }

/**
 * A single call that moves no money. A second `send` aborts the first. The loading indicator
 * appears after 800 ms.
 */
export const useCall = <N extends CallName>(endpoint: N) => {
  const { call } = useApiLayer()
  const [running, setRunning] = useState(0)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const send = useCallback(
    async (request: CallRequest<N>): Promise<CallOutcome<CallAnswer<N>>> => {
      setRunning((count) => count + 1)
      setFailure(null)
      const exit = await Effect.runPromise(
        Effect.exit(call(endpoint, request, { key: `call ${endpoint}`, loading: true })),
      )
      if (!isGone.current) setRunning((count) => count - 1)
      if (Exit.isSuccess(exit)) return { ok: true, data: exit.value }
      const error = Exit.findErrorOption(exit)
      if (error._tag === "None") throw new Error(`the call ${endpoint} died`)
      const emitted = failureOf(error.value)
      if (!isGone.current) setFailure(emitted)
      return { ok: false, failure: emitted }
    },
    [call, endpoint],
  )
  return { send, busy: running > 0, failure }
}
