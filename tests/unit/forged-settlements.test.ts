import { describe, expect, it } from "vitest"
import type { Order, OrderDetail } from "../../src/domain/entities.ts"
import { decodeProof, encodeProof } from "../../src/domain/log/settlement-proof.ts"
import { amountOf, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { verifyOldForm } from "../../src/domain/verify-old-form.ts"
import type { Refusal } from "../../src/domain/verify-settlement.ts"
import { checkpointOf, newSigningKey, proofOf, signedCheckpoint } from "../support/market-log.ts"
import {
  accepted,
  answered,
  at,
  ended,
  journal,
  key,
  profitable,
  published,
  seenIn,
  settled,
  target,
  verdict,
} from "../support/proved-contracts.ts"

const shifted = (index: number, by: bigint) =>
  journal.map((tick, i) => (i === index ? { ...tick, price: tick.price + by } : tick))
const exitIndex = (settled.exitSeq ?? 1) - 1
const entryPoint = { ...at(100), seq: 101 }
const expiresAtMs = settled.expiresAtMs ?? 0

/** A settlement that ends at another tick than the rules name, with the amounts that follow from it. */
const endedAt = (order: Order, index: number, state: Order["state"], atMs = at(index).atMs): Order =>
  ended(order, entryPoint, expiresAtMs, { state, exit: { ...at(index), seq: index + 1 }, atMs })

const stopTight = accepted({ leverage: 50, direction: "down" })
const stopped = published(stopTight, journal)

/** Answers that differ from what happened: which reason refuses them, and whether the old form agreed. */
const forgeries: ReadonlyArray<{
  readonly name: string
  readonly reason: Refusal
  readonly wasAccepted: boolean
  readonly detail: () => OrderDetail
}> = [
  {
    name: "invented exit ticks",
    reason: "ticks",
    wasAccepted: true,
    detail: () => {
      const invented = shifted(exitIndex, -5_000n)
      const order = published(accepted(), invented)
      const { proof } = answered(order, invented)
      const inLog = proofOf(order, journal, 100, checkpointOf("AAPL", journal), key)
      const opened = decodeProof(proof ?? "")?.opened ?? []
      return { ...answered(order, invented), proof: encodeProof({ ...inLog, opened }) }
    },
  },
  {
    name: "an exit price with rehashed ticks",
    reason: "ticks",
    wasAccepted: true,
    detail: () => {
      const rehashed = shifted(exitIndex, -1n)
      const order = published(accepted(), rehashed)
      const wrong = proofOf(order, rehashed, 100, checkpointOf("AAPL", rehashed), key)
      const { checkpoint, signature, consistency } = proofOf(
        order,
        journal,
        100,
        checkpointOf("AAPL", journal),
        key,
      )
      return answered(order, rehashed, { ...wrong, checkpoint, signature, consistency })
    },
  },
  {
    name: "a stop booked late at a worse tick",
    reason: "earlier-end",
    wasAccepted: true,
    detail: () => answered(endedAt(stopTight, (stopped.exitSeq ?? 1) + 3, "stopped_out")),
  },
  {
    name: "a take-profit that was skipped, far from entry and exit",
    reason: "earlier-end",
    wasAccepted: true,
    detail: () => answered(endedAt(profitable, exitIndex, "settled", expiresAtMs)),
  },
  {
    name: "a stop-loss that was skipped beside the entry",
    reason: "earlier-end",
    wasAccepted: true,
    detail: () =>
      answered(endedAt(accepted({ stopLoss: priceOf(at(290).price) }), exitIndex, "settled", expiresAtMs)),
  },
  {
    name: "a settled contract shown as cancelled",
    reason: "cancellation",
    wasAccepted: true,
    detail: () =>
      answered({
        ...accepted(),
        status: "completed",
        state: "cancelled",
        cancelReason: "no-tick",
        closedAtMs: accepted().acceptedAtMs + 10_000,
        credited: accepted().stake,
      }),
  },
  {
    name: "a changed period",
    reason: "terms",
    wasAccepted: true,
    detail: () => {
      const signed = answered(settled)
      return { ...signed, order: { ...signed.order, periodDays: 2 } }
    },
  },
  {
    name: "a changed period that the market signed",
    reason: "period",
    wasAccepted: true,
    detail: () => answered({ ...settled, periodDays: 2 }),
  },
  {
    name: "a slippage that should have cancelled",
    reason: "slippage",
    wasAccepted: true,
    detail: () => answered({ ...settled, slippageBps: 0, quotedPrice: priceOf(at(100).price - 100n) }),
  },
  {
    name: "an entry that came too late",
    reason: "entry",
    wasAccepted: true,
    detail: () => answered({ ...settled, openTimeoutMs: 100 }),
  },
  {
    name: "an entry at a later tick",
    reason: "entry",
    wasAccepted: false,
    detail: () => ({
      ...answered({ ...settled, entrySeq: 102, openingPrice: priceOf(at(101).price) }),
      proof: answered(settled).proof ?? null,
    }),
  },
  {
    name: "an entry whose price was known at acceptance",
    reason: "entry",
    wasAccepted: true,
    detail: () => {
      const late = signedCheckpoint(checkpointOf("AAPL", journal, 200), key)
      const order = { ...settled, checkpoint: late }
      const proof = proofOf(order, journal, 200, checkpointOf("AAPL", journal), key)
      return { ...answered(order), proof: encodeProof(proof) }
    },
  },
  {
    name: "an early close at a tick before the request",
    reason: "exit",
    wasAccepted: false,
    detail: () => answered({ ...endedAt(accepted(), 400, "closed_early"), closeRequestedAtMs: at(640).atMs }),
  },
  {
    name: "a kobo less",
    reason: "amounts",
    wasAccepted: false,
    detail: () =>
      answered({ ...settled, credited: amountOf(BigInt((settled.credited ?? "").replace(".", "")) - 1n) }),
  },
  {
    name: "a history that was changed after acceptance",
    reason: "fork",
    wasAccepted: true,
    detail: () => answered(settled, shifted(50, 7n)),
  },
  {
    name: "summaries that hide a reached price",
    reason: "summaries",
    wasAccepted: true,
    detail: () => {
      const order = endedAt(profitable, exitIndex, "settled", expiresAtMs)
      const proof = proofOf(order, journal, 100, checkpointOf("AAPL", journal), key)
      const summaryNodes = proof.summaryNodes.map((node) => ({
        ...node,
        summary: { ...node.summary, highest: priceUnitsOf(target) - 1n },
      }))
      return answered(order, journal, { summaryNodes })
    },
  },
  {
    name: "a proof that begins after the entry",
    reason: "range",
    wasAccepted: true,
    detail: () => {
      const proof = proofOf({ ...settled, entrySeq: 104 }, journal, 100, checkpointOf("AAPL", journal), key)
      return answered(settled, journal, proof)
    },
  },
  {
    name: "a checkpoint signed by another key",
    reason: "key",
    wasAccepted: true,
    detail: () => answered(settled, journal, { signature: newSigningKey().sign("x") }),
  },
  {
    name: "another market's proof",
    reason: "foreign",
    wasAccepted: true,
    detail: () => {
      const other = proofOf({ ...settled, symbol: "BTC" }, journal, 100, checkpointOf("BTC", journal), key)
      return { ...answered(settled), proof: encodeProof(other) }
    },
  },
  {
    name: "a proof that is cut off",
    reason: "unreadable",
    wasAccepted: true,
    detail: () => ({ ...answered(settled), proof: (answered(settled).proof ?? "").slice(0, -40) }),
  },
  {
    name: "an order without the checkpoint of its acceptance",
    reason: "anchor",
    wasAccepted: true,
    detail: () => {
      const { checkpoint: _, ...order } = settled
      return answered(order)
    },
  },
]

describe("forged answers", () => {
  it.each(forgeries)("$name: refused ($reason)", async ({ detail, reason, wasAccepted }) => {
    const forged = detail()
    expect(seenIn(await verdict(forged))).toBe(reason)
    expect((await verifyOldForm(forged))?.holds, "in the old form").toBe(wasAccepted)
  })
})
