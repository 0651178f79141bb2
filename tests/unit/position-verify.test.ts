import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { FIRST_PREVIOUS_HASH, tickText } from "../../src/domain/chain.ts"
import type { Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import { liveResult, liveTotal, positionPrices, remaining } from "../../src/domain/position.ts"
import { type Check, isHashChain, verifyOldForm } from "../../src/domain/verify-old-form.ts"
import { openedContract as opened, settledContract } from "../support/contracts.ts"

describe("an open contract", () => {
  it("is worth what it would settle at", () => {
    expect(liveResult(opened, "25.9100")).toEqual({
      gross: "1003.94",
      commission: "50.00",
      net: "953.94",
      netBps: 954,
      credited: "10953.94",
      stoppedOut: false,
    })
    expect(liveResult(opened, "20.0000")).toMatchObject({
      net: "-10000.00",
      netBps: -10_000,
      stoppedOut: true,
    })
    expect(liveResult({ ...opened, state: "accepted", openingPrice: null }, "25.0000")).toBeNull()
    expect(positionPrices(opened)).toEqual({ breakEven: "25.4254", stopOut: "20.3454" })
  })

  it("has no known value while its settlement waits, and with a damaged entry price", () => {
    const delayed = { ...opened, delayedSinceMs: 61_100 }
    const damaged = { ...opened, openingPrice: "0.0000" }
    for (const order of [delayed, damaged, { ...delayed, ...damaged }])
      expect(liveResult(order, "25.9100")).toBeNull()
    expect(positionPrices(damaged)).toBeNull()
    expect(liveTotal([opened, delayed, damaged], () => "25.9100")).toMatchObject({
      net: "953.94",
      unpriced: 2,
    })
  })

  it("counts down to its expiry and never below", () => {
    expect(remaining(opened, 31_100)).toEqual({ leftMs: 30_000, share: 0.5 })
    expect(remaining(opened, 99_999)).toEqual({ leftMs: 0, share: 0 })
    expect(remaining({ ...opened, state: "settled" }, 0)).toBeNull()
  })

  it("adds up with the others, saying how many have no price", () => {
    const other = { ...opened, id: "o2", symbol: "BTC" }
    const settled = { ...opened, id: "o3", state: "settled" as const }
    expect(
      liveTotal([opened, other, settled], ({ symbol }) => (symbol === "AAPL" ? "25.9100" : null)),
    ).toEqual({
      net: "953.94",
      stake: "20000.00",
      netBps: 954,
      unpriced: 1,
    })
  })
})

const chainOf = (...prices: readonly (readonly [atMs: number, price: string])[]): readonly Tick[] => {
  let previous = FIRST_PREVIOUS_HASH
  return prices.map(([atMs, price], index) => {
    const unsigned = { symbol: "AAPL", seq: index + 1, atMs, price, previousHash: previous }
    previous = createHash("sha256").update(tickText(unsigned)).digest("hex")
    return { ...unsigned, hash: previous }
  })
}

const ticks = chainOf(
  [900, "25.3900"],
  [1_100, "25.4000"],
  [1_200, "25.4100"],
  [61_000, "25.9100"],
  [61_200, "26.0000"],
)
// settled by the fourth of these ticks, which is the last one before its end
const settled: Order = { ...settledContract, closedAtMs: 61_000, exitSeq: 4 }
const detail = (order: Partial<Order> = {}): OrderDetail => ({
  order: { ...settled, ...order },
  currentPrice: "26.0000",
  entryTicks: ticks.slice(0, 3),
  exitTicks: ticks.slice(2, 5),
})

const failing = async (given: OrderDetail): Promise<readonly Check[]> =>
  (await verifyOldForm(given))?.findings.filter((each) => !each.holds).map((each) => each.check) ?? []

describe("checking a settlement in the old form", () => {
  it("holds when chain, ticks and amounts are what the rules give", async () => {
    expect(await verifyOldForm(detail())).toMatchObject({ holds: true })
    expect(await verifyOldForm(detail({ status: "pending" }))).toBeNull()
  })

  it.each<[string, OrderDetail, readonly Check[]]>([
    ["a better price was published than paid", detail({ closingPrice: "25.9000" }), ["exit-tick", "result"]],
    ["a kobo is missing", detail({ net: "953.93" }), ["result"]],
    [
      "the entry was a later tick",
      detail({ entrySeq: 3, openingPrice: "25.4100" }),
      ["entry-tick", "result"],
    ],
    [
      "the exit was an earlier tick",
      detail({ exitSeq: 3, closingPrice: "25.4100" }),
      ["exit-tick", "result"],
    ],
    ["the exit was after expiry", detail({ exitSeq: 5, closingPrice: "26.0000" }), ["exit-tick", "result"]],
  ])("does not hold when %s", async (_what, given, checks) => {
    expect(await failing(given)).toEqual(checks)
  })

  it("finds a tick that was changed afterwards", async () => {
    const forged = ticks.map((tick) => (tick.seq === 3 ? { ...tick, price: "25.4200" } : tick))
    expect(await isHashChain(forged)).toBe(false)
    expect(await failing({ ...detail(), entryTicks: forged.slice(0, 3) })).toContain("entry-chain")
    expect(await isHashChain([])).toBe(false)
    expect(await isHashChain(ticks.filter((tick) => tick.seq !== 3))).toBe(false)
  })

  it("knows the other ways for a contract to end", async () => {
    const early = { state: "closed_early", closeRequestedAtMs: 60_000 } as const
    expect(await failing(detail(early))).toEqual([])
    expect(await failing(detail({ ...early, closeRequestedAtMs: 61_100 }))).toEqual(["exit-tick"])
    expect(await failing(detail({ state: "closed_early", takeProfit: "25.9000" }))).toEqual([])
    expect(await failing(detail({ state: "stopped_out" }))).toEqual(["exit-tick"])
    const refunded = {
      ...detail({ state: "cancelled", credited: "10000.00" }),
      entryTicks: [],
      exitTicks: [],
    }
    expect(await failing(refunded)).toEqual([])
  })
})
