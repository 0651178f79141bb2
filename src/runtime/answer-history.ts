/** What the server answered while somebody looked on, and what of an earlier visit was shown where it did not, in order: so that a window onto an earlier moment can show what was known then. In memory only. */
import { Exit } from "effect"
import type { Failure } from "../domain/failure.ts"
import type { CallAnswer, CallError, CallName, CallRequest } from "./effects/call.ts"
import { failureOf } from "./effects/failure.ts"
import type { CachedAnswer } from "./effects/offline-cache.ts"
import { cachedState, EMPTY, failedState, type QueryState, readyState } from "./query-cache.ts"

/** More answers than this to one question are not needed to tell what was shown; the oldest goes. */
const ENTRIES_PER_REQUEST = 200
const REQUEST_LIMIT = 400

interface Answered<Data> {
  /** The place of the answer in the order of everything that happened. */
  readonly place: number
  readonly atMs: number
  readonly exit: Exit.Exit<Data, CallError>
}

/** No answer had come, and what an earlier visit knew was shown. */
interface CacheShown<Data> {
  readonly place: number
  readonly known: CachedAnswer<Data>
  readonly why: Failure | undefined
}

type HistoryEntry<Data> = Answered<Data> | CacheShown<Data>

type Known = { [E in CallName]?: Map<string, readonly HistoryEntry<CallAnswer<E>>[]> }

export interface AnswerHistory {
  readonly record: <E extends CallName>(
    endpoint: E,
    request: CallRequest<E>,
    told: HistoryEntry<CallAnswer<E>>,
  ) => void
  /** The answer that was known at a place; undefined where none had come. */
  readonly at: <E extends CallName>(
    endpoint: E,
    request: CallRequest<E>,
    place: number,
  ) => Exit.Exit<CallAnswer<E>, CallError> | undefined
  /** What a screen that asked this showed at a place. */
  readonly stateAt: <E extends CallName>(
    endpoint: E,
    request: CallRequest<E>,
    place: number,
  ) => QueryState<CallAnswer<E>>
  /** How many answers had come by a place. */
  readonly countAt: (place: number) => number
}

const stateOf = <Data>(told: readonly HistoryEntry<Data>[]): QueryState<Data> => {
  let state: QueryState<Data> = EMPTY
  for (const one of told) {
    if ("known" in one) {
      state = cachedState(one.known, one.why)
      continue
    }
    const { exit, atMs } = one
    const error = Exit.findErrorOption(exit)
    if (Exit.isSuccess(exit)) state = readyState(exit.value, atMs)
    else if (error._tag === "Some") state = failedState(state, failureOf(error.value))
  }
  return state
}

export const createAnswerHistory = (): AnswerHistory => {
  const known: Known = {}
  const places: number[] = []
  let questions = 0
  const listOf = <E extends CallName>(endpoint: E, request: CallRequest<E>) =>
    known[endpoint]?.get(JSON.stringify(request)) ?? []
  const until = <E extends CallName>(endpoint: E, request: CallRequest<E>, place: number) =>
    listOf(endpoint, request).filter((told) => told.place <= place)
  return {
    record: (endpoint, request, told) => {
      const asked = known[endpoint] ?? new Map()
      known[endpoint] = asked
      const before = listOf(endpoint, request)
      if (before.length === 0) questions += 1
      if (questions > REQUEST_LIMIT) {
        questions -= asked.size
        asked.clear()
      }
      asked.set(JSON.stringify(request), [...before, told].slice(-ENTRIES_PER_REQUEST))
      places.push(told.place)
    },
    at: (endpoint, request, place) =>
      until(endpoint, request, place)
        .flatMap((told) => ("exit" in told ? [told.exit] : []))
        .at(-1),
    stateAt: (endpoint, request, place) => stateOf(until(endpoint, request, place)),
    countAt: (place) => places.findLastIndex((known) => known <= place) + 1,
  }
}
