/**
 * The query cache: one `query` actor per request, shared by all its listeners. The cache maps
 * requests to actors and evicts; the machine decides when to ask. An actor is stopped when it is
 * evicted and when the session ends.
 */
import { Context, Effect } from "effect"
import { type Actor, type AnyActor, initialTransition } from "xstate"
import {
  isStale,
  type QueryJob,
  type QueryPhase,
  type QuerySnapshot,
  queryMachine,
  queryPhase,
} from "../../../machines/query.ts"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import { type Locale, QUERY_CACHE_LIMIT } from "../../domain/limits.ts"
import { createListeners } from "../../domain/listeners.ts"
import type { QueryEvent } from "../../events/query.ts"
import { createObservedActor } from "../actors/actor-host.ts"
import { createOwnPrograms, runnable } from "../actors/effect-actor.ts"
import type { Inspector } from "../actors/inspector.ts"
import { isOffline, withCacheFallback } from "./offline-cache.ts"
import { type CachedAnswer, type CallOptions, failureOf, type ReadCached } from "./services.ts"

/** Where the answer to one request comes from, and where it is kept beside the machine. */
export interface AnswerSource<Data> {
  /** `quiet`: without a loading indicator. */
  readonly run: (quiet: boolean) => Effect.Effect<Data, ApiError>
  readonly recall: Effect.Effect<CachedAnswer<Data> | undefined>
  readonly now: () => number
  readonly language: () => string
  /** Called immediately before the event that reports the answer. */
  readonly onAnswer: (data: Data) => void
  readonly onCached: (known: CachedAnswer<Data>, why: Failure | undefined) => void
}

type Send = (fact: QueryEvent) => void

const sendCached = <Data>(
  { now, onCached }: AnswerSource<Data>,
  known: CachedAnswer<Data>,
  failure: Failure | null,
  send: Send,
) => {
  onCached(known, failure ?? undefined)
  send({ type: "query.recalled", knownAtMs: known.atMs, failure, at: now() })
}

/** Sends query.answered or query.failed; if it may recall, query.recalled may precede either. */
export const askServer = <Data>(source: AnswerSource<Data>) =>
  Effect.fnUntraced(function* ({ mayRecall }: QueryJob, send: Send) {
    const { run, recall, now, language, onAnswer } = source
    const askedIn = language()
    const answer = mayRecall
      ? withCacheFallback(run(isOffline()), recall, (known, why) => sendCached(source, known, why, send))
      : run(true)
    const result = yield* Effect.result(answer)
    if (result._tag === "Failure") {
      const failed: QueryEvent = { type: "query.failed", failure: failureOf(result.failure), at: now() }
      return failed
    }
    onAnswer(result.success)
    const answered: QueryEvent = { type: "query.answered", language: askedIn, at: now() }
    send(answered)
    return undefined
  })

/** Sends query.recalled with the cached answer, or query.notCached. */
export const readCache =
  <Data>(source: AnswerSource<Data>) =>
  (_input: unknown, send: Send) =>
    Effect.map(source.recall, (known): QueryEvent | undefined => {
      if (!known) return { type: "query.notCached", at: source.now() }
      sendCached(source, known, null, send)
      return undefined
    })

export interface QueryState<Data> {
  readonly phase: QueryPhase
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

export type Call = <E extends EndpointId>(
  endpoint: E,
  request: RequestOf<E>,
  options?: CallOptions,
) => Effect.Effect<AnswerOf<E>, ApiError>

interface SharedQuery {
  /** Sends the call without a listener; resolves when an answer is shown, or none comes. */
  readonly prefetch: () => Promise<void>
  readonly isIdle: () => boolean
  readonly renew: () => void
  /** Keeps the answer and refetches it for the next listener. */
  readonly invalidate: () => void
  /** Aborts the call, forgets the answer and stops the actor. */
  readonly stop: () => void
}

/** What a screen shows of a snapshot and the answer that belongs to it. */
export const queryState = <Data>(snapshot: QuerySnapshot, data: Data | undefined): QueryState<Data> => {
  const { atMs, failure } = snapshot.context
  return {
    phase: queryPhase(snapshot),
    data: snapshot.hasTag("filled") ? data : undefined,
    failure: failure ?? undefined,
    atMs: atMs ?? undefined,
    busy: snapshot.hasTag("busy"),
    stale: isStale(snapshot),
    isFromCache: snapshot.hasTag("cached"),
  }
}

/** What an answer depends on besides the request. */
export interface QueryContext {
  readonly now: () => number
  /** The language of the calls. */
  readonly language: () => Locale
  readonly inspector?: Pick<Inspector, "onActor" | "onCachedAnswer"> | undefined
}

interface QueryParts<Data> extends Pick<AnswerSource<Data>, "run" | "recall"> {
  /** The name of the actor. */
  readonly id: string
  readonly onCachedAnswer: (actor: AnyActor, known: CachedAnswer<Data>, why: Failure | undefined) => void
  /** The actor begins to run. */
  readonly onStart: () => void
}

const asks = createOwnPrograms<QueryJob>()
const recalls = createOwnPrograms<unknown>()
const machine = queryMachine.provide({ actors: { ask: asks.logic, recall: recalls.logic } })
const [initial] = initialTransition(machine)

const createQuery = <Data>(
  { id, run, recall, onCachedAnswer, onStart }: QueryParts<Data>,
  { now, language, inspector }: QueryContext,
): Query<Data> & SharedQuery => {
  const listeners = createListeners()
  let data: Data | undefined
  const source: AnswerSource<Data> = {
    run,
    recall,
    now,
    language,
    onAnswer: (answer) => {
      data = answer
    },
    onCached: (known, why) => {
      data = known.data
      if (actor) onCachedAnswer(actor, known, why)
    },
  }
  let actor: Actor<typeof machine> | null = null
  let shown = initial
  let state = queryState<Data>(shown, undefined)
  const show = (snapshot: QuerySnapshot) => {
    if (snapshot === shown) return
    shown = snapshot
    state = queryState(snapshot, data)
    listeners.notify()
  }
  /** A query is evicted or rendered in a hidden page without running: its first event starts it. */
  const start = () => {
    const created = createObservedActor({ id, machine, input: undefined }, inspector)
    actor = created.actor
    asks.set(actor, runnable(Context.empty(), askServer(source)))
    recalls.set(actor, runnable(Context.empty(), readCache(source)))
    actor.subscribe(show)
    created.start()
    onStart()
    return actor
  }
  const send = (event: QueryEvent) => (actor ?? start()).send(event)
  const tell = (type: "query.refresh" | "query.renew" | "query.invalidate") => () => send({ type, at: now() })
  return {
    getState: () => state,
    refresh: tell("query.refresh"),
    renew: tell("query.renew"),
    invalidate: tell("query.invalidate"),
    prefetch: () => {
      send({ type: "query.prefetch", at: now() })
      return whenShown(actor)
    },
    subscribe: (listener) => {
      const leave = listeners.subscribe(listener)
      send({ type: "query.show", language: language(), at: now() })
      return () => {
        leave()
        // a page that is rebuilt unsubscribes and subscribes within one turn
        queueMicrotask(() => {
          if (listeners.isEmpty()) actor?.send({ type: "query.leave", at: now() })
        })
      }
    },
    stop: () => {
      actor?.send({ type: "query.clear", at: now() })
      actor?.stop()
      actor = null
      data = undefined
    },
    isIdle: listeners.isEmpty,
  }
}

/** Whether there is nothing to show yet, and something may still come. */
const isAwaited = (snapshot: QuerySnapshot): boolean => snapshot.hasTag("busy") && !snapshot.hasTag("filled")

const whenShown = (actor: Actor<typeof queryMachine> | null): Promise<void> =>
  new Promise((resolve) => {
    if (actor === null || !isAwaited(actor.getSnapshot())) return resolve()
    const subscription = actor.subscribe((snapshot) => {
      if (isAwaited(snapshot)) return
      subscription.unsubscribe()
      resolve()
    })
  })

type CachedQuery<Data> = ReturnType<typeof createQuery<Data>>
type Cache = { [E in EndpointId]?: Map<string, CachedQuery<AnswerOf<E>>> }

export interface Queries {
  readonly query: <E extends EndpointId>(endpoint: E, request: RequestOf<E>) => Query<AnswerOf<E>>
  /**
   * Sends the call of a page before it renders. Resolves when an answer is shown, cached or fresh, or
   * the call has failed. Never rejects.
   */
  readonly prefetch: <E extends EndpointId>(endpoint: E, request: RequestOf<E>) => Promise<void>
  /** Refetches these endpoints where they have listeners; the rest for their next listener. */
  readonly refresh: (...names: readonly EndpointId[]) => void
  /** Answers belong to the member who asked. */
  readonly clear: () => void
}

export const createQueries = (call: Call, recall: ReadCached, circumstances: QueryContext): Queries => {
  const cache: Cache = {}
  /** In order of first use; the oldest without listeners is dropped first. */
  const all = new Map<
    string,
    { readonly endpoint: EndpointId; readonly drop: () => void; readonly query: SharedQuery }
  >()

  const bound = () => {
    for (const { query, drop } of all.values()) {
      if (all.size <= QUERY_CACHE_LIMIT) return
      if (query.isIdle()) drop()
    }
  }
  const queryOf = <E extends EndpointId>(endpoint: E, request: RequestOf<E>): CachedQuery<AnswerOf<E>> => {
    const question = JSON.stringify(request)
    const answers = cache[endpoint] ?? new Map()
    cache[endpoint] = answers
    const existing = answers.get(question)
    if (existing) return existing
    const name = `${endpoint} ${question}`
    const add = () => {
      if (answers.has(question)) return
      answers.set(question, query)
      all.set(name, { endpoint, query, drop })
    }
    const drop = () => {
      answers.delete(question)
      all.delete(name)
      query.stop()
    }
    const query: CachedQuery<AnswerOf<E>> = createQuery(
      {
        id: `query:${endpoint}`,
        run: (quiet) => call(endpoint, request, { key: `query ${name}`, quiet }),
        recall: recall(endpoint, request),
        onCachedAnswer: (actor, cached, why) =>
          circumstances.inspector?.onCachedAnswer(actor, endpoint, request, cached, why),
        // a component may keep a query that was dropped and use it again
        onStart: add,
      },
      circumstances,
    )
    add()
    bound()
    return query
  }
  return {
    query: queryOf,
    prefetch: (endpoint, request) => queryOf(endpoint, request).prefetch(),
    refresh: (...names) => {
      for (const { endpoint, query } of all.values()) {
        if (!names.includes(endpoint)) continue
        if (query.isIdle()) query.invalidate()
        else query.renew()
      }
    },
    clear: () => {
      for (const { drop } of [...all.values()]) drop()
    },
  }
}
