import { Effect } from "effect"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { Db } from "../db/db.ts"
import type { CommandOutput } from "./command.ts"

/** A time in ISO format. */
export const isoTime = (atMs: bigint): string => new Date(Number(atMs)).toISOString()

const shownMax = 100

const statements = {
  deposits: `select d.id, m.username as member, d.amount, d.asset_amount || ' ' || d.asset as converted,
      d.network as via, d.proof_image as proof, d.created_at_ms as at_ms
    from deposits d join members m on m.id = d.member_id where d.status = 0 order by d.created_at_ms, d.id limit $1`,
  withdrawals: `select w.id, m.username as member, w.amount, w.asset_amount || ' ' || w.asset as converted,
      w.address || coalesce(' tag ' || w.tag, '') as via, null as proof, w.created_at_ms as at_ms
    from withdrawals w join members m on m.id = w.member_id where w.status = 0
    order by w.created_at_ms, w.id limit $1`,
  real_names: `select r.id, m.username as member, null::bigint as amount, null as converted, r.id_number_masked as via, r.front_image as proof,
      r.submitted_at_ms as at_ms
    from real_names r join members m on m.id = r.member_id where r.status = 'pending'
    order by r.submitted_at_ms, r.id limit $1`,
} as const

interface WaitingRow {
  readonly id: string
  readonly member: string
  readonly amount: Kobo | null
  /** What was to be sent or is to be paid, such as "31.25 USDT". */
  readonly converted: string | null
  readonly via: string
  readonly proof: string | null
  readonly at_ms: bigint
}

/** Pending items, oldest first, at most a hundred. Sealed values stay sealed. */
export const listPendingReviews = Effect.fn("listWaiting")(function* (kind: keyof typeof statements) {
  const db = yield* Db
  const rows = yield* db.query<WaitingRow>(statements[kind], [shownMax])
  const report: CommandOutput = rows.map((row) => ({
    id: row.id,
    member: row.member,
    amount: row.amount === null ? null : amountOf(row.amount),
    converted: row.converted,
    via: row.via,
    proof: row.proof,
    at: isoTime(row.at_ms),
  }))
  return report
})
