/**
 * The second factor of an account: an app, passkeys or both, and recovery codes. A code of the app is
 * accepted once, by the row that all processes share; a recovery code is deleted by its use. The key is
 * sealed, of the codes only keyed hashes are stored.
 */
import { Clock, Effect } from "effect"
import { Secret, TOTP } from "otpauth"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import {
  type Factor,
  type FactorSecrets,
  isAppCode,
  plainFactorCode,
  readCodes,
  readFactorSecrets,
} from "../../src/domain/factor.ts"
import { requireConfirmation } from "../core/confirmation.ts"
import type { Attribution } from "../core/decision.ts"
import type { Call } from "../core/handler.ts"
import { appendEvent, type MemberChange } from "../core/member-events.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import { findDemo } from "./demo.ts"
import { GuessLimits } from "./guess-limiter.ts"
import { isFamiliar, recordRefusedLogin } from "./logins.ts"
import type { Member } from "./members.ts"

const STEP_SECONDS = 30
/** Steps before and after the current one whose codes are accepted. */
const STEPS_BESIDE = 1
/** Steps around the current one whose codes say how much a clock is off: ten minutes. */
const STEPS_KNOWN = 20

const keyPurpose = (memberId: string): string => `authenticator key of ${memberId}`
const codePurpose = (memberId: string): string => `recovery code of ${memberId}`

interface FactorRow {
  /** Null without an app. */
  readonly key_sealed: string | null
  readonly added_at_ms: bigint
}

/** The factor in force: one whose reset is over is none. */
const findFactor = Effect.fnUntraced(function* (memberId: string, lock: "" | "for update" = "") {
  const rows = yield* sql<FactorRow>(
    `select key_sealed, added_at_ms from factors
     where member_id = $1 and (resets_at_ms is null or resets_at_ms > $2::bigint) ${lock}`,
    [memberId, yield* Clock.currentTimeMillis],
  )
  return rows[0] ?? null
})

export const hasFactor = (memberId: string) => Effect.map(findFactor(memberId), (row) => row !== null)

/** The member's app and how many recovery codes are left. */
export const readFactor = Effect.fn("readFactor")(function* (_request: object, { memberId }: Call) {
  const row = yield* findFactor(memberId)
  const rows = yield* sql<{ codes: bigint }>(
    "select count(*) as codes from recovery_codes where member_id = $1",
    [memberId],
  )
  const factor: Factor = {
    addedAtMs: row === null || row.key_sealed === null ? null : Number(row.added_at_ms),
    codesLeft: row === null ? 0 : Number(rows[0]?.codes ?? 0n),
  }
  return factor
})

const wrong = refusal("factor.code-wrong", { field: "factor_code" })

/**
 * The step of a code of this key. Fails for one of none, or of one that is too far from the time, which
 * is the database's: the clock of one process must not refuse its members.
 */
const stepOf = Effect.fnUntraced(function* (key: string, token: string) {
  const rows = yield* sql<{ now_ms: bigint }>(`select (${yield* databaseNowSql})::bigint as now_ms`)
  const timestamp = Number(rows[0]?.now_ms ?? 0n)
  const app = new TOTP({ secret: Secret.fromBase32(key), period: STEP_SECONDS })
  const beside = (window: number) => app.validate({ token, timestamp, window })
  const off = beside(STEPS_BESIDE) ?? beside(STEPS_KNOWN)
  if (off === null) return yield* wrong
  if (Math.abs(off) > STEPS_BESIDE)
    return yield* refusal("factor.clock-off", {
      field: "factor_code",
      params: { seconds: Math.abs(off) * STEP_SECONDS },
    })
  return app.counter({ timestamp }) + off
})

/** Uses a code of the app or a recovery code up, and says which of the two it was. */
const spendCode = Effect.fnUntraced(function* (memberId: string, typed: string) {
  const vault = yield* Vault
  const code = plainFactorCode(typed)
  const row = yield* findFactor(memberId)
  if (row === null) return yield* wrong
  if (!isAppCode(code)) {
    const hash = vault.fingerprint(code, codePurpose(memberId))
    const used = yield* execute("delete from recovery_codes where member_id = $1 and code_hash = $2", [
      ...[memberId, hash],
    ])
    return used > 0 ? ("recovery-code" as const) : yield* wrong
  }
  if (row.key_sealed === null) return yield* wrong
  const step = yield* stepOf(vault.open(row.key_sealed, keyPurpose(memberId)), code)
  const used = yield* execute(
    "update factors set last_step = $2::bigint where member_id = $1 and last_step < $2::bigint",
    [memberId, step],
  )
  return used > 0 ? ("app" as const) : yield* refusal("factor.code-used", { field: "factor_code" })
})

/** The change of a factor: a notice on every device. */
const changeOf = (
  memberId: string,
  [from, to]: readonly [from: string | null, to: string],
  cause: Attribution = { who: "service", why: "by a session" },
): MemberChange => ({ kind: "factor", subject: memberId, from, to, columns: [], ...cause })

/**
 * Appends the change, and notes since when it is in force: destinations that are added later wait
 * (`server/payments/payment-methods.ts`).
 */
export const recordFactorChange = Effect.fn("recordFactorChange")(function* (
  memberId: string,
  states: readonly [from: string | null, to: string],
  atMs: number,
  cause?: Attribution,
) {
  yield* execute("update members set factor_changed_at_ms = $2::bigint where id = $1", [memberId, atMs])
  yield* appendEvent(memberId, changeOf(memberId, states, cause))
})

/** A reset by an operator takes effect after this time. */
export const RESET_HOURS = 72

/** Starts the wait after which a log-in needs no code. False without a factor, or if it has begun. */
export const resetFactor = Effect.fn("resetFactor")(function* (memberId: string, decider: Attribution) {
  const nowMs = yield* Clock.currentTimeMillis
  const resetsAtMs = nowMs + RESET_HOURS * 3_600_000
  const begun = yield* execute(
    "update factors set resets_at_ms = $2::bigint where member_id = $1 and resets_at_ms is null",
    [memberId, resetsAtMs],
  )
  if (begun === 0) return false
  yield* recordFactorChange(memberId, ["added", "resetting"], resetsAtMs, decider)
  return true
})

/** Ends a reset: who has a code or a passkey needs none. */
export const keepFactor = (memberId: string) =>
  transaction(
    Effect.gen(function* () {
      const kept = yield* execute(
        "update factors set resets_at_ms = null where member_id = $1 and resets_at_ms is not null",
        [memberId],
      )
      const nowMs = yield* Clock.currentTimeMillis
      if (kept > 0)
        yield* recordFactorChange(memberId, ["resetting", "kept"], nowMs, { who: "member", why: "" })
    }),
  )

/** Refuses any but an unused code of the member. Guesses are limited like those of a password. */
export const requireCode = Effect.fnUntraced(function* ({ id, username }: Member, typed: string, call: Call) {
  const guesses = yield* GuessLimits
  // of its own: a right password must not free the guesses of codes
  const account = `codes of ${id}`
  let refused: Refusal = wrong
  const check = spendCode(id, typed).pipe(
    Effect.catchTag("Refusal", (reason) => {
      refused = reason
      return Effect.succeed(null)
    }),
  )
  const proof = yield* guesses.attempt(call.address, account, check, isFamiliar(username, call))
  if (proof === null) return yield* refused
  yield* guesses.succeeded(call.address, account)
  yield* keepFactor(id)
  return proof
})

/** What a log-in is proved by. Refuses one without a code where the member has a factor. */
export const requireFactor = Effect.fn("requireFactor")(function* (
  member: Member,
  typed: string,
  call: Call,
) {
  if (!(yield* hasFactor(member.id))) return "password" as const
  if (typed.trim() === "") return yield* refusal("login.code-required", { field: "factor_code" })
  return yield* Effect.tapError(requireCode(member, typed, call), () => recordRefusedLogin(member.id, call))
})

/** Makes the member's row if there is none in force, and locks it. True if it is new. */
export const claimFactor = Effect.fnUntraced(function* (memberId: string, nowMs: number) {
  yield* execute("delete from factors where member_id = $1 and resets_at_ms <= $2::bigint", [memberId, nowMs])
  const made = yield* execute(
    `insert into factors (member_id, key_sealed, last_step, added_at_ms) values ($1, null, 0, $2::bigint)
     on conflict do nothing`,
    [memberId, nowMs],
  )
  yield* sql("select 1 from factors where member_id = $1 for update", [memberId])
  return made > 0
})

/** Stores recovery codes in place of all earlier ones. */
export const storeCodes = Effect.fnUntraced(function* (memberId: string, codes: readonly string[]) {
  const { fingerprint } = yield* Vault
  yield* execute("delete from recovery_codes where member_id = $1", [memberId])
  yield* execute("insert into recovery_codes (member_id, code_hash) select $1, unnest($2::text[])", [
    memberId,
    codes.map((code) => fingerprint(plainFactorCode(code), codePurpose(memberId))),
  ])
})

/** Stores an app whose code of `step` is used. Refuses a second one of a member. */
export const storeFactor = Effect.fnUntraced(function* (
  memberId: string,
  { key, codes }: FactorSecrets,
  step: number,
) {
  const { seal } = yield* Vault
  const nowMs = yield* Clock.currentTimeMillis
  yield* claimFactor(memberId, nowMs)
  const added = yield* execute(
    `update factors set key_sealed = $2, last_step = $3::bigint, added_at_ms = $4::bigint
     where member_id = $1 and key_sealed is null`,
    [memberId, seal(key, keyPurpose(memberId)), step, nowMs],
  )
  if (added === 0) return yield* refusal("factor.already")
  yield* storeCodes(memberId, codes)
  yield* recordFactorChange(memberId, [null, "added"], nowMs)
  return {}
})

/** Removes the row and the recovery codes of a member who has neither app nor passkeys any more. */
export const dropEmptyFactor = Effect.fnUntraced(function* (memberId: string) {
  const dropped = yield* execute(
    `delete from factors where member_id = $1 and key_sealed is null
       and not exists (select from passkeys where member_id = $1)`,
    [memberId],
  )
  if (dropped > 0) yield* execute("delete from recovery_codes where member_id = $1", [memberId])
})

/** Adds the app and the codes that the device has made, where a code shows that the app has the key. */
export const addFactor = Effect.fn("addFactor")(function* (request: RequestOf<"factorAdd">, call: Call) {
  const { memberId } = call
  if ((yield* findDemo())?.id === memberId) return yield* refusal("factor.demo")
  const secrets = readFactorSecrets(request.factorSecret)
  if (secrets === null) return yield* refusal("field.invalid", { field: "factor_secret" })
  const step = yield* stepOf(secrets.key, plainFactorCode(request.factorCode))
  const confirmed = requireConfirmation({ purpose: "factor", change: "app" }, request.confirmation, call)
  return yield* transaction(Effect.andThen(confirmed, storeFactor(memberId, secrets, step)))
})

/** Replaces all recovery codes by those that the device has made. */
export const replaceCodes = Effect.fn("replaceCodes")(function* (
  { recoveryCodes, confirmation }: RequestOf<"codesReplace">,
  call: Call,
) {
  const { memberId } = call
  const codes = readCodes(recoveryCodes)
  if (codes === null) return yield* refusal("field.invalid", { field: "recovery_codes" })
  const replace = Effect.gen(function* () {
    yield* requireConfirmation({ purpose: "factor", change: "codes" }, confirmation, call)
    if ((yield* findFactor(memberId, "for update")) === null) return yield* refusal("factor.none")
    yield* storeCodes(memberId, codes)
    yield* recordFactorChange(memberId, ["added", "codes-replaced"], yield* Clock.currentTimeMillis)
    return {}
  })
  return yield* transaction(replace)
})

/** Removes the app. */
export const removeFactor = Effect.fn("removeFactor")(function* (
  request: RequestOf<"factorRemove">,
  call: Call,
) {
  const { memberId } = call
  const removed = Effect.gen(function* () {
    yield* requireConfirmation({ purpose: "factor-off" }, request.confirmation, call)
    const cleared = yield* execute(
      "update factors set key_sealed = null, last_step = 0 where member_id = $1 and key_sealed is not null",
      [memberId],
    )
    if (cleared === 0) return yield* refusal("factor.none")
    yield* dropEmptyFactor(memberId)
    yield* recordFactorChange(memberId, ["added", "removed"], yield* Clock.currentTimeMillis)
    return {}
  })
  return yield* transaction(removed)
})
