import type { Locale } from "../../src/domain/limits.ts"
import { textIn } from "../core/texts.ts"

const keyPattern = /^(?:banner|placard|review|service)\.[a-z0-9.-]+$/

/**
 * What stored words say to the member. They are either somebody's own words, shown as they are, or the key of a text that the
 * product brings along (`placard.…`, `review.…`), shown in the member's language.
 */
export const wordsIn = (locale: Locale, stored: string): string =>
  keyPattern.test(stored) ? (textIn(locale, stored) ?? stored) : stored
