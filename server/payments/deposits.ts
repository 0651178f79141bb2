import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Deposit, type DepositNetwork } from "../../src/domain/cash.ts"
import { CURRENCY, type Locale } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, koboOf } from "../../src/domain/money.ts"
import type { ProvidedWay } from "../../src/domain/payment.ts"
import { type Attribution, NotPending, postDecided, recordDecision } from "../core/decision.ts"
import { stayUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { claimImage } from "../core/images.ts"
import { CHANGE, requireBounded } from "../core/ledger.ts"
import { appendEvent, type MemberChange } from "../core/member-events.ts"
import { idempotent, idOfKey } from "../core/operations.ts"
import { requireDepositWithin } from "../core/protection.ts"
import { refusal } from "../core/refusal.ts"
import { requireOpenSite } from "../core/site-state.ts"
import { storedReasonIn } from "../core/texts.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { listOwnRecords, type RecordTable, readOwnRecord } from "./own-records.ts"
import { paymentField } from "./payment-ways.ts"
import {
  bindConversion,
  type ConversionColumns,
  conversionColumns,
  conversionValues,
  offerRates,
  storedConversion,
} from "./rates.ts"

const networkColumns = "id, network, address, minimum, maximum, arrival_minutes"

interface NetworkRow {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly arrival_minutes: number
}

export const listDepositNetworks = Effect.fn("listDepositNetworks")(function* () {
  const rows = yield* sql<NetworkRow>(
    `select ${networkColumns} from deposit_networks where enabled order by position, id`,
  )
  const rates = yield* offerRates()
  return rows.map((row): DepositNetwork => {
    const rate = rates.get(row.network)
    return {
      id: row.id,
      network: row.network,
      address: row.address,
      minimum: amountOf(row.minimum),
      maximum: amountOf(row.maximum),
      arrivalMinutes: row.arrival_minutes,
      ...(rate && { rate }),
    }
  })
})

const findNetwork = Effect.fnUntraced(function* (id: string) {
  const rows = yield* sql<NetworkRow>(
    `select ${networkColumns} from deposit_networks where enabled and id = $1`,
    [id],
  )
  return rows[0] ?? (yield* refusal("deposit.network-unknown", { field: "network_id" }))
})

/** Refuses an amount outside the bounds. */
export const checkAmount = Effect.fnUntraced(function* (
  amount: Kobo,
  { minimum, maximum }: { readonly minimum: Kobo; readonly maximum: Kobo },
) {
  if (amount < minimum) {
    const params = { min: amountOf(minimum) }
    return yield* refusal("deposit.below-minimum", { field: "amount", params })
  }
  if (amount > maximum) {
    const params = { max: amountOf(maximum) }
    return yield* refusal("deposit.above-maximum", { field: "amount", params })
  }
})

/** Pending deposits that one member may have at a time. */
const waitingMax = 100

/**
 * Refuses one more pending deposit than allowed. A payment counts until its link expires. The lock
 * makes deposits of a member take turns until the end of the transaction, so that each count
 * includes the one before.
 */
export const checkQueue = Effect.fnUntraced(function* (memberId: string) {
  yield* sql("select revision from balances where member_id = $1 and asset = $2 for update", [
    ...[memberId, CURRENCY],
  ])
  const rows = yield* sql<{ waiting: bigint }>(
    `select count(*) as waiting from deposits
     where member_id = $1 and status = 0 and (expires_at_ms is null or expires_at_ms > $2)`,
    [memberId, yield* Clock.currentTimeMillis],
  )
  if ((rows[0]?.waiting ?? 0n) >= BigInt(waitingMax))
    return yield* refusal("deposit.limit", { params: { max: waitingMax } })
})

/**
 * Reports a deposit for review. Nothing is credited yet. Refused while the site is closed. Idempotent
 * by key.
 */
export const createDeposit = (request: RequestOf<"depositCreate">, call: Call) =>
  idempotent(
    {
      memberId: call.memberId,
      operation: "deposit",
      key: request.key,
      body: request,
      answers: Deposit,
      id: (deposit) => deposit.id,
    },
    insertDeposit(request, call.memberId),
  )

/** The event of a new deposit, whose row has been inserted. */
export const depositReported = (id: string): MemberChange => ({
  kind: "deposit",
  subject: id,
  from: null,
  to: "pending",
  columns: "all",
  who: "member",
  why: "",
})

/** The event of a deposit that was credited or refused. */
export const depositDecided = (
  id: string,
  isCredited: boolean,
  { who, why }: Attribution,
  from: "pending" | "refused" = "pending",
): MemberChange => ({
  kind: "deposit",
  subject: id,
  from,
  to: isCredited ? "credited" : "refused",
  columns: ["status", "reason", "reviewed_at_ms", "attention"],
  who,
  why,
})

/** The names of a deposit's states in events, by status. */
export const DEPOSIT_STATES = ["pending", "credited", "refused"] as const

/** The event of a deposit that an operator has to look at, or has looked at. Its state stays. */
export const attentionChanged = (
  id: string,
  status: Deposit["status"],
  { who, why }: Attribution,
): MemberChange => ({
  kind: "deposit",
  subject: id,
  from: DEPOSIT_STATES[status],
  to: DEPOSIT_STATES[status],
  columns: ["attention"],
  who,
  why,
})

/**
 * Posts the credit (201) of a deposit. The transaction's id derives from the deposit's, so one deposit is
 * posted at most once.
 */
export const postCredit = (
  id: string,
  credit: { readonly memberId: string; readonly amount: Kobo; readonly atMs: number },
  event: MemberChange,
) =>
  postDecided({
    transactionId: `deposit-${id}`,
    memberId: credit.memberId,
    available: credit.amount,
    code: CHANGE.depositCredited,
    reason: "",
    reference: id,
    event,
    atMs: credit.atMs,
  })

const insertDeposit = Effect.fn("insertDeposit")(function* (
  request: RequestOf<"depositCreate">,
  memberId: string,
) {
  yield* requireOpenSite()
  yield* stayUnfrozen(memberId)
  const network = yield* findNetwork(request.networkId)
  // the record names the address that the member was shown
  if (request.address !== undefined && request.address !== network.address)
    return yield* refusal("deposit.address-changed", { field: "address" })
  const amount = koboOf(request.amount)
  yield* checkAmount(amount, network)
  if (!(yield* claimImage(memberId, request.proofImage)))
    return yield* refusal("deposit.proof-unknown", { field: "proof_image" })
  yield* checkQueue(memberId)
  yield* requireDepositWithin(memberId, amount)
  const conversion = yield* bindConversion(network.network, amount, "up", request.rateId)
  const id = idOfKey(memberId, "deposit", request.key)
  const atMs = yield* Clock.currentTimeMillis
  yield* execute(
    `insert into deposits
       (id, member_id, network, address, currency, amount, proof_image, created_at_ms, ${conversionColumns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[id, memberId, network.network, network.address, CURRENCY, amount, request.proofImage, atMs],
      ...conversionValues(conversion),
    ],
  )
  yield* appendEvent(memberId, depositReported(id))
  const deposit: Deposit = {
    id,
    atMs,
    network: network.network,
    address: network.address,
    currency: CURRENCY,
    number: amountOf(amount),
    ...(conversion && { conversion }),
    proofImage: request.proofImage,
    status: 0,
    reason: null,
    reviewedAtMs: null,
  }
  return deposit
})

interface DepositRow extends ConversionColumns {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly currency: string
  readonly amount: Kobo
  readonly proof_image: string | null
  readonly way: ProvidedWay | null
  readonly expires_at_ms: bigint | null
  readonly attention: string | null
  readonly status: Deposit["status"]
  readonly reason: string | null
  readonly created_at_ms: bigint
  readonly reviewed_at_ms: bigint | null
}

const table: RecordTable = {
  name: "deposits",
  columns: `id, network, address, currency, amount, proof_image, way, expires_at_ms, attention, status, reason,
  created_at_ms, reviewed_at_ms, ${conversionColumns}`,
  unknown: "deposit.unknown",
}

const paymentOf = Effect.fnUntraced(function* (row: DepositRow, locale: Locale) {
  const { id, way, amount } = row
  if (way === null) return {}
  const expiresAtMs = Number(row.expires_at_ms)
  const isLookedAt = row.status === 0 && row.attention !== null
  const isOpen = row.status === 0 && !isLookedAt && (yield* Clock.currentTimeMillis) < expiresAtMs
  const payment = yield* paymentField({ id, way, amount, expiresAtMs }, isOpen, locale)
  const isCancelled = row.reason === "payment.failed.cancelled"
  return {
    payment: { ...payment, ...(isLookedAt && { isLookedAt }), ...(isCancelled && { isCancelled }) },
  }
})

const depositOf = Effect.fnUntraced(function* (row: DepositRow, locale: Locale) {
  const deposit: Deposit = {
    id: row.id,
    atMs: Number(row.created_at_ms),
    network: row.network,
    address: row.address,
    currency: row.currency,
    number: amountOf(row.amount),
    ...storedConversion(row),
    ...(row.proof_image !== null && { proofImage: row.proof_image }),
    ...(yield* paymentOf(row, locale)),
    status: row.status,
    reason: storedReasonIn(locale, row.reason),
    reviewedAtMs: row.reviewed_at_ms === null ? null : Number(row.reviewed_at_ms),
  }
  return deposit
})

/** The member's deposits, newest first. */
export const listDeposits = Effect.fn("listDeposits")(function* (request: RequestOf<"deposits">, call: Call) {
  const page = yield* listOwnRecords<DepositRow>(table, request, call)
  return { ...page, items: yield* Effect.forEach(page.items, (row) => depositOf(row, call.locale)) }
})

/** One deposit of the member. */
export const readDeposit = Effect.fn("readDeposit")(function* (request: RequestOf<"deposit">, call: Call) {
  return yield* depositOf(yield* readOwnRecord<DepositRow>(table, request.id, call), call.locale)
})

interface Decided {
  readonly member_id: string
  readonly amount: Kobo
}

/**
 * Leaves "pending" exactly once: one of several concurrent reviewers succeeds, the others fail with
 * `NotPending`.
 */
const decide = Effect.fnUntraced(function* (id: string, status: 1 | 2, reason: string | null) {
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<Decided>(
    `update deposits set status = $2, reason = $3, reviewed_at_ms = $4, attention = null where id = $1 and status = 0
     returning member_id, amount`,
    [id, status, reason, atMs],
  )
  const decided = rows[0] ?? (yield* new NotPending({ message: `No deposit ${id} is waiting for review.` }))
  return { memberId: decided.member_id, amount: decided.amount, atMs }
})

/**
 * Credits a pending deposit: status, posting (201) and operator event change in one transaction. Also
 * fails with `NotPending` where the member would have too much.
 */
export const creditDeposit = Effect.fn("creditDeposit")(function* (id: string, attribution: Attribution) {
  yield* Effect.gen(function* () {
    const { memberId, amount, atMs } = yield* decide(id, 1, null)
    const change = depositDecided(id, true, attribution)
    const balance = yield* postCredit(id, { memberId, amount, atMs }, change)
    yield* Effect.mapError(requireBounded(balance), ({ message }) => new NotPending({ message }))
    const detail = { member: memberId, amount: amountOf(amount) }
    const members = [memberId]
    yield* recordDecision({ command: "deposits approve", subject: id, ...attribution, detail, members })
  }).pipe(transaction)
})

/** Refuses a pending deposit. The member reads `why`. */
export const refuseDeposit = Effect.fn("refuseDeposit")(function* (id: string, attribution: Attribution) {
  yield* Effect.gen(function* () {
    const { memberId, amount } = yield* decide(id, 2, attribution.why)
    yield* appendEvent(memberId, depositDecided(id, false, attribution))
    const detail = { member: memberId, amount: amountOf(amount) }
    const members = [memberId]
    yield* recordDecision({ command: "deposits refuse", subject: id, ...attribution, detail, members })
  }).pipe(transaction)
})

/** Ends the attention of a deposit that was looked at and needs no other decision. */
export const endAttention = Effect.fn("endAttention")(function* (id: string, attribution: Attribution) {
  yield* Effect.gen(function* () {
    const rows = yield* sql<{ member_id: string; status: Deposit["status"] }>(
      `update deposits set attention = null where id = $1 and attention is not null
         returning member_id, status`,
      [id],
    )
    const row = rows[0] ?? (yield* new NotPending({ message: `No deposit ${id} is to be looked at.` }))
    yield* appendEvent(row.member_id, attentionChanged(id, row.status, attribution))
    const members = [row.member_id]
    yield* recordDecision({ command: "deposits seen", subject: id, ...attribution, members })
  }).pipe(transaction)
})
