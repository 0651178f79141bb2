/** The endpoints about what happened to a member: events, notices, what operators did, statements. */
import { Schema } from "effect"
import { Amount, pageOf } from "../domain/entities.ts"
import { MemberEvent, NoticeKind, NoticeSummary, ReceivedEvent } from "../domain/member-event.ts"
import { OperatorAct } from "../domain/operator-act.ts"
import { OwnLiability } from "../domain/own-liability.ts"
import { FILTERED_LISTS, recordFilterFields } from "../domain/record-filter.ts"
import { Statement } from "../domain/statement.ts"
import { count, get, paging, post } from "./endpoint.ts"

const text = Schema.String
const optional = Schema.optionalKey

/** The file of a statement, which is not an answer in an envelope: `?from=&to=&format=csv`, token header. */
export const statementFilePath = "api/statement/file"

export const recordEndpoints = {
  memberEvents: get(
    "api/member/events",
    { after: optional(text.check(Schema.isPattern(/^\d{1,15}$/u))), limit: optional(count) },
    Schema.Struct({ items: Schema.Array(MemberEvent), number: Schema.Int }),
    { summary: "The member's events after a number, oldest first, and the member's last number" },
  ),
  operatorActs: get("api/member/operator-acts", paging, pageOf(OperatorAct), {
    summary: "What operators did about the member and looked at, newest first",
  }),
  notices: get("api/member/notices", { kind: optional(NoticeKind), ...paging }, pageOf(ReceivedEvent), {
    summary: "What happened to the member's money and records, newest first",
  }),
  noticeSummary: get("api/member/notices/summary", {}, NoticeSummary, {
    summary: "How many notices are unread",
  }),
  noticesRead: post(
    "api/member/notices/read",
    { number: Schema.Int, single: optional(Schema.Boolean) },
    NoticeSummary,
    {
      summary: "Mark the notices up to a number as read, or one alone, on every device",
    },
  ),
  statement: get("api/statement/summary", { from: text, to: text }, Statement, {
    summary: "The sums of a period: opening, in, out, closing, contracts and costs",
  }),
  liability: get("api/member/liability", {}, Schema.Struct({ own: optional(OwnLiability) }), {
    summary: "The member's leaf in what the market owed all members at the end of the last sealed day",
  }),
  recordSum: get(
    "api/record/sum",
    { list: Schema.Literals(FILTERED_LISTS), ...recordFilterFields },
    Schema.Struct({ count: Schema.Int, amount: Amount }),
    { summary: "How many records a filter leaves of a list, and what they add up to" },
  ),
} as const
