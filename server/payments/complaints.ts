/** Complaints about withdrawals that were not decided when promised: made, acknowledged and answered. */
import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { Config } from "../config.ts"
import { type Attribution, NotPending, recordDecision } from "../core/decision.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent, CANCELLED } from "../core/member-events.ts"
import { refusal } from "../core/refusal.ts"
import { DbConstraint, execute, sql, transaction } from "../db/db.ts"
import { lockHolder } from "./withdrawal-stages.ts"
import { readWithdrawal } from "./withdrawals.ts"

const fileComplaint = Effect.fnUntraced(function* (id: string, memberId: string) {
  const { withdrawalPromiseMs } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  yield* lockHolder(id)
  const made = yield* execute(
    `update withdrawals set complained_at_ms = $3::bigint,
       complaint_number = (select coalesce(max(complaint_number), 0) + 1 from withdrawals where complaint_number > 0)
     where id = $1 and member_id = $2 and complaint_number is null and reason is distinct from '${CANCELLED}'
       and coalesce(reviewed_at_ms, $3::bigint) > created_at_ms + $4::bigint`,
    [id, memberId, atMs, withdrawalPromiseMs],
  )
  if (made > 0)
    yield* appendEvent(memberId, {
      kind: "withdrawal",
      subject: id,
      from: null,
      to: "complained",
      columns: ["complained_at_ms", "complaint_number"],
      who: "member",
      why: "",
    })
})

/**
 * Complains about a withdrawal that is not decided, or was not, when promised. One has one complaint:
 * asked again, the answer is the same. Two that come at once may want the same number; one tries again.
 */
export const complain = Effect.fn("complain")(function* (
  request: RequestOf<"withdrawalComplain">,
  call: Call,
) {
  const isTaken = (error: unknown): boolean => error instanceof DbConstraint
  yield* Effect.retry(transaction(fileComplaint(request.id, call.memberId)), { times: 5, while: isTaken })
  const withdrawal = yield* readWithdrawal(request, call)
  if (withdrawal.complaint !== undefined) return withdrawal
  const until = withdrawal.atMs + (yield* Config).withdrawalPromiseMs
  return yield* refusal("withdrawal.not-late", { params: { until } })
})

interface Changed {
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
    const [found] = yield* sql<Changed>(
      `select id, member_id from withdrawals where complaint_number = $1 and ${to}_at_ms is null
         and answered_at_ms is null`,
      [/^\d{1,15}$/.test(number) ? number : null],
    )
    if (found === undefined)
      return yield* new NotPending({ message: `No complaint ${number} waits to be ${to}.` })
    yield* lockHolder(found.id)
    const changed = yield* execute(
      `update withdrawals set acknowledged_at_ms = coalesce(acknowledged_at_ms, $2::bigint),
         answered_at_ms = case when $3::text is null then answered_at_ms else $2::bigint end, complaint_answer = $3::text
       where id = $1 and ${to}_at_ms is null and answered_at_ms is null`,
      [found.id, atMs, answer],
    )
    if (changed === 0)
      return yield* new NotPending({ message: `The complaint ${number} was ${to} at this moment.` })
    yield* appendEvent(found.member_id, {
      kind: "withdrawal",
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
