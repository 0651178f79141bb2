import { Schema } from "effect"
import { expect, it } from "vitest"
import {
  AccountDay,
  accountDayOf,
  daysSpan,
  monthSpan,
  startOfDayMs,
  weekdayOf,
} from "../../src/domain/account-day.ts"
import { readFilter } from "../../src/domain/record-filter.ts"

const midnight = Date.parse("2026-03-01T00:00:00+01:00")

it("begins an account's day at midnight in Lagos", () => {
  expect([startOfDayMs(midnight), startOfDayMs(midnight - 1)]).toEqual([midnight, midnight - 86_400_000])
  expect([accountDayOf(midnight), accountDayOf(midnight - 1)]).toEqual(["2026-03-01", "2026-02-28"])
  expect([weekdayOf(midnight), weekdayOf(midnight - 1)]).toEqual([0, 6])
  expect(daysSpan("2026-02-28", "2026-03-01")).toEqual({
    fromMs: midnight - 86_400_000,
    untilMs: midnight + 86_400_000,
  })
})

it("spans the months of a calendar", () => {
  expect(monthSpan("2028-02-11")).toEqual({ from: "2028-02-01", to: "2028-02-29" })
  expect(monthSpan("2026-11", -11)).toEqual({ from: "2025-12-01", to: "2025-12-31" })
  expect(monthSpan("2026-12", 1)).toEqual({ from: "2027-01-01", to: "2027-01-31" })
})

it.each(["2026-02-29", "2026-13-01", "2026-1-1", "26-01-01", "", "today"])("takes no day for %j", (text) => {
  expect(Schema.is(AccountDay)(text)).toBe(false)
})

it("reads a filter from a link field by field, and names what it cannot read", () => {
  const days = { from: "2025-03-01", to: "2026-02-28" }
  const sound = { ...days, symbol: "AAPL", direction: "up", leverage: "5", ending: "stop-loss", hour: "23" }
  expect(readFilter("contracts", { ...sound, id: undefined })).toEqual({ filter: sound, ignored: [] })
  expect(readFilter("contracts", { ...sound, hour: "24", direction: "left", weekday: "7" })).toMatchObject({
    ignored: ["direction", "weekday", "hour"],
  })
  const others = [
    { from: "2026-03-02", to: "2026-03-01" },
    { from: "2025-02-27", to: "2026-02-28" },
    { from: "2026-03-01" },
    { from: "2026-02-30", to: "2026-03-01" },
  ]
  for (const wrong of others)
    expect(readFilter("contracts", { ...wrong, symbol: "AAPL" })).toMatchObject({
      filter: { symbol: "AAPL" },
    })
})
