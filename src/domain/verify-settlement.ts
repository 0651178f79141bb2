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
  levelsAt,
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
 * `level`: it was settled by another stop-loss or take-profit than the one in force.
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
  | "level"
  | "amendment-forged"
  | "amendment-dropped"
  | "amendment-order"
  | "amendment-time"
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

export const isRefused = (value: object): value is Refused => "recomputed" in value

/** A published contract, its proof, and the checkpoint in its receipt. Signatures are verified before. */
export interface Evidence {
  readonly order: Order
  readonly proof: SettlementProof
  /** Null for a contract that was accepted before receipts carried one. */
  readonly orderCheckpoint: Checkpoint | null
  /** Those in its amendments. */
  readonly amendmentCheckpoints?: readonly Checkpoint[]
}

/** Verifies a completed contract. Null: everything holds. Otherwise the first thing that does not. */
export const verifySettlement = ({
  order,
  proof,
  orderCheckpoint,
  amendmentCheckpoints = [],
}: Evidence): Refused | null => {
  if (proof.checkpoint.symbol !== order.symbol) return refused("foreign")
  const log = openLog(proof, orderCheckpoint)
  if (isRefused(log)) return log
  const amended = amendmentProblem(order, proof, amendmentCheckpoints, log)
  if (amended !== null) return amended
  const decision = decide(order, proof, log)
  const problem = isRefused(decision) ? decision : verifyDecision(order, decision, orderCheckpoint)
  return problem !== null && isByOtherLevels(order, proof, log) ? { ...problem, reason: "level" } : problem
}

const verifyDecision = (order: Order, decision: Decision, orderCheckpoint: Checkpoint | null) =>
  orderCheckpoint !== null && isKnownBefore(decision, orderCheckpoint.size)
    ? refused("entry")
    : compare(order, decision)

/** What a proof shows of the log. */
export interface OpenLog {
  readonly ticks: readonly PricePoint[]
  /** Where tiles are summarised, in order. */
  readonly gaps: readonly Gap[]
}

export interface Gap {
  /** The opened ticks around the tiles. */
  readonly before: PricePoint
  readonly after: PricePoint
  readonly between: PriceSummary
}

/** Checks the proof against the heads in the checkpoints. */
const openLog = (proof: SettlementProof, earlier: Checkpoint | null): OpenLog | Refused => {
  const { checkpoint, consistency } = proof
  const isExtended =
    earlier === null
      ? consistency.length === 0
      : isConsistent(earlier.size, earlier.root, checkpoint.size, checkpoint.root, consistency)
  return isExtended ? readLog(proof) : refused("fork")
}

/** The ticks that a proof opens, checked against the heads in its own checkpoint. */
export const readLog = (proof: SettlementProof): OpenLog | Refused => {
  const { checkpoint, opened } = proof
  if (!isRoot(checkpoint.root, () => tickRoot(proof))) return refused("ticks")
  const ranges = tilesBetween(opened.map(spanOf))
  let summaries: readonly (PriceSummary | null)[] = []
  const isSummarised = isRoot(checkpoint.summaryRoot, () => {
    if (ranges.length === 0)
      return proof.summaryNodes.length === 0 ? checkpoint.summaryRoot : new Uint8Array()
    const proved = summaryProof(Math.floor(checkpoint.size / TILE_WIDTH), ranges, proof.summaryNodes)
    summaries = proved.summaries
    return proved.root
  })
  if (!isSummarised) return refused("summaries")
  const runs = opened.map(({ from, ticks: run }) =>
    run.map((tick, index) => ({ ...tick, seq: from + index + 1 })),
  )
  const log = { ticks: runs.flat(), gaps: gapsOf(runs, summaries) }
  return areTimesIncreasing(log) ? log : refused("ticks")
}

const gapsOf = (
  runs: readonly (readonly PricePoint[])[],
  summaries: readonly (PriceSummary | null)[],
): readonly Gap[] =>
  summaries.flatMap((between, index) => {
    const [before, after] = [runs[index]?.at(-1), runs[index + 1]?.[0]]
    return between === null || before === undefined || after === undefined ? [] : [{ before, after, between }]
  })

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

const areTimesIncreasing = ({ ticks, gaps }: OpenLog): boolean =>
  ticks.every((tick, index) => tick.atMs > (ticks[index - 1]?.atMs ?? -Infinity)) &&
  gaps.every(({ before, after, between }) => before.atMs < between.firstAtMs && between.lastAtMs < after.atMs)

const unitsOrNull = (price: string | null) => (price === null ? null : priceUnitsOf(price))

const levelsIn = ({ takeProfit, stopLoss }: Pick<Order, "takeProfit" | "stopLoss">) => ({
  takeProfit: unitsOrNull(takeProfit),
  stopLoss: unitsOrNull(stopLoss),
})

/** A published contract as input of the plan, as it was when it was accepted, with what was changed. */
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
  ...levelsIn(order.levelHistory?.agreed ?? order),
  amendments: (order.levelHistory?.amendments ?? []).map((each) => ({ ...levelsIn(each), atMs: each.atMs })),
  acceptedAtMs: order.acceptedAtMs,
  closeRequestedAtMs: order.closeRequestedAtMs,
  opened: null,
})

/**
 * The terms that an older contract does not carry are taken from what was published. One that lacks
 * its entry or its expiry is refused for that.
 */
export const rulesFor = ({ openedAtMs, expiresAtMs, periodDays }: Order) => ({
  dayMs: ((expiresAtMs ?? 0) - (openedAtMs ?? 0)) / periodDays,
  orderOpenTimeoutMs: Number.MAX_SAFE_INTEGER,
})

/**
 * Whether each amendment came when it says: after the ticks of the log that its own checkpoint shows, and
 * before the next one. Times and numbers in the text are checked with its signature.
 */
const amendmentProblem = (
  { levelHistory, closedAtMs }: Order,
  { checkpoint, amendmentConsistency }: SettlementProof,
  checkpoints: readonly Checkpoint[],
  { ticks, gaps }: OpenLog,
): Refused | null => {
  const amendments = levelHistory?.amendments ?? []
  const isWhole = [amendmentConsistency, checkpoints].every(({ length }) => length === amendments.length)
  if (!isWhole) return refused("amendment-dropped")
  for (const [index, { atMs }] of amendments.entries()) {
    const [earlier, hashes] = [checkpoints[index], amendmentConsistency[index]]
    if (earlier === undefined || hashes === undefined) return refused("amendment-dropped")
    if (!isConsistent(earlier.size, earlier.root, checkpoint.size, checkpoint.root, hashes))
      return refused("fork")
    if (atMs >= (closedAtMs ?? 0)) continue
    if (gaps.some(({ between }) => between.firstAtMs <= atMs && atMs < between.lastAtMs))
      return refused("range")
    const first = ticks.find((tick) => tick.atMs > atMs)
    if (first !== undefined && first.seq <= earlier.size) return refused("amendment-time")
  }
  return null
}

/** Whether the end that was published is that of levels which were not in force any more, or not yet. */
const isByOtherLevels = (order: Order, proof: SettlementProof, log: OpenLog): boolean => {
  const { levelHistory } = order
  if (levelHistory === undefined) return false
  const { agreed, amendments } = levelHistory
  const others = amendments.flatMap((amendment, count) => [
    { agreed, amendments: amendments.slice(0, count) },
    { agreed: amendment, amendments: [] },
  ])
  return others.some((other) => {
    const decision = decide({ ...order, levelHistory: other }, proof, log)
    return !isRefused(decision) && compare(order, decision) === null
  })
}

/** Settles the contract again from the opened ticks. Refused where they do not decide it. */
const decide = (order: Order, proof: SettlementProof, log: OpenLog): Decision | Refused => {
  const { ticks, gaps } = log
  const [first, last] = [ticks[0], ticks.at(-1)]
  if (first === undefined || last === undefined) return refused("range")
  if (first.seq > 1 && first.atMs > order.acceptedAtMs) return refused("range")
  // A tick between the openings could be the entry.
  if (gaps.some(({ before }) => before.atMs <= order.acceptedAtMs)) return refused("range")
  const { size, completeUntilMs } = proof.checkpoint
  const contract = contractFrom(order)
  const slice = { ticks, completeUntilMs: last.seq === size ? completeUntilMs : last.atMs }
  const [decision] = planSettlement([contract], () => slice, rulesFor(order))
  if (decision?.kind === "opened") return compareOpened(order, decision.opened) ?? refused("exit")
  if (decision === undefined) return refused("exit")
  if (decision.kind !== "ended" || decision.opened === null) return decision
  for (const gap of gaps) {
    const problem = refusedIn(gap, contract, decision.opened, decision.ending)
    if (problem !== null) return problem
  }
  return decision
}

/**
 * Summarised tiles must not hold the end of the contract. An exit after them is not after the expiry, so
 * that they are not either. The levels do not change within them.
 */
const refusedIn = (
  { before, between }: Gap,
  contract: Contract,
  opened: Opened,
  ending: Ending,
): Refused | null => {
  if (ending.exit.seq <= before.seq) return ending.state === "settled" ? refused("range") : null
  const levels = levelsAt(contract, between.firstAtMs)
  const { low, high } = triggersOf({ ...levels, terms: contract.terms }, opened.entry.price)
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
