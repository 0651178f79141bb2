import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { FIRST_PREVIOUS_HASH, tickText } from "../../src/domain/chain.ts"
import type { Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import {
  earlyCause,
  finalResult,
  isEnding,
  liveResult,
  liveTotal,
  namedState,
  positionPrices,
  remaining,
} from "../../src/domain/position.ts"
import { orderTerms } from "../../src/domain/trade.ts"
import { CHECKS, type Check, isHashChain, verifyOldForm } from "../../src/domain/verify-old-form.ts"
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
    expect(remaining({ ...opened, openedAtMs: null }, 0)).toBeNull()
    expect(remaining({ ...opened, expiresAtMs: null }, 0)).toBeNull()
    // the device's clock is behind
    expect(remaining(opened, 0)).toEqual({ leftMs: 61_100, share: 1 })
    expect(remaining({ ...opened, openedAtMs: 61_100 }, 61_100)).toEqual({ leftMs: 0, share: 0 })
  })

  it("is ending when its time is over, and while its settlement waits", () => {
    expect([61_099, 61_100].map((nowMs) => isEnding(opened, nowMs))).toEqual([false, true])
    expect(isEnding({ ...opened, delayedSinceMs: 5 }, 0)).toBe(true)
    expect(isEnding({ ...opened, state: "accepted", openedAtMs: null }, 99_999)).toBe(false)
  })

  it("has neither a result nor prices without an entry or in another state", () => {
    const waiting: Order = { ...opened, openingPrice: null }
    expect(liveResult(waiting, "25.9100")).toBeNull()
    expect(positionPrices(waiting)).toBeNull()
    expect(liveResult({ ...opened, state: "accepted" }, "25.9100")).toBeNull()
    expect(orderTerms(opened)).toEqual({
      ...{ stakeKobo: 1_000_000n, leverage: 5, direction: "up", commissionPpm: 1_000, stopOutBps: 10_000 },
    })
  })

  it("loses on the way up what it wins on the way down, but for the commission", () => {
    const down: Order = { ...opened, direction: "down" }
    expect(liveResult(down, "25.9100")).toMatchObject({ gross: "-1003.94", net: "-1053.94", netBps: -1_054 })
    expect(liveResult(down, "30.5300")).toMatchObject({ stoppedOut: true, credited: "0.00" })
    expect(positionPrices(down)).toEqual({ breakEven: "25.3746", stopOut: "30.4546" })
  })

  it("adds up to nothing without others", () => {
    const nothing = { net: "0.00", stake: "0.00", netBps: 0, unpriced: 0 }
    expect(liveTotal([], () => "25.9100")).toEqual(nothing)
    expect(liveTotal([opened], () => null)).toEqual({ ...nothing, stake: "10000.00", unpriced: 1 })
    const half: Order = { ...opened, stake: "5000.00" }
    expect(liveTotal([opened, half], () => "25.9100")).toEqual({
      ...{ net: "1430.91", stake: "15000.00", netBps: 954, unpriced: 0 },
    })
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

describe("a contract that has ended", () => {
  const early: Order = { ...settledContract, state: "closed_early" }
  const both = { takeProfit: "25.9100", stopLoss: "25.9100" }
  it.each<[string, Partial<Order>, string | null, string]>([
    ["no cause", { state: "settled", takeProfit: "25.0000" }, null, "settled"],
    ["no known cause", { closingPrice: null, takeProfit: "25.0000" }, null, "closed_early"],
    ["the member", {}, "member", "closed_early"],
    ["the member short of both", { takeProfit: "25.9101", stopLoss: "25.9099" }, "member", "closed_early"],
    ["its take-profit", { takeProfit: "25.9100" }, "take-profit", "take-profit"],
    ["its stop-loss", { stopLoss: "25.9100" }, "stop-loss", "stop-loss"],
    ["the one in its favour of both", both, "take-profit", "take-profit"],
    ["its take-profit, down", { direction: "down", takeProfit: "25.9100" }, "take-profit", "take-profit"],
  ])("early by %s", (_, changes, cause, name) => {
    expect(earlyCause({ ...early, ...changes })).toBe(cause)
    expect(namedState({ ...early, ...changes })).toBe(name)
  })

  it("has its result, and a cancelled one its stake back", () => {
    expect(finalResult(settledContract)).toEqual({ net: "953.94", netBps: 954, credited: "10953.94" })
    expect(finalResult({ ...settledContract, net: null, credited: null })).toEqual({
      ...{ net: "0.00", netBps: 0, credited: "10000.00" },
    })
    expect(finalResult({ ...settledContract, status: "pending" })).toBeNull()
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

  it.each<[string, Partial<Order>, readonly Check[]]>([
    ["a better price was published than paid", { closingPrice: "25.9000" }, ["exit-tick", "result"]],
    ["a kobo is missing", { net: "953.93" }, ["result"]],
    ["the entry was later", { entrySeq: 3, openingPrice: "25.4100" }, ["entry-tick", "result"]],
    ["the exit was earlier", { exitSeq: 3, closingPrice: "25.4100" }, ["exit-tick", "result"]],
    ["the exit was after expiry", { exitSeq: 5, closingPrice: "26.0000" }, ["exit-tick", "result"]],
  ])("does not hold when %s", async (_, differs, checks) => {
    expect(await failing(detail(differs))).toEqual(checks)
  })

  it("finds a tick that was changed afterwards", async () => {
    const forged = ticks.map((tick) => (tick.seq === 3 ? { ...tick, price: "25.4200" } : tick))
    expect(await isHashChain(forged)).toBe(false)
    expect(await failing({ ...detail(), entryTicks: forged.slice(0, 3) })).toContain("entry-chain")
    expect(await isHashChain([])).toBe(false)
    expect(await isHashChain(ticks.filter((tick) => tick.seq !== 3))).toBe(false)
  })

  const hashed = (changes: (tick: Omit<Tick, "hash">) => Partial<Tick>): readonly Tick[] => {
    let previous: string | undefined
    return ticks.map(({ hash: _, ...tick }) => {
      const linked = { ...tick, previousHash: previous ?? tick.previousHash }
      const changed = { ...linked, ...changes(linked) }
      previous = createHash("sha256").update(tickText(changed)).digest("hex")
      return { ...changed, hash: previous }
    })
  }

  it.each<[boolean, string, (tick: Omit<Tick, "hash">) => Partial<Tick>]>([
    [true, "ticks in their order", () => ({})],
    [true, "two ticks at one time", ({ seq, atMs }) => ({ atMs: seq === 3 ? 1_100 : atMs })],
    [false, "a tick before its predecessor", ({ seq, atMs }) => ({ atMs: seq === 3 ? 1_099 : atMs })],
    [false, "a gap in the numbers", ({ seq }) => ({ seq: seq > 2 ? seq + 1 : seq })],
    [false, "a number that comes twice", ({ seq }) => ({ seq: seq > 2 ? seq - 1 : seq })],
    [false, "a tick of another symbol", ({ seq, symbol }) => ({ symbol: seq === 3 ? "MSFT" : symbol })],
    [false, "a broken link", ({ seq, previousHash }) => ({ previousHash: seq === 3 ? "0" : previousHash })],
  ])("takes for a chain: %s, with %s", async (isChain, _, changes) => {
    expect(await isHashChain(hashed(changes))).toBe(isChain)
  })

  const entry = (order: Partial<Order>, ...entryTicks: readonly Tick[]) => ({ ...detail(order), entryTicks })
  const tick = (seq: number): Tick => ticks.find((each) => each.seq === seq) ?? ticks[0] ?? expect.fail()

  const firstEntry = { entrySeq: 1, openingPrice: "25.3900", acceptedAtMs: 899 }

  it.each<[string, OrderDetail, readonly Check[]]>([
    ["follows a tick at the moment of acceptance", detail({ acceptedAtMs: 900 }), []],
    ["is itself at the moment of acceptance", detail({ acceptedAtMs: 1_100 }), ["entry-tick"]],
    ["is not the first after acceptance", detail({ acceptedAtMs: 899 }), ["entry-tick"]],
    ["has no tick before it to show that", entry({}, tick(2), tick(3)), ["entry-tick"]],
    ["is not shown", entry({}, tick(3)), ["entry-tick"]],
    ["is nowhere", detail({ entrySeq: null }), ["entry-tick"]],
    ["is of another market", detail({ symbol: "MSFT" }), ["entry-tick"]],
    ["is the first tick of its market", detail(firstEntry), ["result"]],
  ])("looks for the entry that %s", async (_what, given, checks) => {
    expect(await failing(given)).toEqual(checks)
  })

  const early = (differs: Partial<Order>) => detail({ state: "closed_early", ...differs })
  const firstExit = { ...early({ exitSeq: 1, closingPrice: "25.3900" }), exitTicks: ticks.slice(0, 2) }
  const closing = detail({ closeRequestedAtMs: 60_000, expiresAtMs: 1 })

  it.each<[string, OrderDetail, readonly Check[]]>([
    ["is the last up to the expiry", detail({ expiresAtMs: 61_000 }), []],
    ["is after the expiry", detail({ expiresAtMs: 60_999 }), ["exit-tick"]],
    ["is followed by another before the expiry", detail({ expiresAtMs: 61_200 }), ["exit-tick"]],
    ["is followed by one just after it", detail({ expiresAtMs: 61_199 }), []],
    ["is the last that is shown", { ...detail({}), exitTicks: ticks.slice(2, 4) }, []],
    ["has no expiry", detail({ expiresAtMs: null }), ["exit-tick"]],
    ["has no entry", detail({ openingPrice: null }), ["entry-tick", "exit-tick", "result"]],
    ["is nowhere", detail({ exitSeq: null }), ["exit-tick"]],
    ["has no price", detail({ closingPrice: null }), ["exit-tick", "result"]],
    ["reaches a take-profit", early({ takeProfit: "25.9100" }), []],
    ["falls short of it", early({ takeProfit: "25.9101" }), ["exit-tick"]],
    ["reaches a stop-loss", early({ stopLoss: "25.9100" }), []],
    ["stays above it", early({ stopLoss: "25.9099" }), ["exit-tick"]],
    ["was closed without a request", early({}), ["exit-tick"]],
    ["was closed so at the first tick of its market", firstExit, ["exit-tick", "result"]],
    ["comes before the close was asked for", early({ closeRequestedAtMs: 61_000 }), ["exit-tick"]],
    ["is a later one than the first after it", early({ closeRequestedAtMs: 1_199 }), ["exit-tick"]],
    ["is the first after a close at the tick before", early({ closeRequestedAtMs: 1_200 }), []],
    ["is stopped out at no such price", detail({ state: "stopped_out" }), ["exit-tick"]],
    ["is settled although a close was asked for", closing, ["exit-tick"]],
  ])("looks for the exit that %s", async (_what, given, checks) => {
    expect(await failing(given)).toEqual(checks)
  })

  it("is stopped out where the price says so, and only there", async () => {
    const at = (price: string) => {
      const fall = chainOf([900, "25.3900"], [1_100, "25.4000"], [1_200, price])
      const order: Partial<Order> = {
        ...{ state: "stopped_out", exitSeq: 3, closingPrice: price, closedAtMs: 1_200 },
        ...liveResult(opened, price),
      }
      return failing({ ...detail(order), entryTicks: fall, exitTicks: fall })
    }
    expect(await at("20.3454")).toEqual([])
    expect(await at("20.3455")).toEqual(["exit-tick"])
  })

  it.each(["gross", "commission", "net", "credited"] as const)("recomputes %s", async (name) => {
    expect(await failing(detail({ [name]: "1.00" }))).toEqual(["result"])
  })

  it("says what was published and what it should be, check by check", async () => {
    const { findings = [] } = (await verifyOldForm(detail({ net: "1.00" }))) ?? {}
    expect(findings.map(({ check, published, recomputed }) => [check, published, recomputed])).toEqual([
      ["entry-chain", null, null],
      ["entry-tick", "25.4000", "25.4000"],
      ["exit-chain", null, null],
      ["exit-tick", "25.9100", "25.9100"],
      ["result", "1.00", "953.94"],
    ])
    expect(findings.map(({ check }) => check)).toEqual([...CHECKS])
    const nowhere = await verifyOldForm(detail({ entrySeq: 99, exitSeq: 99 }))
    expect(nowhere?.findings.map(({ recomputed }) => recomputed)).toEqual([null, null, null, null, "953.94"])
    const kept = await verifyOldForm(detail({ state: "cancelled", credited: "9999.99" }))
    expect(kept).toEqual({
      holds: false,
      findings: [{ check: "result", holds: false, published: "9999.99", recomputed: "10000.00" }],
    })
    expect(await verifyOldForm(detail({ state: "cancelled", credited: null }))).toMatchObject({ holds: true })
  })
})
