/**
 * Complaints about contracts, and about withdrawals that were not decided when promised: made,
 * acknowledged and answered.
 */
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { Config } from "../config.ts"
import { readContractComplaint } from "../core/complaint-clock.ts"
import { type Attribution, NotPending, recordDecision } from "../core/decision.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent, CANCELLED } from "../core/member-events.ts"
import { refusal } from "../core/refusal.ts"
import { DbConstraint, execute, sql, transaction } from "../db/db.ts"
import { CONTRACT_COMPLAINTS_AFTER } from "../db/schema/trading.ts"
import { readWithdrawal } from "./withdrawals.ts"

/** What a complaint is about: its table, and after which number its own begin. */
const SUBJECTS = {
  withdrawal: { table: "withdrawals", after: 0 },
  order: { table: "orders", after: CONTRACT_COMPLAINTS_AFTER },
} as const
type SubjectKind = keyof typeof SUBJECTS

/** The member's balance is locked before the record, as by every change of one. */
const lockMember = (memberId: string) =>
  execute("select 1 from balances where member_id = $1 and asset = $2 for update", [memberId, CURRENCY])

/** Files a complaint where there is none and the condition, over $3 (now) and $4, holds. */
const fileComplaint = Effect.fnUntraced(function* (
  kind: SubjectKind,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  condition: string,
  value: number,
) {
  const { table, after } = SUBJECTS[kind]
  const atMs = yield* Clock.currentTimeMillis
  yield* lockMember(memberId)
  const made = yield* execute(
    `update ${table} set complained_at_ms = $3::bigint,
       complaint_number = (select coalesce(max(complaint_number), ${after}) + 1 from ${table} where complaint_number > 0)
     where id = $1 and member_id = $2 and complaint_number is null and ${condition}`,
    [id, memberId, atMs, value],
  )
  if (made > 0)
    yield* appendEvent(memberId, {
      kind,
      subject: id,
      from: null,
      to: "complained",
      columns: ["complained_at_ms", "complaint_number"],
      who: "member",
      why: "",
    })
})

/** Two complaints that come at once may want the same number; one tries again. */
const withOwnNumber = <A, E, R>(filing: Effect.Effect<A, E, R>) =>
  Effect.retry(transaction(filing), { times: 5, while: (error) => error instanceof DbConstraint })

/**
 * Complains about a withdrawal that is not decided, or was not, when promised. One has one complaint:
 * asked again, the answer is the same.
 */
export const complain = Effect.fn("complain")(function* (
  request: RequestOf<"withdrawalComplain">,
  call: Call,
) {
  const { withdrawalPromiseMs } = yield* Config
  const isLate = `reason is distinct from '${CANCELLED}' and coalesce(reviewed_at_ms, $3::bigint) > created_at_ms + $4::bigint`
  const subject = { id: request.id, memberId: call.memberId }
  yield* withOwnNumber(fileComplaint("withdrawal", subject, isLate, withdrawalPromiseMs))
  const withdrawal = yield* readWithdrawal(request, call)
  if (withdrawal.complaint !== undefined) return withdrawal
  return yield* refusal("withdrawal.not-late", { params: { until: withdrawal.atMs + withdrawalPromiseMs } })
})

/** Complains about a contract, whatever its state. It has one complaint, as a withdrawal has. */
export const complainAboutContract = Effect.fn("complainAboutContract")(function* (
  { id }: RequestOf<"orderComplain">,
  { memberId }: Call,
) {
  yield* withOwnNumber(fileComplaint("order", { id, memberId }, "accepted_at_ms > $4::bigint", 0))
  const [own] = yield* sql("select 1 from orders where id = $1 and member_id = $2", [id, memberId])
  const complaint = own === undefined ? null : yield* readContractComplaint(id)
  return complaint ?? (yield* refusal("order.unknown"))
})

interface Changed {
  readonly kind: SubjectKind
  readonly id: string
  readonly member_id: string
}

/** Changes the complaint of a number once, with its event and the decision. */
const changeComplaint = Effect.fnUntraced(function* (
  number: string,
  to: "acknowledged" | "answered",
  answer: string | null,
  { who, why }: Attribution,
) {
  const atMs = yield* Clock.currentTimeMillis
  const change = Effect.gen(function* () {
    const select = (
      kind: SubjectKind,
    ) => `select '${kind}' as kind, id, member_id from ${SUBJECTS[kind].table}
       where complaint_number = $1 and ${to}_at_ms is null and answered_at_ms is null`
    const [found] = yield* sql<Changed>(`${select("withdrawal")} union all ${select("order")}`, [
      /^\d{1,15}$/.test(number) ? number : null,
    ])
    if (found === undefined)
      return yield* new NotPending({ message: `No complaint ${number} waits to be ${to}.` })
    yield* lockMember(found.member_id)
    const changed = yield* execute(
      `update ${SUBJECTS[found.kind].table} set acknowledged_at_ms = coalesce(acknowledged_at_ms, $2::bigint),
         answered_at_ms = case when $3::text is null then answered_at_ms else $2::bigint end, complaint_answer = $3::text
       where id = $1 and ${to}_at_ms is null and answered_at_ms is null`,
      [found.id, atMs, answer],
    )
    if (changed === 0)
      return yield* new NotPending({ message: `The complaint ${number} was ${to} at this moment.` })
    yield* appendEvent(found.member_id, {
      kind: found.kind,
      subject: found.id,
      from: null,
      to: `complaint-${to}`,
      columns: ["acknowledged_at_ms", "answered_at_ms", "complaint_answer"],
      who,
      why: "",
    })
    yield* recordDecision({
      command: to === "answered" ? "complaints answer" : "complaints acknowledge",
      ...{ subject: found.id, who, why, detail: { number: Number(number) }, members: [found.member_id] },
    })
  })
  yield* transaction(change)
})

/** Says that a person has the complaint. */
export const acknowledgeComplaint = (number: string, who: string) =>
  changeComplaint(number, "acknowledged", null, { who, why: "to answer it" })

/** Answers a complaint: the member reads the answer. */
export const answerComplaint = (number: string, answer: string, decider: Attribution) =>
  changeComplaint(number, "answered", answer, decider)
