/** The complaint about a contract, or about a withdrawal that was not decided when promised. */
import { Effect } from "effect"
import { DAY_MS, weekdayOf } from "../../src/domain/account-day.ts"
import type { Complaint } from "../../src/domain/complaint.ts"
import { COMPLAINT_ACKNOWLEDGED_DAYS, COMPLAINT_ANSWERED_DAYS } from "../../src/domain/limits.ts"
import { sql } from "../db/db.ts"

const isWorkingDay = (atMs: number): boolean => ![0, 6].includes(weekdayOf(atMs))

/** The same time so many working days later: Monday to Friday in Lagos, holidays included. */
export const afterWorkingDays = (atMs: number, days: number): number => {
  let [dueMs, left] = [atMs, days]
  while (left > 0) {
    dueMs += DAY_MS
    if (isWorkingDay(dueMs)) left -= 1
  }
  return dueMs
}

/** The columns of a complaint in the row of its subject; all null without one. */
export interface ComplaintColumns {
  readonly complaint_number: bigint | null
  readonly complained_at_ms: bigint | null
  readonly acknowledged_at_ms: bigint | null
  readonly answered_at_ms: bigint | null
  readonly complaint_answer: string | null
}

export const complaintColumns =
  "complaint_number, complained_at_ms, acknowledged_at_ms, answered_at_ms, complaint_answer"

/** The complaint in a row, with the times by which it is acknowledged and answered; null without one. */
export const complaintIn = (row: ComplaintColumns): Complaint | null => {
  const { complaint_number, complained_at_ms, acknowledged_at_ms, answered_at_ms } = row
  if (complaint_number === null || complained_at_ms === null) return null
  const madeAtMs = Number(complained_at_ms)
  return {
    number: Number(complaint_number),
    madeAtMs,
    acknowledgeByMs: afterWorkingDays(madeAtMs, COMPLAINT_ACKNOWLEDGED_DAYS),
    answerByMs: afterWorkingDays(madeAtMs, COMPLAINT_ANSWERED_DAYS),
    acknowledgedAtMs: acknowledged_at_ms === null ? null : Number(acknowledged_at_ms),
    answeredAtMs: answered_at_ms === null ? null : Number(answered_at_ms),
    answer: row.complaint_answer,
  }
}

/** The complaint about a contract; null without one. */
export const readContractComplaint = Effect.fnUntraced(function* (orderId: string) {
  const [row] = yield* sql<ComplaintColumns>(`select ${complaintColumns} from orders where id = $1`, [
    orderId,
  ])
  return row === undefined ? null : complaintIn(row)
})
