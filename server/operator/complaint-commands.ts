import { Effect } from "effect"
import { type ComplaintColumns, complaintColumns, complaintIn } from "../core/complaint-clock.ts"
import { type Db, sql } from "../db/db.ts"
import { acknowledgeComplaint, answerComplaint } from "../payments/complaints.ts"
import { isoTime, type OperatorCommand, refuse } from "./command.ts"

const shownMax = 100
/** Characters of an answer. */
const ANSWER_MAX = 2_000

interface OpenComplaint extends ComplaintColumns {
  readonly subject: string
  readonly id: string
  readonly member: string
}

const openSql = (subject: string, table: string): string =>
  `select '${subject}' as subject, id, member_id, ${complaintColumns} from ${table}
   where complaint_number > 0 and answered_at_ms is null`

/** Complaints without an answer, oldest first, with the times by which each step is due. */
const listComplaints = Effect.fn("listComplaints")(function* () {
  const rows = yield* sql<OpenComplaint>(
    `select c.*, m.username as member from (${openSql("withdrawal", "withdrawals")} union all ${openSql("contract", "orders")}) c
     join members m on m.id = c.member_id order by complained_at_ms, complaint_number limit $1`,
    [shownMax],
  )
  return rows.flatMap((row) => {
    const complaint = complaintIn(row)
    if (complaint === null) return []
    const { number, madeAtMs, acknowledgedAtMs, acknowledgeByMs, answerByMs } = complaint
    return {
      ...{ number, member: row.member, [row.subject]: row.id, at: isoTime(BigInt(madeAtMs)) },
      acknowledged: acknowledgedAtMs === null ? null : isoTime(BigInt(acknowledgedAtMs)),
      acknowledge_by: isoTime(BigInt(acknowledgeByMs)),
      answer_by: isoTime(BigInt(answerByMs)),
    }
  })
})

const numberParameter = { name: "number", summary: "number of the complaint" } as const

/** The desk of complaints. */
export const complaintCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "complaints list",
    summary: "Complaints without an answer, oldest first, and by when each is acknowledged and answered.",
    run: () => listComplaints(),
  },
  {
    name: "complaints acknowledge",
    summary: "Says that a person has the complaint: within 2 working days.",
    parameters: [numberParameter],
    run: ({ number = "" }, { who }) => Effect.as(acknowledgeComplaint(number, who), "Done."),
  },
  {
    name: "complaints answer",
    summary: "Answers a complaint, within 10 working days; the member reads the answer, not why.",
    parameters: [numberParameter, { name: "answer", summary: "what the member reads" }],
    needsWhy: true,
    run: ({ number = "", answer = "" }, decider) =>
      answer.length <= ANSWER_MAX
        ? Effect.as(answerComplaint(number, answer, decider), "Done.")
        : refuse(`An answer has at most ${ANSWER_MAX} characters.`),
  },
]
