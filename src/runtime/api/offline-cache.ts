/**
 * The offline cache: stores answers per member, reads them for that member only, and is erased with
 * the session.
 */
import { Effect } from "effect"
import { LAST_KNOWN_BYTES, LAST_KNOWN_MS, PAGE_SIZE } from "../../domain/limits.ts"
import { answerReader, type CallAnswer, type CallName, type CallRequest, encodeAnswer } from "./call.ts"
import type { DeviceStorage } from "./device-storage.ts"
import { LAST_HOME, storeLastHome } from "./last-home.ts"
import type { OfflineCacheStore } from "./offline-cache-store.ts"
import type { ReadCached } from "./services.ts"
import { OFFLINE_CACHE_MARK } from "./stored-session.ts"

/**
 * Endpoints whose answers are cached. They carry no tokens; card numbers are masked, images are
 * ids.
 */
const cachedEndpoints: ReadonlySet<CallName> = new Set<CallName>([
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
export const cacheKeyOf = <E extends CallName>(endpoint: E, request: CallRequest<E>): string | null => {
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
  readonly write: <E extends CallName>(
    owner: string | null,
    endpoint: E,
    request: CallRequest<E>,
    answer: CallAnswer<E>,
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
  const recall: ReadCached = <E extends CallName>(endpoint: E, request: CallRequest<E>) => {
    const decode = answerReader(endpoint)
    const question = cacheKeyOf(endpoint, request)
    const read = async () => {
      const who = owner()
      if (question === null || who === null) return undefined
      const known = await (await store()).read(who, question)
      if (!known || now() - known.atMs > LAST_KNOWN_MS || who !== owner()) return undefined
      const data = decode(known.data)
      return data === undefined ? undefined : { data, atMs: known.atMs }
    }
    return Effect.promise(() => read().catch(() => undefined))
  }
  return {
    read: recall,
    write: (who, endpoint, request, answer, atMs) => {
      const question = cacheKeyOf(endpoint, request)
      if (question === null || who === null) return
      const data = encodeAnswer(endpoint, answer)
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
