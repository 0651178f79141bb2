/**
 * The offline cache in IndexedDB: the newest answer to each request of one member. A separate
 * chunk, loaded on demand.
 */
import { LimitedDatabase } from "@financial-links/journal"
import type { DBSchema } from "idb"
import { LAST_KNOWN_LIMIT } from "../../domain/limits.ts"

export const OFFLINE_CACHE_LOCATION = { database: "app_last_known", table: "answers" } as const

const { database, table } = OFFLINE_CACHE_LOCATION

export interface CachedRow {
  /** The member's id. */
  readonly owner: string
  readonly question: string
  /** Plain JSON. */
  readonly data: unknown
  readonly atMs: number
}

export interface OfflineCacheStore {
  readonly read: (owner: string, question: string) => Promise<CachedRow | undefined>
  /** Replaces the earlier answer; drops the oldest beyond the limit, and all of other owners. */
  readonly write: (answer: CachedRow) => Promise<void>
  readonly erase: () => Promise<void>
}

interface Tables extends DBSchema {
  answers: { key: [string, string]; value: CachedRow; indexes: { age: number } }
}

/** Opens the store with its first use. Each use rejects if there is no IndexedDB, or if it is blocked. */
export const openOfflineCacheStore = async (): Promise<OfflineCacheStore> => {
  const cache = new LimitedDatabase<Tables>({
    name: database,
    version: 1,
    upgrade: (fresh) => {
      const answers = fresh.createObjectStore(table, { keyPath: ["owner", "question"] })
      answers.createIndex("age", "atMs")
    },
  })
  return {
    read: (owner, question) => cache.run((db) => db.get(table, [owner, question])),
    write: (answer) =>
      cache.run(async (db) => {
        const tx = db.transaction(table, "readwrite")
        const { store } = tx
        const put = store.put(answer)
        const keys = await store.index("age").getAllKeys()
        const others = keys.filter(([owner]) => owner !== answer.owner)
        const own = keys.filter(([owner]) => owner === answer.owner)
        const old = own.slice(0, Math.max(0, own.length - LAST_KNOWN_LIMIT))
        await Promise.all([put, ...[...others, ...old].map((key) => store.delete(key)), tx.done])
      }),
    erase: () => cache.run((db) => db.clear(table)),
  }
}
