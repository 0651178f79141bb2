/**
 * The query cache: one call in flight per request, shared by all its listeners and aborted without
 * any. The last answer stays while it is refetched, and is refetched in another language.
 * Everything is cleared when the session ends.
 */
import { Effect, Exit, type Fiber } from "effect"
import type { Failure } from "../domain/failure.ts"
import { type Locale, QUERY_CACHE_LIMIT } from "../domain/limits.ts"
import { isOffline, withCacheFallback } from "./effects/cache-fallback.ts"
import {
  type CallAnswer,
  type CallError,
  type CallName,
  type CallRequest,
  failureOf,
} from "./effects/call.ts"
import type { CachedAnswer, CallOptions, ReadCached } from "./effects/services.ts"
import type { Inspector } from "./inspector.ts"

export interface QueryState<Data> {
  readonly phase: "loading" | "ready" | "failed" | "offline"
  /** The last answer, fresh or not. */
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  /** The time of the last answer. */
  readonly atMs: number | undefined
  readonly busy: boolean
  /** The data are old: the last refetch failed. */
  readonly stale: boolean
  /** The data are from the offline cache: shown, but never used for a decision. */
  readonly isFromCache: boolean
}

export interface Query<Data> {
  readonly getState: () => QueryState<Data>
  /** The first listener sends the call; without listeners it is aborted. */
  readonly subscribe: (listener: () => void) => () => void
  /** Sends the call unless one is in flight. */
  readonly refresh: () => void
  /** Sends a new call even while one is in flight, whose answer may be outdated. */
  readonly renew: () => void
}

export type Call = <E extends CallName>(
  endpoint: E,
  request: CallRequest<E>,
  options?: CallOptions,
) => Effect.Effect<CallAnswer<E>, CallError>

interface SharedQuery {
  /**
   * Sends the call without a listener; resolves when a cached answer is shown or known to be
   * missing.
   */
  readonly prefetch: () => Promise<void>
  readonly isIdle: () => boolean
  readonly renew: () => void
  /** Keeps the answer and refetches it for the next listener. */
  readonly invalidate: () => void
  readonly clear: () => void
}

/** Before anything is known. */
export const EMPTY = {
  phase: "loading",
  data: undefined,
  failure: undefined,
  atMs: undefined,
  busy: false,
  stale: false,
  isFromCache: false,
} as const

/** A fresh answer. */
export const readyState = <Data>(data: Data, atMs: number): QueryState<Data> => ({
  phase: "ready",
  data,
  failure: undefined,
  atMs,
  busy: false,
  stale: false,
  isFromCache: false,
})

/** A cached answer while the call runs; `failure` says why it may take long. */
export const cachedState = <Data>(
  { data, atMs }: CachedAnswer<Data>,
  failure: Failure | undefined,
): QueryState<Data> => ({
  ...readyState(data, atMs),
  failure,
  busy: true,
  stale: true,
  isFromCache: true,
})

/** The call failed: earlier data stay and become stale. */
export const failedState = <Data>(before: QueryState<Data>, failure: Failure): QueryState<Data> => {
  const hasData = before.data !== undefined
  const isOffline = failure.reason === "no-answer.network"
  const phase = hasData ? "ready" : isOffline ? "offline" : "failed"
  return { ...before, phase, failure, busy: false, stale: hasData }
}

/** What an answer depends on besides the request. */
export interface QueryContext {
  readonly now: () => number
  /** The language of the calls. */
  readonly language: () => Locale
  /** Notified when a cached answer is shown. */
  readonly onCachedAnswer?: Inspector["onCachedAnswer"] | undefined
}

const createQuery = <Data>(
  run: (isQuiet: boolean) => Effect.Effect<Data, CallError>,
  recall: Effect.Effect<CachedAnswer<Data> | undefined>,
  onCachedAnswer: (known: CachedAnswer<Data>, why: Failure | undefined) => void,
  { now, language }: QueryContext,
): Query<Data> & SharedQuery => {
  const listeners = new Set<() => void>()
  let state: QueryState<Data> = EMPTY
  let fiber: Fiber.Fiber<unknown, unknown> | null = null
  let isOutdated = false
  let askedIn = language()
  const show = (next: QueryState<Data>) => {
    state = next
    for (const listener of [...listeners]) listener()
  }
  const abort = () => {
    const running = fiber
    fiber = null
    running?.interruptUnsafe()
    if (running) show({ ...state, busy: false })
  }
  /** No answer yet, and no failure. */
  const isAwaited = () => state.data === undefined || (state.isFromCache && state.failure === undefined)
  const remember = (known: CachedAnswer<Data>, why: Failure | undefined) => {
    if (!isAwaited()) return
    show(cachedState(known, why))
    onCachedAnswer(known, why)
  }
  const refresh = () => {
    if (fiber) return
    isOutdated = false
    askedIn = language()
    const asked = isAwaited() ? withCacheFallback(run(isOffline()), recall, remember) : run(true)
    const started = Effect.runFork(Effect.exit(asked))
    fiber = started
    show({ ...state, busy: true, phase: state.data === undefined ? "loading" : state.phase })
    started.addObserver((outcome) => {
      if (fiber !== started || Exit.isFailure(outcome)) return
      fiber = null
      const exit = outcome.value
      const error = Exit.findErrorOption(exit)
      if (Exit.isSuccess(exit)) show(readyState(exit.value, now()))
      else if (error._tag === "Some") show(failedState(state, failureOf(error.value)))
    })
  }
  return {
    getState: () => state,
    refresh,
    prefetch: async () => {
      refresh()
      const asked = fiber
      const known = await Effect.runPromise(recall)
      if (known && fiber === asked && state.data === undefined) remember(known, undefined)
    },
    renew: () => {
      abort()
      refresh()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      const isFresh = !isAwaited() && state.failure === undefined && !isOutdated
      if (!isFresh || askedIn !== language()) refresh()
      return () => {
        listeners.delete(listener)
        // a page that is rebuilt unsubscribes and subscribes within one turn
        queueMicrotask(() => {
          if (listeners.size === 0) abort()
        })
      }
    },
    invalidate: () => {
      isOutdated = true
    },
    clear: () => {
      abort()
      show(EMPTY)
    },
    isIdle: () => listeners.size === 0,
  }
}

type Owned<Data> = ReturnType<typeof createQuery<Data>>
type Cache = { [E in CallName]?: Map<string, Owned<CallAnswer<E>>> }

export interface Queries {
  /** The one query for this request. */
  readonly query: <E extends CallName>(endpoint: E, request: CallRequest<E>) => Query<CallAnswer<E>>
  /**
   * Sends the call of a page before it renders. Resolves when a cached answer is shown or known to
   * be missing. Never rejects.
   */
  readonly prefetch: <E extends CallName>(endpoint: E, request: CallRequest<E>) => Promise<void>
  /** Refetches these endpoints where they have listeners; the rest for their next listener. */
  readonly refresh: (...names: readonly CallName[]) => void
  /** Answers belong to the member who asked. */
  readonly clear: () => void
}

export const createQueries = (call: Call, recall: ReadCached, circumstances: QueryContext): Queries => {
  const cache: Cache = {}
  /** In order of first use; the oldest without listeners is dropped first. */
  const all = new Map<
    string,
    { readonly endpoint: CallName; readonly drop: () => void; readonly owned: SharedQuery }
  >()

  const bound = () => {
    for (const [name, { owned, drop }] of all) {
      if (all.size <= QUERY_CACHE_LIMIT) return
      if (!owned.isIdle()) continue
      drop()
      all.delete(name)
    }
  }
  const owned = <E extends CallName>(endpoint: E, request: CallRequest<E>): Owned<CallAnswer<E>> => {
    const question = JSON.stringify(request)
    const answers = cache[endpoint] ?? new Map()
    cache[endpoint] = answers
    const known = answers.get(question)
    if (known) return known
    const name = `${endpoint} ${question}`
    const made = createQuery(
      (quiet) => call(endpoint, request, { key: `query ${name}`, quiet }),
      recall(endpoint, request),
      (known, why) => circumstances.onCachedAnswer?.(endpoint, request, known, why),
      circumstances,
    )
    answers.set(question, made)
    all.set(name, { endpoint, owned: made, drop: () => answers.delete(question) })
    bound()
    return made
  }
  return {
    query: owned,
    prefetch: (endpoint, request) => owned(endpoint, request).prefetch(),
    refresh: (...names) => {
      for (const { endpoint, owned } of all.values()) {
        if (!names.includes(endpoint)) continue
        if (owned.isIdle()) owned.invalidate()
        else owned.renew()
      }
    },
    clear: () => {
      for (const { owned, drop } of all.values()) {
        drop()
        owned.clear()
      }
      all.clear()
    },
  }
}
