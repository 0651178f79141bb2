import { Clock, Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { idNumberProblem, normalName, realNameProblem } from "../../src/domain/member-forms.ts"
import { NAME_REFUSALS, type NameRefusal, type RealName } from "../../src/domain/real-name.ts"
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
  readonly is_final: boolean | null
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

/** The id of the text that the member of a refused check reads. */
export const nameRefusalReason = (code: NameRefusal) => `review.realname.${code}` as const
/** The demo, and a number that is verified for another member, have reasons of their own. */
type RefusalReason = ReturnType<typeof nameRefusalReason> | "review.demo-id-number" | "review.id-number-taken"

/** A reason that is none of the texts, such as an operator's words of an earlier release, is `other`. */
const refusalIn = ({ status, reason, is_final }: CheckRow) =>
  status === "rejected"
    ? {
        refusalCode: NAME_REFUSALS.find((code) => nameRefusalReason(code) === reason) ?? "other",
        isFinal: is_final === true,
      }
    : {}

/** The member's latest name check, with the ID number masked. */
export const readRealName = Effect.fn("readRealName")(function* (_request: object, call: Call) {
  return yield* currentRealName(call.memberId, call.locale)
})

const currentRealName = Effect.fnUntraced(function* (memberId: string, locale: Locale) {
  const vault = yield* Vault
  const rows = yield* sql<CheckRow>(
    `select real_name_sealed, id_number_masked, ${keptImage("front_image")}, ${keptImage("back_image")}, status, reason,
       is_final, submitted_at_ms, reviewed_at_ms
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
    ...refusalIn(row),
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
 * Submits a name check. Refused while one is pending, after one succeeded or was refused for good;
 * allowed again after another rejection. An empty ID number keeps that of the rejected check.
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
      () =>
        Effect.flatMap(currentRealName(call.memberId, call.locale), ({ isFinal }) =>
          refusal(isFinal === true ? "realname.final" : "realname.already"),
        ),
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
  { who, why }: Attribution,
  reason: string | null = null,
  isFinal: boolean | null = null,
) {
  const atMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<{ member_id: string }>(
    `update real_names set status = $2, reason = $3, reviewed_at_ms = $4, is_final = $5
     where id = $1 and status = 'pending' returning member_id`,
    [id, status, reason, atMs, isFinal],
  )
  const decided =
    rows[0] ?? (yield* new NotPending({ message: `No name check ${id} is waiting for review.` }))
  yield* appendEvent(decided.member_id, {
    kind: "real-name",
    subject: id,
    from: "pending",
    to: status,
    columns: ["status", "reason", "reviewed_at_ms", "is_final"],
    who,
    why: reason ?? why,
  })
  return decided.member_id
})

/**
 * Approves a pending name check. Also fails with `NotPending` when the ID number is already
 * verified for another member.
 */
export const approveRealName = Effect.fn("approveRealName")(function* (id: string, attribution: Attribution) {
  const work = Effect.gen(function* () {
    const member = yield* decide(id, "verified", attribution)
    yield* recordDecision({
      ...{ command: "realname approve", subject: id, ...attribution },
      ...{ detail: { member }, members: [member] },
    })
  })
  yield* transaction(work).pipe(
    Effect.catchIf(
      (error) => error instanceof DbConstraint && error.constraint === "real_names_person",
      () => new NotPending({ message: `The ID number of ${id} is verified for another member: reject it.` }),
    ),
  )
})

/**
 * Rejects a pending name check. The member reads the text of the reason and, unless it is final, may
 * submit again; why the operator decided so stays in the decision.
 */
export const rejectRealName = Effect.fn("rejectRealName")(function* (
  id: string,
  attribution: Attribution,
  reason: RefusalReason = nameRefusalReason("other"),
  isFinal = false,
) {
  yield* Effect.gen(function* () {
    const member = yield* decide(id, "rejected", attribution, reason, isFinal)
    const detail = { member, reason, is_final: isFinal }
    yield* recordDecision({
      ...{ command: "realname reject", subject: id, ...attribution },
      ...{ detail, members: [member], shownWhy: reason },
    })
  }).pipe(transaction)
})

/** Lets the member of a check that was refused for good submit another. */
export const reopenRealName = Effect.fn("reopenRealName")(function* (id: string, attribution: Attribution) {
  yield* Effect.gen(function* () {
    const rows = yield* sql<{ member_id: string; reason: string }>(
      "update real_names set is_final = false where id = $1 and is_final returning member_id, reason",
      [id],
    )
    const reopened =
      rows[0] ?? (yield* new NotPending({ message: `No name check ${id} was refused for good.` }))
    const { member_id: member, reason } = reopened
    yield* appendEvent(member, {
      kind: "real-name",
      subject: id,
      from: "rejected",
      to: "reopened",
      columns: ["is_final"],
      who: attribution.who,
      why: reason,
    })
    yield* recordDecision({
      ...{ command: "realname reopen", subject: id, ...attribution },
      ...{ detail: { member }, members: [member] },
    })
  }).pipe(transaction)
})
