import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { INPUT_MAX_LENGTH } from "../../src/domain/limits.ts"
import {
  amountOf,
  type Bounds,
  divideHalfEven,
  isBlank,
  koboOf,
  parseAmount,
  parseAmountInput,
  parsePriceInput,
  priceOf,
  priceUnitsOf,
  readingShown,
  separatorsOf,
} from "../../src/domain/money.ts"
import { isDecimal, MONEY, trueMinus } from "../../src/ui/money-parts.ts"

const english = { decimal: ".", group: "," }
const german = { decimal: ",", group: "." }
const french = { decimal: ",", group: "\u202f" }

const typed = (text: string, separators = english) => {
  const parsed = parseAmount(text, separators)
  return parsed.ok ? parsed.amount : parsed.problem
}

describe("amounts and prices as text", () => {
  it("come back as they went", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), (kobo) => {
        expect(koboOf(amountOf(kobo))).toBe(kobo)
        expect(priceUnitsOf(priceOf(kobo))).toBe(kobo)
      }),
    )
  })

  it("keep their decimals and their sign below one", () => {
    expect(amountOf(-5n)).toBe("-0.05")
    expect(amountOf(1_000_000n)).toBe("10000.00")
    expect(priceOf(203_454n)).toBe("20.3454")
  })

  it("need no decimals to be read, and have them when written", () => {
    expect(koboOf("5")).toBe(500n)
    expect(koboOf("-5.1")).toBe(-510n)
    expect([amountOf(0n), amountOf(-100n)]).toEqual(["0.00", "-1.00"])
  })

  it.each(["", "1e5", "abc", "1.234", "--1", "1,00", " 1"])("refuse %j", (text) => {
    expect(() => koboOf(text)).toThrow(RangeError)
  })
})

describe("divideHalfEven", () => {
  it("rounds ties to the even neighbour, on both sides of zero", () => {
    const quotients = [
      [5n, 2n, 2n],
      [7n, 2n, 4n],
      [-5n, 2n, -2n],
      [-7n, 2n, -4n],
      [5n, -2n, -2n],
      [8n, 3n, 3n],
      [1n, 3n, 0n],
    ] as const
    for (const [dividend, divisor, expected] of quotients)
      expect(divideHalfEven(dividend, divisor)).toBe(expected)
  })

  it("is never further than half a unit from the exact value", () => {
    const operand = fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n })
    fc.assert(
      fc.property(
        operand,
        operand.filter((divisor) => divisor !== 0n),
        (dividend, divisor) => {
          const error = dividend - divideHalfEven(dividend, divisor) * divisor
          const twice = 2n * (error < 0n ? -error : error)
          expect(twice <= (divisor < 0n ? -divisor : divisor)).toBe(true)
        },
      ),
    )
  })
})

describe("parseAmount", () => {
  it.each([
    ["10000", "10000.00"],
    ["₦ 1,234.5", "1234.50"],
    ["1,234", "1234.00"],
    ["12.", "12.00"],
    ["0.01", "0.01"],
    ["12,5", "12.50"],
    ["00012.30", "12.30"],
  ])("reads %j in English", (text, amount) => {
    expect(typed(text)).toBe(amount)
  })

  it("reads a decimal comma where the locale has one", () => {
    expect(typed("1.234,56", german)).toBe("1234.56")
    expect(typed("12.345", german)).toBe("12345.00")
    expect(typed("12,5", german)).toBe("12.50")
    expect(typed("1 234,50", french)).toBe("1234.50")
    expect(typed("1\u202f234,50", french)).toBe("1234.50")
  })

  it.each([
    ["", "empty"],
    ["   ", "empty"],
    ["1e5", "exponent"],
    ["1.5E-3", "exponent"],
    ["12a", "characters"],
    ["+5", "characters"],
    ["1,23,456", "characters"],
    ["1.2.3", "characters"],
    ["Infinity", "characters"],
    ["12.345", "decimals"],
    ["-5", "negative"],
    ["−5", "negative"],
    ["0", "zero"],
    ["0.00", "zero"],
    ["10000000000000", "too-large"],
    ["1234,567", "characters"],
    ["1234,567,890", "characters"],
    ["1,2345,678", "characters"],
    ["12 34", "characters"],
    ["1 00", "characters"],
    ["0,500", "characters"],
    ["1,234 567", "characters"],
    ["1,234,5678", "characters"],
    ["1₦0", "characters"],
    ["1e5x", "characters"],
    ["x1e5", "characters"],
    ["1e55", "exponent"],
    ["1.5x", "characters"],
    ["1.x5", "characters"],
  ])("says of %j: %s", (text, problem) => {
    expect(typed(text)).toBe(problem)
  })

  it("reads back whatever it wrote", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 1n, max: 999_999_999_999_999n }), (kobo) => {
        expect(typed(amountOf(kobo))).toBe(amountOf(kobo))
      }),
    )
  })
})

describe("what is printed in a locale", () => {
  const tags = ["en", "en-NG", "zh-Hans", "ja", "pt", "es", "de", "fr", "vi", "nl", "it"]

  it("is read in it, with its currency on either side", () => {
    const amounts = fc.bigInt({ min: 1n, max: 999_999_999_999_999n })
    fc.assert(
      fc.property(fc.constantFrom(...tags), amounts, (tag, kobo) => {
        const amount = amountOf(kobo)
        const money = new Intl.NumberFormat(tag, MONEY).format(isDecimal(amount) ? amount : "0")
        expect(parseAmount(money, separatorsOf(tag))).toEqual({ ok: true, amount })
        expect(parseAmount(` ${trueMinus(money)} NGN`, separatorsOf(tag))).toEqual({ ok: true, amount })
      }),
    )
  })

  it("is read in it as a price of another currency", () => {
    const prices = fc.bigInt({ min: 1n, max: 99_999_999_999n })
    fc.assert(
      fc.property(fc.constantFrom(...tags), prices, (tag, units) => {
        const price = priceOf(units)
        const options = { style: "currency", currency: "USD", minimumFractionDigits: 4 } as const
        const printed = new Intl.NumberFormat(tag, options).format(isDecimal(price) ? price : "0")
        expect(parsePriceInput(printed, separatorsOf(tag))).toEqual({ ok: true, value: price })
      }),
    )
  })

  it.each([
    ["１２３．５０", "123.50"],
    ["\u200e₦1,500.00\u200f", "1500.00"],
    ["1\u2009500", "1500.00"],
    ["₦1,500 NGN", "1500.00"],
    ["N1,500", "1500.00"],
    ["1,500 nairas", "1500.00"],
    ["奈拉1,500", "1500.00"],
    ["-₦5", "negative"],
    ["₦-5", "negative"],
    ["₦", "empty"],
  ])("may have full-width digits, marks of direction and narrow spaces: %j", (text, read) => {
    expect(typed(text)).toBe(read)
  })
})

describe("a separator that the locale does not use", () => {
  it("is refused before three digits, with both readings", () => {
    expect(parseAmountInput("1.500", french, { minimum: null, maximum: null, available: null })).toEqual({
      ok: false,
      problem: { reason: "field.ambiguous", params: { grouped: "1500.00", fraction: "1.500" } },
    })
    expect(typed("0.500", french)).toBe("decimals")
    expect(typed("12.50", french)).toBe("12.50")
    expect(typed("1.234.567", french)).toBe("1234567.00")
    expect(typed("1.234,50", french)).toBe("1234.50")
  })
})

it("a reading is shown where separators were read", () => {
  expect(readingShown("1.500", german)).toBe("1500.0000")
  expect(readingShown("12.5", german)).toBe("12.5000")
  expect(readingShown("1500", german)).toBeNull()
  expect(readingShown("1500,50", german)).toBeNull()
  expect(readingShown("x", german)).toBeNull()
})

describe("a number that could be read in two ways", () => {
  it.each([
    ["12.55", "12.55"],
    ["1.2345", "characters"],
    ["1,234.5", "characters"],
    ["1.234.567", "1234567.00"],
    ["0.500", "characters"],
    ["1.500", "1500.00"],
  ])("in German, %j is %s", (text, read) => {
    expect(typed(text, german)).toBe(read)
  })

  it("is a group of three where it can be one, also with four decimals", () => {
    expect(parsePriceInput("1.234", german)).toEqual({ ok: true, value: "1234.0000" })
    expect(parsePriceInput("1.2345", german)).toEqual({ ok: true, value: "1.2345" })
  })
})

describe("an amount as it was typed", () => {
  const free: Bounds = { minimum: null, maximum: null, available: null }
  const problemOf = (typedText: string, bounds: Partial<Bounds> = {}) => {
    const parsed = parseAmountInput(typedText, english, { ...free, ...bounds })
    return parsed.ok ? parsed.value : parsed.problem
  }

  it.each([
    ["", { reason: "field.required" }],
    ["x", { reason: "field.not-an-amount" }],
    ["1e5", { reason: "field.exponent" }],
    ["1.234", { reason: "field.decimals", params: { max: 2 } }],
    ["-1", { reason: "field.negative" }],
    ["0", { reason: "field.zero" }],
    ["10000000000000", { reason: "field.too-large" }],
  ])("has a reason of its own where it is none: %j", (text, problem) => {
    expect(problemOf(text)).toEqual(problem)
  })

  it("may be as long as the limit, and no longer", () => {
    expect(problemOf("1".padStart(INPUT_MAX_LENGTH, "0"))).toBe("1.00")
    expect(problemOf("1".padStart(INPUT_MAX_LENGTH + 1, "0"))).toEqual({
      reason: "field.too-long",
      params: { max: INPUT_MAX_LENGTH },
    })
  })

  it("may be each bound itself, and not a kobo beyond it", () => {
    expect(problemOf("5", { minimum: "5.00", maximum: "5.00", available: "5.00" })).toBe("5.00")
    expect(problemOf("4.99", { minimum: "5.00" })).toEqual({
      reason: "field.below-minimum",
      params: { min: "5.00" },
    })
    expect(problemOf("5.01", { maximum: "5.00" })).toEqual({
      reason: "field.above-maximum",
      params: { max: "5.00" },
    })
    expect(problemOf("5.01", { available: "5.00" })).toEqual({
      reason: "field.above-balance",
      params: { available: "5.00" },
    })
    expect(problemOf("9999999999999.99")).toBe("9999999999999.99")
  })

  it("is blank if it has nothing but spaces", () => {
    expect([isBlank(" \t"), isBlank(" 1 ")]).toEqual([true, false])
  })

  it("has bounds as a price too", () => {
    const price = (text: string) => {
      const parsed = parsePriceInput(text, english)
      return parsed.ok ? parsed.value : parsed.problem
    }
    expect(price("0")).toEqual({ reason: "field.zero" })
    expect(price("999999999999.9999")).toBe("999999999999.9999")
    expect(price("1000000000000")).toEqual({ reason: "field.too-large" })
    expect(price("1.23456")).toEqual({ reason: "field.decimals", params: { max: 4 } })
  })
})

it("the separators of a locale are those of its numbers", () => {
  expect(separatorsOf("en")).toEqual({ decimal: ".", group: "," })
  expect(separatorsOf("de")).toEqual({ decimal: ",", group: "." })
})
