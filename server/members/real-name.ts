import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { idNumberProblem, normalName, realNameProblem } from "../../src/domain/member-forms.ts"
import type { RealName } from "../../src/domain/real-name.ts"
import { plainCode } from "../../src/domain/validate.ts"
import { type Attribution, NotPending, recordDecision } from "../core/decision.ts"
import type { Call } from "../core/handler.ts"
import { newId } from "../core/ids.ts"
import { claimImage } from "../core/images.ts"
import { appendEvent } from "../core/member-events.ts"
import { fieldRefusal, refusal } from "../core/refusal.ts"
import { storedReasonIn } from "../core/texts.ts"
import { Vault } from "../core/vault.ts"
import { DbConstraint, execute, sql, transaction } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"

interface CheckRow {
  readonly real_name_sealed: string
  readonly id_number_masked: string
  /** Null once it has been removed. */
  readonly front_image: string | null
  readonly back_image: string | null
  readonly status: "pending" | "verified" | "rejected"
  readonly reason: string | null
  readonly submitted_at_ms: bigint
  readonly reviewed_at_ms: bigint | null
}

const nothingSubmitted: RealName = {
  status: "none",
  realName: null,
  idNumber: null,
  frontImage: null,
  backImage: null,
  reason: null,
  submittedAtMs: null,
}

/** Vault purpose of a member's sealed name. It binds the value to its owner. */
export const namePurpose = (memberId: string): string => `real name of ${memberId}`
const idNumberPurpose = (memberId: string): string => `ID number of ${memberId}`
/**
 * Vault purpose shared by all members: equal ID numbers have equal fingerprints, so that only one
 * member is verified with each.
 */
const personPurpose = "ID number"

/** The canonical form of an ID number: capital letters, no separators. */
const canonicalIdNumber = (idNumber: string): string => idNumber.toUpperCase().replaceAll("-", "")

/** The image of a check `r`, or null once it has been removed. */
const keptImage = (column: "front_image" | "back_image"): string =>
  `(select u.id from uploads u where u.id = r.${column} and u.removed_at_ms is null) as ${column}`

/** Photographs of a decided name check are removed after this time. */
export const PHOTOGRAPHS_KEPT_DAYS = 90

/**
 * Marks the photographs of name checks that were decided long ago, so that the sweep of the images
 * removes them. Those that a later check or a deposit shows stay.
 */
export const markOldPhotographs = Effect.fn("markOldPhotographs")(function* () {
  const now = yield* databaseNowSql
  const isOld = `r.reviewed_at_ms < ${now} - $1::bigint`
  return yield* execute(
    `update uploads u set removed_at_ms = ${now} where u.removed_at_ms is null
       and u.id in (select unnest(array[r.front_image, r.back_image]) from real_names r where ${isOld})
       and not exists (select 1 from real_names r where r.member_id = u.member_id
         and u.id in (r.front_image, r.back_image) and (${isOld}) is not true)
       and not exists (select 1 from deposits d where d.proof_image = u.id)`,
    [PHOTOGRAPHS_KEPT_DAYS * 24 * 3_600_000],
  )
})

/** The member's latest name check, with the ID number masked. */
export const readRealName = Effect.fn("readRealName")(function* (_request: object, call: Call) {
  return yield* currentRealName(call.memberId, call.locale)
})

const currentRealName = Effect.fnUntraced(function* (memberId: string, locale: Locale) {
  const vault = yield* Vault
  const rows = yield* sql<CheckRow>(
    `select real_name_sealed, id_number_masked, ${keptImage("front_image")}, ${keptImage("back_image")}, status, reason,
       submitted_at_ms, reviewed_at_ms
     from real_names r
     where member_id = $1 order by submitted_at_ms desc, id desc limit 1`,
    [memberId],
  )
  const row = rows[0]
  if (row === undefined) return nothingSubmitted
  const realName: RealName = {
    status: row.status,
    realName: vault.open(row.real_name_sealed, namePurpose(memberId)),
    idNumber: row.id_number_masked,
    frontImage: row.front_image,
    backImage: row.back_image,
    reason: storedReasonIn(locale, row.reason),
    submittedAtMs: Number(row.submitted_at_ms),
    ...(row.reviewed_at_ms !== null && { reviewedAtMs: Number(row.reviewed_at_ms) }),
  }
  return realName
})

interface Submission {
  readonly realName: string
  readonly idNumber: string
  readonly frontImage: string
  readonly backImage: string
}

const checkSubmission = Effect.fnUntraced(function* (memberId: string, submission: Submission) {
  const name = realNameProblem(submission.realName)
  if (name !== null) return yield* fieldRefusal("real_name", name)
  const idNumber = idNumberProblem(submission.idNumber)
  if (idNumber !== null) return yield* fieldRefusal("id_number", idNumber)
  if (!(yield* claimImage(memberId, submission.frontImage)))
    return yield* refusal("realname.image-unknown", { field: "front_image" })
  if (!(yield* claimImage(memberId, submission.backImage)))
    return yield* refusal("realname.image-unknown", { field: "back_image" })
})

/** The ID number of the member's latest check if that was rejected, else "". */
const rejectedIdNumber = Effect.fnUntraced(function* (memberId: string) {
  const vault = yield* Vault
  const rows = yield* sql<{ id_number_sealed: string; status: string }>(
    `select id_number_sealed, status from real_names
     where member_id = $1 order by submitted_at_ms desc, id desc limit 1`,
    [memberId],
  )
  const row = rows[0]
  return row?.status === "rejected" ? vault.open(row.id_number_sealed, idNumberPurpose(memberId)) : ""
})

/**
 * Submits a name check. Refused while one is pending or after one succeeded; allowed again after a
 * rejection. An empty ID number keeps that of the rejected check.
 */
export const submitRealName = Effect.fn("submitRealName")(function* (
  request: RequestOf<"realNameSubmit">,
  call: Call,
) {
  const submission: Submission = {
    realName: normalName(request.realName),
    idNumber: plainCode(request.idNumber) || (yield* rejectedIdNumber(call.memberId)),
    frontImage: request.frontImage,
    backImage: request.backImage,
  }
  const submit = Effect.andThen(
    checkSubmission(call.memberId, submission),
    insertCheck(call.memberId, submission),
  )
  yield* transaction(submit).pipe(
    Effect.catchIf(
      (error) => error instanceof DbConstraint && error.constraint === "real_names_current",
      () => refusal("realname.already"),
    ),
  )
  return yield* currentRealName(call.memberId, call.locale)
})

/** An ID number with only its last characters shown: at most a third of it and at most four. */
export const maskedIdNumber = (idNumber: string): string => {
  const shown = Math.min(4, Math.floor(idNumber.length / 3))
  return `${"•".repeat(idNumber.length - shown)}${idNumber.slice(idNumber.length - shown)}`
}

const insertCheck = Effect.fnUntraced(function* (memberId: string, submission: Submission) {
  const vault = yield* Vault
  const idNumber = canonicalIdNumber(submission.idNumber)
  const id = yield* newId
  const insert = execute(
    `insert into real_names (id, member_id, real_name_sealed, id_number_sealed, id_number_fingerprint,
       id_number_masked, front_image, back_image, submitted_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      memberId,
      vault.seal(submission.realName, namePurpose(memberId)),
      vault.seal(idNumber, idNumberPurpose(memberId)),
      vault.fingerprint(idNumber, personPurpose),
      maskedIdNumber(idNumber),
      submission.frontImage,
      submission.backImage,
      yield* Clock.currentTimeMillis,
    ],
  )
  const change = { kind: "real-name", subject: id, from: null, to: "pending", columns: "all" } as const
  yield* transaction(Effect.andThen(insert, appendEvent(memberId, { ...change, who: "member", why: "" })))
})

/** The unsealed submission, for reviewers only. It is never sent to the client. */
export const openSubmission = Effect.fn("openSubmission")(function* (check: {
  readonly member_id: string
  readonly real_name_sealed: string
  readonly id_number_sealed: string
}) {
  const vault = yield* Vault
  return {
    realName: vault.open(check.real_name_sealed, namePurpose(check.member_id)),
    idNumber: vault.open(check.id_number_sealed, idNumberPurpose(check.member_id)),
  }
})

const decide = Effect.fnUntraced(function* (
  id: string,
  status: "verified" | "rejected",
  reason: string | null,
  attribution: Attribution,
) {
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<{ member_id: string }>(
    `update real_names set status = $2, reason = $3, reviewed_at_ms = $4 where id = $1 and status = 'pending'
     returning member_id`,
    [id, status, reason, atMs],
  )
  const decided =
    rows[0] ?? (yield* new NotPending({ message: `No name check ${id} is waiting for review.` }))
  yield* appendEvent(decided.member_id, {
    kind: "real-name",
    subject: id,
    from: "pending",
    to: status,
    columns: ["status", "reason", "reviewed_at_ms"],
    ...attribution,
  })
  return decided.member_id
})

/**
 * Approves a pending name check. Also fails with `NotPending` when the ID number is already
 * verified for another member.
 */
export const approveRealName = Effect.fn("approveRealName")(function* (id: string, attribution: Attribution) {
  const work = Effect.gen(function* () {
    const member = yield* decide(id, "verified", null, attribution)
    yield* recordDecision({ command: "realname approve", subject: id, ...attribution, detail: { member } })
  })
  yield* transaction(work).pipe(
    Effect.catchIf(
      (error) => error instanceof DbConstraint && error.constraint === "real_names_person",
      () => new NotPending({ message: `The ID number of ${id} is verified for another member: reject it.` }),
    ),
  )
})

/** Rejects a pending name check. The member reads `why` and may submit again. */
export const rejectRealName = Effect.fn("rejectRealName")(function* (id: string, attribution: Attribution) {
  yield* Effect.gen(function* () {
    const member = yield* decide(id, "rejected", attribution.why, attribution)
    yield* recordDecision({ command: "realname reject", subject: id, ...attribution, detail: { member } })
  }).pipe(transaction)
})
