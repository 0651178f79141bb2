/** The challenges of a session: asked for, and proved by a code, a passkey or the password. */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import {
  CONFIRMATION_MS,
  type Confirmable,
  type Confirmation,
  type ProofKind,
} from "../../src/domain/confirmation.ts"
import { isDemo, subjectHash } from "../core/confirmation.ts"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import { requirePassword } from "./credentials.ts"
import { hasFactor, requireCode } from "./factor.ts"
import { requireMember } from "./members.ts"
import { findPasskeys, requirePasskey } from "./passkeys.ts"

const CHALLENGE_BYTES = 32

/**
 * Without a second factor the password proves; a new password comes with the old one anyway. A factor is
 * removed by a code alone, so that the last one leaves no member without another way in.
 */
const proofsOf = Effect.fnUntraced(function* ({ purpose }: Pick<Confirmable, "purpose">, memberId: string) {
  const proofs: readonly ProofKind[] = (yield* isDemo(memberId))
    ? []
    : purpose === "factor-off"
      ? ["code"]
      : (yield* hasFactor(memberId))
        ? (yield* findPasskeys("member_id", memberId)).length > 0
          ? ["code", "passkey"]
          : ["code"]
        : purpose === "password"
          ? []
          : ["password"]
  return proofs
})

/** A challenge for one command of this session. One that takes no proof is proved. */
export const createConfirmation = Effect.fn("createConfirmation")(function* (
  { subject }: RequestOf<"confirmationCreate">,
  { memberId, tokenHash }: Call,
) {
  const id = randomBytes(CHALLENGE_BYTES).toString("base64url")
  const proofs = yield* proofsOf(subject, memberId)
  const now = yield* databaseNowSql
  const rows = yield* sql<{ expires_at_ms: bigint }>(
    `insert into confirmations (id, member_id, token_hash, purpose, subject_hash, expires_at_ms, proved_at_ms)
     values ($1, $2, $3, $4, $5, ${now} + ${CONFIRMATION_MS}, case when $6 then ${now} end) returning expires_at_ms`,
    [
      ...[id, memberId, tokenHash, subject.purpose, yield* subjectHash(subject, memberId)],
      proofs.length === 0,
    ],
  )
  const confirmation: Confirmation = { id, expiresAtMs: Number(rows[0]?.expires_at_ms), proofs }
  return confirmation
})

interface Open {
  readonly purpose: Confirmable["purpose"]
}

/**
 * Refuses any but a right proof. Guesses are limited like those at a log-in. A kind that no longer proves
 * was changed on another device: a new challenge names the others.
 */
const requireProof = Effect.fnUntraced(function* (
  proof: RequestOf<"confirmationProve">["proof"],
  proofs: readonly ProofKind[],
  id: string,
  call: Call,
) {
  if (!proofs.includes(proof.kind)) return yield* refusal("confirmation.expired")
  const member = yield* requireMember(call.memberId)
  switch (proof.kind) {
    case "password":
      return yield* requirePassword(member, proof.password, "password", call)
    case "code":
      return yield* requireCode(member, proof.factorCode, call)
    case "passkey":
      return yield* requirePasskey(proof.assertion, () => Effect.succeed(id), call)
  }
})

/** Proves a challenge of this session. One that is over is refused before the proof is looked at. */
export const proveConfirmation = Effect.fn("proveConfirmation")(function* (
  { id, proof }: RequestOf<"confirmationProve">,
  call: Call,
) {
  const own = "id = $1 and member_id = $2 and token_hash = $3 and proved_at_ms is null"
  const is = [id, call.memberId, call.tokenHash]
  const now = yield* databaseNowSql
  const [open] = yield* sql<Open>(
    `select purpose from confirmations where ${own} and expires_at_ms > ${now}`,
    is,
  )
  if (open === undefined) return yield* refusal("confirmation.expired")
  yield* requireProof(proof, yield* proofsOf(open, call.memberId), id, call)
  yield* execute(`update confirmations set proved_at_ms = ${now} where ${own}`, is)
  return {}
})
