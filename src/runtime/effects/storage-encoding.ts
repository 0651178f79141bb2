/** How a value is written down in the device's storage: text as it is, anything else with its type, an expiry where there is one. */

export interface StoredValue {
  readonly value: unknown
  readonly expiresAtMs: number | null
}

/** Years beyond 9999 and before 0 are written with a sign and six digits. */
const isoPattern = /^(?:[+-]\d{2})?\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** Numbers that JSON has no form for; NaN is written as JSON writes it, as null. */
const INFINITIES: ReadonlyMap<unknown, number> = new Map([
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
])

/** What is kept in a wrapping with this type; null where `encodeStored` cannot have written it: other text that happens to be JSON is text. */
const unwrapped = (type: unknown, data: unknown): { readonly value: unknown } | null => {
  if (typeof data === type) return { value: data }
  // JSON has no form for a date and none for NaN
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
    const found = unwrapped(type, data)
    return found && { ...found, expiresAtMs }
  } catch {
    return null
  }
}

/** When a value is gone that may be read for so many seconds from now on; null for one that stays: nothing was told, or no length of time. */
export const expiryOf = (nowMs: number, seconds: number | undefined): number | null =>
  Number.isFinite(seconds) ? nowMs + Number(seconds) * 1_000 : null

/** Writes a value down. Throws for what JSON cannot hold (a cycle, a bigint). */
export const encodeStored = (value: unknown, expiresAtMs: number | null): string => {
  const isPlainText = typeof value === "string" && expiresAtMs === null && keptIn(value) === null
  if (isPlainText) return value
  const isEndless = value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
  const data = isEndless ? String(value) : value
  return JSON.stringify({ type: typeof value, data, ...(expiresAtMs !== null && { expiresAtMs }) })
}

/** Reads what `encodeStored` wrote; text of any other shape is itself. A date comes back as a date, NaN and the infinities as themselves. */
export const decodeStored = (text: string): StoredValue => keptIn(text) ?? { value: text, expiresAtMs: null }
