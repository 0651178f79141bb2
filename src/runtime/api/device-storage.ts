/**
 * The device's storage as specified: names get the `app_` prefix, a value may expire, an expired
 * one is removed when read. If the browser's storage throws (blocked, full, private), values live
 * as long as the page.
 */
import { STORAGE_PREFIX } from "../../domain/limits.ts"

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
    const stored = decodeStored(text)
    if (stored.expiresAtMs === null || now() < stored.expiresAtMs) return stored.value
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

// How values are encoded in the device's storage: plain text as it is, anything else as JSON with
// its type and expiry.

export interface StoredValue {
  readonly value: unknown
  readonly expiresAtMs: number | null
}

/** Years beyond 9999 and before 0 have a sign and six digits. */
const isoPattern = /^(?:[+-]\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Numbers that JSON cannot represent; NaN is stored as null. */
const INFINITIES: ReadonlyMap<unknown, number> = new Map([
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
])

/**
 * Decodes a typed value; null if `encodeStored` cannot have written it: other text that happens to
 * be JSON is text.
 */
const unwrapped = (type: unknown, data: unknown): { readonly value: unknown } | null => {
  if (typeof data === type) return { value: data }
  // JSON has no date and no NaN
  if (type === "object" && typeof data === "string" && isoPattern.test(data)) return { value: new Date(data) }
  if (type !== "number") return null
  const value = data === null ? Number.NaN : INFINITIES.get(data)
  return value === undefined ? null : { value }
}

const keptIn = (text: string): StoredValue | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== "object" || parsed === null) return null
    const { type, data, expiresAtMs = null, ...others }: Readonly<Record<string, unknown>> = { ...parsed }
    if (Object.keys(others).length > 0) return null
    if (expiresAtMs !== null && typeof expiresAtMs !== "number") return null
    const content = unwrapped(type, data)
    return content && { ...content, expiresAtMs }
  } catch {
    return null
  }
}

/** The expiry in ms; null for none, as without a finite number of seconds. */
export const expiryOf = (nowMs: number, seconds: number | undefined): number | null =>
  Number.isFinite(seconds) ? nowMs + Number(seconds) * 1_000 : null

/** Throws for what JSON cannot represent (a cycle, a bigint). */
export const encodeStored = (value: unknown, expiresAtMs: number | null): string => {
  const isPlainText = typeof value === "string" && expiresAtMs === null && keptIn(value) === null
  if (isPlainText) return value
  const isEndless = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
  const data = isEndless ? String(value) : value
  return JSON.stringify({ type: typeof value, data, ...(expiresAtMs !== null && { expiresAtMs }) })
}

/**
 * Decodes what `encodeStored` wrote; any other text is returned as it is. Dates, NaN and infinities
 * keep their type.
 */
const decodeStored = (text: string): StoredValue => keptIn(text) ?? { value: text, expiresAtMs: null }
