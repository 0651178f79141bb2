import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import {
  type AddressFormat,
  WITHDRAWAL_REFUSALS,
  Withdrawal,
  type WithdrawalRefusal,
  type WithdrawalTerms,
} from "../../src/domain/cash.ts"
import { CURRENCY, type Locale } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, koboOf } from "../../src/domain/money.ts"
import { type ComplaintColumns, complaintColumns, complaintIn } from "../core/complaint-clock.ts"
import { requireConfirmation } from "../core/confirmation.ts"
import { stayUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { balanceOf, CHANGE, post } from "../core/ledger.ts"
import { CANCELLED } from "../core/member-events.ts"
import { idempotent, idOfKey } from "../core/operations.ts"
import { refusal } from "../core/refusal.ts"
import { takeReturned } from "../core/returned-hold.ts"
import { storedReasonIn } from "../core/texts.ts"
import { execute, sql } from "../db/db.ts"
import { readDecidedIn } from "./decided-withdrawals.ts"
import { type Destination, findDestination } from "./destinations.ts"
import { listOwnRecords, type RecordTable, readOwnRecord } from "./own-records.ts"
import {
  bindConversion,
  type ConversionColumns,
  conversionColumns,
  conversionValues,
  offerRates,
  storedConversion,
} from "./rates.ts"

interface TermsRow {
  readonly method: WithdrawalTerms["method"]
  readonly network: string | null
  readonly format: AddressFormat | null
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
  readonly arrival_minutes: number
}

/**
 * Cost and duration of a withdrawal, per method. The fee is the network's own cost and part of the
 * amount.
 */
export const listWithdrawalTerms = Effect.fn("listWithdrawalTerms")(function* () {
  const rows = yield* sql<TermsRow>(
    `select method, network, format, minimum, maximum, fee, arrival_minutes from withdrawal_terms
     where enabled order by position, id`,
  )
  const rates = yield* offerRates()
  return rows.map((row): WithdrawalTerms => {
    const rate = row.network === null ? undefined : rates.get(row.network)
    return {
      method: row.method,
      network: row.network,
      ...(row.format !== null && { format: row.format }),
      minimum: amountOf(row.minimum),
      maximum: amountOf(row.maximum),
      fee: amountOf(row.fee),
      arrivalMinutes: row.arrival_minutes,
      ...(rate && { rate }),
    }
  })
})

/** Requests a withdrawal: the amount is locked for review. Idempotent by key. */
export const createWithdrawal = (request: RequestOf<"withdrawalCreate">, call: Call) =>
  idempotent(
    {
      memberId: call.memberId,
      operation: "withdrawal",
      key: request.key,
      body: request,
      answers: Withdrawal,
      id: (withdrawal) => withdrawal.id,
    },
    insertWithdrawal(request, call),
  )

const insertWithdrawal = Effect.fn("insertWithdrawal")(function* (
  request: RequestOf<"withdrawalCreate">,
  call: Call,
) {
  const { memberId } = call
  yield* stayUnfrozen(memberId)
  const id = idOfKey(memberId, "withdrawal", request.key)
  const atMs = yield* Clock.currentTimeMillis
  const amount = koboOf(request.amount)
  const destination = yield* findDestination(request, memberId, id)
  yield* checkAmount(amount, destination)
  if (request.fee !== undefined && koboOf(request.fee) !== destination.fee) {
    const params = { fee: amountOf(destination.fee) }
    return yield* refusal("withdrawal.fee-changed", { field: "fee", params })
  }
  const subject = { purpose: "withdrawal", ...request, fee: amountOf(destination.fee) } as const
  yield* requireConfirmation(subject, request.confirmation, call)
  const received = amount - destination.fee
  const conversion =
    destination.network === null
      ? null
      : yield* bindConversion(destination.network, received, "down", request.rateId)
  yield* execute(
    `insert into withdrawals
       (id, member_id, currency, amount, fee, method, network, address, tag, destination_sealed, created_at_ms,
        ${conversionColumns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      ...[id, memberId, CURRENCY, amount, destination.fee, request.method],
      ...[destination.network, destination.address, destination.tag, destination.sealed, atMs],
      ...conversionValues(conversion),
    ],
  )
  yield* takeReturned({ id, memberId, amount, atMs })
  yield* lock({ id, memberId, amount, atMs })
  const withdrawal: Withdrawal = {
    id,
    atMs,
    currency: CURRENCY,
    number: amountOf(amount),
    fee: amountOf(destination.fee),
    realNumber: amountOf(received),
    ...(conversion && { conversion }),
    method: request.method,
    network: destination.network,
    address: destination.address,
    ...(destination.tag !== null && { tag: destination.tag }),
    status: 0,
    reason: null,
    reviewedAtMs: null,
  }
  return withdrawal
})

const checkAmount = Effect.fnUntraced(function* (amount: Kobo, terms: Destination) {
  if (amount < terms.minimum) {
    const params = { min: amountOf(terms.minimum) }
    return yield* refusal("withdrawal.below-minimum", { field: "amount", params })
  }
  if (amount > terms.maximum) {
    const params = { max: amountOf(terms.maximum) }
    return yield* refusal("withdrawal.above-maximum", { field: "amount", params })
  }
})

/**
 * Moves the amount of an inserted withdrawal from available to under review. Of concurrent
 * withdrawals only those that the balance covers succeed; the refusal of the others rolls back their
 * row.
 */
const lock = ({ id, memberId, amount, atMs }: { id: string; memberId: string; amount: Kobo; atMs: number }) =>
  post({
    transactionId: `withdrawal-${id}`,
    memberId,
    available: -amount,
    withdrawals: amount,
    code: CHANGE.withdrawalRequested,
    reason: "",
    reference: id,
    event: {
      kind: "withdrawal",
      subject: id,
      from: null,
      to: "pending",
      columns: "all",
      who: "member",
      why: "",
    },
    atMs,
  }).pipe(
    Effect.catchTag("InsufficientFunds", () =>
      Effect.gen(function* () {
        const params = { available: amountOf((yield* balanceOf(memberId)).available) }
        return yield* refusal("withdrawal.insufficient-balance", { field: "amount", params })
      }),
    ),
  )

interface WithdrawalRow extends ConversionColumns, ComplaintColumns {
  readonly id: string
  readonly currency: string
  readonly amount: Kobo
  readonly fee: Kobo
  readonly method: WithdrawalTerms["method"]
  readonly network: string | null
  readonly address: string
  readonly tag: string | null
  readonly status: Withdrawal["status"]
  readonly reason: string | null
  readonly created_at_ms: bigint
  readonly taken_at_ms: bigint | null
  readonly reviewed_at_ms: bigint | null
  readonly payment_reference: string | null
}

const table: RecordTable = {
  name: "withdrawals",
  columns: `id, currency, amount, fee, method, network, address, tag, status, reason, created_at_ms, taken_at_ms,
  reviewed_at_ms, payment_reference, ${complaintColumns}, ${conversionColumns}`,
  unknown: "withdrawal.unknown",
}

/** The id of the text that the member of a refused withdrawal reads. */
export const refusalReason = (code: WithdrawalRefusal) => `review.withdrawal.${code}` as const
/** The demo refuses some amounts by its own reason. */
export type RefusalReason = ReturnType<typeof refusalReason> | "review.demo-amount"

const refusalIn = (reason: string | null) => {
  const refusalCode = WITHDRAWAL_REFUSALS.find((code) => refusalReason(code) === reason)
  return refusalCode === undefined ? {} : { refusalCode }
}

const withdrawalOf =
  (locale: Locale) =>
  (row: WithdrawalRow): Withdrawal => {
    const complaint = complaintIn(row)
    return {
      id: row.id,
      atMs: Number(row.created_at_ms),
      currency: row.currency,
      number: amountOf(row.amount),
      fee: amountOf(row.fee),
      realNumber: amountOf(row.amount - row.fee),
      ...storedConversion(row),
      method: row.method,
      network: row.network,
      address: row.address,
      ...(row.tag !== null && { tag: row.tag }),
      status: row.status,
      ...(row.taken_at_ms !== null && { takenAtMs: Number(row.taken_at_ms) }),
      ...(complaint !== null && { complaint }),
      ...(row.payment_reference !== null && { paymentReference: row.payment_reference }),
      ...(row.reason === CANCELLED ? { isCancelled: true } : refusalIn(row.reason)),
      reason: storedReasonIn(locale, row.reason),
      reviewedAtMs: row.reviewed_at_ms === null ? null : Number(row.reviewed_at_ms),
    }
  }

/** The member's withdrawals, newest first. */
export const listWithdrawals = Effect.fn("listWithdrawals")(function* (
  request: RequestOf<"withdrawals">,
  call: Call,
) {
  const page = yield* listOwnRecords<WithdrawalRow>(table, request, call)
  return { ...page, items: page.items.map(withdrawalOf(call.locale)) }
})

/** One withdrawal of the member; while it waits, with how long the last ones took. */
export const readWithdrawal = Effect.fn("readWithdrawal")(function* (
  request: Pick<RequestOf<"withdrawal">, "id">,
  call: Call,
) {
  const withdrawal = withdrawalOf(call.locale)(yield* readOwnRecord<WithdrawalRow>(table, request.id, call))
  return withdrawal.status === 0 ? { ...withdrawal, ...(yield* readDecidedIn()) } : withdrawal
})
