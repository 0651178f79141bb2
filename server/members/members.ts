import { Clock, Effect } from "effect"
import { INVITATION_CODE_LENGTH } from "../../src/domain/limits.ts"
import type { Kobo } from "../../src/domain/money.ts"
import { displayName, plainCode } from "../../src/domain/validate.ts"
import { newCode, newId } from "../core/ids.ts"
import { noteInvited } from "../core/invitation-counts.ts"
import { CHANGE, openAccounts, post } from "../core/ledger.ts"
import { appendEvent } from "../core/member-events.ts"
import { refusal } from "../core/refusal.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { nameKey, skeletonOf } from "./names.ts"

/** A row of `members`. */
export interface Member {
  readonly id: string
  readonly username: string
  readonly password_hash: string
  /** Counts the member's password changes. */
  readonly credential_version: bigint
  readonly vin: number
  readonly invitation_code: string
  readonly registered_at_ms: bigint
}

const columns = "id, username, password_hash, credential_version, vin, invitation_code, registered_at_ms"

export const findMemberByName = Effect.fn("findMemberByName")(function* (username: string) {
  const rows = yield* sql<Member>(`select ${columns} from members where username_key = $1`, [
    nameKey(username),
  ])
  return rows[0] ?? null
})

export const findMember = Effect.fn("findMember")(function* (memberId: string) {
  const rows = yield* sql<Member>(`select ${columns} from members where id = $1`, [memberId])
  return rows[0] ?? null
})

/**
 * The member of a session. A session never outlives its member, so a missing one means an invalid
 * token.
 */
export const requireMember = Effect.fnUntraced(function* (memberId: string) {
  return (yield* findMember(memberId)) ?? (yield* refusal("session.invalid"))
})

export interface NewMember {
  readonly username: string
  readonly passwordHash: string
  /** The inviting member. Null for a code issued by the operator. */
  readonly invitedBy: string | null
  /** The date of the terms that the member agreed to. Null: none were shown. */
  readonly termsAtMs: number | null
  /** Opening credit in kobo, and the reason of its posting. */
  readonly credit: { readonly amount: Kobo; readonly reason: string }
}

/**
 * Creates a member with accounts, an invitation code and the credit in one transaction. Refuses a
 * username that is taken.
 */
export const createMember = Effect.fn("createMember")(function* (fresh: NewMember) {
  const nowMs = yield* Clock.currentTimeMillis
  const member: Member = {
    id: yield* newId,
    username: displayName(fresh.username),
    password_hash: fresh.passwordHash,
    credential_version: 0n,
    vin: 0,
    invitation_code: yield* newCode(INVITATION_CODE_LENGTH),
    registered_at_ms: BigInt(nowMs),
  }
  yield* transaction(insertMember(member, fresh, nowMs))
  return member
})

/** False when a member with a name that looks the same was there first. */
const claimSkeleton = Effect.fnUntraced(function* ({ id, username }: Pick<Member, "id" | "username">) {
  const claimed = yield* execute(
    "insert into name_skeletons (skeleton, member_id) values ($1, $2) on conflict (skeleton) do nothing",
    [skeletonOf(username), id],
  )
  return claimed > 0
})

/**
 * Claims the skeletons of members of earlier releases, the earliest first. Members whose names look
 * alike already keep their names.
 */
export const claimSkeletons = Effect.fn("claimSkeletons")(function* () {
  const members = yield* sql<Pick<Member, "id" | "username">>(
    `select m.id, m.username from members m
     where not exists (select from name_skeletons s where s.member_id = m.id) order by m.registered_at_ms, m.id`,
  )
  yield* Effect.forEach(members, claimSkeleton, { discard: true })
})

const insertMember = Effect.fnUntraced(function* (member: Member, fresh: NewMember, nowMs: number) {
  const inserted = yield* execute(
    `insert into members (id, username, username_key, password_hash, invitation_code, invited_by,
       registered_at_ms, password_changed_at_ms, terms_at_ms, terms_accepted_at_ms)
     values ($1, $2, $3, $4, $5, $6, $7::bigint, $7::bigint, $8::bigint,
       case when $8::bigint is null then null else $7::bigint end) on conflict (username_key) do nothing`,
    [
      member.id,
      member.username,
      nameKey(member.username),
      member.password_hash,
      member.invitation_code,
      fresh.invitedBy,
      nowMs,
      fresh.termsAtMs,
    ],
  )
  if (inserted === 0) return yield* refusal("register.username-taken", { field: "username" })
  if (!(yield* claimSkeleton(member)))
    return yield* refusal("register.username-confusable", { field: "username" })
  yield* execute(
    "insert into invitation_codes (code, member_id, note, created_at_ms) values ($1, $2, 'member', $3)",
    [member.invitation_code, member.id, nowMs],
  )
  yield* openAccounts(member.id)
  if (fresh.invitedBy !== null) yield* noteInvited(fresh.invitedBy, member.id)
  const { amount, reason } = fresh.credit
  if (amount === 0n) return
  yield* Effect.orDie(
    post({
      transactionId: `welcome-${member.id}`,
      memberId: member.id,
      available: amount,
      code: CHANGE.systemIncrease,
      reason,
      reference: member.id,
      atMs: nowMs,
    }),
  )
  // the welcome names it, so that it is no news
  yield* execute(
    `update members m set read_number = b.revision from balances b where m.id = $1 and b.member_id = m.id`,
    [member.id],
  )
})

/**
 * The owner of an invitation code: null for an unknown code, a null `memberId` for one issued by
 * the operator.
 */
export const findInviter = Effect.fn("findInviter")(function* (code: string) {
  const rows = yield* sql<{ member_id: string | null }>(
    "select member_id from invitation_codes where code = $1",
    [plainCode(code).toUpperCase()],
  )
  const row = rows[0]
  return row === undefined ? null : { memberId: row.member_id }
})

/**
 * Sets a member's password hash and counts the credential version up. False, with nothing written,
 * when the password has been changed since `member` was read.
 */
export const setPasswordHash = Effect.fn("setPasswordHash")(function* (
  { id, credential_version }: Pick<Member, "id" | "credential_version">,
  hash: string,
) {
  const nowMs = yield* Clock.currentTimeMillis
  const change = { kind: "password", subject: id, from: null, to: "changed", columns: [] } as const
  return yield* Effect.gen(function* () {
    const changed = yield* execute(
      `update members set password_hash = $2, password_changed_at_ms = $3, credential_version = $4::bigint + 1
         where id = $1 and credential_version = $4::bigint`,
      [id, hash, nowMs, credential_version],
    )
    if (changed === 0) return false
    yield* appendEvent(id, { ...change, who: "member", why: "" })
    return true
  }).pipe(transaction)
})
