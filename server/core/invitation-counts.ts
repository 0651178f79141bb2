/**
 * How many members each member has invited, and how many of these have begun: with a credited deposit
 * or a contract, whichever is first. `balances.has_begun` says who has. A registration or a beginning
 * adds a row to `invitation_changes`, in the same statement or transaction and without touching a row of
 * the inviter, so that nothing waits for it. A pass folds the rows into `invitation_counts`.
 */
import { Effect } from "effect"
import { CURRENCY } from "../../src/domain/limits.ts"
import { execute, script, sql, transaction } from "../db/db.ts"
import type { Difference } from "./projections.ts"

/**
 * A part of a statement, for its `with` list, that notes who begins. `begun` selects the `member_id` of
 * members whose balance row had not begun, at most once in the row's life.
 */
export const noteBegunSql = (begun: string): string => `
  insert into invitation_changes (inviter_id, member_id, kind)
  select b.inviter_id, b.member_id, 'begun' from (
    select f.member_id, (select m.invited_by from members m where m.id = f.member_id) as inviter_id from (${begun}) f
  ) b where b.inviter_id is not null`

/** Counts a new member for its inviter, in the transaction of its registration. */
export const noteInvited = Effect.fn("noteInvited")(function* (inviterId: string, memberId: string) {
  yield* execute(
    "insert into invitation_changes (inviter_id, member_id, kind) values ($1, $2, 'registered')",
    [inviterId, memberId],
  )
})

const changesOf = (kind: "registered" | "begun") => `count(*) filter (where kind = '${kind}')`

/** The counts of a member: what is folded and what is new since. */
export const readInvitationCounts = Effect.fn("readInvitationCounts")(function* (memberId: string) {
  const rows = yield* sql<{ invited: bigint; successful: bigint }>(
    `select coalesce(c.invited, 0) + n.invited as invited, coalesce(c.successful, 0) + n.successful as successful
     from (
       select ${changesOf("registered")} as invited, ${changesOf("begun")} as successful
       from invitation_changes where inviter_id = $1
     ) n left join invitation_counts c on c.member_id = $1`,
    [memberId],
  )
  return { invited: Number(rows[0]?.invited ?? 0n), successful: Number(rows[0]?.successful ?? 0n) }
})

const FOLDED_AT_ONCE = 10_000

/**
 * Folds changes into the counts, at most `FOLDED_AT_ONCE`. Any process may; each folds others' rows, in
 * the order of the inviters, so that two never deadlock. Returns the number of changes.
 */
export const foldInvitationChanges = Effect.fn("foldInvitationChanges")(function* () {
  const rows = yield* sql<{ count: bigint }>(
    `with folded as (
       delete from invitation_changes where (inviter_id, member_id, kind) in (
         select inviter_id, member_id, kind from invitation_changes
         order by inviter_id, member_id, kind limit ${FOLDED_AT_ONCE} for update skip locked)
       returning inviter_id, kind
     ), counted as (
       insert into invitation_counts (member_id, invited, successful)
       select inviter_id, ${changesOf("registered")}, ${changesOf("begun")} from folded
       group by inviter_id order by inviter_id
       on conflict (member_id) do update set invited = invitation_counts.invited + excluded.invited,
         successful = invitation_counts.successful + excluded.successful
     )
     select count(*) as count from folded`,
  )
  return Number(rows[0]?.count ?? 0n)
})

const countedSql = `
  select m.invited_by as member_id, count(*) as invited, count(*) filter (where b.has_begun) as successful
  from members m left join balances b on b.member_id = m.id and b.asset = '${CURRENCY}'
  where m.invited_by is not null group by m.invited_by`

/**
 * Counts all invited members again. The lock lets a fold that runs end first; what is committed later is
 * neither counted nor removed here. Returns the number of inviters.
 */
export const recountInvitations = Effect.fn("recountInvitations")(function* () {
  return yield* Effect.gen(function* () {
    yield* script("lock table invitation_counts in share row exclusive mode")
    return yield* execute(
      `with forgotten as (delete from invitation_changes)
         insert into invitation_counts (member_id, invited, successful) ${countedSql}
         on conflict (member_id) do update set invited = excluded.invited, successful = excluded.successful`,
    )
  }).pipe(transaction)
})

const figures = (alias: string) =>
  `format('invited %s, successful %s', coalesce(${alias}.invited, 0), coalesce(${alias}.successful, 0))`

const countDifferencesSql = `
  select coalesce(e.member_id, f.member_id) as id, coalesce(e.member_id, f.member_id) as member,
    ${figures("f")} || ' instead of ' || ${figures("e")} as what
  from (${countedSql}) e full join (
    select member_id, sum(invited) as invited, sum(successful) as successful from (
      select member_id, invited, successful from invitation_counts union all
      select inviter_id, (kind = 'registered')::integer, (kind = 'begun')::integer from invitation_changes
    ) c group by member_id
  ) f on f.member_id = e.member_id
  where (coalesce(e.invited, 0), coalesce(e.successful, 0)) <> (coalesce(f.invited, 0), coalesce(f.successful, 0))
  order by 1 limit 100`

/** Code 103 is a purchase, 201 a credited deposit. */
const begunDifferencesSql = `
  select b.member_id as id, b.member_id as member, 'has_begun' as what from balances b
  where b.asset = '${CURRENCY}' and b.has_begun <> exists (
    select 1 from postings p where p.member_id = b.member_id and p.account = 'available' and p.code in (103, 201))
  order by 1 limit 100`

/** Counts that differ from the members, and members from their postings. No money depends on them. */
export const findCountDifferences = Effect.fn("findCountDifferences")(function* () {
  const counts = yield* sql<Omit<Difference, "table">>(countDifferencesSql)
  const begun = yield* sql<Omit<Difference, "table">>(begunDifferencesSql)
  const found: ReadonlyArray<Difference> = [
    ...counts.map((row) => ({ table: "invitation_counts", ...row })),
    ...begun.map((row) => ({ table: "balances", ...row })),
  ]
  return found
})
