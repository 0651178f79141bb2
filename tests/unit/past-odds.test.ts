import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { amountOf, divideHalfEven, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { closePrices, PAST_CONTRACTS_MIN, type PastContract, pastOdds } from "../../src/domain/past-odds.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import { orderTerms } from "../../src/domain/trade.ts"

const contract: PastContract = {
  ...{ stake: "10000.00", leverage: 5, direction: "up", commissionPpm: 1_000, stopOutBps: 8_000 },
  ...{ periodDays: 5, takeProfit: null, stopLoss: null, price: "50.0000" },
}

const DAY_MS = 86_400_000

/** What settlement makes of each contract whose period is over, begun at each close. */
const settled = (order: PastContract, closes: readonly (bigint | null)[]) =>
  closes.flatMap((close, start) => {
    if (close === null || start + order.periodDays >= closes.length) return []
    const ticks = closes.flatMap((price, day) =>
      price === null ? [] : [{ seq: day + 1, atMs: day * DAY_MS, price }],
    )
    const entry = { seq: start + 1, atMs: start * DAY_MS, price: close }
    const moved = (level: string | null) =>
      level === null ? null : divideHalfEven(priceUnitsOf(level) * close, priceUnitsOf(order.price))
    const [takeProfit, stopLoss] = [moved(order.takeProfit), moved(order.stopLoss)]
    const decisions = planSettlement(
      [
        {
          ...{ id: "1", symbol: "AAPL", terms: orderTerms(order), periodDays: order.periodDays },
          ...{ dayMs: DAY_MS, openTimeoutMs: null, rulesVersion: null, quotedPrice: close },
          ...{ slippageBps: null, acceptedAtMs: 0, amendments: [], closeRequestedAtMs: null },
          ...{ takeProfit, stopLoss },
          opened: { entry, expiresAtMs: entry.atMs + order.periodDays * DAY_MS },
        },
      ],
      () => ({
        ticks: ticks.filter(({ seq }) => seq > entry.seq && seq <= start + 20),
        completeUntilMs: closes.length * DAY_MS,
      }),
      { dayMs: DAY_MS, orderOpenTimeoutMs: 0 },
    )
    return decisions.flatMap((decision) => {
      if (decision.kind !== "ended") return []
      const { exit, settlement, state } = decision.ending
      const isLoss = order.direction === "up" ? exit.price < close : exit.price > close
      return [{ net: settlement.netKobo, isStopped: state !== "settled" && isLoss }]
    })
  })

const close = fc.integer({ min: 300_000, max: 700_000 })

describe("the past of a ticket", () => {
  it("is what settlement makes of it at each close, with its levels at their distance", () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(close, { freq: 20 }), { minLength: 290, maxLength: 330 }),
        fc.constantFrom("up" as const, "down" as const),
        fc.constantFrom(1, 2, 5, 10),
        fc.integer({ min: 1, max: 7 }),
        fc.tuple(fc.boolean(), fc.boolean()),
        (prices, direction, leverage, periodDays, [hasProfit, hasStop]) => {
          const closes = prices.map((price) => (price === null ? null : BigInt(price)))
          const sign = direction === "up" ? 1 : -1
          const order: PastContract = {
            ...{ ...contract, direction, leverage, periodDays },
            takeProfit: hasProfit ? `${50 + 4 * sign}.0000` : null,
            stopLoss: hasStop ? `${50 - 3 * sign}.0000` : null,
          }
          const ended = settled(order, closes)
          const nets = ended.map(({ net }) => net).toSorted((a, b) => (a < b ? -1 : 1))
          const share = (count: number) => Math.round((count / nets.length) * 1_000_000)
          expect(pastOdds(order, closes)).toEqual(
            nets.length < PAST_CONTRACTS_MIN
              ? null
              : {
                  contracts: nets.length,
                  stoppedPpm: share(ended.filter(({ isStopped }) => isStopped).length),
                  gainedPpm: share(nets.filter((net) => net > 0n).length),
                  worst: amountOf(nets[0] ?? 0n),
                  middle: amountOf(nets[Math.floor((nets.length - 1) / 2)] ?? 0n),
                  best: amountOf(nets.at(-1) ?? 0n),
                },
          )
        },
      ),
      { numRuns: 20 },
    )
  })

  it("is nothing with fewer than 250 contracts whose period is over", () => {
    const closes = (count: number) => closePrices(Array.from({ length: count }, () => priceOf(500_000n)))
    expect(pastOdds(contract, closes(PAST_CONTRACTS_MIN + 4))).toBeNull()
    expect(pastOdds(contract, closes(PAST_CONTRACTS_MIN + 5))).toMatchObject({
      ...{ contracts: PAST_CONTRACTS_MIN, stoppedPpm: 0, gainedPpm: 0, middle: "-50.00" },
    })
  })
})
