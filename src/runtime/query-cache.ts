/**
 * Answers of GET-like calls, shared by all screens that ask for the same: one call under way per question, the last answer kept while it is asked again, the
 * call aborted when nobody is left who wants it, everything forgotten when the session ends. An answer that came in another language is asked for anew.
 */
import { Effect, Exit, type Fiber } from "effect"
import type { Failure } from "../domain/failure.ts"
import { type Locale, QUERY_CACHE_LIMIT } from "../domain/limits.ts"
import type { CallAnswer, CallError, CallName, CallRequest } from "./effects/call.ts"
import { failureOf } from "./effects/failure.ts"
import { type CachedAnswer, isOffline, type ReadCached, withCacheFallback } from "./effects/offline-cache.ts"
import type { CallOptions } from "./effects/services.ts"
import type { Inspector } from "./inspector.ts"

export interface QueryState<Data> {
  readonly phase: "loading" | "ready" | "failed" | "offline"
  /** The last answer, fresh or not. */
  readonly data: Data | undefined
  readonly failure: Failure | undefined
  /** When the last answer came. */
  readonly atMs: number | undefined
  readonly busy: boolean
  /** The data are the last known ones: asking again has failed. */
  readonly stale: boolean
  /** They are from an earlier visit: for looking at, and nothing is decided by them. */
  readonly isFromCache: boolean
}

export interface Query<Data> {
  readonly getState: () => QueryState<Data>
  /** Wants the answer for as long as it listens; the first listener makes the call go out. */
  readonly subscribe: (listener: () => void) => () => void
  /** Asks, unless it is being asked. */
  readonly refresh: () => void
  /** Asks anew, even while it is being asked: the answer under way may be from before. */
  readonly renew: () => void
}

export type Call = <E extends CallName>(
  endpoint: E,
  request: CallRequest<E>,
  options?: CallOptions,
) => Effect.Effect<CallAnswer<E>, CallError>

interface SharedQuery {
  /** Asks before anybody listens; resolves when what an earlier visit knew is shown meanwhile, or is not to be had. */
  readonly prefetch: () => Promise<void>
  readonly isIdle: () => boolean
  readonly renew: () => void
  /** The answer is out of date: it is kept, and asked for anew when somebody wants it again. */
  readonly invalidate: () => void
  readonly clear: () => void
}

/** What a screen shows before anything is known. */
export const EMPTY = {
  phase: "loading",
  data: undefined,
  failure: undefined,
  atMs: undefined,
  busy: false,
  stale: false,
  isFromCache: false,
} as const

/** An answer has come. */
export const readyState = <Data>(data: Data, atMs: number): QueryState<Data> => ({
  phase: "ready",
  data,
  failure: undefined,
  atMs,
  busy: false,
  stale: false,
  isFromCache: false,
})

/** None has come yet, but one of an earlier visit is at hand; `failure`: why it may be long in coming, where it may. */
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

/** None has come: what was known before stays, as what it is. */
export const failedState = <Data>(before: QueryState<Data>, failure: Failure): QueryState<Data> => {
  const hasData = before.data !== undefined
  const isOffline = failure.reason === "no-answer.network"
  const phase = hasData ? "ready" : isOffline ? "offline" : "failed"
  return { ...before, phase, failure, busy: false, stale: hasData }
}

/** What an answer depends on besides the question. */
export interface QueryContext {
  readonly now: () => number
  /** The language in which is asked. */
  readonly language: () => Locale
  /** Whoever looks on hears of what an earlier visit knew. */
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
  /** Nothing has come, and nothing has kept it from coming. */
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
        // a page that is rebuilt leaves and comes back within the same turn
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
  /** The one query for this question. */
  readonly query: <E extends CallName>(endpoint: E, request: CallRequest<E>) => Query<CallAnswer<E>>
  /** Asks what a screen will ask as soon as it stands. Resolves when it has an answer of an earlier visit to show until then, or when there is none. Never rejects. */
  readonly prefetch: <E extends CallName>(endpoint: E, request: CallRequest<E>) => Promise<void>
  /** Asks again whatever of these endpoints is on a screen; the rest when it is wanted again, and until then the last answer known stays. */
  readonly refresh: (...names: readonly CallName[]) => void
  /** Forgets everything: the answers belong to the member who asked. */
  readonly clear: () => void
}

export const createQueries = (call: Call, recall: ReadCached, circumstances: QueryContext): Queries => {
  const cache: Cache = {}
  /** In the order of first use; the oldest that nobody looks at goes first. */
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
      (told, why) => circumstances.onCachedAnswer?.(endpoint, request, told, why),
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
