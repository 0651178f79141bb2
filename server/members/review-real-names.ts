import { Clock, Effect } from "effect"
import { type Attribution, NotPending, recordDecision } from "../core/decision.ts"
import { countChange } from "../core/ledger.ts"
import { Db, DbConstraint } from "../db/db.ts"

const decide = Effect.fnUntraced(function* (
  id: string,
  status: "verified" | "rejected",
  reason: string | null,
) {
  const db = yield* Db
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* db.query<{ member_id: string }>(
    `update real_names set status = $2, reason = $3, reviewed_at_ms = $4 where id = $1 and status = 'pending'
     returning member_id`,
    [id, status, reason, atMs],
  )
  const decided =
    rows[0] ?? (yield* new NotPending({ message: `No name check ${id} is waiting for review.` }))
  yield* countChange(decided.member_id)
  return decided.member_id
})

/**
 * Approves a pending name check. Also fails with `NotPending` when the ID number is already
 * verified for another member.
 */
export const approveRealName = Effect.fn("approveRealName")(function* (
  id: string,
  { who, why }: Attribution,
) {
  const db = yield* Db
  const work = Effect.gen(function* () {
    const member = yield* decide(id, "verified", null)
    yield* recordDecision({ command: "realname approve", subject: id, who, why, detail: { member } })
  })
  yield* db.transaction(work).pipe(
    Effect.catchIf(
      (error) => error instanceof DbConstraint && error.constraint === "real_names_person",
      () => new NotPending({ message: `The ID number of ${id} is verified for another member: reject it.` }),
    ),
  )
})

/** Rejects a pending name check. The member reads `why` and may submit again. */
export const rejectRealName = Effect.fn("rejectRealName")(function* (id: string, { who, why }: Attribution) {
  const db = yield* Db
  yield* db.transaction(
    Effect.gen(function* () {
      const member = yield* decide(id, "rejected", why)
      yield* recordDecision({ command: "realname reject", subject: id, who, why, detail: { member } })
    }),
  )
})
