import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { ACCOUNT_CHANGE_CODES, type AccountChange } from "../../src/domain/cash.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import type { Call } from "../core/handler.ts"
import { ASSET, CHANGE } from "../core/ledger.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { refusal } from "../core/refusal.ts"
import { storedTextIn, textIn } from "../core/texts.ts"
import { Db } from "../db/db.ts"

interface PostingRow {
  readonly transaction_id: string
  readonly at_ms: bigint
  readonly code: AccountChange["code"]
  readonly amount: Kobo
  readonly balance_after: Kobo
  readonly reason: string
  readonly reference: string
  /** Columns of the related contract, deposit or withdrawal. */
  readonly product: string | null
  readonly direction: string | null
  readonly leverage: number | null
  readonly network: string | null
  readonly address: string | null
}

/**
 * Reasons written by the product for corrections (200) and settlements (214). Operators write free
 * text.
 */
const knownReasons = new Set([
  "registration-bonus",
  "demo-balance",
  "contract-settled",
  "contract-stopped-out",
  "contract-closed-early",
  "contract-refunded-no-tick",
  "contract-refunded-slippage",
])

/**
 * The remark of an account change: the contract, the source, the destination or the stated reason.
 */
const remarkIn = (locale: Locale, row: PostingRow): string => {
  const { product, direction, leverage, network, address } = row
  if (product !== null && direction !== null && leverage !== null)
    return textIn(locale, "remark.contract", { product, direction, leverage }) ?? product
  if (network !== null) return network
  if (row.code === CHANGE.withdrawalRequested && address !== null) return address
  if (knownReasons.has(row.reason)) return textIn(locale, `remark.${row.reason}`) ?? row.reason
  return storedTextIn(locale, row.reason)
}

/** The requested codes: one, or all. */
const readCodes = (code: string | undefined) => {
  if (code === undefined) return Effect.succeed(ACCOUNT_CHANGE_CODES)
  const known = ACCOUNT_CHANGE_CODES.filter((each) => String(each) === code)
  return known.length > 0
    ? Effect.succeed(known)
    : Effect.fail(refusal("request.malformed", { field: "code" }))
}

const listSql = `
  with page as (
    select transaction_id, at_ms, code, amount, balance_after, reason, reference from postings
    where member_id = $1 and account = 'available' and asset = $2 and code = any($3::smallint[])
      and (at_ms, transaction_id) < ($4::bigint, $5)
    order by at_ms desc, transaction_id desc limit $6
  )
  select page.*, o.name as product, o.direction, o.leverage, d.network, w.address
  from page
  left join orders o on o.id = page.reference and o.member_id = $1
  left join deposits d on d.id = page.reference and d.member_id = $1
  left join withdrawals w on w.id = page.reference and w.member_id = $1
  order by page.at_ms desc, page.transaction_id desc`

/** Every change of the member's available balance, newest first, with the balance after it. */
export const listIncome = Effect.fn("listIncome")(function* (request: RequestOf<"income">, call: Call) {
  const db = yield* Db
  const paging = yield* readPaging(request)
  const codes = yield* readCodes(request.code)
  const rows = yield* db.query<PostingRow>(listSql, [
    call.memberId,
    ASSET,
    [...codes],
    paging.beforeMs,
    paging.beforeId,
    paging.take,
  ])
  return pageFrom(
    rows,
    paging,
    (row) => ({ atMs: row.at_ms, id: row.transaction_id }),
    (row): AccountChange => ({
      id: row.transaction_id,
      at_ms: Number(row.at_ms),
      code: row.code,
      amount: amountOf(row.amount),
      balance_after: amountOf(row.balance_after),
      remark: remarkIn(call.locale, row),
      reference: row.reference,
    }),
  )
})
