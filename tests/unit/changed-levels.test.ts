/** The levels of an open contract as they are typed: by price, by share of the stake and by result. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  boundsOf,
  changedLevelProblem,
  LEVEL_UNITS,
  levelIn,
  readLevel,
  resultAt,
} from "../../src/domain/changed-levels.ts"
import type { LevelKind, Terms } from "../../src/domain/trade.ts"

const terms: Terms = {
  ...{ stakeKobo: 1_000_000n, leverage: 5, direction: "up", commissionPpm: 1_000, stopOutBps: 10_000 },
}
const contract = { terms, entry: 254_000n }
const separators = { decimal: ".", group: "," }
const read = (kind: LevelKind, unit: (typeof LEVEL_UNITS)[number], typed: string) =>
  readLevel(kind, unit, typed, contract, separators)

describe("a typed level", () => {
  it("is a price, a loss for a stop-loss and a gain for a take-profit, or what its sign says", () => {
    expect(read("stop-loss", "price", " 24.5 ")).toEqual({ ok: true, level: 245_000n })
    // a loss of 20 % of ₦10,000: the price falls by 4 % less what the commission takes
    expect(read("stop-loss", "share", "20 %")).toEqual({ ok: true, level: 244_094n })
    expect(read("stop-loss", "result", "2,000")).toEqual(read("stop-loss", "share", "20"))
    expect(read("stop-loss", "result", "−2000")).toEqual(read("stop-loss", "share", "-20"))
    expect(read("take-profit", "result", "-2000")).toEqual(read("stop-loss", "result", "2000"))
    expect(read("stop-loss", "share", "+5")).toEqual(read("take-profit", "share", "5"))
    expect(resultAt(terms, 254_000n, 244_094n)).toBe(-200_000n)
  })

  it("is none where it is blank, and refused where it is no number", () => {
    for (const unit of LEVEL_UNITS) {
      expect(read("stop-loss", unit, "  ")).toEqual({ ok: true, level: null })
      expect(read("stop-loss", unit, "x")).toMatchObject({ ok: false })
    }
    for (const unit of ["price", "share", "result"] as const)
      expect(read("take-profit", unit, "1".repeat(30))).toEqual({
        ok: false,
        problem: { reason: "field.too-large" },
      })
    expect(read("stop-loss", "price", "-24.5")).toEqual({ ok: false, problem: { reason: "field.negative" } })
    expect(read("take-profit", "price", "0")).toEqual({ ok: false, problem: { reason: "field.zero" } })
  })

  it("means the same level in each unit, to what two decimals of it are worth", () => {
    fc.assert(
      fc.property(fc.integer({ min: 215_000, max: 295_000 }), fc.boolean(), (price, isUp) => {
        const of = { ...contract, terms: { ...terms, direction: isUp ? "up" : "down" } as const }
        for (const kind of ["stop-loss", "take-profit"] as const)
          for (const unit of LEVEL_UNITS) {
            const text = levelIn(kind, unit, BigInt(price), of)
            const back = readLevel(kind, unit, text, of, separators)
            const level = back.ok ? (back.level ?? 0n) : 0n
            expect(Math.abs(Number(level) - price)).toBeLessThanOrEqual(unit === "share" ? 4 : 1)
          }
      }),
      { numRuns: 50 },
    )
  })
})

describe("a changed level", () => {
  const judge = (kind: LevelKind, level: bigint, price = 250_000n) =>
    changedLevelProblem(kind, level, { ...contract, price })?.reason ?? null

  it("is judged at the present price, and by the stop-out of the entry", () => {
    expect(judge("stop-loss", 249_000n)).toBeNull()
    expect(judge("stop-loss", 250_000n)).toBe("level.at-once")
    expect(judge("take-profit", 249_000n)).toBe("level.at-once")
    expect(judge("stop-loss", 249_900n)).toBe("level.distance")
    expect(judge("take-profit", 250_125n)).toBeNull()
    expect(judge("stop-loss", 203_000n)).toBe("order.stop-loss-useless")
    expect(judge("stop-loss", 0n)).toBe("order.stop-loss-side")
    // a stop-loss above the entry keeps a gain
    expect(judge("stop-loss", 260_000n, 270_000n)).toBeNull()
  })

  it("bounds the result, by the stop-out where there is no stop-loss", () => {
    expect(boundsOf(contract, { takeProfit: null, stopLoss: null })).toEqual({
      worst: -1_000_000n,
      best: null,
    })
    const { worst, best } = boundsOf(contract, { takeProfit: 260_000n, stopLoss: 244_094n })
    expect([worst, best]).toEqual([-200_000n, resultAt(terms, 254_000n, 260_000n)])
  })
})
