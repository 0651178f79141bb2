/**
 * `member_events`: every change of what a member owns, numbered per member without a gap. The rows
 * of orders, deposits, withdrawals, name checks and destinations are projections of these events.
 * `balances.revision` is the member's last number. The statement that counts it up also appends the
 * event, so concurrent changes of a member take turns.
 */
import { Clock, Effect } from "effect"
import type { Direction, Order } from "../../src/domain/entities.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { endingOf, type MemberEvent, type MemberEventKind } from "../../src/domain/member-event.ts"
import { amountOf, type Kobo, type PriceUnits, priceOf } from "../../src/domain/money.ts"
import { namedState } from "../../src/domain/position.ts"
import { Db, type SqlValue } from "../db/db.ts"

/** Version of the events that this release writes. */
export const MEMBER_EVENT_VERSION = 1

/** One change, before it has a number. */
export interface MemberChange {
  readonly kind: MemberEventKind
  /** Id of the record. */
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

/**
 * The tables that events project to. `excluded` columns stay in their row: sealed values and
 * fingerprints, which can be erased there, and the market's checkpoint, which the market publishes.
 */
export const PROJECTIONS = {
  order: { table: "orders", excluded: ["checkpoint"] },
  close: { table: "orders", excluded: ["checkpoint"] },
  deposit: { table: "deposits", excluded: [] },
  withdrawal: { table: "withdrawals", excluded: ["destination_sealed"] },
  "real-name": {
    table: "real_names",
    excluded: ["real_name_sealed", "id_number_sealed", "id_number_fingerprint"],
  },
  "bank-card": { table: "bank_cards", excluded: ["number_sealed", "number_fingerprint"] },
  "crypto-address": { table: "crypto_addresses", excluded: [] },
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

/**
 * Inserts an event with the number of the row `moved (revision)`, and the signed changes of the
 * three accounts in kobo, as SQL. The record's row must have changed in an earlier statement.
 */
export const insertEventSql = (
  kind: MemberEventKind,
  accounts: { readonly available: string; readonly contracts: string; readonly withdrawals: string },
): string => `
  insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
    contracts, withdrawals, who, why, at_ms)
  select $1, moved.revision, '${kind}', ${MEMBER_EVENT_VERSION}, $3, $4, $5, ${changesSql(kind)},
    ${accounts.available}, ${accounts.contracts}, ${accounts.withdrawals}, $7, $8, $9::bigint
  from moved`

const nothing = { available: "0", contracts: "0", withdrawals: "0" }

/**
 * Appends a change that posts nothing, such as a refused deposit. Belongs in the transaction of the
 * change. Posting appends by itself.
 */
export const appendEvent = Effect.fn("memberEvents.append")(function* (
  memberId: string,
  change: MemberChange,
) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    `with moved as (
      update balances set revision = revision + 1 where member_id = $1 and asset = $2 returning revision
    ) ${insertEventSql(change.kind, nothing)}`,
    eventValues(memberId, change, atMs),
  )
})

export interface MemberNumbers {
  /** The number of the member's last event. */
  readonly last: number
  /** The number of the last event that the member has read. */
  readonly read: number
  /** Counts how often the member has marked events as read. */
  readonly readVersion: number
}

/** The numbers of each of these members. */
export const numbersOf = Effect.fn("memberEvents.numbersOf")(function* (memberIds: ReadonlyArray<string>) {
  const db = yield* Db
  const rows = yield* db.query<{
    member_id: string
    revision: bigint
    read_number: bigint
    read_version: bigint
  }>(
    `select b.member_id, b.revision, coalesce(m.read_number, 0) as read_number,
       coalesce(m.read_version, 0) as read_version
     from balances b left join members m on m.id = b.member_id
     where b.member_id = any($1::text[]) and b.asset = $2`,
    [memberIds, CURRENCY],
  )
  return new Map(
    rows.map((row): [string, MemberNumbers] => [
      row.member_id,
      { last: Number(row.revision), read: Number(row.read_number), readVersion: Number(row.read_version) },
    ]),
  )
})

/** Whether the member has read the event of a number. */
export const readNoticesOf = Effect.fn("memberEvents.readNoticesOf")(function* (memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<{ number: bigint }>("select number from notice_reads where member_id = $1", [
    memberId,
  ])
  const singly = new Set(rows.map(({ number }) => Number(number)))
  const read = (yield* numbersOf([memberId])).get(memberId)?.read ?? 0
  return (number: number): boolean => number <= read || singly.has(number)
})

export interface EventRow {
  readonly member_id: string
  readonly number: bigint
  readonly kind: MemberEventKind
  readonly subject: string
  readonly from_state: string | null
  readonly to_state: string
  readonly who: string
  readonly available: Kobo
  readonly at_ms: bigint
  readonly paid: Kobo
  readonly symbol: string | null
  readonly name: string | null
  readonly direction: typeof Direction.Type | null
  readonly stake: Kobo | null
  readonly net: Kobo | null
  /** The contract's state, if it is the event's. */
  readonly ended: Order["state"] | null
  readonly closing_price: PriceUnits | null
  readonly take_profit: PriceUnits | null
  readonly stop_loss: PriceUnits | null
}

/** A contract's figures come from its row: what they were at an event does not change later. */
export const eventColumns = `e.member_id, e.number, e.kind, e.subject, e.from_state, e.to_state, e.who, e.available, e.at_ms,
  case when e.kind = 'withdrawal' and e.to_state = 'paid' then -e.withdrawals else 0 end as paid,
  o.symbol, o.name, o.direction, o.stake, case when e.to_state = o.state then o.net end as net,
  case when e.to_state = o.state then o.state end as ended, o.closing_price, o.take_profit, o.stop_loss`
export const contractJoin = "left join orders o on o.id = e.subject and e.kind in ('order', 'close')"

const present = (price: PriceUnits | null): string | null => (price === null ? null : priceOf(price))

const contractOf = (row: EventRow): MemberEvent["contract"] => {
  const { symbol, name, direction, stake, net, ended: state } = row
  if (symbol === null || name === null || direction === null || stake === null) return null
  const prices = {
    closingPrice: present(row.closing_price),
    takeProfit: present(row.take_profit),
    stopLoss: present(row.stop_loss),
  }
  return {
    symbol,
    name,
    direction,
    stake: amountOf(stake),
    net: net === null ? null : amountOf(net),
    closingPrice: state === null ? null : prices.closingPrice,
    ending: state === null ? null : endingOf(namedState({ ...prices, state, direction })),
  }
}

export const memberEventOf = (row: EventRow): MemberEvent => ({
  number: Number(row.number),
  kind: row.kind,
  subject: row.subject,
  from: row.from_state,
  to: row.to_state,
  by: row.who === "member" ? "member" : "service",
  amount: amountOf(row.available),
  paid: amountOf(row.paid),
  contract: contractOf(row),
  atMs: Number(row.at_ms),
})

/** The events of each member after a number of theirs, oldest first, at most `limit` of each. */
export const eventsAfter = Effect.fn("memberEvents.after")(function* (
  after: ReadonlyMap<string, number>,
  limit: number,
) {
  const db = yield* Db
  const rows = yield* db.query<EventRow>(
    `select ${eventColumns}
     from unnest($1::text[], $2::bigint[]) as w (member_id, number)
     cross join lateral (
       select * from member_events m where m.member_id = w.member_id and m.number > w.number
       order by m.number limit $3
     ) e ${contractJoin} order by e.member_id, e.number`,
    [[...after.keys()], [...after.values()], limit],
  )
  const found = new Map<string, Array<MemberEvent>>()
  for (const row of rows) {
    const events = found.get(row.member_id) ?? []
    events.push(memberEventOf(row))
    found.set(row.member_id, events)
  }
  return found
})
