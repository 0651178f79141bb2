import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Order } from "../../src/domain/entities.ts"
import { decodeProof, encodeProof } from "../../src/domain/log/settlement-proof.ts"
import { priceOf } from "../../src/domain/money.ts"
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

describe("an altered proof", () => {
  const runs = process.env.EXHAUSTIVE === undefined ? 250 : 10_000
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
