import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { startOfDayMs } from "../../src/domain/account-day.ts"
import type { AccountChange, WalletSummary } from "../../src/domain/cash.ts"
import type { Order } from "../../src/domain/entities.ts"
import { LATEST_CHANGES, type Locale } from "../../src/domain/limits.ts"
import { amountOf, type Kobo, type PriceUnits, priceOf } from "../../src/domain/money.ts"
import { namedState } from "../../src/domain/position.ts"
import type { Call } from "../core/handler.ts"
import { ASSET, type Balance, CHANGE } from "../core/ledger.ts"
import { levelHistoryOf, type StoredLevels } from "../core/level-history.ts"
import { eventCodeSql } from "../core/member-events.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { productNameIn } from "../core/product-names.ts"
import { filteredPage, hasOther } from "../core/record-filter.ts"
import { returnedHoldSql, returnedUntilSql } from "../core/returned-hold.ts"
import { storedTextIn, textIn } from "../core/texts.ts"
import { sql } from "../db/db.ts"

interface ChangeRow {
  /** Number of the event; null for what an earlier release posted. */
  readonly number: bigint | null
  readonly transaction_id: string
  readonly at_ms: bigint
  readonly code: AccountChange["code"]
  readonly amount: Kobo
  readonly balance_after: Kobo
  readonly reason: string
  readonly reference: string
  /** Network of the related deposit. */
  readonly network: string | null
  /** Payment way of the related deposit. */
  readonly way: number | null
  /** Address of the related withdrawal. */
  readonly address: string | null
}

/** The columns of the related contract. */
interface ContractRow extends ChangeRow {
  readonly product: string
  readonly symbol: string
  readonly direction: Order["direction"]
  readonly leverage: number
  readonly state: Order["state"]
  readonly net: Kobo | null
  readonly closing_price: PriceUnits | null
  readonly take_profit: PriceUnits | null
  readonly stop_loss: PriceUnits | null
  readonly closed_at_ms: bigint | null
  readonly level_history: StoredLevels
}

export type JoinedRow = ContractRow | (ChangeRow & { readonly product: null })

/** Corrections (200) that the product itself books. Operators write free text. */
const knownReasons = new Set(["registration-bonus", "demo-balance"])

const present = (price: PriceUnits | null): string | null => (price === null ? null : priceOf(price))

/** "Take-profit · Apple, up, leverage 5"; a purchase without the end. */
const contractRemark = (locale: Locale, row: ContractRow): string => {
  const { direction, leverage } = row
  const product = productNameIn(locale, row.symbol, row.product)
  const contract = textIn(locale, "remark.contract", { product, direction, leverage }) ?? product
  if (row.code !== CHANGE.settlement) return contract
  const end = namedState({
    state: row.state,
    direction,
    closingPrice: present(row.closing_price),
    takeProfit: present(row.take_profit),
    stopLoss: present(row.stop_loss),
    closedAtMs: row.closed_at_ms === null ? null : Number(row.closed_at_ms),
    ...levelHistoryOf(row.level_history),
  })
  return `${textIn(locale, `contract.state.${end}`) ?? end} · ${contract}`
}

/** The remark of an account change: what ended, the source, the destination or the stated reason. */
const remarkIn = (locale: Locale, row: JoinedRow): string => {
  if (row.product !== null) return contractRemark(locale, row)
  if (row.network !== null) return textIn(locale, `pay.way.${row.way}`) ?? row.network
  if (row.code === CHANGE.withdrawalRequested && row.address !== null) return row.address
  if (knownReasons.has(row.reason)) return textIn(locale, `remark.${row.reason}`) ?? row.reason
  return storedTextIn(locale, row.reason)
}

const recordOf = (row: JoinedRow): AccountChange["record"] => {
  if (row.product !== null) return { kind: "contract", id: row.reference }
  if (row.network !== null) return { kind: "deposit", id: row.reference }
  return row.address === null ? null : { kind: "withdrawal", id: row.reference }
}

export const changeIn =
  (locale: Locale) =>
  (row: JoinedRow): AccountChange => ({
    id: row.transaction_id,
    atMs: Number(row.at_ms),
    code: row.code,
    amount: amountOf(row.amount),
    balanceAfter: amountOf(row.balance_after),
    profit:
      row.product === null || row.code !== CHANGE.settlement || row.net === null ? null : amountOf(row.net),
    remark: remarkIn(locale, row),
    reference: row.reference,
    record: recordOf(row),
  })

const newestFirst = (alias: string) =>
  `order by ${alias}.number desc nulls last, ${alias}.at_ms desc, ${alias}.transaction_id desc`

export const changeColumns =
  "p.transaction_id, p.at_ms, p.code, p.amount, p.balance_after, p.reason, p.reference"
export const changesOfMember = "p.member_id = $1 and p.account = 'available' and p.asset = $2"

interface ChangesSql {
  /** Conditions for events `e`, and for postings `p` that have no event. */
  readonly own: string
  readonly carried: string
  readonly limit: string
}

/**
 * `page`: the changes of the available balance of member $1 in the asset $2, newest first. The numbers
 * of the events are the order in which the balance changed; times are taken before its lock, and from
 * several clocks. Postings of earlier releases have no event, and are older than all that have one.
 * The offset keeps the planner from reading all of a member's postings before the newest events.
 */
const changesSql = ({ own, carried, limit }: ChangesSql) => `
  own as materialized (
    select e.number, p.* from member_events e cross join lateral (
      select ${changeColumns} from postings p
      where p.transaction_id = e.transaction_id and p.account = 'available' and p.asset = $2 offset 0
    ) p
    where e.member_id = $1 and e.transaction_id <> '' ${own}
    order by e.number desc limit ${limit}
  ), carried as (
    select null::bigint as number, ${changeColumns} from postings p
    where ${changesOfMember} ${carried} and exists (select 1 from carried_postings where member_id = $1)
      and (select count(*) from own) < ${limit} and p.transaction_id not in (
        select transaction_id from member_events where member_id = $1 and transaction_id <> '')
    order by p.at_ms desc, p.transaction_id desc limit ${limit}
  ), page as (
    select * from (select * from own union all select * from carried) p ${newestFirst("p")} limit ${limit}
  )`

/** With their records: `page` holds changes of member $1. */
export const recordColumns = `
  page.*, o.name as product, o.symbol, o.direction, o.leverage, o.state, o.net, o.closing_price, o.take_profit,
    o.stop_loss, o.closed_at_ms, o.level_history, d.network, d.way, w.address`
/** Each record by its key: the planner may prefer all records of the member. */
export const joinSql = (table: string, alias: string, from = "page") =>
  `left join lateral (select * from ${table} where id = ${from}.reference offset 0) ${alias} on ${alias}.member_id = $1`
const joinsSql = `
  ${joinSql("orders", "o")}
  ${joinSql("deposits", "d")}
  ${joinSql("withdrawals", "w")}
  ${newestFirst("page")}`

/** The id in a cursor of a change that has an event; before it is the event's number. */
const NUMBERED = "e"
const isStart = `$4 in ('', '${NUMBERED}')`

/** A cursor of an earlier release names time and transaction, also of a change that has an event. */
const listSql = (ownCode: string, carriedCode: string) => `
  with ${changesSql({
    own: `${ownCode} and e.number < case when ${isStart} then $3::bigint else coalesce(
      (select max(number) from member_events where member_id = $1 and transaction_id = $4), 0) end`,
    carried: `${carriedCode} and (${isStart} or (p.at_ms, p.transaction_id) < ($3::bigint, $4))`,
    limit: "$5",
  })}
  select ${recordColumns} from page ${joinsSql}`

const allCodesSql = listSql("", "")
const oneCodeSql = listSql(`and ${eventCodeSql("e.")} = $6::integer`, "and p.code = $6::integer")

/** A filtered page is in the order of times, as a statement is. */
const withRecords = (page: string) => `with page as (${page}) select ${recordColumns} from page ${joinsSql}`

/** Every change of the member's available balance, newest first, with the balance after it. */
export const listIncome = Effect.fn("listIncome")(function* (request: RequestOf<"income">, call: Call) {
  const paging = yield* readPaging(request)
  const { cursor, limit, ...filter } = request
  const { code } = filter
  if (hasOther(filter, ["code"])) {
    const columns = `null::bigint as number, ${changeColumns}`
    const found = yield* filteredPage<JoinedRow>("changes", { filter, columns, paging }, call, withRecords)
    const position = ({ at_ms, transaction_id }: JoinedRow) => ({ atMs: at_ms, id: transaction_id })
    return pageFrom(found, paging, position, changeIn(call.locale))
  }
  const rows = yield* sql<JoinedRow>(code === undefined ? allCodesSql : oneCodeSql, [
    ...[call.memberId, ASSET, paging.beforeMs, paging.beforeId, paging.take],
    ...(code === undefined ? [] : [code]),
  ])
  const position = ({ number, at_ms, transaction_id }: JoinedRow) =>
    number === null ? { atMs: at_ms, id: transaction_id } : { atMs: number, id: NUMBERED }
  return pageFrom(rows, paging, position, changeIn(call.locale))
})

const walletSql = `
  with wallet as (
    select b.available, b.contracts, b.withdrawals, b.revision, b.result as total, d.today,
      ${returnedHoldSql("b", "$5::bigint")} as returned, ${returnedUntilSql("b", "$5::bigint")} as returned_until_ms
    from balances b cross join lateral (
      select coalesce(sum(net), 0)::bigint as today from (
        select net from orders
        where member_id = $1 and state in ('settled', 'stopped_out', 'closed_early') and closed_at_ms >= $3
        order by closed_at_ms
      ) o
    ) d where b.member_id = $1 and b.asset = $2
  ), ${changesSql({ own: "", carried: "", limit: "$4" })}
  select wallet.*, ${recordColumns} from wallet left join page on true ${joinsSql}`

interface WalletFigures extends Balance {
  readonly revision: bigint
  readonly today: Kobo
  readonly total: Kobo
  readonly returned: Kobo
  readonly returned_until_ms: bigint | null
}
/** Without a change the columns of the change are null. */
type WalletRow = WalletFigures & (JoinedRow | { readonly transaction_id: null })

const isChange = (row: WalletRow): row is WalletFigures & JoinedRow => row.transaction_id !== null

/**
 * The member's balances, the net result of ended contracts, today and in total, and the latest
 * account changes. One statement reads them, so that all are of one revision.
 */
export const readWallet = Effect.fn("readWallet")(function* (_request: object, call: Call) {
  const nowMs = yield* Clock.currentTimeMillis
  const values = [call.memberId, ASSET, startOfDayMs(nowMs), LATEST_CHANGES, nowMs]
  const rows = yield* sql<WalletRow>(walletSql, values)
  const [row] = rows
  const held = row?.returned ?? 0n
  const summary: WalletSummary = {
    available: amountOf(row?.available ?? 0n),
    inContracts: amountOf(row?.contracts ?? 0n),
    inWithdrawals: amountOf(row?.withdrawals ?? 0n),
    todayDividend: amountOf(row?.today ?? 0n),
    totalDividend: amountOf(row?.total ?? 0n),
    ...(held > 0n && {
      returnedHold: { amount: amountOf(held), untilMs: Number(row?.returned_until_ms ?? 0n) },
    }),
    number: Number(row?.revision ?? 0n),
    latest: rows.filter(isChange).map(changeIn(call.locale)),
  }
  return summary
})
