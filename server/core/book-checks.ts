/** What must hold of the books, as tables alone can show it. */
import { Effect } from "effect"
import { Db } from "../db/db.ts"
import { findDifferences } from "./projections.ts"

interface Check {
  /** The invariant, as docs name it. */
  readonly name: string
  /** Finds violations, one row each. */
  readonly sql: string
}

const checks: ReadonlyArray<Check> = [
  {
    name: "C1 the postings of a transaction sum to zero",
    sql: "select transaction_id as culprit from postings group by transaction_id, asset having sum(amount) <> 0",
  },
  {
    name: "C2 balances are the fold of the postings",
    sql: `
      select coalesce(b.member_id, p.member_id) as culprit
      from balances b full join (
        select member_id, asset,
          sum(case when account = 'available' then amount else 0 end) as available,
          sum(case when account = 'contracts' then amount else 0 end) as contracts,
          sum(case when account = 'withdrawals' then amount else 0 end) as withdrawals
        from postings where member_id is not null group by member_id, asset
      ) p on p.member_id = b.member_id and p.asset = b.asset
      where coalesce(b.available, 0) <> coalesce(p.available, 0)
        or coalesce(b.contracts, 0) <> coalesce(p.contracts, 0)
        or coalesce(b.withdrawals, 0) <> coalesce(p.withdrawals, 0)`,
  },
  {
    name: "C2 no balance is negative",
    sql: "select member_id as culprit from balances where available < 0 or contracts < 0 or withdrawals < 0",
  },
  {
    name: "C2 no account change begins or ends below zero",
    sql: `
      select transaction_id as culprit from (
        select transaction_id, balance_after - amount as before, amount from postings where account = 'available'
      ) p where before < 0 or before + amount < 0`,
  },
  {
    name: "C4 every operation is decided",
    sql: "select key as culprit from operations where outcome is null",
  },
  {
    name: "C4 an operation that is done has its one effect",
    sql: `
      select k.key as culprit from operations k
      left join orders o on o.id = k.outcome ->> 'id' and o.member_id = k.member_id
      left join deposits d on d.id = k.outcome ->> 'id' and d.member_id = k.member_id
      left join withdrawals w on w.id = k.outcome ->> 'id' and w.member_id = k.member_id
      where k.outcome ->> 'state' = 'done' and (case
        when k.operation in ('order', 'order-close') then o.id
        when k.operation = 'deposit' then d.id else w.id end) is null`,
  },
  {
    name: "C4 every contract, deposit and withdrawal came of one key",
    sql: `
      select id as culprit from (
        select id, 'order' as operation from orders union all
        select id, 'deposit' from deposits union all
        select id, 'withdrawal' from withdrawals
      ) e where (select count(*) from operations k where k.operation = e.operation and k.outcome ->> 'id' = e.id) <> 1`,
  },
  {
    name: "C5 a withdrawal has one 104 of its amount",
    sql: `
      select w.id as culprit from withdrawals w
      left join postings p on p.reference = w.id and p.code = 104 and p.account = 'available'
      group by w.id, w.amount having count(p.amount) <> 1 or sum(p.amount) <> -w.amount`,
  },
  {
    name: "C5 a withdrawal is paid, or given back whole by one 203, or neither",
    sql: `
      select w.id as culprit from withdrawals w
      left join postings p on p.reference = w.id and p.account = 'withdrawals' and p.amount < 0
      left join postings r on r.reference = w.id and r.code = 203 and r.account = 'available'
      group by w.id, w.amount, w.status
      having count(distinct p.transaction_id) <> (case when w.status = 0 then 0 else 1 end)
        or count(distinct r.transaction_id) <> (case when w.status = 2 then 1 else 0 end)
        or coalesce(sum(r.amount), w.amount) <> w.amount`,
  },
  {
    name: "C5 what is under review is what is locked for withdrawal",
    sql: `
      select b.member_id as culprit from balances b
      left join withdrawals w on w.member_id = b.member_id and w.status = 0
      group by b.member_id, b.withdrawals having b.withdrawals <> coalesce(sum(w.amount), 0)`,
  },
  {
    name: "C5 a deposit is credited once when it is approved, and never otherwise",
    sql: `
      select d.id as culprit from deposits d
      left join postings p on p.reference = d.id and p.code = 201 and p.account = 'available'
      group by d.id, d.amount, d.status
      having coalesce(sum(p.amount), 0) <> (case when d.status = 1 then d.amount else 0 end)`,
  },
  {
    name: "C6 a contract is bought once, for its stake",
    sql: `
      select o.id as culprit from orders o
      left join postings p on p.reference = o.id and p.code = 103 and p.account = 'available'
      group by o.id, o.stake having count(p.amount) <> 1 or sum(p.amount) <> -o.stake`,
  },
  {
    name: "C6 a contract settles once, for what it says",
    sql: `
      select o.id as culprit from orders o
      left join postings p on p.reference = o.id and p.code = 214
      group by o.id, o.state, o.credited
      having count(distinct p.transaction_id) <> (case when o.state in ('accepted', 'opened') then 0 else 1 end)
        or coalesce(sum(case when p.account = 'available' then p.amount else 0 end), 0) <> coalesce(o.credited, 0)`,
  },
  {
    name: "C6 what is staked in open contracts is what is locked for them",
    sql: `
      select b.member_id as culprit from balances b
      left join orders o on o.member_id = b.member_id and o.state in ('accepted', 'opened')
      group by b.member_id, b.contracts having b.contracts <> coalesce(sum(o.stake), 0)`,
  },
  {
    name: "C7 each tick is linked to the one before",
    sql: `
      select t.symbol || ' ' || t.seq as culprit from ticks t
      join ticks p on p.symbol = t.symbol and p.seq = t.seq - 1 where t.previous_hash <> p.hash`,
  },
]

/**
 * Holds the database against every invariant that tables alone can break (C1, C2, C4 to C7). Works
 * on a live server's database. Returns the broken ones, one sentence each.
 */
export const findProblems = Effect.fn("findProblems")(function* () {
  const db = yield* Db
  const found: Array<string> = []
  for (const { name, sql } of checks) {
    const rows = yield* db.query<{ culprit: string }>(sql)
    if (rows.length > 0) found.push(`${name}: ${rows.length}, such as ${rows[0]?.culprit}`)
  }
  for (const { table, id, what } of yield* findDifferences())
    found.push(`C7 ${table} ${id} is not the fold of its events: ${what}`)
  return found
})
