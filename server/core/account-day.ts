/** The account day, which begins at midnight in Lagos. */

export const DAY_MS = 86_400_000
/** Lagos is one hour ahead of UTC all year. */
export const LAGOS_OFFSET_MS = 3_600_000

/** Midnight in Lagos, the start of the account day. */
export const startOfDayMs = (nowMs: number): number =>
  Math.floor((nowMs + LAGOS_OFFSET_MS) / DAY_MS) * DAY_MS - LAGOS_OFFSET_MS
