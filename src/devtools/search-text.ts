/** Full-text search in what the console lists. */
import { redact } from "../journal/redact.ts"

/** Longer values are searched up to here. */
const TEXT_MAX_CHARS = 40_000

const texts = new WeakMap<object, string>()

/** The content of a value in lower case: redacted, so that no secret can be searched for. */
export const searchText = (value: object): string => {
  const text = texts.get(value) ?? JSON.stringify(redact(value)).slice(0, TEXT_MAX_CHARS).toLowerCase()
  texts.set(value, text)
  return text
}

export const searchWords = (search: string): readonly string[] =>
  search.toLowerCase().split(/\s+/).filter(Boolean)

/**
 * True if each word occurs in the name or in one of the values. Their content is only made where
 * the name does not hold the word.
 */
export const holdsWords = (words: readonly string[], name: string, ...values: readonly object[]): boolean => {
  const lowered = name.toLowerCase()
  return words.every(
    (word) => lowered.includes(word) || values.some((value) => searchText(value).includes(word)),
  )
}
