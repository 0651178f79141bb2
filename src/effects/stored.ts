/** How a value is written down in the device's storage: text as it is, anything else with its type, an expiry where there is one. */

export interface Kept {
  readonly value: unknown
  readonly expiresAtMs: number | null
}

interface Wrapped {
  readonly type: string
  readonly data: unknown
  readonly expiresAtMs: number | null
}

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

const wrappedOf = (text: string): Wrapped | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== "object" || parsed === null || !("type" in parsed) || !("data" in parsed))
      return null
    if (typeof parsed.type !== "string") return null
    const expiresAtMs = "expiresAtMs" in parsed ? parsed.expiresAtMs : null
    return {
      type: parsed.type,
      data: parsed.data,
      expiresAtMs: typeof expiresAtMs === "number" ? expiresAtMs : null,
    }
  } catch {
    return null
  }
}

/** Writes a value down. Throws for what JSON cannot hold (a cycle, a bigint). */
export const encodeStored = (value: unknown, expiresAtMs: number | null): string => {
  const isPlainText = typeof value === "string" && expiresAtMs === null && wrappedOf(value) === null
  if (isPlainText) return value
  return JSON.stringify({ type: typeof value, data: value, ...(expiresAtMs !== null && { expiresAtMs }) })
}

/** Reads what `encodeStored` wrote; text of any other shape is itself. A date comes back as a date. */
export const decodeStored = (text: string): Kept => {
  const wrapped = wrappedOf(text)
  if (!wrapped) return { value: text, expiresAtMs: null }
  const { type, data, expiresAtMs } = wrapped
  const isDate = type === "object" && typeof data === "string" && isoPattern.test(data)
  return { value: isDate ? new Date(data) : data, expiresAtMs }
}
