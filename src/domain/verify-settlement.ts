/**
 * Verifies a settlement from its proof alone: whether the market's log, as its checkpoint commits to it,
 * and the rules of settlement give exactly what was published.
 */

import type { Order } from "./entities.ts"
import { amountOf, priceOf, priceUnitsOf } from "./money.ts"
import {
  type Contract,
  type Decision,
  type Ending,
  type Opened,
  type PricePoint,
  planSettlement,
  triggersOf,
} from "./settlement-plan.ts"
import {
  type Hash,
  isConsistent,
  isSameHash,
  leafHash,
  ProofMismatch,
  rangeProofRoot,
} from "./tick-log/merkle.ts"
import { type SettlementProof, spanOf, tilesBetween } from "./tick-log/settlement-proof.ts"
import type { Checkpoint } from "./tick-log/signed-note.ts"
import { type PriceSummary, summaryProof } from "./tick-log/summary-tree.ts"
import { TILE_WIDTH, tickData } from "./tick-log/tile.ts"
import { orderTerms } from "./trade.ts"

/**
 * Why a proof is refused; each has a translation key `verify.reason.<reason>`. `rollback`: the log does
 * not belong to a checkpoint that was seen before. `stripped`: a contract that was accepted with a
 * checkpoint comes without its proof. `tiles`: a part of the published log is not what its checkpoint says.
 */
export type Refusal =
  | "missing"
  | "stripped"
  | "unreadable"
  | "foreign"
  | "key"
  | "terms"
  | "anchor"
  | "fork"
  | "rollback"
  | "ticks"
  | "tiles"
  | "summaries"
  | "range"
  | "entry"
  | "slippage"
  | "cancellation"
  | "period"
  | "earlier-end"
  | "exit"
  | "amounts"

/** The first thing that does not hold, with the published and the recomputed value if comparable. */
export interface Refused {
  readonly reason: Refusal
  readonly published: string | null
  readonly recomputed: string | null
}

export const refused = (
  reason: Refusal,
  published: string | null = null,
  recomputed: string | null = null,
): Refused => ({ reason, published, recomputed })

const isRefused = (value: object): value is Refused => "recomputed" in value

/** A published contract, its proof, and the checkpoint in its receipt. Signatures are verified before. */
export interface Evidence {
  readonly order: Order
  readonly proof: SettlementProof
  /** Null for a contract that was accepted before receipts carried one. */
  readonly orderCheckpoint: Checkpoint | null
}

/** Verifies a completed contract. Null: everything holds. Otherwise the first thing that does not. */
export const verifySettlement = ({ order, proof, orderCheckpoint }: Evidence): Refused | null => {
  if (proof.checkpoint.symbol !== order.symbol) return refused("foreign")
  const log = openLog(proof, orderCheckpoint)
  if (isRefused(log)) return log
  const decision = decide(order, proof, log)
  if (isRefused(decision)) return decision
  if (orderCheckpoint !== null && isKnownBefore(decision, orderCheckpoint.size)) return refused("entry")
  return compare(order, decision)
}

/** What a proof shows of the log. */
interface OpenLog {
  readonly ticks: readonly PricePoint[]
  /** How many of the ticks stand before the summarised tiles: all of them without any. */
  readonly firstRun: number
  readonly between: PriceSummary | null
}

/** Checks the proof against the heads in the checkpoints. */
const openLog = (proof: SettlementProof, earlier: Checkpoint | null): OpenLog | Refused => {
  const { checkpoint, opened, consistency } = proof
  const isExtended =
    earlier === null
      ? consistency.length === 0
      : isConsistent(earlier.size, earlier.root, checkpoint.size, checkpoint.root, consistency)
  if (!isExtended) return refused("fork")
  if (!isRoot(checkpoint.root, () => tickRoot(proof))) return refused("ticks")
  let between: PriceSummary | null = null
  const isSummarised = isRoot(checkpoint.summaryRoot, () => {
    const range = tilesBetween(opened)
    if (range === null) return proof.summaryNodes.length === 0 ? checkpoint.summaryRoot : new Uint8Array()
    const proved = summaryProof(Math.floor(checkpoint.size / TILE_WIDTH), range, proof.summaryNodes)
    between = proved.summary
    return proved.root
  })
  if (!isSummarised) return refused("summaries")
  const ticks = opened.flatMap(({ from, ticks: run }) =>
    run.map((tick, index) => ({ ...tick, seq: from + index + 1 })),
  )
  const log = { ticks, firstRun: opened[0]?.ticks.length ?? 0, between }
  return areTimesIncreasing(log) ? log : refused("ticks")
}

const isRoot = (root: Hash, compute: () => Hash): boolean => {
  try {
    return isSameHash(root, compute())
  } catch (thrown) {
    if (thrown instanceof ProofMismatch) return false
    throw thrown
  }
}

/** The head of the tree of ticks, from the opened ones and the hashes beside them. */
const tickRoot = ({ checkpoint, opened, tickHashes }: SettlementProof): Hash => {
  const spans = opened.map(spanOf)
  if (spans.some((span) => span.to > checkpoint.size)) throw new ProofMismatch("ticks beyond the log")
  const leaves = new Map(
    opened.flatMap(({ from, ticks }) =>
      ticks.map(
        (tick, at) => [from + at, leafHash(tickData(checkpoint.symbol, from + at + 1, tick))] as const,
      ),
    ),
  )
  const leaf = (index: number): Hash => leaves.get(index) ?? new Uint8Array()
  return rangeProofRoot(checkpoint.size, spans, leaf, tickHashes)
}

const areTimesIncreasing = ({ ticks, firstRun, between }: OpenLog): boolean => {
  const isRising = ticks.every((tick, index) => tick.atMs > (ticks[index - 1]?.atMs ?? -Infinity))
  const [before, after] = [ticks[firstRun - 1], ticks[firstRun]]
  if (between === null || before === undefined || after === undefined) return isRising
  return isRising && before.atMs < between.firstAtMs && between.lastAtMs < after.atMs
}

const unitsOrNull = (price: string | null) => (price === null ? null : priceUnitsOf(price))

/** A published contract as input of the plan, as it was when it was accepted. */
export const contractFrom = (order: Order): Contract => ({
  id: order.id,
  symbol: order.symbol,
  terms: orderTerms(order),
  periodDays: order.periodDays,
  dayMs: order.dayMs ?? null,
  openTimeoutMs: order.openTimeoutMs ?? null,
  rulesVersion: order.rulesVersion ?? null,
  quotedPrice: priceUnitsOf(order.quotedPrice),
  slippageBps: order.slippageBps,
  takeProfit: unitsOrNull(order.takeProfit),
  stopLoss: unitsOrNull(order.stopLoss),
  acceptedAtMs: order.acceptedAtMs,
  closeRequestedAtMs: order.closeRequestedAtMs,
  opened: null,
})

/**
 * The terms that an older contract does not carry are taken from what was published. One that lacks
 * its entry or its expiry is refused for that.
 */
const rulesFor = ({ openedAtMs, expiresAtMs, periodDays }: Order) => ({
  dayMs: ((expiresAtMs ?? 0) - (openedAtMs ?? 0)) / periodDays,
  orderOpenTimeoutMs: Number.MAX_SAFE_INTEGER,
})

/** Settles the contract again from the opened ticks. Refused where they do not decide it. */
const decide = (order: Order, proof: SettlementProof, log: OpenLog): Decision | Refused => {
  const { ticks, firstRun } = log
  const [first, last] = [ticks[0], ticks.at(-1)]
  if (first === undefined || last === undefined) return refused("range")
  if (first.seq > 1 && first.atMs > order.acceptedAtMs) return refused("range")
  // A tick between the openings could be the entry.
  if (log.between !== null && (ticks[firstRun - 1]?.atMs ?? 0) <= order.acceptedAtMs) return refused("range")
  const { size, completeUntilMs } = proof.checkpoint
  const contract = contractFrom(order)
  const slice = { ticks, completeUntilMs: last.seq === size ? completeUntilMs : last.atMs }
  const [decision] = planSettlement([contract], () => slice, rulesFor(order))
  if (decision?.kind === "opened") return compareOpened(order, decision.opened) ?? refused("exit")
  if (decision === undefined) return refused("exit")
  if (decision.kind === "ended" && decision.opened !== null && log.between !== null)
    return refusedBetween(contract, decision.opened, decision.ending, log, log.between) ?? decision
  return decision
}

/**
 * The summarised tiles must not hold the end of the contract. An exit after them is not after the expiry,
 * so that they are not either.
 */
const refusedBetween = (
  contract: Contract,
  opened: Opened,
  ending: Ending,
  { ticks, firstRun }: OpenLog,
  between: PriceSummary,
): Refused | null => {
  const isInFirstRun = ending.exit.seq <= (ticks[firstRun - 1]?.seq ?? 0)
  if (isInFirstRun) return ending.state === "settled" ? refused("range") : null
  const { low, high } = triggersOf(contract, opened.entry.price)
  const isReached = (low !== null && between.lowest <= low) || (high !== null && between.highest >= high)
  const { closeRequestedAtMs } = contract
  const isClosed = closeRequestedAtMs !== null && between.lastAtMs > closeRequestedAtMs
  return isReached || isClosed ? refused("earlier-end") : null
}

/** Whether the entry was already in the log that the receipt shows: its price was known then. */
const isKnownBefore = (decision: Decision, size: number): boolean =>
  decision.kind === "ended" && decision.opened !== null && decision.opened.entry.seq <= size

const compare = (order: Order, decision: Decision): Refused | null => {
  if (decision.kind === "ended" && decision.opened !== null)
    return compareOpened(order, decision.opened) ?? compareEnded(order, decision.ending)
  if (decision.kind !== "cancelled") return refused("exit")
  if (order.state !== "cancelled") return refused(notCancelled[decision.reason])
  return compareCancelled(order, decision.reason, decision.atMs)
}

/** The refusal of a contract that runs although the rules cancel it for this reason. */
const notCancelled: Readonly<Record<NonNullable<Order["cancelReason"]>, Refusal>> = {
  "no-tick": "entry",
  slippage: "slippage",
  "take-profit-passed": "cancellation",
  "stop-loss-passed": "cancellation",
}

const compareCancelled = (order: Order, reason: string, atMs: number): Refused | null => {
  const { entrySeq, openedAtMs, openingPrice, exitSeq, closingPrice, net } = order
  const isNeverOpened = [entrySeq, openedAtMs, openingPrice, exitSeq, closingPrice, net].every(
    (each) => each === null,
  )
  if (order.cancelReason !== reason || order.closedAtMs !== atMs || !isNeverOpened)
    return refused("cancellation")
  return order.credited === order.stake ? null : refused("amounts", order.credited, order.stake)
}

const compareOpened = (order: Order, { entry, expiresAtMs }: Opened): Refused | null => {
  if (order.state === "cancelled") return refused("cancellation")
  const entryPrice = priceOf(entry.price)
  const isEntry =
    order.entrySeq === entry.seq && order.openingPrice === entryPrice && order.openedAtMs === entry.atMs
  if (!isEntry) return refused("entry", order.openingPrice, entryPrice)
  return order.expiresAtMs === expiresAtMs ? null : refused("period")
}

const compareEnded = (order: Order, ending: Ending): Refused | null => {
  const { exit, settlement } = ending
  const exitPrice = priceOf(exit.price)
  if (order.exitSeq !== null && exit.seq < order.exitSeq)
    return refused("earlier-end", order.closingPrice, exitPrice)
  const isExit =
    order.exitSeq === exit.seq &&
    order.closingPrice === exitPrice &&
    order.closedAtMs === ending.atMs &&
    order.state === ending.state &&
    order.cancelReason === null
  if (!isExit) return refused("exit", order.closingPrice, exitPrice)
  const net = amountOf(settlement.netKobo)
  const areAmounts =
    order.net === net &&
    order.gross === amountOf(settlement.grossKobo) &&
    order.commission === amountOf(settlement.commissionKobo) &&
    order.credited === amountOf(settlement.creditedKobo)
  return areAmounts ? null : refused("amounts", order.net, net)
}
