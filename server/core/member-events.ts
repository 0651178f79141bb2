/**
 * `member_events`: every change of what a member owns, numbered per member without a gap. The rows
 * of orders, deposits, withdrawals, name checks and destinations are projections of these events.
 * `balances.revision` is the member's last number. The statement that counts it up also appends the
 * event, so concurrent changes of a member take turns.
 */
import { Clock, Effect } from "effect"
import type { AlertKind } from "../../src/domain/alert.ts"
import type { Direction, Order } from "../../src/domain/entities.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { endingOf, type MemberEvent, type MemberEventKind } from "../../src/domain/member-event.ts"
import { amountOf, priceOf } from "../../src/domain/money.ts"
import { namedState } from "../../src/domain/position.ts"
import { execute, type SqlValue, sql } from "../db/db.ts"
import { levelHistoryOf, type StoredLevels } from "./level-history.ts"
import { writableSql } from "./read-only.ts"

/** Version of the events that this release writes. */
export const MEMBER_EVENT_VERSION = 1

/** One change, before it has a number. */
export interface MemberChange {
  readonly kind: MemberEventKind
  readonly subject: string
  /** State before; null for a new record. */
  readonly from: string | null
  readonly to: string
  /** The changed columns of the record's row: "all" of a new row, none where no row changes. */
  readonly columns: ReadonlyArray<string> | "all"
  /** "member", "market", "provider …" or the operator who decided. */
  readonly who: string
  readonly why: string
}

const marketOwn = ["checkpoint", "level_checkpoints"]

/**
 * The tables that events project to. `excluded` columns stay in their row: sealed values, fingerprints
 * and notes, which can be erased there, the market's checkpoints, which the market publishes, and when
 * an alert may fire next.
 */
export const PROJECTIONS = {
  order: { table: "orders", excluded: marketOwn },
  close: { table: "orders", excluded: marketOwn },
  amend: { table: "orders", excluded: marketOwn },
  deposit: { table: "deposits", excluded: [] },
  withdrawal: { table: "withdrawals", excluded: ["destination_sealed"] },
  "real-name": {
    table: "real_names",
    excluded: ["real_name_sealed", "id_number_sealed", "id_number_fingerprint"],
  },
  "bank-card": { table: "bank_cards", excluded: ["number_sealed", "number_fingerprint"] },
  "crypto-address": { table: "crypto_addresses", excluded: [] },
  alert: { table: "alerts", excluded: ["note", "is_armed", "opens_at_ms"] },
  protection: { table: "protections", excluded: [] },
} as const

const isProjected = (kind: MemberEventKind): kind is keyof typeof PROJECTIONS => kind in PROJECTIONS

/** The changed columns of the row as it stands, as JSON; null, which is refused, if there is no row. */
const changesSql = (kind: MemberEventKind): string => {
  const none = "when cardinality($6::text[]) = 0 then '{}'::jsonb"
  if (!isProjected(kind)) return `case ${none} end`
  const { table, excluded } = PROJECTIONS[kind]
  const row = `(to_jsonb(r) - '{${["member_id", ...excluded].join(",")}}'::text[])`
  return `case ${none} else (select case when $6::text[] = '{*}' then jsonb_strip_nulls(${row}) else
    (select jsonb_object_agg(key, value) from jsonb_each(${row}) where key = any($6::text[])) end
    from ${table} r where r.id = $3) end`
}

/** The parameters $1 to $9 of `insertEventSql`: member, asset, subject, from, to, columns, who, why, time. */
export const eventValues = (
  memberId: string,
  change: MemberChange,
  atMs: number,
): ReadonlyArray<SqlValue> => [
  ...[memberId, CURRENCY, change.subject, change.from, change.to],
  ...[change.columns === "all" ? ["*"] : change.columns, change.who, change.why, atMs],
]

/** The reason of a withdrawal that its member cancelled: the id of its text. */
export const CANCELLED = "review.withdrawal.cancelled"

/**
 * The account-change code of what an event posted, as SQL over its columns. An index of the members'
 * changes by code has the same expression (`server/db/schema/posting-chain.ts`).
 */
export const eventCodeSql = (alias: string): string => `(case
  when ${alias}kind = 'order' and ${alias}to_state = 'accepted' then 103 when ${alias}kind = 'order' then 214
  when ${alias}kind = 'deposit' then 201
  when ${alias}kind = 'withdrawal' and ${alias}to_state in ('rejected', 'cancelled') then 203 when ${alias}kind = 'withdrawal' then 104
  when ${alias}kind = 'balance' and ${alias}to_state = 'decreased' then 100 when ${alias}kind = 'balance' then 200 end)`

interface AccountsSql {
  readonly available: string
  readonly contracts: string
  readonly withdrawals: string
}

/** What the event's statement posts, as SQL: the transaction and the member's new hash. */
interface PostedSql {
  readonly transactionId: string
  readonly hash: string
}

const notPosted: PostedSql = { transactionId: "''", hash: "null::bytea" }

/**
 * Inserts an event with the number of the row `moved (revision)`, and the signed changes of the
 * three accounts in kobo, as SQL. The record's row must have changed in an earlier statement.
 */
export const insertEventSql = (
  kind: MemberEventKind,
  accounts: AccountsSql,
  posted: PostedSql = notPosted,
): string => `
  insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
    contracts, withdrawals, who, why, at_ms, transaction_id, postings_hash)
  select $1, moved.revision, '${kind}', ${MEMBER_EVENT_VERSION}, $3, $4, $5, ${changesSql(kind)},
    ${accounts.available}, ${accounts.contracts}, ${accounts.withdrawals}, $7, $8, $9::bigint,
    ${posted.transactionId}, ${posted.hash}
  from moved`

const nothing = { available: "0", contracts: "0", withdrawals: "0" }

/**
 * Appends a change that posts nothing, such as a refused deposit. Belongs in the transaction of the
 * change. Posting appends by itself.
 */
export const appendEvent = Effect.fn("appendEvent")(function* (memberId: string, change: MemberChange) {
  const atMs = yield* Clock.currentTimeMillis
  yield* execute(
    `with moved as (
      update balances set revision = revision + 1 where member_id = $1 and asset = $2 returning revision
    ), writable as (${writableSql}
    ) ${insertEventSql(change.kind, nothing)}`,
    eventValues(memberId, change, atMs),
  )
})

export interface MemberNumbers {
  readonly last: number
  /** The number of the last event that the member has read. */
  readonly read: number
  /** Counts how often the member has marked events as read. */
  readonly readVersion: number
}

/** The numbers of a member; zero for an unknown one. */
export const numbersOf = Effect.fn("numbersOf")(function* (memberId: string) {
  const rows = yield* sql<{ revision: bigint; read_number: bigint; read_version: bigint }>(
    `select b.revision, coalesce(m.read_number, 0) as read_number, coalesce(m.read_version, 0) as read_version
     from balances b left join members m on m.id = b.member_id where b.member_id = $1 and b.asset = $2`,
    [memberId, CURRENCY],
  )
  const { revision = 0n, read_number = 0n, read_version = 0n } = rows[0] ?? {}
  const numbers: MemberNumbers = {
    last: Number(revision),
    read: Number(read_number),
    readVersion: Number(read_version),
  }
  return numbers
})

/** Whether the member has read the event of a number. */
export const readNoticesOf = Effect.fn("readNoticesOf")(function* (memberId: string) {
  const rows = yield* sql<{ number: bigint }>("select number from notice_reads where member_id = $1", [
    memberId,
  ])
  const singly = new Set(rows.map(({ number }) => Number(number)))
  const { read } = yield* numbersOf(memberId)
  return (number: number): boolean => number <= read || singly.has(number)
})

/** An event as one JSON array, with kobo and prices as text. It parses faster than twenty columns. */
export type PackedEvent = readonly [
  number: number,
  kind: MemberEventKind,
  subject: string,
  from: string | null,
  to: string,
  who: string,
  available: string,
  paid: string,
  atMs: number,
  contract: PackedContract | null,
  alert: PackedAlert | null,
]

type PackedAlert = readonly [symbol: string, kind: AlertKind, level: string | null, price: string | null]

type PackedContract = readonly [
  symbol: string,
  name: string,
  direction: typeof Direction.Type,
  stake: string,
  net: string | null,
  /** The contract's state, if it is the event's. */
  ended: Order["state"] | null,
  closingPrice: string | null,
  takeProfit: string | null,
  stopLoss: string | null,
  closedAtMs: number | null,
  levels: StoredLevels,
]

/**
 * The `PackedEvent` of an event `e`, as SQL. A contract's figures come from its row: what they were
 * at an event does not change later.
 */
export const packedEvent = `json_build_array(e.number, e.kind, e.subject, e.from_state, e.to_state, e.who, e.available::text,
  (case when e.kind = 'withdrawal' and e.to_state = 'paid' then -e.withdrawals else 0 end)::text, e.at_ms,
  case when e.kind in ('order', 'close', 'amend') then (
    select json_build_array(o.symbol, o.name, o.direction, o.stake::text, case when e.to_state = o.state then o.net::text end,
      case when e.to_state = o.state then o.state end, o.closing_price::text, o.take_profit::text, o.stop_loss::text,
      o.closed_at_ms, o.level_history)
    from orders o where o.id = e.subject) end,
  case when e.kind = 'alert' and e.changes ? 'symbol' then json_build_array(e.changes ->> 'symbol', e.changes ->> 'kind',
    e.changes ->> 'level', e.changes ->> 'fired_price') end)`

const amountIn = (kobo: string): string => amountOf(BigInt(kobo))
const priceIn = (units: string | null): string | null => (units === null ? null : priceOf(BigInt(units)))

const contractIn = ([symbol, name, direction, stake, net, ended, ...rest]: PackedContract) => {
  const [closing, takeProfit, stopLoss, closedAtMs, levels] = rest
  const closingPrice = priceIn(closing)
  const position = {
    ...{ direction, closingPrice, closedAtMs },
    ...{ takeProfit: priceIn(takeProfit), stopLoss: priceIn(stopLoss) },
    ...levelHistoryOf(levels),
  }
  return {
    symbol,
    name,
    direction,
    stake: amountIn(stake),
    net: net === null ? null : amountIn(net),
    closingPrice: ended === null ? null : closingPrice,
    ending: ended === null ? null : endingOf(namedState({ ...position, state: ended })),
  }
}

const alertIn = ([symbol, kind, level, price]: PackedAlert) => ({
  symbol,
  kind,
  level: priceIn(level),
  price: priceIn(price),
})

export const memberEventOf = (packed: PackedEvent): MemberEvent => {
  const [number, kind, subject, from, to, who, available, paid, atMs, contract, alert] = packed
  return {
    number,
    kind,
    subject,
    from,
    to,
    by: who === "member" ? "member" : "service",
    amount: amountIn(available),
    paid: amountIn(paid),
    contract: contract === null ? null : contractIn(contract),
    ...(alert !== null && { alert: alertIn(alert) }),
    atMs,
  }
}

/** The events of a member after a number, as SQL: packed, oldest first. Null if there are none. */
const eventsSql = (memberId: string, number: string, limit: string) => `
  select json_agg(${packedEvent} order by e.number) from (
    select * from member_events m where m.member_id = ${memberId} and m.number > ${number}
    order by m.number limit ${limit}
  ) e`

/** The events of a member after a number, oldest first, at most `limit`. */
export const eventsAfter = Effect.fn("eventsAfter")(function* (
  memberId: string,
  number: number,
  limit: number,
) {
  const rows = yield* sql<{ events: ReadonlyArray<PackedEvent> | null }>(
    `select (${eventsSql("$1", "$2::bigint", "$3")}) as events`,
    [memberId, number, limit],
  )
  return (rows[0]?.events ?? []).map(memberEventOf)
})

/** What the connections of a member have been sent. */
export interface SentToMember {
  /** Every connection has the events up to this number; null if none has a number yet. */
  readonly number: number | null
  /** The `readVersion` that every connection has been sent; null where one has been sent none. */
  readonly readVersion: number | null
}

export interface MemberNews extends MemberNumbers {
  /** The first events after the number that was sent, oldest first. */
  readonly events: readonly MemberEvent[]
}

type PackedNews = readonly [
  memberId: string,
  last: number,
  read: number,
  readVersion: number,
  events: ReadonlyArray<PackedEvent> | null,
]

/** One JSON value for all members: the driver reads a row of each several times as slowly. */
const newsSql = `
  select json_agg(json_build_array(b.member_id, b.revision, coalesce(m.read_number, 0), coalesce(m.read_version, 0),
    case when b.revision > s.number then (${eventsSql("s.member_id", "s.number", "$5")}) end)) as news
  from unnest($1::text[], $2::bigint[], $3::bigint[]) as s (member_id, number, read_version)
  join balances b on b.member_id = s.member_id and b.asset = $4 left join members m on m.id = s.member_id
  where b.revision > s.number or coalesce(m.read_version, 0) is distinct from s.read_version`

/**
 * What is new to each of these members, at most `limit` events of each, in one statement. A member to
 * whom nothing is new is missing.
 */
export const newsOf = Effect.fn("newsOf")(function* (sent: ReadonlyMap<string, SentToMember>, limit: number) {
  const known = [...sent.values()]
  const rows = yield* sql<{ news: ReadonlyArray<PackedNews> | null }>(newsSql, [
    [...sent.keys()],
    known.map(({ number }) => number ?? Number.MAX_SAFE_INTEGER),
    known.map(({ readVersion }) => readVersion),
    CURRENCY,
    limit,
  ])
  const news = rows[0]?.news ?? []
  return new Map(
    news.map(([memberId, last, read, readVersion, events]): [string, MemberNews] => [
      memberId,
      { last, read, readVersion, events: (events ?? []).map(memberEventOf) },
    ]),
  )
})
