/** Days of an account: from midnight to midnight in Lagos, one hour ahead of UTC all year. Pure. */
import { Schema } from "effect"

export const DAY_MS = 86_400_000
/** Milliseconds by which the account's clock is ahead of UTC. */
export const ACCOUNT_OFFSET_MS = 3_600_000

/** Days since the first of January 1970. */
export const accountDayNumber = (atMs: number): number => Math.floor((atMs + ACCOUNT_OFFSET_MS) / DAY_MS)

/** The first millisecond of the day that holds `atMs`. */
export const startOfDayMs = (atMs: number): number => accountDayNumber(atMs) * DAY_MS - ACCOUNT_OFFSET_MS

/** 0 for Sunday, 6 for Saturday. */
export const weekdayOf = (atMs: number): number => new Date(atMs + ACCOUNT_OFFSET_MS).getUTCDay()

/** A day as "2026-11-03". */
export const accountDayOf = (atMs: number): string =>
  new Date(atMs + ACCOUNT_OFFSET_MS).toISOString().slice(0, 10)

const startMs = (day: string): number => Date.parse(`${day}T00:00:00Z`) - ACCOUNT_OFFSET_MS

const DAY = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/u

/** Whether a text is a day that the calendar has. */
export const isAccountDay = (text: string): boolean => DAY.test(text) && accountDayOf(startMs(text)) === text

/** A day that the calendar has. */
export const AccountDay = Schema.String.check(Schema.isPattern(DAY), Schema.makeFilter(isAccountDay))

/** Both days included: from the first millisecond of `from` to that after the last of `to`. */
export const daysSpan = (
  from: string,
  to: string,
): { readonly fromMs: number; readonly untilMs: number } => ({
  fromMs: startMs(from),
  untilMs: startMs(to) + DAY_MS,
})

/** The whole month of a day or a month, "2026-11", or one so many months later. */
export const monthSpan = (day: string, monthsLater = 0): { readonly from: string; readonly to: string } => {
  const [year = 0, month = 0] = day.split("-").map(Number)
  const isoDay = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)
  const first = month - 1 + monthsLater
  return { from: isoDay(Date.UTC(year, first, 1)), to: isoDay(Date.UTC(year, first + 1, 0)) }
}
