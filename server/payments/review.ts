import type { Locale } from "../../src/domain/limits.ts"
import { wordsIn } from "../content/words.ts"

/** 0 pending review · 1 successful · 2 rejected. */
export type ReviewStatus = 0 | 1 | 2

/** What the member is told about a decision, in their language where the reason is one of ours. */
export const reasonIn = (locale: Locale, reason: string | null): string | null =>
  reason === null ? null : wordsIn(locale, reason)
