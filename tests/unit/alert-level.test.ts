import { describe, expect, it } from "vitest"
import { readLevel, sideOf } from "../../src/domain/alert-level.ts"

const english = { decimal: ".", group: "," }
const german = { decimal: ",", group: "." }

describe("the level of an alert", () => {
  it.each([
    ["190.5", english, "190.5000"],
    ["1.234,5", german, "1234.5000"],
    ["+5%", english, "210.0000"],
    ["5 %", english, "210.0000"],
    ["−2,5 %", german, "195.0000"],
    ["-99.99%", english, "0.0200"],
  ])("%s is a price, or a change from the price now", (typed, separators, level) => {
    expect(readLevel(typed, separators, "200.0000")).toEqual({ ok: true, level })
  })

  it.each([
    ["", "required"],
    ["%", "required"],
    ["0", "zero"],
    ["-5", "negative"],
    ["-100%", "zero"],
    ["1e5", "exponent"],
    ["1.23456", "decimals"],
    ["5.001%", "decimals"],
    ["five", "not-an-amount"],
    ["9".repeat(30), "too-large"],
    [`${"9".repeat(30)}%`, "too-large"],
    ["9".repeat(200), "too-long"],
  ])("%s is refused: %s", (typed, reason) => {
    expect(readLevel(typed, english, "200.0000")).toMatchObject({ ok: false, problem: { reason } })
  })

  it("is no change while there is no price", () => {
    expect(readLevel("+5%", english, undefined)).toMatchObject({ ok: false })
  })

  it("lies above or below the price, or at it", () => {
    expect(["2.0000", "0.5000", "1.0000"].map((level) => sideOf(level, "1.0000"))).toEqual([
      "above",
      "below",
      null,
    ])
  })
})
