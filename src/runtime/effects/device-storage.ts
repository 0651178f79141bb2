/**
 * The device's storage as specified: names get the `app_` prefix, a value may expire, an expired
 * one is removed when read. If the browser's storage throws (blocked, full, private), values live
 * as long as the page.
 */
import { STORAGE_PREFIX } from "../../domain/limits.ts"
import { decodeStored, encodeStored, expiryOf } from "./storage-encoding.ts"

/** The used part of `localStorage`. */
export interface KeyValueStorage {
  getItem(name: string): string | null
  setItem(name: string, value: string): void
  removeItem(name: string): void
}

export interface DeviceStorage {
  /** Undefined: not stored, expired, or unreadable. */
  readonly read: (name: string) => unknown
  readonly write: (name: string, value: unknown, expirySeconds?: number) => void
  readonly remove: (name: string) => void
}

/** Creates the storage. `backing` may throw when called, and at any use. */
export const createStorage = (backing: () => KeyValueStorage, now: () => number): DeviceStorage => {
  /**
   * Values that the browser refused to store or remove, by full name; null hides a value still
   * stored.
   */
  const own = new Map<string, string | null>()
  const attempt = <Result>(
    use: (backing: KeyValueStorage) => Result,
  ): { readonly ok: boolean; readonly result?: Result } => {
    try {
      return { ok: true, result: use(backing()) }
    } catch {
      return { ok: false }
    }
  }
  const remove = (name: string): void => {
    const full = STORAGE_PREFIX + name
    if (attempt((used) => used.removeItem(full)).ok) own.delete(full)
    else own.set(full, null)
  }
  const read = (name: string): unknown => {
    const full = STORAGE_PREFIX + name
    const text = own.has(full) ? own.get(full) : attempt((used) => used.getItem(full)).result
    if (text === undefined || text === null) return undefined
    const kept = decodeStored(text)
    if (kept.expiresAtMs === null || now() < kept.expiresAtMs) return kept.value
    remove(name)
    return undefined
  }
  const write = (name: string, value: unknown, expirySeconds?: number): void => {
    const full = STORAGE_PREFIX + name
    const text = encodeStored(value, expiryOf(now(), expirySeconds))
    if (attempt((used) => used.setItem(full, text)).ok) own.delete(full)
    else own.set(full, text)
  }
  return { read, write, remove }
}

/** The browser's own storage: one per document, like `localStorage` itself. */
export const deviceStorage: DeviceStorage = createStorage(() => localStorage, Date.now)
