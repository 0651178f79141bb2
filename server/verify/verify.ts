/**
 * Verifies a contract offline: its proof, or for a file of an earlier release the ticks around entry and
 * exit, with the arithmetic and rules of settlement.
 */
import { Schema } from "effect"
import { checkReceipt, readMarketKey, type Verdict } from "../../src/domain/check-receipt.ts"
import { type Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import { priceUnitsOf } from "../../src/domain/money.ts"
import { planSettlement } from "../../src/domain/settlement-plan.ts"
import { type Finding, isHashChain } from "../../src/domain/verify-old-form.ts"
import { contractFrom, refused } from "../../src/domain/verify-settlement.ts"

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

/**
 * Verifies a contract by the market's verifier key; null takes the one in the file. With `path`,
 * the ticks from entry to exit, a late exit in the old form is found as well.
 */
export const verify = async (
  detail: OrderDetail,
  path: ReadonlyArray<Tick> | null,
  marketKey: string | null = null,
): Promise<Report> => {
  const { order } = detail
  const key = marketKey ?? detail.marketKey
  const checked = await checkReceipt(detail, key === undefined ? null : readMarketKey(key))
  // Who names a key expects signatures.
  const verdict: Verdict =
    checked.kind === "old-form" && marketKey !== null ? { kind: "refused", ...refused("missing") } : checked
  if (verdict.kind !== "old-form")
    return { order, verdict, findings: [], agrees: verdict.kind === "verified" }
  const further = path === null || order.state === "cancelled" ? [] : [await pathFinding(order, path)]
  const findings = [...verdict.verification.findings, ...further]
  return { order, verdict, findings, agrees: findings.every((finding) => finding.holds) }
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
