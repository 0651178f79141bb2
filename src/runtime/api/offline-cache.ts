/**
 * The offline cache: stores answers per member, reads them for that member only, and is erased with
 * the session.
 */
import { Effect, Fiber, Option, Schema } from "effect"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import { LAST_KNOWN_AFTER_MS, LAST_KNOWN_BYTES, LAST_KNOWN_MS, PAGE_SIZE } from "../../domain/limits.ts"
import type { DeviceStorage } from "./device-storage.ts"
import { LAST_HOME, storeLastHome } from "./last-home.ts"
import { declarationOf, loadedEndpoint } from "./loaded-endpoints.ts"
import type { OfflineCacheStore } from "./offline-cache-store.ts"
import { type CachedAnswer, failureOf, type ReadCached } from "./services.ts"
import { OFFLINE_CACHE_MARK } from "./stored-session.ts"

/**
 * Endpoints whose answers are cached. They carry no tokens; card numbers are masked, images are
 * ids.
 */
const cachedEndpoints: ReadonlySet<EndpointId> = new Set<EndpointId>([
  "walletSummary",
  "products",
  "quotes",
  "banners",
  "placards",
  "orders",
  "income",
  "deposits",
  "withdrawals",
  "notices",
])

/**
 * The key of an answer in the cache; null if it is not cached. A longer first page has the key of
 * the usual one.
 */
export const cacheKeyOf = <E extends EndpointId>(endpoint: E, request: RequestOf<E>): string | null => {
  if (!cachedEndpoints.has(endpoint) || "cursor" in request) return null
  const parts = Object.entries(request).filter(
    ([name, value]) => name !== "limit" || Number(value) < PAGE_SIZE,
  )
  return `${endpoint} ${JSON.stringify(Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1))))}`
}

export interface OfflineCacheOptions {
  /** Rejects if nothing can be stored: then a reload without a network has nothing to show. */
  readonly openStore: () => Promise<OfflineCacheStore>
  /** The id of the logged-in member. */
  readonly owner: () => string | null
  readonly storage: DeviceStorage
  readonly now: () => number
}

export interface OfflineCache {
  readonly read: ReadCached
  /**
   * Stores an answer that `owner` got at `atMs`, unless the member has changed since. Never fails.
   */
  readonly write: <E extends EndpointId>(
    owner: string | null,
    endpoint: E,
    request: RequestOf<E>,
    answer: AnswerOf<E>,
    atMs: number,
  ) => void
  /**
   * Erases everything. Never fails; if it cannot be done now, the mark in the storage remains for
   * the next start.
   */
  readonly erase: () => void
}

export const createOfflineCache = ({ openStore, owner, storage, now }: OfflineCacheOptions): OfflineCache => {
  let opened: Promise<OfflineCacheStore> | null = null
  /** Tasks run in order: an erased answer stays erased. */
  let last: Promise<unknown> = Promise.resolve()
  const store = (): Promise<OfflineCacheStore> => {
    opened ??= openStore().catch((cause: unknown) => {
      opened = null
      throw cause
    })
    return opened
  }
  const next = (task: (store: OfflineCacheStore) => Promise<void>): void => {
    last = last.then(() => store().then(task)).catch(() => {})
  }
  const recall: ReadCached = <E extends EndpointId>(endpoint: E, request: RequestOf<E>) => {
    const question = cacheKeyOf(endpoint, request)
    const read = async () => {
      const who = owner()
      if (question === null || who === null) return undefined
      const row = await (await store()).read(who, question)
      if (!row || now() - row.atMs > LAST_KNOWN_MS || who !== owner()) return undefined
      const answer: Schema.Decoder<AnswerOf<E>> = (await Effect.runPromise(declarationOf(endpoint))).answer
      const data = Option.getOrUndefined(Schema.decodeUnknownOption(answer)(row.data))
      return data === undefined ? undefined : { data, atMs: row.atMs }
    }
    return Effect.promise(() => read().catch(() => undefined))
  }
  return {
    read: recall,
    write: (who, endpoint, request, answer, atMs) => {
      const question = cacheKeyOf(endpoint, request)
      if (question === null || who === null) return
      const declared = loadedEndpoint(endpoint)
      if (declared === undefined) return
      const data = Option.getOrUndefined(Schema.encodeUnknownOption(declared.answer)(answer))
      if (data === undefined || JSON.stringify(data).length > LAST_KNOWN_BYTES) return
      next(async (cache) => {
        if (owner() !== who) return
        if (storage.read(OFFLINE_CACHE_MARK) === undefined) storage.write(OFFLINE_CACHE_MARK, true)
        if (endpoint === "walletSummary" || endpoint === "products")
          storeLastHome(storage, who, endpoint, data, atMs)
        await cache.write({ owner: who, question, data, atMs })
      })
    },
    erase: () => {
      storage.remove(LAST_HOME)
      next(async (cache) => {
        await cache.erase()
        storage.remove(OFFLINE_CACHE_MARK)
      })
    },
  }
}

// Falling back to it, so that a reload without a network still shows figures. They are shown with
// their time and the reason, and never used for an order.

const OFFLINE: Failure = { reason: "no-answer.network" }
const SLOW: Failure = { reason: "no-answer.timeout" }

/** True if the browser is certain to be offline. */
export const isOffline = (): boolean => "navigator" in globalThis && navigator.onLine === false

/** No answer came, as opposed to a malformed one or a refusal. */
const isSilence = (error: ApiError): boolean =>
  error._tag === "NoAnswer" && (error.kind === "network" || error.kind === "timeout")

/**
 * Runs `ask`, and calls `tell` with a cached answer: at once if offline, after LAST_KNOWN_AFTER_MS
 * without an answer, and before a failure. The result is that of `ask`. `tell` may be called twice.
 */
export const withCacheFallback = <Answer, Needs>(
  ask: Effect.Effect<Answer, ApiError, Needs>,
  recall: Effect.Effect<CachedAnswer<Answer> | undefined>,
  tell: (known: CachedAnswer<Answer>, why: Failure) => void,
): Effect.Effect<Answer, ApiError, Needs> =>
  Effect.gen(function* () {
    const remember = (why: Failure) =>
      Effect.map(recall, (known) => {
        if (known) tell(known, why)
      })
    const soon = isOffline() ? remember(OFFLINE) : Effect.delay(remember(SLOW), LAST_KNOWN_AFTER_MS)
    const waiting = yield* Effect.forkChild(soon)
    const answer = yield* Effect.tapError(ask, (error) =>
      isSilence(error) ? remember(failureOf(error)) : Effect.void,
    )
    yield* Fiber.interrupt(waiting)
    return answer
  })
