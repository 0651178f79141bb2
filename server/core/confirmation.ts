/**
 * A command that moves money away or weakens the account takes effect with a challenge alone that its
 * session has proved for exactly this. The command uses it up in its own transaction.
 */
import { Effect } from "effect"
import type { Confirmable } from "../../src/domain/confirmation.ts"
import { DEMO_USERNAME } from "../../src/domain/limits.ts"
import { Config } from "../config.ts"
import { execute, sql } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import type { Call } from "./handler.ts"
import { bodyHash } from "./operations.ts"
import { refusal } from "./refusal.ts"
import { Vault } from "./vault.ts"

/** A keyed hash: it covers card numbers. */
export const subjectHash = (subject: Confirmable, memberId: string) =>
  Vault.use(({ fingerprint }) =>
    Effect.succeed(fingerprint(bodyHash(subject), `confirmation of ${memberId}`)),
  )

/** True for the demo's login, which is shared: it confirms without anything. */
export const isDemo = Effect.fnUntraced(function* (memberId: string) {
  const { profile } = yield* Config
  if (profile !== "demo") return false
  return (
    (yield* sql("select 1 from members where id = $1 and username = $2", [memberId, DEMO_USERNAME])).length >
    0
  )
})

interface Row {
  readonly is_over: boolean
  readonly is_same: boolean
  readonly proved_at_ms: bigint | null
  readonly used_at_ms: bigint | null
}

/** Uses the challenge up. Refuses a command without one, and one that was proved for another command. */
export const requireConfirmation = Effect.fn("requireConfirmation")(function* (
  subject: Confirmable,
  id: string | undefined,
  { memberId, tokenHash }: Call,
) {
  if (id === undefined) return (yield* isDemo(memberId)) ? undefined : yield* refusal("confirmation.required")
  const now = yield* databaseNowSql
  const is = [id, memberId, tokenHash, subject.purpose, yield* subjectHash(subject, memberId)]
  const own = "id = $1 and member_id = $2 and token_hash = $3"
  const same = "purpose = $4 and subject_hash = $5"
  const used = yield* execute(
    `update confirmations set used_at_ms = ${now}
     where ${own} and ${same} and used_at_ms is null and proved_at_ms is not null and expires_at_ms > ${now}`,
    is,
  )
  if (used > 0) return
  const [row] = yield* sql<Row>(
    `select expires_at_ms <= ${now} as is_over, ${same} as is_same, proved_at_ms, used_at_ms
     from confirmations where ${own}`,
    is,
  )
  if (row === undefined || row.is_over) return yield* refusal("confirmation.expired")
  if (!row.is_same) return yield* refusal("confirmation.other")
  return yield* refusal(row.proved_at_ms === null ? "confirmation.required" : "confirmation.used")
})
