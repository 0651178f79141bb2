/**
 * The id of this tab, stable over reloads. A duplicated tab gets a new id, although the browser
 * copies its `sessionStorage`.
 */
import type { Locks } from "./leader-election.ts"

/** The name in `sessionStorage` under which a tab keeps its id. */
export const TAB_KEY = "app_tab"

/** The used part of `sessionStorage`. It may throw. */
export interface TabStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
}

/** After a reload the previous document may hold its lock a moment longer. */
const RELEASE_MS = 600
const STEP_MS = 40

const idPattern = /^[a-z0-9-]{8,40}$/

const readId = (storage: () => TabStorage): string | null => {
  try {
    const id = storage().getItem(TAB_KEY)
    return id !== null && idPattern.test(id) ? id : null
  } catch {
    return null
  }
}

const writeId = (storage: () => TabStorage, id: string): void => {
  try {
    storage().setItem(TAB_KEY, id)
  } catch {
    // without storage the next document counts as another tab
  }
}

const nameOf = (id: string): string => `app_tab ${id}`

/** Holds the lock of an id for the life of the document; false if another document holds it. */
const claim = (locks: Locks, id: string): Promise<boolean> =>
  new Promise((resolve) => {
    locks
      .request(nameOf(id), { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise<void>(() => {}) : undefined
      })
      .catch(() => resolve(false))
  })

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The id from before a reload, or a new one. */
export const identifyTab = async (
  storage: () => TabStorage,
  locks: Locks | undefined,
  createKey: () => string,
): Promise<string> => {
  const kept = readId(storage)
  if (kept !== null && !locks) return kept
  if (kept !== null && locks)
    for (let waited = 0; waited <= RELEASE_MS; waited += STEP_MS) {
      if (await claim(locks, kept)) return kept
      await pause(STEP_MS)
    }
  const fresh = createKey()
  writeId(storage, fresh)
  if (locks) await claim(locks, fresh)
  return fresh
}

/** True if a document holds the tab's lock, or if that cannot be determined. */
export const isTabAlive = async (
  locks: Pick<LockManager, "query"> | undefined,
  id: string,
): Promise<boolean> => {
  if (!locks) return true
  const { held } = await locks.query()
  return held?.some(({ name }) => name === nameOf(id)) ?? false
}
