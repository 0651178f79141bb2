/**
 * Folds the members' events and compares the result with the rows and balances they project to. The
 * rows are written by the statements that append the events, so a difference is a defect or the
 * work of another hand.
 */
import { Effect } from "effect"
import { CURRENCY, RETURNED_HOLD_HOURS } from "../../src/domain/limits.ts"
import { type Db, sql } from "../db/db.ts"
import { readSnapshot } from "../db/snapshot.ts"
import { CANCELLED, PROJECTIONS } from "./member-events.ts"
import { sumsAgree } from "./member-sums.ts"
import {
  type Alone,
  bySubject,
  byText,
  partValues,
  readParts,
  type Slice,
  sliceAfter,
  sliceValues,
  type Within,
} from "./slices.ts"

/** A row, balance or number that differs from the fold of its events. */
export interface Difference {
  readonly table: string
  readonly id: string
  readonly member: string
  /** The columns that differ, or what is wrong. */
  readonly what: string
}

interface Projection {
  readonly table: string
  readonly kinds: ReadonlyArray<string>
  readonly excluded: ReadonlyArray<string>
}

const projections: ReadonlyArray<Projection> = Object.entries(
  Object.groupBy(Object.entries(PROJECTIONS), ([, { table }]) => table),
).map(([table, entries = []]) => ({
  table,
  kinds: entries.map(([kind]) => kind),
  excluded: [...new Set(entries.flatMap(([, { excluded }]) => excluded))],
}))

/** The last value of each column, by record; none of a record that was removed. */
const foldedSql = (kinds: ReadonlyArray<string>, within: Within) => `
  select e.member_id, e.subject, jsonb_strip_nulls(coalesce(jsonb_object_agg(c.key, c.value order by e.number)
      filter (where c.key is not null), '{}')) as columns
  from member_events e left join lateral jsonb_each(e.changes) c on true
  where ${within("e.member_id", "e.subject")} and e.kind in (${kinds.map((kind) => `'${kind}'`).join(", ")})
  group by e.member_id, e.subject
  having (array_agg(e.to_state order by e.number desc))[1] <> 'removed'`

const rowDifferencesSql = ({ table, kinds, excluded }: Projection, within: Within) => `
  select coalesce(f.subject, r.id) as id, coalesce(f.member_id, r.member_id) as member,
    case when f.subject is null then 'no event' when r.id is null then 'no row' else (
      select string_agg(coalesce(a.key, b.key), ', ' order by coalesce(a.key, b.key))
      from jsonb_each(f.columns) a full join jsonb_each(r.columns) b on a.key = b.key
      where a.value is distinct from b.value
    ) end as what
  from (${foldedSql(kinds, within)}) f full join (
    select t.member_id, t.id, jsonb_strip_nulls(to_jsonb(t) - '{${["member_id", ...excluded].join(",")}}'::text[]) as columns
    from ${table} t where ${within("t.member_id", "t.id")}
  ) r on r.member_id = f.member_id and r.id = f.subject
  where f.columns is distinct from r.columns
  order by 1 limit 100`

const lockDiffers = `(b.locked_at_ms is distinct from case when e.lock in ('locked', 'unlocking') then e.locked_at_ms end
      or (b.unlocks_at_ms is not null) <> (e.lock is not distinct from 'unlocking'))`

/** The time comes of the last cancelled withdrawal; withdrawals since then have taken of the amount. */
const returnedDiffers = `(b.returned_until_ms is distinct from c.at_ms + ${RETURNED_HOLD_HOURS * 3_600_000}
      or (select sum((part->>0)::bigint) from jsonb_array_elements(b.returned_parts) part) > coalesce(c.amount, 0))`

const balanceDifferencesSql = (within: Within) => `
  select b.member_id as id, b.member_id as member,
    case when coalesce(e.last, 0) <> b.revision or e.last - e.first + 1 <> e.events then 'numbers' else 'balance' end as what
  from balances b left join (
    select member_id, min(number) as first, max(number) as last, count(*) as events, sum(available) as available,
      sum(contracts) as contracts, sum(withdrawals) as withdrawals
    from member_events where ${within("member_id")} group by member_id
  ) e on e.member_id = b.member_id
  where ${within("b.member_id")} and b.asset = '${CURRENCY}' and (coalesce(e.last, 0) <> b.revision or e.last - e.first + 1 <> e.events
    or coalesce(e.available, 0) <> b.available or coalesce(e.contracts, 0) <> b.contracts
    or coalesce(e.withdrawals, 0) <> b.withdrawals)
  order by 1 limit 100`

/** The subject of an event about freezing or a lock is the member. */
const holdDifferencesSql = (within: Within) => `
  select b.member_id as id, b.member_id as member,
    case when b.frozen_at_ms is distinct from e.frozen_at_ms then 'frozen_at_ms' when ${lockDiffers} then 'lock'
      else 'returned' end as what
  from balances b left join lateral (
    select
      (array_agg(case when to_state = 'frozen' then at_ms end order by number desc) filter (where kind = 'limit'))[1] as frozen_at_ms,
      (array_agg(to_state order by number desc) filter (where kind = 'lock'))[1] as lock,
      (array_agg(at_ms order by number desc) filter (where kind = 'lock' and from_state = 'open'))[1] as locked_at_ms
    from member_events where member_id = b.member_id and subject = b.member_id and kind in ('limit', 'lock')
  ) e on true left join lateral (
    select max(reviewed_at_ms) as at_ms, sum(amount) as amount from withdrawals
    where member_id = b.member_id and reason = '${CANCELLED}'
  ) c on true
  where ${within("b.member_id")} and b.asset = '${CURRENCY}'
    and (b.frozen_at_ms is distinct from e.frozen_at_ms or ${lockDiffers} or ${returnedDiffers})
  order by 1 limit 100`

/** Reads rows of the members in a slice; of a large member part by part, each alone. */
const readRecords = <A, E>(
  slice: Slice,
  alone: Alone,
  read: (within: Within, values: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<A>, E, Db>,
) =>
  slice.large == null
    ? alone(read(byText(slice), sliceValues(slice)))
    : readParts(slice.large, "subject", alone, (part) => read(bySubject(part), partValues(part)))

const findRowDifferences = Effect.fnUntraced(function* (within: Within, values: ReadonlyArray<string>) {
  const found: Array<Difference> = []
  for (const projection of projections) {
    const rows = yield* sql<Omit<Difference, "table">>(rowDifferencesSql(projection, within), values)
    found.push(...rows.map((row) => ({ table: projection.table, ...row })))
  }
  return found
})

const findBalanceDifferences = Effect.fnUntraced(function* (slice: Slice, isSummed: boolean) {
  const found: Array<Difference> = []
  for (const differencesSql of isSummed
    ? [holdDifferencesSql]
    : [balanceDifferencesSql, holdDifferencesSql]) {
    const rows = yield* sql<Omit<Difference, "table">>(differencesSql(byText(slice)), sliceValues(slice))
    found.push(...rows.map((row) => ({ table: "balances", ...row })))
  }
  return found
})

/**
 * The differences of the members in a slice, at most a hundred of each table and part. `isSummed`:
 * whether the sums of its large member agree, where that is known.
 */
export const findDifferencesIn = Effect.fn("findDifferencesIn")(function* (
  slice: Slice,
  alone: Alone,
  isSummed?: boolean,
) {
  const rows = yield* readRecords(slice, alone, findRowDifferences)
  const { large } = slice
  const areSummed = isSummed ?? (large != null && (yield* sumsAgree(large, alone)))
  return [...rows, ...(yield* alone(findBalanceDifferences(slice, areSummed)))]
})

/** Differences that are named in all. */
const FOUND_MAX = 1_000

/** What is found of all members, slice by slice. */
const findInSlices = Effect.fnUntraced(function* <E>(
  find: (slice: Slice) => Effect.Effect<ReadonlyArray<Difference>, E, Db>,
) {
  const found: Array<Difference> = []
  for (let after: string | null = ""; after !== null && found.length < FOUND_MAX; ) {
    const slice: Slice = yield* sliceAfter("members", after)
    found.push(...(yield* find(slice)))
    after = slice.upTo
  }
  return found
})

/** The differences of all members. */
export const findDifferences = Effect.fn("findDifferences")(() =>
  findInSlices((slice) => findDifferencesIn(slice, readSnapshot)),
)

/**
 * Open and ended sessions against their events; a row that is gone is an ended session. Releases
 * before `session-events-001` opened sessions without an event.
 */
const sessionDifferencesSql = (within: Within) => `
  select coalesce(e.subject, s.subject) as id, coalesce(e.member_id, s.member_id) as member,
    format('%s, by its events %s', coalesce(s.state, 'no row'), coalesce(e.state, 'never started')) as what
  from (
    select member_id, subject, (array_agg(to_state order by number desc))[1] as state
    from member_events where ${within("member_id", "subject")} and kind = 'session' group by member_id, subject
  ) e full join (
    select member_id, left(token_hash, 16) as subject, created_at_ms,
      case when revoked_at_ms is null then 'started' else 'ended' end as state
    from sessions where ${within("member_id", "left(token_hash, 16)")}
  ) s on s.member_id = e.member_id and s.subject = e.subject
  where case when e.state is null
    then s.created_at_ms >= (select applied_at_ms from schema_migrations where id = 'session-events-001')
    else e.state <> coalesce(s.state, 'ended') end
  order by 1 limit 100`

const findSessionsIn = Effect.fnUntraced(function* (within: Within, values: ReadonlyArray<string>) {
  const rows = yield* sql<Omit<Difference, "table">>(sessionDifferencesSql(within), values)
  return rows.map((row): Difference => ({ table: "sessions", ...row }))
})

/**
 * The sessions that differ from their events. The checks that stop writes do not ask this: during an
 * upgrade a process of an earlier release ends sessions without an event.
 */
export const findSessionDifferences = Effect.fn("findSessionDifferences")(() =>
  findInSlices((slice) => readRecords(slice, readSnapshot, findSessionsIn)),
)

/** How many events there are: those of a member are numbered without gaps. */
export const countEvents = Effect.fn("countEvents")(function* () {
  const rows = yield* sql<{ events: string }>("select sum(revision)::text as events from balances")
  return Number(rows[0]?.events ?? 0)
})
