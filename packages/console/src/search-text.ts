/** Full-text search in what the console lists. */
import type { Redact } from "./redact.ts"

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
