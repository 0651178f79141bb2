import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Order } from "../../src/domain/entities.ts"
import { priceOf } from "../../src/domain/money.ts"
import {
  decodeProof,
  encodeProof,
  type OpenedTicks,
  type SettlementProof,
} from "../../src/domain/tick-log/settlement-proof.ts"
import type { LoggedTick } from "../../src/domain/tick-log/tile.ts"
import { isExhaustive } from "../support/exhaustive.ts"
import { checkpointOf, detailWith, proofOf, signedCheckpoint, withReceipt } from "../support/market-log.ts"
import {
  accepted,
  answered,
  at,
  DAY_MS,
  journal,
  key,
  profitable,
  published,
  seenIn,
  settled,
  verdict,
} from "../support/proved-contracts.ts"

describe("the proof of a settlement", () => {
  it("verifies what the rules give, whatever ended the contract", async () => {
    const stop = priceOf(at(290).price)
    const honest: ReadonlyArray<[Order["state"], Order]> = [
      ["settled", settled],
      ["closed_early", published(profitable, journal)],
      ["closed_early", published(accepted({ stopLoss: stop }), journal)],
      ["closed_early", published(accepted({ closeRequestedAtMs: at(640).atMs }), journal)],
      ["stopped_out", published(accepted({ leverage: 50, direction: "down" }), journal)],
      ["cancelled", published(accepted({ slippageBps: 0, quotedPrice: "1.0000" }), journal)],
    ]
    for (const [state, order] of honest) {
      expect(order.state).toBe(state)
      expect(await verdict(answered(order))).toMatchObject({ kind: "verified", isAnchored: true })
    }
  })

  it("verifies a cancellation without a tick in time, with and without a later tick", async () => {
    const gap = [...journal.slice(0, 100), ...journal.slice(130)]
    const order = published(accepted(), gap)
    expect(order).toMatchObject({ state: "cancelled", cancelReason: "no-tick" })
    expect(seenIn(await verdict(answered(order, gap)))).toBe("verified")
    const silent = journal.slice(0, 100)
    const until = (atMs: number) =>
      detailWith(
        withReceipt(order, key),
        proofOf(order, silent, 100, checkpointOf("AAPL", silent, 100, atMs), key),
        key,
      )
    expect(seenIn(await verdict(until(order.acceptedAtMs + 10_000)))).toBe("verified")
    expect(seenIn(await verdict(until(order.acceptedAtMs + 9_999)))).toBe("exit")
  })

  it("verifies a contract that ended near its entry, in one run of ticks", async () => {
    const short = published(accepted({ dayMs: 20_000 }), journal)
    const detail = answered(short)
    expect([short.state, decodeProof(detail.proof ?? "")?.opened.length]).toEqual(["settled", 1])
    expect(seenIn(await verdict(detail))).toBe("verified")
  })

  it("is refused with ticks after the end of the log, whatever they show", async () => {
    const [size, exitSeq] = [1_050, settled.exitSeq ?? 0]
    const log = journal.slice(0, size)
    const proof = proofOf({ ...settled, exitSeq: size }, log, 100, checkpointOf("AAPL", log), key)
    const withTicks = (ticks: readonly LoggedTick[]) =>
      proof.opened.map((run, index) => (index === 1 ? { ...run, ticks: [...run.ticks, ...ticks] } : run))
    const seen = async (opened: readonly OpenedTicks[]) =>
      seenIn(await verdict({ ...answered(settled), proof: encodeProof({ ...proof, opened }) }))
    expect(await seen(withTicks([]))).toBe("exit")
    expect(await seen(withTicks(journal.slice(size, size + 1)))).toBe("ticks")
    expect(await seen(withTicks(journal.slice(size, exitSeq + 1)))).toBe("ticks")
  })

  it("knows a contract that runs, one without a proof yet, and one that lost it", async () => {
    expect(await verdict(detailWith(accepted(), null, key))).toEqual({ kind: "running" })
    expect(await verdict(detailWith(settled, null, key))).toEqual({ kind: "pending" })
    const { proof: _, ...bare } = answered(settled)
    expect(seenIn(await verdict(bare))).toBe("missing")
  })

  it("of a release whose checkpoints did not say since when receipts are signed keeps verifying", async () => {
    const checkpoint = checkpointOf("AAPL", journal, 100, at(99).atMs, null)
    const order = withReceipt({ ...settled, checkpoint: signedCheckpoint(checkpoint, key) }, key)
    const proof = proofOf(
      order,
      journal,
      100,
      checkpointOf("AAPL", journal, 1_500, at(1_499).atMs, null),
      key,
    )
    const detail = detailWith(order, proof, key)
    expect(Buffer.from(detail.proof ?? "", "base64url")[0]).toBe(1)
    expect(await verdict(detail)).toMatchObject({ kind: "verified", isAnchored: true })
  })

  it("needs no checkpoint of the acceptance before the market signed them, and after that it does", async () => {
    const { checkpoint: _, ...bare } = settled
    const since = (atMs: number) => {
      const proof = proofOf(bare, journal, 0, checkpointOf("AAPL", journal, 1_500, at(1_499).atMs, atMs), key)
      return detailWith(withReceipt(bare, key), proof, key)
    }
    expect(await verdict(since(bare.acceptedAtMs + 1))).toMatchObject({ kind: "verified", isAnchored: false })
    expect(seenIn(await verdict(since(bare.acceptedAtMs)))).toBe("anchor")
    const other = since(bare.acceptedAtMs + 1)
    expect(seenIn(await verdict({ ...other, order: { ...other.order, leverage: 4 } }))).toBe("terms")
  })

  it("of an earlier release is checked in the old form, and says so", async () => {
    const { proof: _, ...detail } = answered(settled)
    const { dayMs: _d, openTimeoutMs: _o, checkpoint: _c, receipt: _r, ...order } = detail.order
    expect(await verdict({ ...detail, order })).toMatchObject({
      kind: "old-form",
      verification: { holds: true },
    })
  })
})

describe("an altered proof", { tags: ["sweep"] }, () => {
  const runs = isExhaustive ? 2_000 : 60
  const honest = answered(published(profitable, journal))
  const bytes = Buffer.from(honest.proof ?? "", "base64url")

  it("is refused with a reason, whichever byte differs", () =>
    fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (index, flip) => {
        const altered = Buffer.from(bytes)
        altered[index] = (altered[index] ?? 0) ^ flip
        expect((await verdict({ ...honest, proof: altered.toString("base64url") })).kind).toBe("refused")
      }),
      { numRuns: runs },
    ))

  it("is refused with a reason, whichever character of the text differs", () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat((honest.proof?.length ?? 1) - 1),
        fc.base64String({ minLength: 4, maxLength: 4 }),
        async (index, other) => {
          const text = honest.proof ?? ""
          const changed = `${text.slice(0, index)}${other[0]}${text.slice(index + 1)}`
          fc.pre(changed !== text)
          expect((await verdict({ ...honest, proof: changed })).kind).toBe("refused")
        },
      ),
      { numRuns: runs },
    ))

  it("is refused when a term, a figure or a signature of the answer differs", async () => {
    const terms: ReadonlyArray<Partial<Order>> = [
      { id: "o2" },
      { direction: "down" },
      { stake: "10000.01" },
      { leverage: 4 },
      { dayMs: DAY_MS + 1 },
      { openTimeoutMs: 9_999 },
      { commissionPpm: 999 },
      { stopOutBps: 9_999 },
      { quotedPrice: "1.0000" },
      { slippageBps: 1 },
      { takeProfit: null },
      { stopLoss: "1.0000" },
      { acceptedAtMs: at(99).atMs + 501 },
      { closeRequestedAtMs: 1 },
      { receipt: "" },
      { receipt: honest.order.receipt?.replace(/.=*\n$/u, "A\n") ?? "" },
    ]
    for (const differs of terms)
      expect(
        seenIn(await verdict({ ...honest, order: { ...honest.order, ...differs } })),
        JSON.stringify(differs),
      ).toBe("terms")
  })

  it("has one encoding", () => {
    const proof = decodeProof(honest.proof ?? "")
    expect(proof === null ? null : encodeProof(proof)).toBe(honest.proof)
    expect(decodeProof(`${honest.proof}AAAA`)).toBeNull()
    expect(decodeProof("")).toBeNull()
  })
})

describe("the bytes of a proof", () => {
  const bytes = Buffer.from(answered(settled).proof ?? "", "base64url")
  const honest = decodeProof(bytes.toString("base64url")) ?? expect.fail("no proof")
  const { checkpoint } = honest
  const read = (differs: Partial<SettlementProof>) => decodeProof(encodeProof({ ...honest, ...differs }))
  const run = (from: number, length: number): OpenedTicks => ({
    from,
    ticks: Array.from({ length }, (_, i) => ({ atMs: i, price: 1n })),
  })
  const priced = (...prices: readonly bigint[]): Partial<SettlementProof> => ({
    opened: [{ from: 0, ticks: prices.map((price, i) => ({ atMs: i, price })) }],
  })
  const at53 = Number.MAX_SAFE_INTEGER
  const hashes = (length: number) => Array<Uint8Array>(length).fill(checkpoint.root)
  const nodes = (length: number) =>
    Array.from({ length }, () => honest.summaryNodes[0] ?? expect.fail("no node"))

  it.each<[string, Partial<SettlementProof>]>([
    ["numbers of one byte and of two", { opened: [run(127, 128)] }],
    ["a number of zero", { opened: [run(0, 127)] }],
    ["the largest number", { checkpoint: { ...checkpoint, size: at53 } }],
    ["prices that rise and fall", priced(9n, 2n ** 62n - 1n, 1n, 1n)],
    [
      "a symbol that begins with a mark of the order of bytes",
      { checkpoint: { ...checkpoint, symbol: "\ufeffÄ" } },
    ],
    ["as many ticks as there may be", { opened: [run(0, 1_024), run(1_280, 1)] }],
    ["one tile between two runs", { opened: [run(255, 1), run(512, 1)] }],
    [
      "as many hashes as there may be",
      { consistency: hashes(512), tickHashes: hashes(512), summaryNodes: nodes(512) },
    ],
    ["no hashes", { consistency: [], tickHashes: [], summaryNodes: [] }],
  ])("say what they were made of: %s", (_, differs) => {
    expect(read(differs)).toEqual({ ...honest, ...differs })
  })

  it.each<[string, Partial<SettlementProof>]>([
    ["a number beyond the largest", { checkpoint: { ...checkpoint, size: at53 + 1 } }],
    [
      "a time beyond the largest",
      { opened: [{ from: 0, ticks: [at53, 2 * at53].map((atMs) => ({ atMs, price: 1n })) }] },
    ],
    ["no price", priced(1n, 0n)],
    ["a negative price", priced(-1n)],
    ["a price of more than 63 bits", priced(2n ** 62n)],
    ["no run of ticks", { opened: [] }],
    ["a run without ticks", { opened: [run(0, 0)] }],
    ["a second run without ticks", { opened: [run(0, 256), run(512, 0)] }],
    ["three runs", { opened: [run(0, 256), run(512, 256), run(1_024, 1)] }],
    ["two runs without a tile between", { opened: [run(0, 256), run(256, 1)] }],
    ["two runs in the wrong order", { opened: [run(512, 256), run(256, 1)] }],
    ["a first run that ends within a tile", { opened: [run(0, 255), run(512, 1)] }],
    ["a second run that begins within a tile", { opened: [run(0, 256), run(513, 1)] }],
    ["too many ticks", { opened: [run(0, 1_025)] }],
    ["too many hashes of the earlier log", { consistency: hashes(513) }],
    ["too many hashes of ticks", { tickHashes: hashes(513) }],
    ["too many summaries", { summaryNodes: nodes(513) }],
  ])("are refused with %s", (_, differs) => {
    expect(read(differs)).toBeNull()
  })

  it("are refused when they end early, wherever that is", () => {
    const step = isExhaustive ? 1 : 37
    for (let length = 0; length < bytes.length; length += step)
      expect(decodeProof(bytes.subarray(0, length).toString("base64url")), `${length}`).toBeNull()
  })

  it("are refused with another version, a symbol that is no text, and a number with needless zeros", () => {
    const changedIn = (of: Buffer, from: number, to: number, ...other: readonly number[]) =>
      decodeProof(
        Buffer.concat([of.subarray(0, from), Buffer.from(other), of.subarray(to)]).toString("base64url"),
      )
    const changed = (from: number, to: number, ...other: readonly number[]) =>
      changedIn(bytes, from, to, ...other)
    const old = { ...honest, checkpoint: { ...checkpoint, receiptsSinceMs: null } }
    const oldBytes = Buffer.from(encodeProof(old), "base64url")
    expect([changedIn(oldBytes, 0, 1, 1), changed(0, 1, 2)]).toEqual([old, honest])
    for (const version of [0, 3]) expect(changedIn(oldBytes, 0, 1, version)).toBeNull()
    expect(changed(2, 3, 0xff)).toBeNull()
    // the size, after the version and a symbol of four letters
    expect(changed(6, 8, 0xdc, 0x0b)).toEqual(honest)
    expect(changed(6, 8, 0xdc, 0x8b, 0)).toBeNull()
    expect(changed(6, 8, ...Array<number>(9).fill(0x80), 1)).toBeNull()
  })
})
