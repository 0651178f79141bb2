/** Whose last known answers are kept, when they are read, and when they go: with the member. */
import { Effect } from "effect"
import { LAST_KNOWN_BYTES, LAST_KNOWN_MS } from "../domain/limits.ts"
import { answerReader, type CallAnswer, type CallName, type CallRequest } from "./effects/call.ts"
import type { DeviceStorage } from "./effects/device-storage.ts"
import { cacheKeyOf, type ReadCached } from "./effects/offline-cache.ts"
import type { OfflineCacheStore } from "./effects/offline-cache-store.ts"
import { OFFLINE_CACHE_MARK } from "./effects/stored-session.ts"

export interface OfflineCacheOptions {
  /** Rejects where nothing can be kept: then everything works, and a reload without a network has nothing to show. */
  readonly openStore: () => Promise<OfflineCacheStore>
  /** The member who is logged in. */
  readonly owner: () => string | null
  readonly storage: DeviceStorage
  readonly now: () => number
}

export interface OfflineCache {
  readonly read: ReadCached
  /** Keeps an answer that came to `owner` at `atMs`, unless they have gone meanwhile. Never fails. */
  readonly write: <E extends CallName>(
    owner: string | null,
    endpoint: E,
    request: CallRequest<E>,
    answer: CallAnswer<E>,
    atMs: number,
  ) => void
  /** Forgets all of it, whoever it belongs to. Never fails; where it cannot be done now, the mark in the storage stays. */
  readonly erase: () => void
}

export const createOfflineCache = ({ openStore, owner, storage, now }: OfflineCacheOptions): OfflineCache => {
  let opened: Promise<OfflineCacheStore> | null = null
  /** One thing after the other: what is erased stays erased. */
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
    write: (who, endpoint, request, data, atMs) => {
      const question = cacheKeyOf(endpoint, request)
      if (question === null || who === null || JSON.stringify(data).length > LAST_KNOWN_BYTES) return
      next(async (shelf) => {
        if (owner() !== who) return
        if (storage.read(OFFLINE_CACHE_MARK) === undefined) storage.write(OFFLINE_CACHE_MARK, true)
        await shelf.write({ owner: who, question, data, atMs })
      })
    },
    erase: () =>
      next(async (shelf) => {
        await shelf.erase()
        storage.remove(OFFLINE_CACHE_MARK)
      }),
  }
}
