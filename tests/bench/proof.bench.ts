/** What a device spends on the proof of a contract of thirty days. */
import { checkSettlement, marketWithKey, openCheckpoint } from "../../src/domain/check-settlement.ts"
import { encodeProof } from "../../src/domain/tick-log/settlement-proof.ts"
import type { LoggedTick } from "../../src/domain/tick-log/tile.ts"
import { checkpointOf, detailWith, proofOf, signedCheckpoint, withReceipt } from "../support/market-log.ts"
import { accepted, key, published } from "../support/proved-contracts.ts"
import { bench } from "./harness.ts"

/** A tick each ten seconds. */
const TICKS = 30 * 8_640
const BYTES_MAX = 30_000
/** Checks in one measured run. */
const CHECKS = 20
/** A slow phone, as the other benches have it, is four times slower and may take 50 ms. */
const SUBJECT_AT_MOST_MS = 50 / 4

const tickAt = (i: number): LoggedTick => ({
  atMs: 1_700_000_000_000 + 10_000 * i,
  price: 250_000n + BigInt(Math.round(2_000 * Math.sin(i / 40))),
})

bench("check of a proof of 30 days", () => {
  const ticks = Array.from({ length: TICKS }, (_, i) => tickAt(i))
  const last = checkpointOf("AAPL", ticks)
  const order = published(
    accepted({
      ...{ quotedPrice: "25.0000", acceptedAtMs: tickAt(99).atMs + 500, periodDays: 30, dayMs: 86_000_000 },
      ...{ takeProfit: null, stopLoss: null, slippageBps: null },
      checkpoint: signedCheckpoint(checkpointOf("AAPL", ticks, 100), key),
    }),
    ticks,
  )
  const proof = encodeProof(proofOf(order, ticks, 100, last, key))
  if (proof.length > BYTES_MAX) throw new Error(`the proof has ${proof.length} bytes`)
  const detail = { ...detailWith(withReceipt(order, key), null, key), proof }
  const isChecked = async () => {
    const { kind } = await checkSettlement(detail, marketWithKey(key.publicKey))
    if (kind !== "verified") throw new Error(`the proof is ${kind}`)
  }
  const isSigned = async () => {
    if ((await openCheckpoint(order.checkpoint ?? "", "AAPL", key.publicKey)) === null)
      throw new Error("the checkpoint is not signed")
  }
  const msEach = async (check: () => Promise<void>): Promise<number> => {
    const before = process.cpuUsage()
    for (let i = 0; i < CHECKS; i += 1) await check()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1_000 / CHECKS
  }
  console.log(`a proof over ${TICKS} ticks has ${proof.length} bytes`)
  return {
    floor: () => msEach(isSigned),
    subject: () => msEach(isChecked),
    floorIs: "one signature alone",
    reach: { subjectAtMost: SUBJECT_AT_MOST_MS },
  }
})
