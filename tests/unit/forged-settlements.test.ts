import { describe, expect, it } from "vitest"
import type { Order, OrderDetail } from "../../src/domain/entities.ts"
import { priceUnitsOf } from "../../src/domain/money.ts"
import { decodeProof, encodeProof } from "../../src/domain/tick-log/settlement-proof.ts"
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

const inJournal = (order: Order, earlier = 100) =>
  proofOf(order, journal, earlier, checkpointOf("AAPL", journal), key)
const skipped = endedAt(profitable, exitIndex, "settled", expiresAtMs)
const cut = { ...answered(settled), proof: (answered(settled).proof ?? "").slice(0, -40) }

/** Answers that differ from what happened, by the reason that refuses them. The old form agrees with each. */
const forgeries: ReadonlyArray<readonly [name: string, reason: Refusal, detail: () => OrderDetail]> = [
  [
    "invented exit ticks",
    "ticks",
    () => {
      const invented = shifted(exitIndex, -5_000n)
      const forged = answered(published(accepted(), invented), invented)
      const { opened = [] } = decodeProof(forged.proof ?? "") ?? {}
      return { ...forged, proof: encodeProof({ ...inJournal(forged.order), opened }) }
    },
  ],
  [
    "a stop booked late at a worse tick",
    "earlier-end",
    () => answered(endedAt(stopTight, (stopped.exitSeq ?? 1) + 3, "stopped_out")),
  ],
  ["a take-profit that was skipped, far from entry and exit", "earlier-end", () => answered(skipped)],
  [
    "a settled contract shown as cancelled",
    "cancellation",
    () =>
      answered({
        ...accepted(),
        ...{ status: "completed", state: "cancelled", cancelReason: "no-tick" },
        ...{ closedAtMs: accepted().acceptedAtMs + 10_000, credited: accepted().stake },
      }),
  ],
  [
    "an entry whose price was known at acceptance",
    "entry",
    () => {
      const order = { ...settled, checkpoint: signedCheckpoint(checkpointOf("AAPL", journal, 200), key) }
      return { ...answered(order), proof: encodeProof(inJournal(order, 200)) }
    },
  ],
  ["a history that was changed after acceptance", "fork", () => answered(settled, shifted(50, 7n))],
  [
    "summaries that hide a reached price",
    "summaries",
    () => {
      const highest = priceUnitsOf(target) - 1n
      const summaryNodes = inJournal(skipped).summaryNodes.map((node) => ({
        ...node,
        summary: { ...node.summary, highest },
      }))
      return answered(skipped, journal, { summaryNodes })
    },
  ],
  ["another key", "key", () => answered(settled, journal, { signature: newSigningKey().sign("x") })],
  ["a proof that is cut off", "unreadable", () => cut],
]

describe("forged answers", () => {
  it.each(forgeries)("%s: refused (%s)", async (_, reason, detail) => {
    const forged = detail()
    expect(seenIn(await verdict(forged))).toBe(reason)
    expect((await verifyOldForm(forged))?.holds, "in the old form").toBe(true)
  })
})
