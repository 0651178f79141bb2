import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  amountOf,
  divideHalfEven,
  koboOf,
  parseAmount,
  priceOf,
  priceUnitsOf,
} from "../../src/domain/money.ts"

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
