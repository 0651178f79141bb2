/** Contracts in a market's log of 1 500 ticks: honest answers to forge. */
import { createHash } from "node:crypto"
import { FIRST_PREVIOUS_HASH, tickText } from "../../src/domain/chain.ts"
import { checkSettlement, marketWithKey, type Verdict } from "../../src/domain/check-settlement.ts"
import type { Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import { amountOf, priceOf } from "../../src/domain/money.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import type { SettlementProof } from "../../src/domain/tick-log/settlement-proof.ts"
import type { LoggedTick } from "../../src/domain/tick-log/tile.ts"
import { contractFrom } from "../../src/domain/verify-settlement.ts"
import { acceptedContract } from "./contracts.ts"
import {
  checkpointOf,
  detailWith,
  newSigningKey,
  proofOf,
  signedCheckpoint,
  withReceipt,
} from "./market-log.ts"

export const key = newSigningKey()
export const START_MS = 1_700_000_000_000
export const DAY_MS = 1_000_000
/** One tick a second. The price swings by a tenth and peaks between ticks 700 and 720. */
export const journal: readonly LoggedTick[] = Array.from({ length: 1_500 }, (_, i) => ({
  atMs: START_MS + 1_000 * i,
  price: 250_000n + BigInt(Math.round(2_000 * Math.sin(i / 40))) + (i >= 700 && i < 720 ? 9_000n : 0n),
}))
export const at = (index: number): LoggedTick => journal[index] ?? { atMs: 0, price: 0n }

/** The hash-chained ticks that the old form shows. */
const chained = (ticks: readonly LoggedTick[]): readonly Tick[] => {
  let previous = FIRST_PREVIOUS_HASH
  return ticks.map(({ atMs, price }, index) => {
    const unsigned = { symbol: "AAPL", seq: index + 1, atMs, price: priceOf(price), previousHash: previous }
    previous = createHash("sha256").update(tickText(unsigned)).digest("hex")
    return { ...unsigned, hash: previous }
  })
}

/** An order that the market accepted while its log had 100 ticks. */
export const accepted = (differs: Partial<Order> = {}): Order => ({
  ...acceptedContract,
  quotedPrice: priceOf(at(99).price),
  acceptedAtMs: at(99).atMs + 500,
  dayMs: DAY_MS,
  openTimeoutMs: 10_000,
  checkpoint: signedCheckpoint(checkpointOf("AAPL", journal, 100), key),
  ...differs,
})

/** What the rules make of an order, published as the server would. */
export const published = (order: Order, ticks: readonly LoggedTick[]): Order => {
  const marks = ticks.map((tick, index) => ({ ...tick, seq: index + 1 }))
  const slice = { ticks: marks, completeUntilMs: ticks.at(-1)?.atMs ?? 0 }
  const [decision] = planSettlement([contractFrom(order)], () => slice, { dayMs: 0, orderOpenTimeoutMs: 0 })
  if (decision?.kind === "cancelled")
    return {
      ...order,
      status: "completed",
      state: "cancelled",
      closedAtMs: decision.atMs,
      cancelReason: decision.reason,
      credited: order.stake,
    }
  if (decision?.kind !== "ended" || decision.opened === null) throw new Error("the contract still runs")
  const { opened, ending } = decision
  return ended(order, opened.entry, opened.expiresAtMs, ending)
}

type Point = { readonly seq: number; readonly atMs: number; readonly price: bigint }

export const ended = (
  order: Order,
  entry: Point,
  expiresAtMs: number,
  ending: { readonly state: Order["state"]; readonly exit: Point; readonly atMs: number },
): Order => {
  const contract = contractFrom(order)
  const marks = [entry, { ...ending.exit, seq: entry.seq + 1, atMs: entry.atMs + 1 }]
  const slice = { ticks: marks, completeUntilMs: Number.MAX_SAFE_INTEGER }
  const bare = {
    ...contract,
    takeProfit: null,
    stopLoss: null,
    closeRequestedAtMs: null,
    dayMs: 2,
    slippageBps: null,
  }
  const [decision] = planSettlement([bare], () => slice, { dayMs: 2, orderOpenTimeoutMs: 0 })
  if (decision?.kind !== "ended") throw new Error("no amounts")
  const { settlement } = decision.ending
  return {
    ...order,
    status: "completed",
    state: ending.state,
    openedAtMs: entry.atMs,
    openingPrice: priceOf(entry.price),
    entrySeq: entry.seq,
    expiresAtMs,
    closedAtMs: ending.atMs,
    closingPrice: priceOf(ending.exit.price),
    exitSeq: ending.exit.seq,
    net: amountOf(settlement.netKobo),
    gross: amountOf(settlement.grossKobo),
    commission: amountOf(settlement.commissionKobo),
    credited: amountOf(settlement.creditedKobo),
  }
}

/** Signed by the market, with an honest proof of what it says, in the log of these ticks. */
export const answered = (
  order: Order,
  ticks = journal,
  differs: Partial<SettlementProof> = {},
): OrderDetail => {
  const proof = proofOf(order, ticks, 100, checkpointOf("AAPL", ticks), key)
  const signed = withReceipt(order, key)
  const chain = chained(ticks)
  const around = (seq: number | null) => (seq === null ? [] : chain.slice(Math.max(0, seq - 3), seq + 2))
  return {
    ...detailWith(signed, { ...proof, ...differs }, key),
    entryTicks: around(order.entrySeq),
    exitTicks: around(order.exitSeq),
  }
}

export const verdict = (detail: OrderDetail): Promise<Verdict> =>
  checkSettlement(detail, marketWithKey(key.publicKey))
export const seenIn = (found: Verdict): string => (found.kind === "refused" ? found.reason : found.kind)

export const settled = published(accepted(), journal)
const target = priceOf(at(705).price - 100n)
export const profitable = accepted({ takeProfit: target })
