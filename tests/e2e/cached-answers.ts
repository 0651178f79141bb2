/** What the offline cache on the device holds. */
import type { Page } from "playwright-core"
import { OFFLINE_CACHE_LOCATION } from "../../src/runtime/api/offline-cache-store.ts"
import { seeEqual } from "./page-models/figures.ts"

interface CachedAnswer {
  /** The endpoint and its parameters. */
  readonly question: string
}

/**
 * All cached answers on this device. It does not create the database: the app would find it empty.
 */
export const cachedAnswers = (page: Page): Promise<readonly CachedAnswer[]> =>
  page.evaluate(async ({ database, table }) => {
    const there = await indexedDB.databases()
    if (!there.some(({ name }) => name === database)) return []
    return await new Promise<readonly CachedAnswer[]>((resolve, reject) => {
      const opening = indexedDB.open(database)
      opening.onerror = reject
      opening.onsuccess = () => {
        const db = opening.result
        const all = db.transaction(table).objectStore(table).getAll()
        all.onerror = reject
        all.onsuccess = () => {
          db.close()
          resolve(all.result)
        }
      }
    })
  }, OFFLINE_CACHE_LOCATION)

/** Waits for an answer of this endpoint: a tab may show it before it is stored. */
export const seeCachedAnswer = (page: Page, endpoint: string): Promise<void> =>
  seeEqual(
    async () => (await cachedAnswers(page)).some(({ question }) => question.startsWith(`${endpoint} `)),
    true,
  )
