/** What the console shows and searches of a value: plain JSON without secrets. */

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A plain JSON copy without secrets, of any value. */
export type Redact = (value: unknown) => Json

const HIDDEN = "[redacted]"
const SECRET = /pass(?:word|code|phrase)|secret|token|authorization|cookie|api[-_]?key|cvv|\bpin\b/i
/** A deeper value is not shown. */
const DEPTH_LIMIT = 12
/** A value of more fields and items is cut: it may refer to the whole app. */
const NODE_LIMIT = 2_000
const TIME_LIMIT_MS = 25
const TEXT_LIMIT = 10_000
const CUT = "…"

/** What is left of the limits of one value. */
interface Walk {
  nodes: number
  readonly untilMs: number
}

const isSpent = (walk: Walk): boolean => {
  walk.nodes += 1
  return walk.nodes > NODE_LIMIT || (walk.nodes % 64 === 0 && performance.now() > walk.untilMs)
}

/** The name of what belongs to the page or to React, and refers to everything else. */
const foreign = (value: object): string | null => {
  if (typeof Node !== "undefined" && value instanceof Node) return `<${value.nodeName.toLowerCase()}>`
  if (typeof window !== "undefined" && value === window) return "window"
  if (Object.hasOwn(value, "$$typeof")) return "React element"
  return null
}

/** A getter is not called: it is code of the app. */
const ownValue = (value: object, name: string): unknown => {
  const descriptor = Object.getOwnPropertyDescriptor(value, name)
  return descriptor?.get ? "(getter)" : descriptor?.value
}

const plainObject = (value: object, depth: number, walk: Walk): Json => {
  const shown: Record<string, Json> = {}
  for (const name of Object.keys(value)) {
    if (isSpent(walk)) return { ...shown, [CUT]: CUT }
    const inner = ownValue(value, name)
    if (inner === undefined || typeof inner === "function") continue
    shown[name] = SECRET.test(name) && inner !== null && inner !== "" ? HIDDEN : plain(inner, depth + 1, walk)
  }
  return shown
}

const plainList = (value: Iterable<unknown>, depth: number, walk: Walk): Json => {
  const shown: Json[] = []
  for (const inner of value) {
    if (isSpent(walk)) return [...shown, CUT]
    shown.push(plain(inner, depth + 1, walk))
  }
  return shown
}

const plainOf = (value: object, depth: number, walk: Walk): Json => {
  const name = foreign(value)
  if (name !== null) return `(${name})`
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (value instanceof Error) return { name: value.name, message: value.message }
  // an actor or a machine refers to everything else
  if ("getSnapshot" in value || "transition" in value) return "id" in value ? `#${String(value.id)}` : null
  if (Array.isArray(value) || value instanceof Map || value instanceof Set)
    return plainList(value, depth, walk)
  return plainObject(value, depth, walk)
}

const plain = (value: unknown, depth: number, walk: Walk): Json => {
  if (typeof value === "string") return value.length > TEXT_LIMIT ? value.slice(0, TEXT_LIMIT) + CUT : value
  if (typeof value === "boolean" || value === null) return value
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value)
  if (typeof value === "bigint") return `${value}n`
  if (typeof value !== "object") return null
  if (depth >= DEPTH_LIMIT) return CUT
  try {
    return plainOf(value, depth, walk)
  } catch {
    // a revoked proxy, or one whose handler throws
    return "(unreadable)"
  }
}

/**
 * Hides fields whose name says that they hold a password, a token, a secret, a cookie or a PIN. At most
 * `NODE_LIMIT` fields are read, and for `TIME_LIMIT_MS`; what is cut is marked.
 */
export const redactByName: Redact = (value) =>
  plain(value, 0, { nodes: 0, untilMs: performance.now() + TIME_LIMIT_MS })

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
