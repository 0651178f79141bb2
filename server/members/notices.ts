/** The member's events and notices, over HTTP. */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"
import { type MemberEvent, NOTICES, type NoticeSummary, UNREAD_MAX } from "../../src/domain/member-event.ts"
import type { Call } from "../core/handler.ts"
import {
  contractJoin,
  type EventRow,
  eventColumns,
  eventsAfter,
  memberEventOf,
  numbersOf,
} from "../core/member-events.ts"
import { pageFrom, readPaging } from "../core/paging.ts"
import { Db } from "../db/db.ts"

/** The member's events after a number, oldest first. `number` is the last one there is. */
export const listMemberEvents = Effect.fn("listMemberEvents")(function* (
  request: RequestOf<"memberEvents">,
  { memberId }: Call,
) {
  const limit = Math.min(Number(request.limit ?? PAGE_SIZE), PAGE_SIZE_MAX)
  const number = (yield* numbersOf([memberId])).get(memberId)?.last ?? 0
  const found = yield* eventsAfter(new Map([[memberId, Number(request.after ?? 0)]]), limit)
  const items: readonly MemberEvent[] = found.get(memberId) ?? []
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
  const db = yield* Db
  const paging = yield* readPaging(request)
  const rows = yield* db.query<EventRow>(
    `select ${eventColumns} from member_events e ${contractJoin}
     where e.member_id = $1 and e.number < $2::bigint and ($4::text is null or e.kind = $4) and ${noticeSql}
     order by e.number desc limit $3`,
    [call.memberId, paging.beforeMs, paging.take, request.kind ?? null],
  )
  return pageFrom(rows, paging, (row) => ({ atMs: row.number, id: "n" }), memberEventOf)
})

const summaryOf = Effect.fnUntraced(function* (memberId: string) {
  const db = yield* Db
  const rows = yield* db.query<{ read_number: bigint; unread: bigint }>(
    `select m.read_number, (select count(*) from (
       select 1 from member_events e where e.member_id = m.id and e.number > m.read_number and ${noticeSql}
       limit ${UNREAD_MAX}
     ) u) as unread from members m where m.id = $1`,
    [memberId],
  )
  const summary: NoticeSummary = {
    unread: Number(rows[0]?.unread ?? 0n),
    readNumber: Number(rows[0]?.read_number ?? 0n),
  }
  return summary
})

/** How many notices are unread, and up to which number they are read. */
export const readNoticeSummary = (_request: object, call: Call) => summaryOf(call.memberId)

/** Marks notices as read up to a number, at most the member's last one. Never unread again. */
export const markNoticesRead = Effect.fn("markNoticesRead")(function* (
  { number }: RequestOf<"noticesRead">,
  { memberId }: Call,
) {
  const db = yield* Db
  const last = (yield* numbersOf([memberId])).get(memberId)?.last ?? 0
  yield* db.execute("update members set read_number = greatest(read_number, $2::bigint) where id = $1", [
    memberId,
    Math.max(0, Math.min(number, last)),
  ])
  return yield* summaryOf(memberId)
})
