import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { amountOf } from "../../src/domain/money.ts"
import {
  type Contract,
  type Decision,
  type PricePoint,
  planSettlement,
  triggersOf,
} from "../../src/domain/settlement-plan.ts"
import { isStoppedOut } from "../../src/domain/trade.ts"
import { isExhaustive } from "../support/exhaustive.ts"

const rules = { dayMs: 60_000, orderOpenTimeoutMs: 10_000 }

const contract = (differs: Partial<Contract> = {}): Contract => ({
  id: "c1",
  symbol: "AAPL",
  terms: { stakeKobo: 1_000_000n, leverage: 5, direction: "up", commissionPpm: 1_000, stopOutBps: 10_000 },
  periodDays: 1,
  dayMs: null,
  openTimeoutMs: null,
  rulesVersion: 2,
  quotedPrice: 254_000n,
  slippageBps: null,
  takeProfit: null,
  stopLoss: null,
  acceptedAtMs: 1_500,
  amendments: [],
  closeRequestedAtMs: null,
  opened: null,
  ...differs,
})

const mark = (seq: number, price: bigint): PricePoint => ({ seq, atMs: seq * 1_000, price })
const entry = mark(2, 254_000n)
const opened = (differs: Partial<Contract> = {}) =>
  contract({ opened: { entry, expiresAtMs: 62_000 }, ...differs })

const decide = (one: Contract, ticks: ReadonlyArray<PricePoint>, completeUntilMs = ticks.at(-1)?.atMs ?? 0) =>
  planSettlement([one], () => ({ ticks, completeUntilMs }), rules)[0] ?? null

const endingOf = (decision: Decision | null) => {
  if (decision?.kind !== "ended") throw new Error(`not ended: ${decision?.kind}`)
  return decision.ending
}

describe("the entry", () => {
  it("is the first tick after acceptance, and sets expiry and triggers", () => {
    const decision = decide(contract(), [mark(1, 250_000n), entry])
    expect(decision).toMatchObject({ kind: "opened", opened: { entry, expiresAtMs: 62_000 } })
    expect(decision?.kind === "opened" && decision.triggers).toEqual({ low: 203_454n, high: null })
  })

  it("is not a tick of the very moment of acceptance", () => {
    expect(decide(contract({ acceptedAtMs: 2_000 }), [mark(1, 250_000n), entry])).toBeNull()
  })

  it("waits while the time for it has not passed", () => {
    expect(decide(contract(), [], 11_499)).toBeNull()
  })

  it("is a tick of the last moment of that time, but none of the next", () => {
    const at = (atMs: number) => ({ seq: 11, atMs, price: 254_000n })
    expect(decide(contract(), [at(11_500)])?.kind).toBe("opened")
    expect(decide(contract(), [at(11_501)])?.kind).toBe("cancelled")
  })

  it.each([
    ["without any tick", [], 11_500],
    ["with a tick that came too late", [mark(12, 254_000n)], 12_000],
  ])("is given up after the stated time %s, and the stake refunded", (_what, ticks, until) => {
    expect(decide(contract(), ticks, until)).toMatchObject({
      kind: "cancelled",
      reason: "no-tick",
      atMs: 11_500,
      refund: 1_000_000n,
    })
  })

  it("is refused beyond the tolerance, and taken at it or on the better side", () => {
    const tolerant = contract({ slippageBps: 100 })
    expect(decide(tolerant, [mark(2, 256_540n)])?.kind).toBe("opened")
    expect(decide(tolerant, [mark(2, 256_541n)])).toMatchObject({ kind: "cancelled", reason: "slippage" })
    expect(decide(tolerant, [mark(2, 200_000n)])?.kind).toBe("opened")
  })

  it.each([
    ["up", { takeProfit: 254_000n }, "take-profit-passed"],
    ["up", { takeProfit: 254_001n }, null],
    ["up", { stopLoss: 254_000n }, "stop-loss-passed"],
    ["up", { stopLoss: 253_999n }, null],
    ["down", { takeProfit: 254_000n }, "take-profit-passed"],
    ["down", { takeProfit: 253_999n }, null],
    ["down", { stopLoss: 254_000n }, "stop-loss-passed"],
    ["down", { stopLoss: 254_001n }, null],
  ] as const)(
    "%s with %o is cancelled under its name where it has passed: %s",
    (direction, levels, reason) => {
      const one = contract({ ...levels, terms: { ...contract().terms, direction } })
      const refunded = { kind: "cancelled", reason, atMs: 2_000, refund: 1_000_000n }
      expect(decide(one, [entry])).toMatchObject(reason === null ? { kind: "opened" } : refunded)
      // a contract of an earlier release opens, and ends at the next tick
      const older = decide({ ...one, rulesVersion: null }, [entry, mark(3, 254_000n)])
      expect(older).toMatchObject(
        reason === null ? { kind: "opened" } : { kind: "ended", ending: { state: "closed_early" } },
      )
    },
  )
})

describe("the exit", () => {
  it("settles the golden contract at ₦953.94", () => {
    const decision = decide(opened(), [mark(61, 250_000n), mark(62, 259_100n), mark(63, 100_000n)])
    const { state, exit, atMs, settlement } = endingOf(decision)
    expect({ state, exit: exit.seq, atMs }).toEqual({ state: "settled", exit: 62, atMs: 62_000 })
    expect(amountOf(settlement.grossKobo)).toBe("1003.94")
    expect(amountOf(settlement.commissionKobo)).toBe("50.00")
    expect(amountOf(settlement.netKobo)).toBe("953.94")
    expect(amountOf(settlement.creditedKobo)).toBe("10953.94")
  })

  it("is the last tick before expiry where the feed was silent, however long", () => {
    expect(endingOf(decide(opened(), [mark(20, 260_000n), mark(500, 100_000n)])).exit.seq).toBe(20)
    expect(endingOf(decide(opened(), [mark(20, 260_000n)], 62_000)).exit.seq).toBe(20)
    expect(endingOf(decide(opened(), [], 62_000)).exit).toEqual(entry)
    expect(decide(opened(), [mark(20, 260_000n)], 61_999)).toBeNull()
  })

  it("stops out at the first tick at or past the stop-out price, and never costs more than the stake", () => {
    const ticks = [mark(3, 203_455n), mark(4, 203_454n), mark(5, 300_000n)]
    expect(endingOf(decide(opened(), ticks))).toMatchObject({ state: "stopped_out", exit: { seq: 4 } })
    const crash = endingOf(decide(opened(), [mark(3, 1n)]))
    expect(amountOf(crash.settlement.netKobo)).toBe("-10000.00")
    expect(crash.settlement.creditedKobo).toBe(0n)
  })

  it("obeys take-profit and stop-loss, whichever comes first", () => {
    const both = opened({ takeProfit: 260_000n, stopLoss: 250_000n })
    expect(endingOf(decide(both, [mark(3, 260_000n), mark(4, 240_000n)]))).toMatchObject({
      state: "closed_early",
      exit: { seq: 3 },
    })
    expect(endingOf(decide(both, [mark(3, 255_000n), mark(4, 240_000n)])).exit.seq).toBe(4)
  })

  it("is the first tick after an early close was accepted", () => {
    const closing = opened({ closeRequestedAtMs: 5_000 })
    expect(decide(closing, [mark(4, 254_000n), mark(5, 255_000n)])).toBeNull()
    expect(endingOf(decide(closing, [mark(5, 255_000n), mark(6, 256_000n)]))).toMatchObject({
      state: "closed_early",
      exit: { seq: 6 },
    })
  })

  it("is never the entry itself, also where its price or its time would end the contract", () => {
    for (const differs of [{ takeProfit: 254_000n }, { stopLoss: 254_000n }, { closeRequestedAtMs: 1_600 }]) {
      expect(decide(opened(differs), [entry])).toBeNull()
      expect(endingOf(decide(opened(differs), [entry, mark(3, 254_000n)])).exit.seq).toBe(3)
    }
  })

  it("is decided together with an entry that was learned of late", () => {
    const late = contract({ takeProfit: 260_000n })
    const decision = decide(late, [entry, mark(3, 261_000n), mark(4, 200_000n)])
    expect(decision).toMatchObject({ kind: "ended", opened: { entry }, ending: { exit: { seq: 3 } } })
  })
})

const prices = fc.array(fc.bigInt({ min: 150_000n, max: 350_000n }), { minLength: 1, maxLength: 80 })
const terms = fc.record({
  stakeKobo: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  leverage: fc.integer({ min: 1, max: 20 }),
  direction: fc.constantFrom("up" as const, "down" as const),
  commissionPpm: fc.integer({ min: 0, max: 5_000 }),
  stopOutBps: fc.integer({ min: 1_000, max: 10_000 }),
})
const anyContract = fc.record({
  terms,
  takeProfit: fc.option(fc.bigInt({ min: 150_000n, max: 350_000n })),
  stopLoss: fc.option(fc.bigInt({ min: 150_000n, max: 350_000n })),
  closeRequestedAtMs: fc.option(fc.integer({ min: 2_000, max: 80_000 })),
  periodDays: fc.constant(1),
  dayMs: fc.constant(null),
  openTimeoutMs: fc.constant(null),
  rulesVersion: fc.constantFrom(2 as const, null),
})

/**
 * Settles as the worker does: tick by tick, seeing each time only the new tick and the one before
 * it.
 */
const tickByTick = (one: Contract, ticks: ReadonlyArray<PricePoint>): Decision | null => {
  for (const [i, tick] of ticks.entries()) {
    const seen = ticks.slice(Math.max(0, i - 1), i + 1)
    const decision = decide(one, seen, tick.atMs)
    if (decision !== null) return decision
  }
  return null
}

describe("a plan", { tags: ["sweep"] }, () => {
  it("is the same whether ticks come one by one or all at once", () => {
    fc.assert(
      fc.property(anyContract, prices, (differs, path) => {
        const ticks = [entry, ...path.map((price, i) => mark(i + 3, price))]
        expect(tickByTick(opened(differs), ticks)).toEqual(decide(opened(differs), ticks))
      }),
      { numRuns: isExhaustive ? 500 : 100 },
    )
  })

  it("is found by its triggers: a tick ends a contract by price exactly where they say", () => {
    fc.assert(
      fc.property(anyContract, fc.bigInt({ min: 1n, max: 700_000n }), (differs, price) => {
        const one = opened({ ...differs, closeRequestedAtMs: null })
        const { low, high } = triggersOf(one, entry.price)
        const isTriggered = (low !== null && price <= low) || (high !== null && price >= high)
        expect(decide(one, [mark(3, price)]) !== null).toBe(isTriggered)
      }),
      { numRuns: isExhaustive ? 2_000 : 400 },
    )
  })

  it("has as its trigger the price nearest to the entry that stops the contract out", () => {
    fc.assert(
      fc.property(terms, fc.bigInt({ min: 10_000n, max: 700_000n }), (ofContract, price) => {
        const { low, high } = triggersOf({ terms: ofContract, takeProfit: null, stopLoss: null }, price)
        const isUp = ofContract.direction === "up"
        expect(isUp ? high : low).toBeNull()
        const trigger = (isUp ? low : high) ?? 0n
        const nearer = isUp ? trigger + 1n : trigger - 1n
        const isEnd = (at: bigint) => isStoppedOut(ofContract, price, at)
        expect([isEnd(trigger), isEnd(nearer)]).toEqual([true, false])
      }),
      { numRuns: isExhaustive ? 500 : 100 },
    )
  })

  it("never pays back less than nothing, and never stops out a contract that has not lost its share", () => {
    fc.assert(
      fc.property(anyContract, prices, (differs, path) => {
        const decision = decide(
          opened(differs),
          path.map((price, i) => mark(i + 3, price)),
          100_000,
        )
        const { state, exit, settlement } = endingOf(decision)
        expect(settlement.creditedKobo).toBeGreaterThanOrEqual(0n)
        expect(settlement.netKobo).toBeGreaterThanOrEqual(-differs.terms.stakeKobo)
        if (state === "stopped_out") expect(isStoppedOut(differs.terms, entry.price, exit.price)).toBe(true)
      }),
      { numRuns: isExhaustive ? 500 : 100 },
    )
  })
})
