/** The member's events and notices, over HTTP. */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { CURRENCY, UNREAD_MAX } from "../../src/domain/limits.ts"
import { type MemberEvent, NOTICES, type NoticeSummary } from "../../src/domain/member-event.ts"
import type { Call } from "../core/handler.ts"
import {
  eventsAfter,
  memberEventOf,
  numbersOf,
  type PackedEvent,
  packedEvent,
} from "../core/member-events.ts"
import { pageFrom, readPaging, rowLimitOf } from "../core/paging.ts"
import { execute, sql, transaction } from "../db/db.ts"

/** The member's events after a number, oldest first. `number` is the last one there is. */
export const listMemberEvents = Effect.fn("listMemberEvents")(function* (
  request: RequestOf<"memberEvents">,
  { memberId }: Call,
) {
  const limit = rowLimitOf(request.limit)
  const { last: number } = yield* numbersOf(memberId)
  const items: readonly MemberEvent[] = yield* eventsAfter(memberId, Number(request.after ?? 0), limit)
  return { items, number }
})

/** True of the events that a member is notified of; `isNotice` says the same. */
const noticeSql = `e.who <> 'member' and e.why <> 'carried over' and (${Object.entries(NOTICES)
  .map(
    ([kind, states]) =>
      `e.kind = '${kind}' and e.to_state in (${states.map((state) => `'${state}'`).join(", ")})`,
  )
  .join(" or ")})`

/** The member's notices, of one kind or all, newest first. The cursor's time is the number of an event. */
export const listNotices = Effect.fn("listNotices")(function* (request: RequestOf<"notices">, call: Call) {
  const paging = yield* readPaging(request)
  const { kind } = request
  const rows = yield* sql<{ event: PackedEvent }>(
    `select ${packedEvent} as event from member_events e
     where e.member_id = $1 and e.number < $2::bigint ${kind === undefined ? "" : "and e.kind = $4"} and ${noticeSql}
     order by e.number desc limit $3`,
    [call.memberId, paging.beforeMs, paging.take, ...(kind === undefined ? [] : [kind])],
  )
  return pageFrom(
    rows,
    paging,
    ({ event }) => ({ atMs: BigInt(event[0]), id: "n" }),
    ({ event }) => memberEventOf(event),
  )
})

/** True of an event `e` that its member `m` has not read: after the last read one, and not one by one. */
const unreadSql = `e.number > m.read_number
  and not exists (select 1 from notice_reads r where r.member_id = m.id and r.number = e.number)`

const summaryOf = Effect.fnUntraced(function* (memberId: string) {
  const rows = yield* sql<{
    read_number: bigint
    read_version: bigint
    unread: bigint
    read_singly: string | null
  }>(
    `select m.read_number, m.read_version, (select count(*) from (
       select 1 from member_events e where e.member_id = m.id and ${unreadSql} and ${noticeSql}
       order by e.number limit ${UNREAD_MAX}
     ) u) as unread, (select string_agg(r.number::text, ',') from notice_reads r where r.member_id = m.id) as read_singly
     from members m where m.id = $1`,
    [memberId],
  )
  const [row] = rows
  const summary: NoticeSummary = {
    unread: Number(row?.unread ?? 0n),
    readNumber: Number(row?.read_number ?? 0n),
    readVersion: Number(row?.read_version ?? 0n),
    readSingly: row?.read_singly?.split(",").map(Number) ?? [],
  }
  return summary
})

/** How many notices are unread, and which are read. */
export const readNoticeSummary = (_request: object, call: Call) => summaryOf(call.memberId)

/** Notices read one by one that are remembered; with more of them, all up to the oldest are read. */
export const READ_SINGLY_MAX = 500

/** The last event before the oldest unread notice, or before the newest READ_SINGLY_MAX read ones. */
const readUpToSql = `greatest(
  coalesce((select e.number - 1 from member_events e where e.member_id = m.id and ${unreadSql} and ${noticeSql}
      order by e.number limit 1),
    (select b.revision from balances b where b.member_id = m.id and b.asset = '${CURRENCY}')),
  (select r.number from notice_reads r where r.member_id = m.id order by r.number desc offset ${READ_SINGLY_MAX} limit 1))`

/** Marks one notice as read, and what precedes the oldest unread one with it. */
const markOne = Effect.fnUntraced(function* (memberId: string, number: number) {
  yield* execute(
    `insert into notice_reads (member_id, number)
     select m.id, e.number from members m join member_events e on e.member_id = m.id and e.number = $2::bigint
     where m.id = $1 and ${unreadSql} and ${noticeSql} on conflict do nothing`,
    [memberId, number],
  )
  yield* execute(
    `update members m set read_version = read_version + 1, read_number = greatest(read_number, ${readUpToSql})
     where id = $1`,
    [memberId],
  )
})

/** Marks everything up to a number as read. */
const markUpTo = Effect.fnUntraced(function* (memberId: string, number: number) {
  const { last } = yield* numbersOf(memberId)
  yield* execute(
    `update members set read_version = read_version + 1, read_number = greatest(read_number, $2::bigint)
     where id = $1`,
    [memberId, Math.max(0, Math.min(number, last))],
  )
})

/** Marks notices as read up to a number, at most the member's last one, or one alone. Never unread again. */
export const markNoticesRead = Effect.fn("markNoticesRead")(function* (
  { number, single = false }: RequestOf<"noticesRead">,
  { memberId }: Call,
) {
  const marked = Effect.gen(function* () {
    // two devices take turns, so that neither counts what the other has just marked
    yield* sql("select id from members where id = $1 for update", [memberId])
    yield* single ? markOne(memberId, number) : markUpTo(memberId, number)
    yield* execute(
      `delete from notice_reads r using members m
       where m.id = $1 and r.member_id = m.id and r.number <= m.read_number`,
      [memberId],
    )
    return yield* summaryOf(memberId)
  })
  return yield* transaction(marked)
})
