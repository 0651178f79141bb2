import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  breakEvenPrice,
  fullLossPrice,
  hasReached,
  isStoppedOut,
  scenario,
  settle,
  stopOutPrice,
  type Terms,
} from "../../src/domain/trade.ts"

/** The published vector: ₦10,000.00 at 5:1, up, 0.1 % commission, from 25.40 to 25.91. */
const vector: Terms = {
  stakeKobo: 1_000_000n,
  leverage: 5,
  direction: "up",
  commissionPpm: 1_000,
  stopOutBps: 10_000,
}
const ENTRY = 254_000n
const EXIT = 259_100n

const terms = fc.record({
  stakeKobo: fc.bigInt({ min: 1n, max: 10n ** 14n }),
  leverage: fc.integer({ min: 1, max: 100 }),
  direction: fc.constantFrom("up" as const, "down" as const),
  commissionPpm: fc.integer({ min: 0, max: 20_000 }),
  stopOutBps: fc.integer({ min: 1, max: 10_000 }),
})
const price = fc.bigInt({ min: 1n, max: 10n ** 12n })

describe("the published vector", () => {
  it("settles to the kobo", () => {
    expect(settle(vector, ENTRY, EXIT)).toEqual({
      grossKobo: 100_394n,
      commissionKobo: 5_000n,
      netKobo: 95_394n,
      creditedKobo: 1_095_394n,
      capped: false,
    })
  })

  it("loses the whole stake at 20.3454 and breaks even at 25.4254", () => {
    expect(fullLossPrice(vector, ENTRY)).toBe(203_454n)
    expect(breakEvenPrice(vector, ENTRY)).toBe(254_254n)
    expect(stopOutPrice({ ...vector, stopOutBps: 8_000 }, ENTRY)).toBe(213_614n)
  })

  it("mirrors a fall for a contract on the way down", () => {
    const down = settle({ ...vector, direction: "down" }, ENTRY, EXIT)
    expect(down.grossKobo).toBe(-100_394n)
    expect(down.netKobo).toBe(-105_394n)
  })

  it("shows the scenario line by the same arithmetic", () => {
    expect(scenario(vector, ENTRY, 500)).toEqual(settle(vector, ENTRY, 266_700n))
    expect(scenario(vector, ENTRY, -500)).toEqual(settle(vector, ENTRY, 241_300n))
  })
})

describe("settle, for any terms and prices", () => {
  it("never loses more than the stake and never pays back less than nothing", () => {
    fc.assert(
      fc.property(terms, price, price, (any, entry, exit) => {
        const result = settle(any, entry, exit)
        expect(result.netKobo >= -any.stakeKobo).toBe(true)
        expect(result.creditedKobo).toBe(any.stakeKobo + result.netKobo)
        // the cap is decided exactly, gross and commission are rounded each: they may differ by a kobo
        const roundedKobo = result.grossKobo - result.commissionKobo
        if (result.capped)
          expect([result.creditedKobo, roundedKobo <= 1n - any.stakeKobo]).toEqual([0n, true])
        else expect(roundedKobo >= -any.stakeKobo - 1n).toBe(true)
      }),
    )
  })

  it("is gross less commission, to the rounding, where the cap does not bite", () => {
    fc.assert(
      fc.property(terms, price, price, (any, entry, exit) => {
        const result = settle(any, entry, exit)
        const difference = result.netKobo - (result.grossKobo - result.commissionKobo)
        if (!result.capped) expect(difference >= -1n && difference <= 1n).toBe(true)
      }),
    )
  })

  it("never pays less for a better exit", () => {
    fc.assert(
      fc.property(terms, price, price, price, (any, entry, one, other) => {
        const [low, high] = one < other ? [one, other] : [other, one]
        const [worse, better] = any.direction === "up" ? [low, high] : [high, low]
        expect(settle(any, entry, better).netKobo >= settle(any, entry, worse).netKobo).toBe(true)
      }),
    )
  })

  it("costs exactly the commission where the price has not moved", () => {
    fc.assert(
      fc.property(terms, price, (any, entry) => {
        const { grossKobo, commissionKobo, netKobo, capped } = settle(any, entry, entry)
        expect(grossKobo).toBe(0n)
        if (!capped) expect(netKobo).toBe(-commissionKobo)
      }),
    )
  })

  it("refuses a price of nothing", () => {
    for (const entry of [0n, -1n]) expect(() => settle(vector, entry, EXIT)).toThrow("must be positive")
  })
})

describe("at its bounds", () => {
  /** Without commission, at 5:1, a fifth of the price is the whole stake. */
  const free: Terms = { ...vector, commissionPpm: 0 }

  it("a loss of exactly the stake is not capped, and one kobo more is", () => {
    expect(settle(free, 100_000n, 80_000n)).toMatchObject({
      netKobo: -1_000_000n,
      creditedKobo: 0n,
      capped: false,
    })
    expect(settle(free, 100_000n, 79_999n)).toMatchObject({
      netKobo: -1_000_000n,
      creditedKobo: 0n,
      capped: true,
    })
  })

  it("a contract is stopped out at the price itself, either way", () => {
    const down: Terms = { ...free, direction: "down" }
    expect([80_001n, 80_000n].map((price) => isStoppedOut(free, 100_000n, price))).toEqual([false, true])
    expect([119_999n, 120_000n].map((price) => isStoppedOut(down, 100_000n, price))).toEqual([false, true])
  })
})

describe("stop-out", () => {
  it("agrees with the shown price, to its rounding", () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 10n ** 6n, max: 10n ** 12n }), (any, entry) => {
        const shown = stopOutPrice(any, entry)
        const beyond = any.direction === "up" ? shown - 1n : shown + 1n
        const before = any.direction === "up" ? shown + 1n : shown - 1n
        expect(isStoppedOut(any, entry, beyond)).toBe(true)
        expect(isStoppedOut(any, entry, before)).toBe(false)
      }),
    )
  })

  it("has lost the fraction, and no more than a price step beyond it", () => {
    const stopped = { ...vector, stopOutBps: 8_000 }
    const loss = settle(stopped, ENTRY, stopOutPrice(stopped, ENTRY)).netKobo
    expect(loss).toBe(-800_000n)
  })
})

describe("take-profit and stop-loss", () => {
  it.each([
    ["up", "take-profit", 100n, 100n, true],
    ["up", "take-profit", 100n, 99n, false],
    ["up", "stop-loss", 100n, 100n, true],
    ["up", "stop-loss", 100n, 101n, false],
    ["down", "take-profit", 100n, 100n, true],
    ["down", "take-profit", 100n, 101n, false],
    ["down", "stop-loss", 100n, 101n, true],
    ["down", "stop-loss", 100n, 99n, false],
  ] as const)("%s, %s at %s: %s → %s", (direction, kind, target, at, reached) => {
    expect(hasReached(direction, kind, target, at)).toBe(reached)
  })
})
