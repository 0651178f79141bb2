/** How a value is written down in the device's storage: text as it is, anything else with its type, an expiry where there is one. */

export interface Kept {
  readonly value: unknown
  readonly expiresAtMs: number | null
}

interface Wrapped {
  readonly type: string
  /** Absent where JSON has no form for the value: undefined, a function, a symbol. */
  readonly data?: unknown
  readonly expiresAtMs: number | null
}

const isoPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/
const TYPES = new Set(["object", "string", "number", "boolean", "undefined"])

const isDate = (type: string, data: unknown): data is string =>
  type === "object" && typeof data === "string" && isoPattern.test(data)

/** JSON writes numbers that it has no form for as null. */
const isNoNumber = (type: string, data: unknown): boolean => type === "number" && data === null

/** True where `encodeStored` could have written this: other text that happens to be JSON is text. */
const fits = (type: string, data: unknown): boolean =>
  typeof data === type || isDate(type, data) || isNoNumber(type, data)

const parsedOf = (text: string): object | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === "object" ? parsed : null
  } catch {
    return null
  }
}

const wrappedOf = (text: string): Wrapped | null => {
  const parsed = parsedOf(text)
  if (parsed === null || !("type" in parsed) || typeof parsed.type !== "string") return null
  if (!TYPES.has(parsed.type)) return null
  const { type } = parsed
  const others = Object.keys(parsed).filter((name) => name !== "type" && name !== "data")
  const expiry = "expiresAtMs" in parsed ? parsed.expiresAtMs : null
  const isExpiry = others.length === 1 && typeof expiry === "number"
  if (others.length > 0 && !isExpiry) return null
  const data = "data" in parsed ? parsed.data : undefined
  return fits(type, data) ? { type, data, expiresAtMs: isExpiry ? expiry : null } : null
}

/** Writes a value down. Throws for what JSON cannot hold (a cycle, a bigint). */
export const encodeStored = (value: unknown, expiresAtMs: number | null): string => {
  const isPlainText = typeof value === "string" && expiresAtMs === null && wrappedOf(value) === null
  if (isPlainText) return value
  return JSON.stringify({ type: typeof value, data: value, ...(expiresAtMs !== null && { expiresAtMs }) })
}

/** Reads what `encodeStored` wrote; text of any other shape is itself. A date comes back as a date, a number that is none as NaN. */
export const decodeStored = (text: string): Kept => {
  const wrapped = wrappedOf(text)
  if (!wrapped) return { value: text, expiresAtMs: null }
  const { type, data, expiresAtMs } = wrapped
  if (isDate(type, data)) return { value: new Date(data), expiresAtMs }
  return { value: isNoNumber(type, data) ? Number.NaN : data, expiresAtMs }
}
