/**
 * The id of this tab, stable over reloads. A duplicated tab gets a new id, although the browser
 * copies its `sessionStorage`.
 */
import { within } from "@financial-links/journal"
import { TAB_KEY } from "../domain/limits.ts"

/** The used part of `navigator.locks`. */
export interface Locks {
  request(
    name: string,
    options: LockOptions,
    hold: (lock: Lock | null) => Promise<void> | void,
  ): Promise<unknown>
}

/** The methods used of `sessionStorage`. Each may throw. */
export interface TabStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
}

/** After a reload the previous document may still hold its lock for this long. */
const RELEASE_MS = 600
const STEP_MS = 40
/** A lock manager that does not answer for this long is treated as none. */
export const LOCK_LIMIT_MS = 2_000

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
    // without storage the tab gets a new id after a reload
  }
}

const lockName = (id: string): string => `app_tab ${id}`

/**
 * Holds the lock of an id until the document ends. `false`: another document holds it; `null`: the
 * browser does not answer.
 */
const acquireLock = (locks: Locks, id: string): Promise<boolean | null> => {
  const answered = new Promise<boolean>((resolve) => {
    locks
      .request(lockName(id), { ifAvailable: true }, (lock) => {
        resolve(lock !== null)
        return lock ? new Promise<void>(() => {}) : undefined
      })
      .catch(() => resolve(false))
  })
  return within(answered, LOCK_LIMIT_MS).catch(() => null)
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The id from before a reload, or a new one. */
export const identifyTab = async (
  storage: () => TabStorage,
  locks: Locks | undefined,
  createId: () => string,
): Promise<string> => {
  const storedId = readId(storage)
  if (storedId !== null && !locks) return storedId
  if (storedId !== null && locks)
    for (let waited = 0; waited <= RELEASE_MS; waited += STEP_MS) {
      if ((await acquireLock(locks, storedId)) !== false) return storedId
      await delay(STEP_MS)
    }
  const newId = createId()
  writeId(storage, newId)
  if (locks) await acquireLock(locks, newId)
  return newId
}

/** True if a document holds the tab's lock, or if that cannot be determined. */
export const isTabAlive = async (
  locks: Pick<LockManager, "query"> | undefined,
  id: string,
): Promise<boolean> => {
  if (!locks) return true
  const answer = await within(locks.query(), LOCK_LIMIT_MS).catch(() => null)
  if (answer === null) return true
  return answer.held?.some(({ name }) => name === lockName(id)) ?? false
}
