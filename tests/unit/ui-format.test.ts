import { describe, expect, it, vi } from "vitest"
import { LOCALES } from "../../src/domain/limits.ts"
import { foreignTagOf, localeTagOf } from "../../src/domain/locale.ts"
import { axisLabelOf, axisTimesOf } from "../../src/ui/chart-canvas.ts"
import { durationParts, formatOf, NO_FIGURE } from "../../src/ui/format.ts"

/** Replaces Intl's no-break spaces by plain ones. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ")

describe("the time axis of a replayed chart", () => {
  const startMs = Date.UTC(2026, 10, 23, 23, 59)
  const bar = (atMs: number, replayedOn?: string) => {
    const price = "1.0000"
    return { atMs, open: price, high: price, low: price, close: price, ...(replayedOn && { replayedOn }) }
  }
  const labels = {
    price: String,
    time: (atMs: number, unit: string) => `${unit} ${new Date(atMs).toISOString().slice(0, 10)}`,
    day: (date: string, isLong: boolean) => `${date}${isLong ? " long" : ""}`,
  }

  it("names the historic day of each bar", () => {
    const label = axisLabelOf([bar(startMs, "2009-07-23"), bar(startMs + 60_000, "2009-07-24")], labels)
    expect(label(startMs + 60_000, "day")).toBe("2009-07-24")
  })

  it("names no date of today if all bars are of one historic day, also over midnight", () => {
    const label = axisLabelOf([bar(startMs, "2009-07-24"), bar(startMs + 60_000, "2009-07-24")], labels)
    for (const unit of ["year", "month", "day", "minute"] as const)
      expect(label(startMs + 60_000, unit)).toMatch(/^minute/)
    expect(label(startMs, "second")).toMatch(/^second/)
  })

  it("is the calendar's for prices of today", () => {
    expect(axisLabelOf([bar(startMs)], labels)(startMs, "day")).toBe("day 2026-11-23")
  })
})

describe("the times of bars on the axis", () => {
  const HOUR_MS = 3_600_000
  const localOf = (timeZone: string) => {
    const parts = new Intl.DateTimeFormat("en-CA", {
      ...{ timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
      ...{ hour: "2-digit", minute: "2-digit", second: "2-digit" },
    })
    return (atMs: number) => parts.format(atMs).replace(", ", "T")
  }

  it.each(["America/New_York", "America/Sao_Paulo", "Pacific/Apia", "Asia/Kolkata", "Africa/Lagos"])(
    "begin days, months and years with the member's clock, also when it is set back: %s",
    (timeZone) => {
      const local = localOf(timeZone)
      vi.spyOn(Date.prototype, "getTimezoneOffset").mockImplementation(function (this: Date) {
        return (this.getTime() - Date.parse(`${local(this.getTime())}Z`)) / 60_000
      })
      const fromMs = Date.UTC(2026, 9, 30)
      const points = Array.from({ length: 80 * 24 }, (_, hour) => ({ atMs: fromMs + hour * HOUR_MS }))
      const times = axisTimesOf(points)
      vi.restoreAllMocks()
      expect(times.map((time) => new Date(time * 1_000).toISOString().slice(0, 10))).toEqual(
        points.map(({ atMs }) => local(atMs).slice(0, 10)),
      )
      expect(times.every((time, index) => index === 0 || time > (times[index - 1] ?? 0))).toBe(true)
    },
  )
})

describe("formatting", () => {
  it("keeps every kobo of an amount that a float could not hold", () => {
    expect(formatOf("en").amount("9999999999999.99")).toBe("₦9,999,999,999,999.99")
    expect(formatOf("en").amount("90071992547409.93")).toBe("₦90,071,992,547,409.93")
    expect(formatOf("en").amount("0.10")).toBe("₦0.10")
  })

  it("formats amounts by locale", () => {
    expect(plain(formatOf("de").amount("12480.50"))).toBe("12.480,50 ₦")
    expect(plain(formatOf("fr").amount("12480.50"))).toBe("12 480,50 ₦")
    expect(plain(formatOf("zh").amount("12480.50"))).toBe("₦12,480.50")
  })

  it("uses a minus sign instead of a hyphen, and no sign for zero", () => {
    const { amount } = formatOf("en")
    expect(amount("-50.00")).toBe("−₦50.00")
    expect(amount("953.94", { signed: true })).toBe("+₦953.94")
    expect(amount("0.00", { signed: true })).toBe("₦0.00")
    expect(amount("-0.00")).toBe("₦0.00")
  })

  it("shows a dash for anything but a figure", () => {
    for (const nonsense of ["", "1e5", "1e-6", "NaN", "1,000.00", " 1.00"])
      expect(formatOf("en").amount(nonsense)).toBe(NO_FIGURE)
    expect(formatOf("en").price("?")).toBe(NO_FIGURE)
    expect(formatOf("en").percent(Number.NaN)).toBe(NO_FIGURE)
  })

  it("shows two decimals of a price, four where they are needed, and rounds to two if asked", () => {
    expect(formatOf("en").price("1417.1900")).toBe("1,417.19")
    expect(formatOf("de").price("25.4000")).toBe("25,40")
    expect(formatOf("de").price("25.4010")).toBe("25,4010")
    expect(formatOf("en").price("25.4051", 2)).toBe("25.41")
  })

  it("formats parts per million as per cent", () => {
    const { percent } = formatOf("en")
    expect(percent(12_500, { signed: true })).toBe("+1.25%")
    expect(percent(-123_400n, { signed: true })).toBe("−12.34%")
    expect(percent(0, { signed: true })).toBe("0.00%")
    expect(percent(432_100)).toBe("43.21%")
    expect(plain(formatOf("de").percent(12_500))).toBe("1,25 %")
  })

  it("formats a duration in its two largest units", () => {
    expect(durationParts(93_784_000)).toEqual([
      ["day", 1],
      ["hour", 2],
    ])
    expect(durationParts(3_605_000)).toEqual([["hour", 1]])
    expect(durationParts(-5)).toEqual([["second", 0]])
    expect(formatOf("en").duration(93_784_000, "long")).toBe("1 day 2 hours")
    expect(formatOf("de").duration(59_000, "long")).toBe("59 Sekunden")
  })

  it("formats an amount as a member types it", () => {
    expect(formatOf("de").typed("2500.50")).toBe("2500,50")
    expect(formatOf("en").typed("2500.50")).toBe("2500.50")
    expect(formatOf("de").separators).toEqual({ decimal: ",", group: "." })
  })

  it("knows the tag of each locale, and makes each formatter once", () => {
    const tags = LOCALES.map(localeTagOf)
    expect(new Set(tags).size).toBe(LOCALES.length)
    expect(Intl.NumberFormat.supportedLocalesOf(tags)).toHaveLength(LOCALES.length)
    expect(localeTagOf("vn")).toBe("vi-VN")
    expect(localeTagOf("hl")).toBe("nl-NL")
    expect(formatOf("vn")).toBe(formatOf("vi-VN"))
  })

  it("writes dates as the region of the browser's language does, where that is the language", () => {
    const dateIn = (locale: "en" | "vn", ...languages: string[]) =>
      formatOf(locale, languages).calendarDay("2026-11-28")
    expect(dateIn("en", "en-GB")).toBe("28 Nov 2026")
    expect(dateIn("en", "de-DE", "en-NG")).toBe("28 Nov 2026")
    expect([dateIn("en", "en"), dateIn("en", "de-AT")]).toEqual(["Nov 28, 2026", "Nov 28, 2026"])
    expect(dateIn("vn", "vi-VN")).toBe("28/11/2026")
    expect(formatOf("en", ["en-IN"]).number("1234567")).toBe("1,234,567")
  })

  it("exists only for text in another language than that of the page", () => {
    expect(foreignTagOf("en", "de-DE")).toBe("en-US")
    expect(foreignTagOf("vn", "vi-VN")).toBeUndefined()
  })
})

it("formats whole per cent and lists by locale", () => {
  expect(formatOf("en").share(25)).toBe("25%")
  expect(formatOf("de").share(25)).toBe("25\u00a0%")
  expect(formatOf("en").list(["1", "3", "7"])).toBe("1, 3, and 7")
  expect(formatOf("de").list(["1", "3", "7"])).toBe("1, 3 und 7")
  expect(formatOf("en").list(["1×", "2×", "5×"], "narrow")).toBe("1×, 2×, 5×")
})
