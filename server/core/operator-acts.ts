/**
 * What operators did about a member or looked at: one event for each member that it touched, linked into
 * the chain of the member's postings, so that none is changed or removed later without a trace.
 */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import type { OperatorAct } from "../../src/domain/operator-act.ts"
import { execute, sql } from "../db/db.ts"
import type { Call } from "./handler.ts"
import { MEMBER_EVENT_VERSION } from "./member-events.ts"
import { pageFrom, readPaging } from "./paging.ts"
import { actTextSql, nextHashSql } from "./posting-chain.ts"
import { storedTextIn } from "./texts.ts"

/** One act, as the members read it whom it touched. */
export interface Act {
  readonly command: string
  /** Id of what was decided or looked at. */
  readonly subject: string
  readonly who: string
  /** What the member reads: words, or the id of a text. */
  readonly why: string
  /** How many persons agreed; none where a rule decided. */
  readonly persons: number
  readonly atMs: number
}

const text = actTextSql({
  ...{ number: "b.revision + 1", subject: "$3::text", to_state: "$4::text", persons: "$5::integer" },
  ...{ who: "$6::text", why: "$7::text", at_ms: "$8::bigint" },
})

/** In a fixed order of the members; also while writes are stopped, because a look finds out why. */
const linkSql = `
  with touched as materialized (
    select member_id from balances where member_id = any($1::text[]) and asset = $2 order by member_id for update
  ), moved as (
    update balances b set revision = b.revision + 1, postings_hash = ${nextHashSql("b.postings_hash", text)}
    from touched t where b.member_id = t.member_id and b.asset = $2
    returning b.member_id, b.revision, b.postings_hash
  )
  insert into member_events (member_id, number, kind, version, subject, from_state, to_state, changes, available,
    contracts, withdrawals, who, why, at_ms, transaction_id, postings_hash)
  select m.member_id, m.revision, 'operator', ${MEMBER_EVENT_VERSION}, $3::text, null, $4::text,
    jsonb_build_object('persons', $5::integer), 0, 0, 0, $6::text, $7::text, $8::bigint, '', m.postings_hash
  from moved m`

/** Appends an act to the events of each member that it touched, in the transaction of its decision. */
export const linkAct = Effect.fn("linkAct")(function* (members: ReadonlyArray<string>, act: Act) {
  const { command, subject, who, why, persons, atMs } = act
  yield* execute(linkSql, [members, CURRENCY, subject, command, persons, who, why, atMs])
})

interface ActRow {
  readonly number: bigint
  readonly command: string
  readonly subject: string
  readonly persons: number
  readonly why: string
  readonly at_ms: bigint
}

/** What operators did about the member, newest first. The cursor's time is an event's number. */
export const listOperatorActs = Effect.fn("listOperatorActs")(function* (
  request: RequestOf<"operatorActs">,
  { memberId, locale }: Call,
) {
  const paging = yield* readPaging(request)
  const rows = yield* sql<ActRow>(
    `select e.number, e.to_state as command, e.subject, (e.changes->>'persons')::integer as persons, e.why, e.at_ms
     from member_events e where e.member_id = $1 and e.kind = 'operator' and e.who <> 'member' and e.number < $2::bigint
     order by e.number desc limit $3`,
    [memberId, paging.beforeMs, paging.take],
  )
  return pageFrom(
    rows,
    paging,
    ({ number }) => ({ atMs: number, id: "n" }),
    ({ number, command, subject, persons, why, at_ms }): OperatorAct => ({
      id: String(number),
      atMs: Number(at_ms),
      command,
      subject: subject === memberId ? null : subject,
      persons,
      why: storedTextIn(locale, why),
    }),
  )
})
