/** What must hold of the books, as tables alone can show it. */
import { Cause, Effect, Exit } from "effect"
import { type DbError, script, sql } from "../db/db.ts"
import { readSnapshot } from "../db/snapshot.ts"
import { sumsAgree } from "./member-sums.ts"
import { chainChecks, chainedChecks } from "./posting-chain.ts"
import { findDifferencesIn } from "./projections.ts"
import {
  type Alone,
  byNumber,
  byText,
  byTick,
  partValues,
  readParts,
  SLICED,
  type Slice,
  type SliceCheck,
  type Sliced,
  sliceAfter,
  sliceValues,
  together,
  type Within,
} from "./slices.ts"

/** What does not hold. */
export interface BookDifference {
  /** The invariant, as docs name it. */
  readonly invariant: string
  /** Null where the row belongs to no member. */
  readonly member: string | null
  /** The posting, contract, deposit, withdrawal, key, row or tick. */
  readonly subject: string
  readonly found: string
  readonly expected: string
}

const sumOf = (account: string, alias = "") =>
  `coalesce(sum(${alias}amount) filter (where ${alias}account = '${account}'), 0)`

const figures = (alias: string) =>
  `format('available %s, contracts %s, withdrawals %s', coalesce(${alias}.available, 0), coalesce(${alias}.contracts, 0),
    coalesce(${alias}.withdrawals, 0))`

const balanceChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C2 balances are the fold of the postings",
    sql: (within) => `
      select coalesce(b.member_id, p.member_id) as member, 'balance' as subject, ${figures("b")} as found, ${figures("p")} as expected
      from (select * from balances where ${within("member_id")}) b full join (
        select member_id, asset, ${sumOf("available")} as available, ${sumOf("contracts")} as contracts,
          ${sumOf("withdrawals")} as withdrawals
        from postings where ${within("member_id")} group by member_id, asset
      ) p on p.member_id = b.member_id and p.asset = b.asset
      where (coalesce(b.available, 0), coalesce(b.contracts, 0), coalesce(b.withdrawals, 0))
        <> (coalesce(p.available, 0), coalesce(p.contracts, 0), coalesce(p.withdrawals, 0))`,
  },
  {
    invariant: "C2 no account change begins or ends below zero",
    sql: (within) => `
      select member_id as member, transaction_id as subject, format('%s after %s', balance_after, amount) as found,
        'none below 0' as expected
      from postings where ${within("member_id")} and account = 'available' and (balance_after < 0 or balance_after - amount < 0)`,
  },
]

const noneNegative: SliceCheck = {
  invariant: "C2 no balance is negative",
  sql: (within) => `
    select b.member_id as member, 'balance' as subject, ${figures("b")} as found, 'none below 0' as expected
    from balances b where ${within("b.member_id")} and (b.available < 0 or b.contracts < 0 or b.withdrawals < 0)`,
}

const keyChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C4 every operation is decided",
    sql: (within) => `
      select member_id as member, key as subject, 'no outcome' as found, 'an outcome' as expected
      from operations where ${within("member_id")} and outcome is null`,
  },
  {
    invariant: "C4 an operation that is done has its one effect",
    sql: (within) => `
      select k.member_id as member, k.key as subject, 'nothing' as found, k.operation || ' ' || (k.outcome ->> 'id') as expected
      from operations k
      left join orders o on o.id = k.outcome ->> 'id' and o.member_id = k.member_id
      left join deposits d on d.id = k.outcome ->> 'id' and d.member_id = k.member_id
      left join withdrawals w on w.id = k.outcome ->> 'id' and w.member_id = k.member_id
      where ${within("k.member_id")} and k.outcome ->> 'state' = 'done' and (case
        when k.operation in ('order', 'order-close', 'order-amend') then o.id
        when k.operation = 'deposit' then d.id else w.id end) is null`,
  },
  {
    invariant: "C4 every contract, deposit and withdrawal came of one key",
    sql: (within) => `
      select e.member_id as member, e.operation || ' ' || e.id as subject, coalesce(k.keys, 0)::text as found, '1' as expected
      from (
        select member_id, id, 'order' as operation from orders where ${within("member_id")} union all
        select member_id, id, 'deposit' from deposits where ${within("member_id")} union all
        select member_id, id, 'withdrawal' from withdrawals where ${within("member_id")}
      ) e left join (
        select member_id, operation, outcome ->> 'id' as id, count(*) as keys from operations
        where ${within("member_id")} group by 1, 2, 3
      ) k on k.member_id = e.member_id and k.operation = e.operation and k.id = e.id
      where k.keys is distinct from 1`,
  },
]

/** The postings of the members of a slice, to be joined by their reference. */
const postingsOf = (within: Within) => `(select * from postings where ${within("member_id")})`

const cashChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C5 a withdrawal has one 104 of its amount",
    sql: (within) => `
      select w.member_id as member, w.id as subject, format('%s of %s', count(p.amount), coalesce(sum(p.amount), 0)) as found,
        format('1 of %s', -w.amount) as expected
      from withdrawals w left join ${postingsOf(within)} p
        on p.reference = w.id and p.member_id = w.member_id and p.code = 104 and p.account = 'available'
      where ${within("w.member_id")}
      group by w.id having count(p.amount) <> 1 or sum(p.amount) <> -w.amount`,
  },
  {
    invariant: "C5 a withdrawal is paid, or given back whole by one 203, or neither",
    sql: (within) => `
      select w.member_id as member, w.id as subject,
        format('status %s, %s paid or given back, %s given back: %s', w.status, count(distinct p.transaction_id),
          count(distinct r.transaction_id), coalesce(sum(r.amount), 0)) as found, w.amount::text as expected
      from withdrawals w
      left join ${postingsOf(within)} p
        on p.reference = w.id and p.member_id = w.member_id and p.account = 'withdrawals' and p.amount < 0
      left join ${postingsOf(within)} r
        on r.reference = w.id and r.member_id = w.member_id and r.code = 203 and r.account = 'available'
      where ${within("w.member_id")}
      group by w.id
      having count(distinct p.transaction_id) <> (case when w.status = 0 then 0 else 1 end)
        or count(distinct r.transaction_id) <> (case when w.status = 2 then 1 else 0 end)
        or coalesce(sum(r.amount), w.amount) <> w.amount`,
  },
  {
    invariant: "C5 what is under review is what is locked for withdrawal",
    sql: (within) => `
      select b.member_id as member, 'balance' as subject, b.withdrawals::text as found, coalesce(sum(w.amount), 0)::text as expected
      from balances b left join withdrawals w on w.member_id = b.member_id and w.status = 0
      where ${within("b.member_id")}
      group by b.member_id, b.asset having b.withdrawals <> coalesce(sum(w.amount), 0)`,
  },
  {
    invariant: "C5 a deposit is credited once when it is approved, and never otherwise",
    sql: (within) => `
      select d.member_id as member, d.id as subject, coalesce(sum(p.amount), 0)::text as found,
        (case when d.status = 1 then d.amount else 0 end)::text as expected
      from deposits d left join ${postingsOf(within)} p
        on p.reference = d.id and p.member_id = d.member_id and p.code = 201 and p.account = 'available'
      where ${within("d.member_id")}
      group by d.id having coalesce(sum(p.amount), 0) <> (case when d.status = 1 then d.amount else 0 end)`,
  },
]

const contractChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C6 a contract is bought once, for its stake",
    sql: (within) => `
      select o.member_id as member, o.id as subject, format('%s of %s', count(p.amount), coalesce(sum(p.amount), 0)) as found,
        format('1 of %s', -o.stake) as expected
      from orders o left join ${postingsOf(within)} p
        on p.reference = o.id and p.member_id = o.member_id and p.code = 103 and p.account = 'available'
      where ${within("o.member_id")}
      group by o.id having count(p.amount) <> 1 or sum(p.amount) <> -o.stake`,
  },
  {
    invariant: "C6 a contract settles once, for what it says",
    sql: (within) => `
      select o.member_id as member, o.id as subject, format('%s of %s', count(distinct p.transaction_id), ${sumOf("available", "p.")}) as found,
        format('%s: %s', o.state, coalesce(o.credited, 0)) as expected
      from orders o left join ${postingsOf(within)} p
        on p.reference = o.id and p.member_id = o.member_id and p.code = 214
      where ${within("o.member_id")}
      group by o.id
      having count(distinct p.transaction_id) <> (case when o.state in ('accepted', 'opened') then 0 else 1 end)
        or ${sumOf("available", "p.")} <> coalesce(o.credited, 0)`,
  },
  {
    invariant: "C6 what is staked in open contracts is what is locked for them",
    sql: (within) => `
      select b.member_id as member, 'balance' as subject, b.contracts::text as found, coalesce(sum(o.stake), 0)::text as expected
      from balances b left join orders o on o.member_id = b.member_id and o.state in ('accepted', 'opened')
      where ${within("b.member_id")}
      group by b.member_id, b.asset having b.contracts <> coalesce(sum(o.stake), 0)`,
  },
  {
    invariant: "C6 the result of a member is that of the contracts that have ended",
    sql: (within) => `
      select b.member_id as member, 'result' as subject, b.result::text as found, coalesce(sum(o.net), 0)::text as expected
      from balances b left join orders o on o.member_id = b.member_id and o.state in ('settled', 'stopped_out', 'closed_early')
      where ${within("b.member_id")}
      group by b.member_id, b.asset having b.result <> coalesce(sum(o.net), 0)`,
  },
]

const transactionChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C1 the postings of a transaction sum to zero",
    sql: (within) => `
      select max(member_id) as member, transaction_id as subject, sum(amount)::text as found, '0' as expected
      from postings where ${within("transaction_id")} group by transaction_id, asset having sum(amount) <> 0`,
  },
  {
    invariant: "C1 a transaction belongs to one member",
    sql: (within) => `
      select max(member_id) as member, transaction_id as subject, count(distinct member_id)::text as found, '1' as expected
      from postings where ${within("transaction_id")} group by transaction_id having count(distinct member_id) <> 1`,
  },
]

/** The text of a tick that its hash is of (`src/domain/chain.ts`). */
const tickText = `encode(t.previous_hash, 'hex') || E'\\n' || t.symbol || E'\\n' || t.seq || E'\\n' || t.at_ms || E'\\n'
  || t.price_units / 10000 || '.' || lpad((t.price_units % 10000)::text, 4, '0')`

const tickChecks: ReadonlyArray<SliceCheck> = [
  {
    invariant: "C7 each tick has its hash",
    sql: (within) => `
      select null as member, t.symbol || ' ' || t.seq as subject, encode(t.hash, 'hex') as found,
        encode(sha256(convert_to(${tickText}, 'UTF8')), 'hex') as expected
      from ticks t where ${within("t")} and t.hash <> sha256(convert_to(${tickText}, 'UTF8'))`,
  },
  {
    invariant: "C7 each tick is linked to the one before",
    sql: (within) => `
      select null as member, t.symbol || ' ' || t.seq as subject, encode(t.previous_hash, 'hex') as found,
        encode(p.hash, 'hex') as expected
      from ticks t join ticks p on p.symbol = t.symbol and p.seq = t.seq - 1
      where ${within("t")} and t.previous_hash <> p.hash`,
  },
]

/** What holds of a member whose sums agree; else their statements read whole tables of the member. */
const summedChecks = [...balanceChecks, ...keyChecks, ...cashChecks, ...contractChecks, ...chainedChecks]

const checks: Readonly<Record<Sliced, ReadonlyArray<SliceCheck>>> = {
  members: [noneNegative, ...chainChecks],
  transactions: transactionChecks,
  ticks: tickChecks,
}

/** Rows of a check that are read of a slice, which has at most as many members. */
const ROWS_MAX = 500
/** Differences that are named, whosever they are; then the first of each further member. */
const NAMED_MAX = 100
/** Differences that are named in all. */
const FOUND_MAX = 1_000

const violationsOf = Effect.fnUntraced(function* (
  check: SliceCheck,
  within: Within,
  values: ReadonlyArray<string>,
) {
  // the first of each member comes before the second of any
  const rows = yield* sql<Omit<BookDifference, "invariant">>(
    `select member, subject, found, expected from (
       select d.*, row_number() over (partition by member order by subject) as nth from (${check.sql(within)}) d
     ) n order by nth, member, subject limit ${ROWS_MAX}`,
    values,
  )
  return rows.map((row): BookDifference => ({ invariant: check.invariant, ...row }))
})

/** What one check finds in a slice; of a large member, where it is divided, part by part. */
const violationsIn = (check: SliceCheck, sliced: Sliced, slice: Slice, alone: Alone) => {
  const { large } = slice
  if (large != null && check.partedBy !== undefined)
    return readParts(large, check.partedBy, alone, (part) =>
      violationsOf(check, byNumber(part), partValues(part)),
    )
  const within = sliced === "ticks" ? byTick(slice) : byText(slice)
  return alone(violationsOf(check, within, sliceValues(slice)))
}

/** Checks a slice. Returns what does not hold. */
const checkSlice = Effect.fn("checkSlice")(function* (sliced: Sliced, slice: Slice, alone: Alone) {
  const found: Array<BookDifference> = []
  const isSummed = slice.large != null && (yield* sumsAgree(slice.large, alone))
  const summed = sliced === "members" && !isSummed ? summedChecks : []
  for (const check of [...summed, ...checks[sliced]])
    found.push(...(yield* violationsIn(check, sliced, slice, alone)))
  if (sliced !== "members") return found
  const differences = yield* findDifferencesIn(slice, alone, isSummed)
  return [
    ...found,
    ...differences.map(({ member, table, id, what }) => ({
      invariant: "C7 rows are the fold of their events",
      ...{ member, subject: `${table} ${id}`, found: what, expected: "as in the events" },
    })),
  ]
})

const failureOf = (cause: Cause.Cause<unknown>): string => Cause.pretty(cause).split("\n")[0] ?? ""
const isOutage = ({ reasons }: Cause.Cause<DbError>): boolean =>
  reasons.some((reason) => reason._tag === "Fail" && reason.error._tag === "DbUnavailable")

/** Checks a slice alone; each read of a large member, so that calls of others have turns between. */
const checkAlone = (sliced: Sliced, slice: Slice, alone: Alone) =>
  slice.large == null ? alone(checkSlice(sliced, slice, together)) : checkSlice(sliced, slice, alone)

/**
 * Checks a slice. Where that fails, each member of it is checked alone: one that cannot be checked is
 * named, and hides no other.
 */
export const checkThrough = Effect.fn("checkThrough")(function* (sliced: Sliced, slice: Slice, alone: Alone) {
  const whole = yield* Effect.exit(checkAlone(sliced, slice, alone))
  if (Exit.isSuccess(whole)) return whole.value
  if (sliced !== "members" || isOutage(whole.cause)) return yield* whole
  const members = yield* alone(membersOf(slice))
  const found: Array<BookDifference> = []
  let after = slice.after
  for (const [index, member] of members.entries()) {
    const upTo = index === members.length - 1 ? slice.upTo : member
    const exit = yield* Effect.exit(checkAlone(sliced, { ...slice, after, upTo }, alone))
    after = member
    if (Exit.isSuccess(exit)) found.push(...exit.value)
    else if (isOutage(exit.cause)) return yield* exit
    else
      found.push({
        ...{ invariant: UNCHECKED, member, subject: "member", found: failureOf(exit.cause) },
        expected: "an answer",
      })
  }
  return found
})

/** Of a member whose books cannot be read: no difference is proved. */
export const UNCHECKED = "C0 the books of each member can be checked"

const membersOf = Effect.fnUntraced(function* (slice: Slice) {
  const rows = yield* sql<{ member_id: string }>(
    `select member_id from balances where ${byText(slice)("member_id")} group by 1 order by 1`,
    sliceValues(slice),
  )
  return rows.map(({ member_id }) => member_id)
})

/** A savepoint: a failed statement ends no more than its slice. */
const inSavepoint: Alone = (reads) =>
  Effect.gen(function* () {
    yield* script("savepoint slice")
    const exit = yield* Effect.exit(reads)
    yield* script(Exit.isSuccess(exit) ? "release savepoint slice" : "rollback to savepoint slice")
    return yield* exit
  })

/**
 * Holds the database against every invariant that tables alone can break (C1, C2, C4 to C7), slice
 * by slice in one snapshot. Works on a live server's database. Returns what does not hold: about a
 * hundred differences, then the first of each further member.
 */
export const checkBooks = Effect.fn("checkBooks")(function* () {
  return yield* Effect.gen(function* () {
    const found: Array<BookDifference> = []
    const named = new Set<string | null>()
    for (const sliced of SLICED) {
      for (let after: string | null = ""; after !== null; ) {
        const slice: Slice = yield* sliceAfter(sliced, after)
        for (const difference of yield* checkThrough(sliced, slice, inSavepoint)) {
          const { member } = difference
          if (found.length < NAMED_MAX || !named.has(member)) found.push(difference)
          named.add(member)
        }
        if (found.length >= FOUND_MAX) return found
        after = slice.upTo
      }
    }
    return found
  }).pipe(readSnapshot)
})

export const sentenceOf = ({ invariant, member, subject, found, expected }: BookDifference): string =>
  `${invariant}: ${subject}${member === null || member === subject ? "" : ` of ${member}`}: ${found} instead of ${expected}`
