/**
 * Verifies a contract offline: its proof, or for a file of an earlier release the ticks around entry and
 * exit, with the arithmetic and rules of settlement.
 */
import { Schema } from "effect"
import {
  checkSettlement,
  isContractOf,
  marketWithKey,
  openCheckpoint,
  openPromises,
  readMarketKey,
  type Verdict,
} from "../../src/domain/check-settlement.ts"
import { type Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import type { Evidence } from "../../src/domain/evidence.ts"
import { priceUnitsOf } from "../../src/domain/money.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import { type Continuity, continuityOf, type ReadLogFile } from "../../src/domain/tick-log/log-tiles.ts"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
import { type Finding, isHashChain } from "../../src/domain/verify-old-form.ts"
import { contractFrom, refused } from "../../src/domain/verify-settlement.ts"
import { openCosigned } from "./witness.ts"

/**
 * A finding of the old form. `path` is checked here only: no tick between entry and exit should have
 * ended the contract.
 */
export type Recheck = Omit<Finding, "check"> & { readonly check: Finding["check"] | "path" }

export interface Report {
  readonly order: Order
  readonly verdict: Verdict
  /** Of a file in the old form only. */
  readonly findings: ReadonlyArray<Recheck>
  /** True when everything that could be checked holds. */
  readonly agrees: boolean
  /** How the log relates to the checkpoint that was given. Null without one, or without a proof. */
  readonly continuity: Continuity | null
}

const Answer = <Data extends Schema.Codec<unknown, unknown>>(data: Data) =>
  Schema.fromJsonString(Schema.Union([Schema.Struct({ data }), data]))

const decodeDetail = Schema.decodeUnknownSync(Answer(OrderDetail))
const decodeTicks = Schema.decodeUnknownSync(Answer(Schema.Array(Tick)))

/** Reads an answer of `api/order/detail`, with or without its envelope. Throws on anything else. */
export const readDetail = (text: string): OrderDetail => {
  const answer = decodeDetail(text)
  return "data" in answer ? answer.data : answer
}

/** Reads an answer of `api/market/ticks`, with or without its envelope. Throws on anything else. */
export const readTickList = (text: string): ReadonlyArray<Tick> => {
  const answer = decodeTicks(text)
  return "data" in answer ? answer.data : answer
}

const unreachable: ReadLogFile = () => Promise.reject(new Error("the log is not asked"))

/**
 * How the log of a verified contract relates to a checkpoint, without a network: known where that is of the
 * same size, or the one of the order.
 */
export const compareOffline = async (
  { symbol, checkpoint: accepted = "" }: Order,
  checkpoint: Checkpoint,
  seen: Checkpoint,
  publicKey: Uint8Array,
): Promise<Continuity> => {
  const ofOrder = await openCheckpoint(accepted, symbol, publicKey)
  return ofOrder?.size === seen.size
    ? continuityOf(ofOrder, [seen], unreachable)
    : continuityOf(checkpoint, [seen], unreachable)
}

/** The market's public key: the one that is named, or else the one in the file. */
export const publicKeyFor = ({ marketKey }: OrderDetail, named: string | null): Uint8Array | null => {
  const key = named ?? marketKey
  return key === undefined ? null : readMarketKey(key)
}

export interface VerifyOptions {
  /** The market's verifier key; null takes the one in the file. */
  readonly marketKey?: string | null
  /** A signed checkpoint that is trusted already, with or without cosignatures. */
  readonly checkpoint?: string | null
  /** Further contracts of the same member, which limits of amounts count too. */
  readonly others?: ReadonlyArray<OrderDetail>
  /** What a device kept of the contract. */
  readonly seen?: Evidence["seen"]
}

/** Contracts that the market signed as those of the member of a contract. Throws for another's. */
const othersOf = async (
  { promises = [] }: OrderDetail,
  others: ReadonlyArray<OrderDetail>,
  publicKey: Uint8Array | null,
): Promise<ReadonlyArray<Order>> => {
  if (others.length === 0) return []
  const [promise] = publicKey === null ? [] : ((await openPromises(promises, publicKey)) ?? [])
  if (publicKey === null || promise === undefined)
    throw new Error("Without a signed limit in the first file no other contract counts.")
  for (const other of others)
    if (!(await isContractOf(other, promise.member, publicKey)))
      throw new Error(`Contract ${other.order.id} is not signed as one of the same member.`)
  return others.map(({ order }) => order)
}

/**
 * Verifies a contract. With `path`, the ticks from entry to exit, a late exit in the old form is found as
 * well. Throws for a checkpoint that is not of this market.
 */
export const verify = async (
  detail: OrderDetail,
  path: ReadonlyArray<Tick> | null,
  { marketKey = null, checkpoint: seenNote = null, others = [], seen: kept }: VerifyOptions = {},
): Promise<Report> => {
  const { order } = detail
  const publicKey = publicKeyFor(detail, marketKey ?? kept?.marketKey ?? null)
  const isGiven = seenNote !== null && publicKey !== null
  const seen = isGiven ? await openCosigned(seenNote, order.symbol, publicKey) : null
  if (isGiven && seen === null) throw new Error("The checkpoint is of another market, or damaged.")
  const known = {
    ...marketWithKey(publicKey),
    ...kept,
    receiptsSinceMs: seen?.receiptsSinceMs ?? null,
    others: await othersOf(detail, others, publicKey),
  }
  const checked = await checkSettlement(detail, known)
  if (checked.kind === "verified" && publicKey !== null && seen !== null) {
    const continuity = await compareOffline(order, checked.checkpoint, seen, publicKey)
    const isRefused = continuity === "contradicts"
    const verdict: Verdict = isRefused ? { kind: "refused", ...refused("rollback") } : checked
    return { order, verdict, findings: [], agrees: !isRefused, continuity }
  }
  // Who names a key expects signatures.
  const verdict: Verdict =
    checked.kind === "old-form" && marketKey !== null ? { kind: "refused", ...refused("missing") } : checked
  if (verdict.kind !== "old-form")
    return { order, verdict, findings: [], agrees: verdict.kind === "verified", continuity: null }
  const further = path === null || order.state === "cancelled" ? [] : [await pathFinding(order, path)]
  const findings = [...verdict.verification.findings, ...further]
  const agrees = findings.every((finding) => finding.holds)
  return { order, verdict, findings, agrees, continuity: null }
}

/** Settles the contract again from an unbroken range of ticks. */
const pathFinding = async (order: Order, ticks: ReadonlyArray<Tick>): Promise<Recheck> => {
  const { entrySeq, exitSeq, openedAtMs, expiresAtMs, closingPrice } = order
  const published = `${closingPrice} at tick ${exitSeq}`
  const stretch = ticks.filter((tick) => tick.seq >= (entrySeq ?? 0) && tick.seq <= (exitSeq ?? -1) + 1)
  const isWhole =
    stretch[0]?.seq === entrySeq &&
    stretch.some((tick) => tick.seq === exitSeq) &&
    (await isHashChain(stretch)) &&
    openedAtMs !== null &&
    expiresAtMs !== null
  if (!isWhole) return { check: "path", holds: false, published, recomputed: null }
  const marks = stretch.map((tick) => ({ seq: tick.seq, atMs: tick.atMs, price: priceUnitsOf(tick.price) }))
  const completeUntilMs = Math.max(expiresAtMs, marks.at(-1)?.atMs ?? 0)
  const dayMs = (expiresAtMs - openedAtMs) / order.periodDays
  const rules = { dayMs, orderOpenTimeoutMs: Number.POSITIVE_INFINITY }
  const decision = planSettlement([contractFrom(order)], () => ({ ticks: marks, completeUntilMs }), rules)[0]
  if (decision?.kind !== "ended") return { check: "path", holds: false, published, recomputed: null }
  const { exit, state } = decision.ending
  const at = stretch.find((tick) => tick.seq === exit.seq)
  return {
    check: "path",
    holds: exit.seq === exitSeq && state === order.state,
    published,
    recomputed: `${at?.price} at tick ${exit.seq}`,
  }
}
