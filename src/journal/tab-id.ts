/** Which tab this is, over reloads. A duplicated tab is another one, although the browser copies what the first had kept. */
import type { Locks } from "./leader-election.ts"
import { TAB_KEY } from "./tab-key.ts"

/** As much of `sessionStorage` as is used. It may throw. */
export interface TabStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
}

/** A reloaded page may be asked for its lock a moment before the document it replaces has let go of it. */
const RELEASE_MS = 600
const STEP_MS = 40

const idPattern = /^[a-z0-9-]{8,40}$/

const readId = (shelf: () => TabStorage): string | null => {
  try {
    const id = shelf().getItem(TAB_KEY)
    return id !== null && idPattern.test(id) ? id : null
  } catch {
    return null
  }
}

const writeId = (shelf: () => TabStorage, id: string): void => {
  try {
    shelf().setItem(TAB_KEY, id)
  } catch {
    // without storage the next document is another tab, and begins with its address alone
  }
}

const nameOf = (id: string): string => `app_tab ${id}`

/** Holds the lock of an id for as long as the document lives; false when another document does. */
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

/** The id of this tab: the one that it had before a reload, or a new one. */
export const identifyTab = async (
  shelf: () => TabStorage,
  locks: Locks | undefined,
  createKey: () => string,
): Promise<string> => {
  const kept = readId(shelf)
  if (kept !== null && !locks) return kept
  if (kept !== null && locks)
    for (let waited = 0; waited <= RELEASE_MS; waited += STEP_MS) {
      if (await claim(locks, kept)) return kept
      await pause(STEP_MS)
    }
  const fresh = createKey()
  writeId(shelf, fresh)
  if (locks) await claim(locks, fresh)
  return fresh
}

/** True while some document holds this tab's lock; true also where that cannot be known. */
export const isTabAlive = async (
  locks: Pick<LockManager, "query"> | undefined,
  id: string,
): Promise<boolean> => {
  if (!locks) return true
  const { held } = await locks.query()
  return held?.some(({ name }) => name === nameOf(id)) ?? false
}
