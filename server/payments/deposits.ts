import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { DepositNetwork } from "../../src/domain/cash.ts"
import { Deposit } from "../../src/domain/cash.ts"
import { CURRENCY, type Locale } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, koboOf } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { idempotent, idOfKey } from "../core/operations.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { refusal } from "../core/refusal.ts"
import { storedReasonIn } from "../core/texts.ts"
import { ownsImage } from "../core/uploads.ts"
import { Db } from "../db/db.ts"

const networkColumns = "id, network, address, minimum, maximum, arrival_minutes"

interface NetworkRow {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly arrival_minutes: number
}

/** The enabled deposit networks. */
export const listDepositNetworks = Effect.fn("listDepositNetworks")(function* () {
  const db = yield* Db
  const rows = yield* db.query<NetworkRow>(
    `select ${networkColumns} from deposit_networks where enabled order by position, id`,
  )
  return rows.map(
    (row): DepositNetwork => ({
      ...row,
      minimum: amountOf(row.minimum),
      maximum: amountOf(row.maximum),
    }),
  )
})

const findNetwork = Effect.fnUntraced(function* (id: string) {
  const db = yield* Db
  const rows = yield* db.query<NetworkRow>(
    `select ${networkColumns} from deposit_networks where enabled and id = $1`,
    [id],
  )
  return rows[0] ?? (yield* refusal("deposit.network-unknown", { field: "network_id" }))
})

const checkAmount = Effect.fnUntraced(function* (amount: Kobo, network: NetworkRow) {
  if (amount < network.minimum) {
    const params = { min: amountOf(network.minimum) }
    return yield* refusal("deposit.below-minimum", { field: "amount", params })
  }
  if (amount > network.maximum) {
    const params = { max: amountOf(network.maximum) }
    return yield* refusal("deposit.above-maximum", { field: "amount", params })
  }
})

/** Pending deposits that one member may have at a time. */
const waitingMax = 100

const checkQueue = Effect.fnUntraced(function* (memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<{ waiting: bigint }>(
    "select count(*) as waiting from deposits where member_id = $1 and status = 0",
    [memberId],
  )
  if ((rows[0]?.waiting ?? 0n) >= BigInt(waitingMax)) return yield* refusal("request.too-many")
})

/** Reports a deposit for review. Nothing is credited yet. Idempotent by key. */
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

const insertDeposit = Effect.fn("insertDeposit")(function* (
  request: RequestOf<"depositCreate">,
  memberId: string,
) {
  const db = yield* Db
  const network = yield* findNetwork(request.network_id)
  const amount = koboOf(request.amount)
  yield* checkAmount(amount, network)
  if (!(yield* ownsImage(memberId, request.proof_image)))
    return yield* refusal("deposit.proof-unknown", { field: "proof_image" })
  yield* checkQueue(memberId)
  const id = idOfKey(memberId, "deposit", request.key)
  const atMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    `insert into deposits (id, member_id, network, address, currency, amount, proof_image, created_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, memberId, network.network, network.address, CURRENCY, amount, request.proof_image, atMs],
  )
  const deposit: Deposit = {
    id,
    at_ms: atMs,
    network: network.network,
    address: network.address,
    currency: CURRENCY,
    number: amountOf(amount),
    proof_image: request.proof_image,
    status: 0,
    reason: null,
    reviewed_at_ms: null,
  }
  return deposit
})

interface DepositRow {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly currency: string
  readonly amount: Kobo
  readonly proof_image: string
  readonly status: Deposit["status"]
  readonly reason: string | null
  readonly created_at_ms: bigint
  readonly reviewed_at_ms: bigint | null
}

const depositOf =
  (locale: Locale) =>
  (row: DepositRow): Deposit => ({
    id: row.id,
    at_ms: Number(row.created_at_ms),
    network: row.network,
    address: row.address,
    currency: row.currency,
    number: amountOf(row.amount),
    proof_image: row.proof_image,
    status: row.status,
    reason: storedReasonIn(locale, row.reason),
    reviewed_at_ms: row.reviewed_at_ms === null ? null : Number(row.reviewed_at_ms),
  })

/** The member's deposits, newest first. */
export const listDeposits = Effect.fn("listDeposits")(function* (request: RequestOf<"deposits">, call: Call) {
  const db = yield* Db
  const paging = yield* readPaging(request)
  const rows = yield* db.query<DepositRow>(
    `select id, network, address, currency, amount, proof_image, status, reason, created_at_ms, reviewed_at_ms
     from deposits where member_id = $1 and (created_at_ms, id) < ($2::bigint, $3)
     order by created_at_ms desc, id desc limit $4`,
    [call.memberId, paging.beforeMs, paging.beforeId, paging.take],
  )
  return pageFrom(rows, paging, (row) => ({ atMs: row.created_at_ms, id: row.id }), depositOf(call.locale))
})
