/**
 * The answers that screens showed, in order, so that time travel can show what was known then. In
 * memory only.
 */
import { foldOf } from "@financial-links/journal"
import { Exit } from "effect"
import { queryMachine } from "../../machines/query.ts"
import type { AnswerOf, EndpointId, RequestOf } from "../contract/endpoints.ts"
import type { ApiError } from "../contract/errors.ts"
import type { Failure } from "../domain/failure.ts"
import type { QueryEvent } from "../events/query.ts"
import { type QueryState, queryState } from "../runtime/api/query-cache.ts"
import { type CachedAnswer, failureOf } from "../runtime/api/services.ts"

/** Older answers to a request are dropped. */
const ENTRIES_PER_REQUEST = 200
const REQUEST_LIMIT = 400

interface Answered<Data> {
  /** The position of the answer among all events. */
  readonly position: number
  readonly atMs: number
  readonly exit: Exit.Exit<Data, ApiError>
}

/** A cached answer was shown before or instead of an answer. */
interface CacheShown<Data> {
  readonly position: number
  readonly known: CachedAnswer<Data>
  readonly why: Failure | undefined
}

export type HistoryEntry<Data> = Answered<Data> | CacheShown<Data>

type Known = { [E in EndpointId]?: Map<string, readonly HistoryEntry<AnswerOf<E>>[]> }

export interface AnswerHistory {
  readonly record: <E extends EndpointId>(
    endpoint: E,
    request: RequestOf<E>,
    entry: HistoryEntry<AnswerOf<E>>,
  ) => void
  /** The answer known at a position; undefined if there was none. */
  readonly at: <E extends EndpointId>(
    endpoint: E,
    request: RequestOf<E>,
    position: number,
  ) => Exit.Exit<AnswerOf<E>, ApiError> | undefined
  /** Every answer to any request of an endpoint that a screen knew at a position, in order. */
  readonly ofEndpoint: <E extends EndpointId>(endpoint: E, position: number) => readonly AnswerOf<E>[]
  /** What a screen with this request showed at a position. */
  readonly stateAt: <E extends EndpointId>(
    endpoint: E,
    request: RequestOf<E>,
    position: number,
  ) => QueryState<AnswerOf<E>>
  /** How many answers had arrived by a position. */
  readonly countAt: (position: number) => number
}

const query = foldOf(queryMachine, undefined)

/** The state of a query that received these answers. */
const stateOf = <Data>(entries: readonly HistoryEntry<Data>[]): QueryState<Data> => {
  let snapshot = query.initial()
  let data: Data | undefined
  const step = (event: QueryEvent) => {
    snapshot = query.step(snapshot, event)
  }
  for (const one of entries) {
    if ("known" in one) {
      step({ type: "query.refresh", at: one.known.atMs })
      data = one.known.data
      step({
        type: "query.recalled",
        knownAtMs: one.known.atMs,
        failure: one.why ?? null,
        at: one.known.atMs,
      })
      continue
    }
    const { exit, atMs: at } = one
    step({ type: "query.refresh", at })
    const error = Exit.findErrorOption(exit)
    if (Exit.isSuccess(exit)) {
      data = exit.value
      step({ type: "query.answered", language: "", at })
    } else if (error._tag === "Some") step({ type: "query.failed", failure: failureOf(error.value), at })
  }
  return queryState(snapshot, data)
}

export const createAnswerHistory = (): AnswerHistory => {
  const known: Known = {}
  const positions: number[] = []
  let requests = 0
  const listOf = <E extends EndpointId>(endpoint: E, request: RequestOf<E>) =>
    known[endpoint]?.get(JSON.stringify(request)) ?? []
  const until = <E extends EndpointId>(endpoint: E, request: RequestOf<E>, position: number) =>
    listOf(endpoint, request).filter((entry) => entry.position <= position)
  return {
    record: (endpoint, request, entry) => {
      const byRequest = known[endpoint] ?? new Map()
      known[endpoint] = byRequest
      const before = listOf(endpoint, request)
      if (before.length === 0) requests += 1
      if (requests > REQUEST_LIMIT) {
        requests -= byRequest.size
        byRequest.clear()
      }
      byRequest.set(JSON.stringify(request), [...before, entry].slice(-ENTRIES_PER_REQUEST))
      positions.push(entry.position)
    },
    at: (endpoint, request, position) =>
      until(endpoint, request, position)
        .flatMap((entry) => ("exit" in entry ? [entry.exit] : []))
        .at(-1),
    ofEndpoint: <E extends EndpointId>(endpoint: E, position: number) =>
      [...(known[endpoint]?.values() ?? [])]
        .flat()
        .filter((entry) => entry.position <= position)
        .toSorted((a, b) => a.position - b.position)
        .flatMap((entry) => {
          if ("known" in entry) return [entry.known.data]
          return Exit.isSuccess(entry.exit) ? [entry.exit.value] : []
        }),
    stateAt: (endpoint, request, position) => stateOf(until(endpoint, request, position)),
    countAt: (position) => positions.findLastIndex((known) => known <= position) + 1,
  }
}
