/** What the console shows and searches of a value: plain JSON without secrets. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A plain JSON copy without secrets, of any value. */
export type Redact = (value: unknown) => Json

const HIDDEN = "[redacted]"
const SECRET = /pass(?:word|code|phrase)|secret|token|authorization|cookie|api[-_]?key|cvv|\bpin\b/i
/** A deeper value is not shown. */
const DEPTH_LIMIT = 12

const plainObject = (value: object, depth: number): Json =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined && typeof inner !== "function")
      .map(([name, inner]): [string, Json] => [
        name,
        SECRET.test(name) && inner !== null && inner !== "" ? HIDDEN : plain(inner, depth + 1),
      ]),
  )

const plain = (value: unknown, depth: number): Json => {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value)
  if (typeof value === "bigint") return `${value}n`
  if (typeof value !== "object") return null
  if (depth >= DEPTH_LIMIT) return "…"
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Error) return { name: value.name, message: value.message }
  // an actor or a machine refers to everything else
  if ("getSnapshot" in value || "transition" in value) return "id" in value ? `#${String(value.id)}` : null
  if (value instanceof Map) return plain([...value], depth)
  if (value instanceof Set) return plain([...value], depth)
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1))
  return plainObject(value, depth)
}

/** Hides fields whose name says that they hold a password, a token, a secret, a cookie or a PIN. */
export const redactByName: Redact = (value) => plain(value, 0)

// Full-text search in what the console lists.

/** Longer values are searched up to here. */
const TEXT_MAX_CHARS = 40_000

/** The content of a value in lower case. */
export type SearchText = (value: object) => string

/** Redacts the content, so that no secret can be searched for; each value is read once. */
export const createSearchText = (redact: Redact): SearchText => {
  const texts = new WeakMap<object, string>()
  return (value) => {
    const text = texts.get(value) ?? JSON.stringify(redact(value)).slice(0, TEXT_MAX_CHARS).toLowerCase()
    texts.set(value, text)
    return text
  }
}

export const searchWords = (search: string): readonly string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean)

/** True if each word occurs in the name or, where that does not hold it, in the content. */
export const holdsWords = (words: readonly string[], name: string, contentOf?: () => string): boolean => {
  const lowered = name.toLowerCase()
  return words.every((word) => lowered.includes(word) || (contentOf?.().includes(word) ?? false))
}
