/** How a value is written down in the device's storage: text as it is, anything else with its type, an expiry where there is one. */

export interface Kept {
  readonly value: unknown
  readonly expiresAtMs: number | null
}

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** What is kept in a wrapping with this type; null where `encodeStored` cannot have written it: other text that happens to be JSON is text. */
const unwrapped = (type: unknown, data: unknown): { readonly value: unknown } | null => {
  if (typeof data === type) return { value: data }
  // JSON has no form for a date and none for NaN
  if (type === "object" && typeof data === "string" && isoPattern.test(data)) return { value: new Date(data) }
  return type === "number" && data === null ? { value: Number.NaN } : null
}

const keptIn = (text: string): Kept | null => {
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

/** Writes a value down. Throws for what JSON cannot hold (a cycle, a bigint). */
export const encodeStored = (value: unknown, expiresAtMs: number | null): string => {
  const isPlainText = typeof value === "string" && expiresAtMs === null && keptIn(value) === null
  if (isPlainText) return value
  return JSON.stringify({ type: typeof value, data: value, ...(expiresAtMs !== null && { expiresAtMs }) })
}

/** Reads what `encodeStored` wrote; text of any other shape is itself. A date comes back as a date, a number that is none as NaN. */
export const decodeStored = (text: string): Kept => keptIn(text) ?? { value: text, expiresAtMs: null }
