/**
 * The device's storage, as the specification has it: names carry the `app_` prefix, a value may expire after so many seconds, an expired one is removed when
 * it is read, and a missing one is "data not found". Where the browser's storage throws (blocked, full, private), values live as long as the page.
 */
import { STORAGE_PREFIX } from "../domain/limits.ts"
import { decodeStored, encodeStored } from "./stored.ts"

/** What is asked of the browser: `localStorage` fits. */
export interface Shelf {
  readonly length: number
  key(index: number): string | null
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

export interface DeviceStorage {
  /** The value, or undefined: none was written, it has expired, or it cannot be read. */
  readonly read: (name: string) => unknown
  /** Keeps a value, on the shelf or for as long as the page lives. */
  readonly write: (name: string, value: unknown, expirySeconds?: number) => void
  readonly remove: (name: string) => void
}

/** What the calls of the shell need besides. */
export interface ListedStorage extends DeviceStorage {
  /** True where there is a value, and be it undefined. */
  readonly has: (name: string) => boolean
  /** Keeps a value on the shelf, or throws what the shelf threw and leaves all as it was. */
  readonly put: (name: string, value: unknown, expirySeconds?: number) => void
  /** The names there are, expired ones too until they are read, with how many characters each takes with its value. */
  readonly list: () => ReadonlyMap<string, number>
}

/** What could not be put on the shelf lives here; a null hides what still lies there. */
type Own = Map<string, string | null>

const attempt = <Result>(use: () => Result): { readonly ok: boolean; readonly result?: Result } => {
  try {
    return { ok: true, result: use() }
  } catch {
    return { ok: false }
  }
}

const namesOn = (shelf: Shelf): readonly string[] =>
  Array.from({ length: shelf.length }, (_, index) => shelf.key(index) ?? "").filter((full) =>
    full.startsWith(STORAGE_PREFIX),
  )

/** Storage over a shelf; `shelf` may throw when it is asked for, and at any use. */
export const createStorage = (shelf: () => Shelf, now: () => number): ListedStorage => {
  const own: Own = new Map()
  const textOf = (full: string): string | null | undefined =>
    own.has(full) ? own.get(full) : attempt(() => shelf().getItem(full)).result
  const remove = (name: string): void => {
    const full = STORAGE_PREFIX + name
    if (attempt(() => shelf().removeItem(full)).ok) own.delete(full)
    else own.set(full, null)
  }
  const look = (name: string): { readonly value: unknown } | undefined => {
    const text = textOf(STORAGE_PREFIX + name)
    if (text === undefined || text === null) return undefined
    const kept = decodeStored(text)
    if (kept.expiresAtMs === null || now() < kept.expiresAtMs) return kept
    remove(name)
    return undefined
  }
  const encoded = (value: unknown, expirySeconds?: number): string =>
    encodeStored(value, expirySeconds === undefined ? null : now() + expirySeconds * 1_000)
  const put = (name: string, value: unknown, expirySeconds?: number): void => {
    const full = STORAGE_PREFIX + name
    shelf().setItem(full, encoded(value, expirySeconds))
    own.delete(full)
  }
  const write = (name: string, value: unknown, expirySeconds?: number): void => {
    const full = STORAGE_PREFIX + name
    const text = encoded(value, expirySeconds)
    if (attempt(() => shelf().setItem(full, text)).ok) own.delete(full)
    else own.set(full, text)
  }
  const list = (): ReadonlyMap<string, number> => {
    const all = new Set([...(attempt(() => namesOn(shelf())).result ?? []), ...own.keys()])
    const there = [...all].flatMap((full): readonly [string, number][] => {
      const text = textOf(full)
      if (text === undefined || text === null) return []
      const name = full.slice(STORAGE_PREFIX.length)
      return [[name, name.length + text.length]]
    })
    return new Map(there)
  }
  return {
    read: (name) => look(name)?.value,
    has: (name) => look(name) !== undefined,
    write,
    put,
    remove,
    list,
  }
}

/** The browser's own shelf, which outlives the page. */
export const deviceStorage: ListedStorage = createStorage(() => localStorage, Date.now)
