/** A settlement against its proof alone, without signatures: what may not differ, and what bounds it. */
import { describe, expect, it } from "vitest"
import { type LogSource, proofParts, proveParts } from "../../server/market/prove-settlement.ts"
import type { Order } from "../../src/domain/entities.ts"
import { priceOf } from "../../src/domain/money.ts"
import type { Span } from "../../src/domain/tick-log/merkle.ts"
import type { SettlementProof } from "../../src/domain/tick-log/settlement-proof.ts"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
import { summaryOf, summaryRoot } from "../../src/domain/tick-log/summary-tree.ts"
import { type LoggedTick, TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import { type Evidence, verifySettlement } from "../../src/domain/verify-settlement.ts"
import { logSource } from "../support/market-log.ts"
import {
  accepted,
  at,
  DAY_MS,
  ended,
  journal,
  published,
  START_MS,
  settled,
} from "../support/proved-contracts.ts"

const EARLIER = 100
/** The tick after acceptance, and the tiles between its tile and the exit's. */
const ENTRY_SEQ = 101
const BETWEEN = { from: TILE_WIDTH, to: 4 * TILE_WIDTH }

type Log = { readonly source: LogSource; readonly checkpoint: Checkpoint }
const logs = new WeakMap<readonly LoggedTick[], Log>()
const logOf = (ticks: readonly LoggedTick[], summarise?: typeof summaryOf): Log => {
  const known = summarise === undefined ? logs.get(ticks) : undefined
  if (known !== undefined) return known
  const source = logSource("AAPL", ticks, summarise)
  const log = {
    source,
    checkpoint: {
      ...{ symbol: "AAPL", size: ticks.length, receiptsSinceMs: START_MS },
      root: source.tickHash({ from: 0, to: ticks.length }),
      summaryRoot: summaryRoot(source.summaryNode({ from: 0, to: Math.floor(ticks.length / TILE_WIDTH) })),
      completeUntilMs: ticks.at(-1)?.atMs ?? 0,
    },
  }
  if (summarise === undefined) logs.set(ticks, log)
  return log
}

interface Differs {
  readonly ticks?: readonly LoggedTick[]
  readonly opened?: readonly Span[]
  /** The size of the log in the receipt; null: there is none. */
  readonly earlier?: number | null
  readonly proof?: (honest: SettlementProof) => Partial<SettlementProof>
  /** How the market sums up its tiles; honestly without. */
  readonly summarise?: typeof summaryOf
}

const evidenceOf = (order: Order, differs: Differs = {}): Evidence => {
  const { ticks = journal, earlier = EARLIER, proof = () => ({}) } = differs
  const entrySeq = order.entrySeq ?? ENTRY_SEQ
  const opened = differs.opened ?? [
    { from: entrySeq - 2, to: BETWEEN.from },
    { from: BETWEEN.to, to: Math.min(ticks.length, (order.exitSeq ?? entrySeq) + 1) },
  ]
  const parts = proofParts(opened, earlier ?? 0, ticks.length)
  const { source, checkpoint } = logOf(ticks, differs.summarise)
  const honest = { checkpoint, signature: new Uint8Array(64), ...proveParts(source, parts) }
  return {
    order,
    proof: { ...honest, ...proof(honest) },
    orderCheckpoint:
      earlier === null
        ? null
        : { ...checkpoint, size: earlier, root: source.tickHash({ from: 0, to: earlier }) },
  }
}

const verified = (order: Order, differs: Differs = {}) => verifySettlement(evidenceOf(order, differs))
const reasonOf = (order: Order, differs: Differs = {}) => verified(order, differs)?.reason ?? null
const withTick = (index: number, differs: Partial<LoggedTick>, ticks = journal) =>
  ticks.with(index, { ...(ticks[index] ?? at(index)), ...differs })

const exitSeq = settled.exitSeq ?? 0
/** The ticks around the entry, and those of the exit's tile up to this one. */
const across = (to: number) => [
  { from: ENTRY_SEQ - 2, to: BETWEEN.from },
  { from: BETWEEN.to, to },
]
const near = [{ from: ENTRY_SEQ - 2, to: ENTRY_SEQ + 1 }]

describe("a settled contract", () => {
  it("is what the rules make of the log", () => {
    expect(verified(settled)).toBeNull()
    expect([settled.entrySeq, exitSeq > BETWEEN.to]).toEqual([ENTRY_SEQ, true])
  })

  const entryPrice = settled.openingPrice
  const exitPrice = settled.closingPrice
  it.each<[string, Partial<Order>, readonly [string, string | null, string | null]]>([
    ["entry number", { entrySeq: ENTRY_SEQ - 1 }, ["entry", entryPrice, entryPrice]],
    ["entry price", { openingPrice: "1.0000" }, ["entry", "1.0000", entryPrice]],
    ["entry time", { openedAtMs: at(99).atMs }, ["entry", entryPrice, entryPrice]],
    ["expiry", { expiresAtMs: (settled.expiresAtMs ?? 0) + 1 }, ["period", null, null]],
    ["later exit", { exitSeq: exitSeq + 1 }, ["earlier-end", exitPrice, exitPrice]],
    ["earlier exit", { exitSeq: exitSeq - 1 }, ["exit", exitPrice, exitPrice]],
    ["missing exit", { exitSeq: null }, ["exit", exitPrice, exitPrice]],
    ["exit price", { closingPrice: "1.0000" }, ["exit", "1.0000", exitPrice]],
    ["end", { closedAtMs: (settled.closedAtMs ?? 0) - 1 }, ["exit", exitPrice, exitPrice]],
    ["kind of end", { state: "closed_early" }, ["exit", exitPrice, exitPrice]],
    ["reason of a cancellation", { cancelReason: "slippage" }, ["exit", exitPrice, exitPrice]],
    ["profit or loss", { net: "1.00" }, ["amounts", "1.00", settled.net]],
    ["gross result", { gross: "1.00" }, ["amounts", settled.net, settled.net]],
    ["commission", { commission: "1.00" }, ["amounts", settled.net, settled.net]],
    ["credit", { credited: "1.00" }, ["amounts", settled.net, settled.net]],
    ["state of a cancelled one", { state: "cancelled" }, ["cancellation", null, null]],
  ])("is refused with another %s, which it names with what it should be", (_, differs, found) => {
    const [reason, was, should] = found
    const { proof, orderCheckpoint } = evidenceOf(settled)
    const refusal = verifySettlement({ order: { ...settled, ...differs }, proof, orderCheckpoint })
    expect(refusal).toEqual({ reason, published: was, recomputed: should })
  })

  it("is refused where its entry was in the log of its receipt, and not before", () => {
    expect(reasonOf(settled, { earlier: ENTRY_SEQ - 1 })).toBeNull()
    expect(reasonOf(settled, { earlier: ENTRY_SEQ })).toBe("entry")
  })

  it("of an earlier release takes its day from what was published", () => {
    const old = (order: Order): Order => {
      const { dayMs: _, openTimeoutMs: __, checkpoint: ___, ...bare } = order
      return bare
    }
    const long = published(accepted({ periodDays: 2, dayMs: DAY_MS / 2, openTimeoutMs: 100_000 }), journal)
    expect(reasonOf(old(long), { earlier: null })).toBeNull()
    expect(reasonOf({ ...old(long), openedAtMs: null }, { earlier: null })).not.toBeNull()
    expect(reasonOf({ ...old(long), expiresAtMs: null }, { earlier: null })).not.toBeNull()
  })
})

describe("a cancelled contract", () => {
  const slipped = published(accepted({ slippageBps: 0, quotedPrice: "1.0000" }), journal)
  const late = published(accepted({ openTimeoutMs: 100 }), journal)
  const refusal = (order: Order) => verified(order, { opened: near })

  it("is what the rules make of the log", () => {
    expect([slipped.cancelReason, late.cancelReason]).toEqual(["slippage", "no-tick"])
    expect([refusal(slipped), refusal(late)]).toEqual([null, null])
  })

  it("has passed a level at its entry; one of the first rules runs on and is verified by them", () => {
    const { price } = at(ENTRY_SEQ - 1)
    const levels = [{ takeProfit: priceOf(price - 500n) }, { stopLoss: priceOf(price) }] as const
    const passed = levels.map((level) => published(accepted({ ...level, rulesVersion: 2 }), journal))
    expect(passed.map(({ cancelReason }) => cancelReason)).toEqual(["take-profit-passed", "stop-loss-passed"])
    expect(passed.map(refusal)).toEqual([null, null])
    const older = levels.map((level) => published(accepted(level), journal))
    expect(older.map(({ state }) => state)).toEqual(["closed_early", "closed_early"])
    expect(older.map((order) => reasonOf(order))).toEqual([null, null])
    expect(older.map((order) => reasonOf({ ...order, rulesVersion: 2 }))).toEqual([
      "cancellation",
      "cancellation",
    ])
  })

  it.each<[string, Partial<Order>, string]>([
    ["reason", { cancelReason: "no-tick" }, "cancellation"],
    ["time", { closedAtMs: (slipped.closedAtMs ?? 0) + 1 }, "cancellation"],
    ["entry", { entrySeq: ENTRY_SEQ }, "cancellation"],
    ["entry time", { openedAtMs: 1 }, "cancellation"],
    ["entry price", { openingPrice: "1.0000" }, "cancellation"],
    ["exit", { exitSeq: 1 }, "cancellation"],
    ["exit price", { closingPrice: "1.0000" }, "cancellation"],
    ["profit or loss", { net: "0.00" }, "cancellation"],
    ["state", { state: "settled" }, "slippage"],
  ])("is refused with another %s", (_, differs, reason) => {
    expect(refusal({ ...slipped, ...differs })?.reason).toBe(reason)
  })

  it("is refused unless its stake came back, and as a wrong entry where no tick came in time", () => {
    expect(refusal({ ...slipped, credited: "9999.99" })).toEqual({
      ...{ reason: "amounts", published: "9999.99", recomputed: "10000.00" },
    })
    expect(refusal({ ...late, state: "settled" })?.reason).toBe("entry")
  })
})

describe("the log of a proof", () => {
  const flipped = (hash: Uint8Array) => hash.map((byte, index) => (index === 0 ? byte ^ 1 : byte))

  const signedWith = (differs: (checkpoint: Checkpoint) => Partial<Checkpoint>): Differs => ({
    proof: ({ checkpoint }) => ({ checkpoint: { ...checkpoint, ...differs(checkpoint) } }),
  })
  const otherHead = signedWith(({ root }) => ({ root: flipped(root) }))
  const ofProof = (proof: NonNullable<Differs["proof"]>, differs: Differs = {}): Differs => ({
    ...differs,
    proof,
  })
  const unanchored = { earlier: null }

  it.each<[string, string, Differs]>([
    ["is of another market", "foreign", signedWith(() => ({ symbol: "B" }))],
    ["has another head", "fork", otherHead],
    ["has another head, and no receipt shows it", "ticks", { ...otherHead, ...unanchored }],
    [
      "does not extend that of the receipt",
      "fork",
      ofProof(({ consistency }) => ({ consistency: consistency.slice(1) })),
    ],
    [
      "is compared with no receipt",
      "fork",
      ofProof(({ tickHashes }) => ({ consistency: tickHashes.slice(0, 1) }), unanchored),
    ],
    ["has a hash too few", "ticks", ofProof(({ tickHashes }) => ({ tickHashes: tickHashes.slice(1) }))],
    [
      "has a hash too many",
      "ticks",
      ofProof(({ tickHashes }) => ({ tickHashes: [...tickHashes, new Uint8Array(32)] })),
    ],
    [
      "has ticks in another place",
      "ticks",
      ofProof(({ opened }) => ({ opened: opened.map((run) => ({ ...run, from: run.from + 1 })) })),
    ],
    ["has ticks beyond its end", "ticks", { ...signedWith(() => ({ size: 1_100 })), ...unanchored }],
    [
      "has another head of summaries",
      "summaries",
      signedWith(({ summaryRoot: root }) => ({ summaryRoot: flipped(root) })),
    ],
    [
      "has a summary too few",
      "summaries",
      ofProof(({ summaryNodes }) => ({ summaryNodes: summaryNodes.slice(1) })),
    ],
    ["has no ticks", "range", { opened: [] }],
  ])("%s: refused (%s)", (_, reason, differs) => {
    expect(reasonOf(settled, differs)).toBe(reason)
  })

  it("shows no summaries where no tile is left out", () => {
    const cancelled = published(accepted({ slippageBps: 0, quotedPrice: "1.0000" }), journal)
    const { summaryNodes } = evidenceOf(settled).proof
    expect(reasonOf(cancelled, { opened: near })).toBeNull()
    expect(reasonOf(cancelled, { opened: near, proof: () => ({ summaryNodes }) })).toBe("summaries")
  })

  it.each([
    ["the entry", ENTRY_SEQ - 1, "ticks"],
    ["the tiles between", BETWEEN.from, "summaries"],
    ["the last of the tiles between", BETWEEN.to, "summaries"],
    ["the exit", exitSeq - 1, "ticks"],
  ])("has times that increase up to %s", (_, index, reason) => {
    const ticks = withTick(index, { atMs: at(index - 1).atMs })
    expect(reasonOf(settled, { ticks, earlier: null })).toBe(reason)
  })

  it("has times that increase from the ticks to the summaries and back, whatever the market sums up", () => {
    // each tile seems to begin and end a moment within its times
    const within: typeof summaryOf = (run) => {
      const { firstAtMs, lastAtMs, ...prices } = summaryOf(run)
      return { firstAtMs: firstAtMs + 1, lastAtMs: lastAtMs - 1, ...prices }
    }
    const reason = (index: number, differsMs: number) =>
      reasonOf(settled, {
        ...{ ticks: withTick(index, { atMs: at(index).atMs + differsMs }), earlier: null },
        summarise: within,
      })
    expect([0, 1_000, 1_001].map((differsMs) => reason(BETWEEN.from - 1, differsMs))).toEqual([
      null,
      null,
      "ticks",
    ])
    expect([0, -1_000, -1_001].map((differsMs) => reason(BETWEEN.to, differsMs))).toEqual([
      null,
      null,
      "ticks",
    ])
  })

  it("fails with what is wrong in the verifier itself, and takes it for no refusal", () => {
    const broken = { atMs: Object(Symbol("no time")), price: 1n }
    const proof = ({ opened }: SettlementProof) => ({
      opened: opened.map((run) => ({ ...run, ticks: run.ticks.map(() => broken) })),
    })
    expect(() => verified(settled, { proof, earlier: null })).toThrow(TypeError)
  })
})

describe("the ticks of a proof", () => {
  it("begin no later than the acceptance, or with the log", () => {
    const second = { from: BETWEEN.to, to: exitSeq + 1 }
    const from = (index: number) => reasonOf(settled, { opened: [{ from: index, to: BETWEEN.from }, second] })
    expect([98, 99, 100].map(from)).toEqual([null, null, "range"])
    const exact = { ...settled, acceptedAtMs: at(99).atMs }
    expect(reasonOf(exact)).toBeNull()
    const first = published(accepted({ acceptedAtMs: START_MS - 1 }), journal)
    const ofFirst = [
      { from: 0, to: BETWEEN.from },
      { from: 3 * TILE_WIDTH, to: (first.exitSeq ?? 0) + 1 },
    ]
    expect(reasonOf(first, { earlier: null, opened: ofFirst })).toBeNull()
  })

  it("hold the entry, not the tiles that are left out", () => {
    const lateAt = (acceptedAtMs: number) => {
      const order = published(accepted({ acceptedAtMs }), journal)
      const opened = [
        { from: 200, to: BETWEEN.from },
        { from: BETWEEN.to, to: (order.exitSeq ?? 0) + 1 },
      ]
      return reasonOf(order, { opened })
    }
    const lastMs = at(BETWEEN.from - 1).atMs
    expect([lastMs - 1, lastMs, lastMs + 1].map(lateAt)).toEqual([null, "range", "range"])
  })

  it("decide nothing after the last of them, unless the log itself ends there", () => {
    expect(reasonOf(settled, { opened: [{ from: 98, to: 100 }] })).toBe("exit")
    expect(reasonOf(settled, { opened: across(exitSeq - 1) })).toBe("exit")
    const ticks = journal.slice(0, exitSeq)
    const until = (completeUntilMs: number) =>
      reasonOf(settled, {
        ...{ ticks, opened: across(exitSeq) },
        proof: ({ checkpoint }) => ({ checkpoint: { ...checkpoint, completeUntilMs } }),
      })
    const expiresAtMs = settled.expiresAtMs ?? 0
    expect([expiresAtMs - 1, expiresAtMs].map(until)).toEqual(["exit", null])
  })
})

describe("the tiles that are left out", () => {
  const entry = { ...at(ENTRY_SEQ - 1), seq: ENTRY_SEQ }
  const expiresAtMs = settled.expiresAtMs ?? 0
  /** The contract as if nothing had ended it before its expiry. */
  const endless = (order: Order, ticks = journal): Order => {
    const exit = { ...(ticks[exitSeq - 1] ?? at(0)), seq: exitSeq }
    return ended(order, entry, expiresAtMs, { state: "settled", exit, atMs: expiresAtMs })
  }
  const inside = journal.slice(BETWEEN.from, BETWEEN.to).map(({ price }) => price)
  const highest = inside.reduce((a, b) => (a > b ? a : b))
  const dip = withTick(600, { price: 200_000n })

  it.each([
    [highest, "earlier-end"],
    [highest + 1n, null],
  ])("reach no take-profit: at %s it is %s", (target, reason) => {
    expect(reasonOf(endless(accepted({ takeProfit: priceOf(target) })))).toBe(reason)
  })

  it.each([
    [200_000n, "earlier-end"],
    [199_999n, null],
  ])("reach no stop-loss: at %s it is %s", (target, reason) => {
    const order = endless(accepted({ stopLoss: priceOf(target), leverage: 1 }), dip)
    expect(reasonOf(order, { ticks: dip })).toBe(reason)
  })

  it("reach no exit on the way down either", () => {
    const low = (target: bigint): Order =>
      endless(accepted({ direction: "down", leverage: 1, takeProfit: priceOf(target) }), dip)
    expect([200_000n, 199_999n].map((target) => reasonOf(low(target), { ticks: dip }))).toEqual([
      "earlier-end",
      null,
    ])
  })

  it("hold no tick after an early close was asked for", () => {
    const closed = (requestedAtMs: number) => {
      const exit = { ...at(BETWEEN.to), seq: BETWEEN.to + 1 }
      const order = accepted({ closeRequestedAtMs: requestedAtMs })
      return reasonOf(ended(order, entry, expiresAtMs, { state: "closed_early", exit, atMs: exit.atMs }))
    }
    const lastMs = at(BETWEEN.to - 1).atMs
    expect([lastMs, lastMs - 1].map(closed)).toEqual([null, "earlier-end"])
  })

  it("do not hide the last tick before an expiry among them", () => {
    const exit = { ...at(BETWEEN.from - 1), seq: BETWEEN.from }
    const dayMs = at(400).atMs - entry.atMs
    const short = ended(accepted({ dayMs }), entry, at(400).atMs, {
      state: "settled",
      exit,
      atMs: at(400).atMs,
    })
    const opened = across(BETWEEN.to + 1)
    expect(reasonOf(short, { opened })).toBe("range")
  })

  it("do not matter to a contract that ended before them", () => {
    const stopped = published(accepted({ stopLoss: priceOf(at(200).price) }), journal)
    const opened = across(BETWEEN.to + 1)
    expect([stopped.state, (stopped.exitSeq ?? 0) <= BETWEEN.from]).toEqual(["closed_early", true])
    expect(reasonOf(stopped, { opened })).toBeNull()
    const last = withTick(BETWEEN.from - 1, { price: 240_000n })
    const atLast = published(accepted({ stopLoss: "24.0000" }), last)
    expect(atLast.exitSeq).toBe(BETWEEN.from)
    expect(reasonOf(atLast, { ticks: last, opened })).toBeNull()
  })
})
