/**
 * Verifies a contract offline: recomputes what the server published, with the arithmetic and rules
 * of settlement.
 */
import { Schema } from "effect"
import { type Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import { priceUnitsOf } from "../../src/domain/money.ts"
import { orderTerms } from "../../src/domain/position.ts"
import { type Finding, isHashChain, verifySettlement } from "../../src/domain/verify-settlement.ts"
import { type Contract, planSettlement } from "../settlement/plan.ts"

/**
 * A finding. `path` is checked here only: no tick between entry and exit should have ended the
 * contract.
 */
export type Recheck = Omit<Finding, "check"> & { readonly check: Finding["check"] | "path" }

export interface Report {
  readonly order: Order
  /** `running`: the contract has not ended, so there is nothing to recompute. */
  readonly verdict: "agrees" | "differs" | "running"
  readonly findings: ReadonlyArray<Recheck>
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
 * Recomputes a contract. With `path`, the ticks from entry to exit, it also detects a late exit.
 */
export const verify = async (detail: OrderDetail, path: ReadonlyArray<Tick> | null): Promise<Report> => {
  const { order } = detail
  const verification = await verifySettlement(detail)
  if (verification === null) return { order, verdict: "running", findings: [] }
  const further = path === null || order.state === "cancelled" ? [] : [await pathFinding(order, path)]
  const findings = [...verification.findings, ...further]
  return { order, verdict: findings.every((finding) => finding.holds) ? "agrees" : "differs", findings }
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
  const contract = contractFrom(order)
  const marks = stretch.map((tick) => ({ seq: tick.seq, atMs: tick.atMs, price: priceUnitsOf(tick.price) }))
  const completeUntilMs = Math.max(expiresAtMs, marks.at(-1)?.atMs ?? 0)
  const dayMs = (expiresAtMs - openedAtMs) / order.periodDays
  const rules = { dayMs, orderOpenTimeoutMs: Number.POSITIVE_INFINITY }
  const decision = planSettlement([contract], () => ({ ticks: marks, completeUntilMs }), rules)[0]
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

const unitsOrNull = (price: string | null) => (price === null ? null : priceUnitsOf(price))

const contractFrom = (order: Order): Contract => ({
  id: order.id,
  symbol: order.symbol,
  terms: orderTerms(order),
  periodDays: order.periodDays,
  quotedPrice: priceUnitsOf(order.quotedPrice),
  slippageBps: order.slippageBps,
  takeProfit: unitsOrNull(order.takeProfit),
  stopLoss: unitsOrNull(order.stopLoss),
  acceptedAtMs: order.acceptedAtMs,
  closeRequestedAtMs: order.closeRequestedAtMs,
  opened: null,
})
