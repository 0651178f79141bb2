/**
 * A forgotten password: a visitor asks for a reset, an operator issues a code, and the code sets a
 * new password once. A known and an unknown username get the same answers.
 */
import { Clock, Effect, Option, Schema } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { RESET_CODE_MINUTES } from "../../src/domain/limits.ts"
import { contactProblem, displayName, plainCode } from "../../src/domain/validate.ts"
import type { Call } from "../core/handler.ts"
import { newCode } from "../core/ids.ts"
import { fieldRefusal, refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import { GuessLimits, networkOf, siteOf } from "./guess-limiter.ts"
import { checkNewPassword } from "./login.ts"
import { isFamiliar } from "./logins.ts"
import { findMemberByName, setPasswordHash } from "./members.ts"
import { nameKey } from "./names.ts"
import { Passwords } from "./password.ts"
import { Sessions } from "./sessions.ts"

const contactPurpose = (usernameKey: string): string => `contact of ${usernameKey}`

/** Long enough that the few tries that the limiter leaves in RESET_CODE_MINUTES find nothing. */
const CODE_LENGTH = 10

/** Contacts that one member's request keeps: the first ones. Further ones are counted. */
const CONTACTS_MAX = 10

/**
 * The contacts of a request in the order in which they came. Of several an operator must find out
 * which is the member's: every visitor can send one.
 */
const Contacts = Schema.fromJsonString(
  Schema.Struct({
    given: Schema.Array(Schema.Struct({ contact: Schema.String, atMs: Schema.Finite })),
    /** How many different ones came. */
    count: Schema.Finite,
  }),
)
type Contacts = typeof Contacts.Type

/** Adds a contact. The same one again changes nothing; beyond CONTACTS_MAX it is counted. */
const withContact = ({ given, count }: Contacts, contact: string, atMs: number): Contacts => {
  if (given.some((earlier) => earlier.contact === contact)) return { given, count }
  const isKept = given.length < CONTACTS_MAX
  return { given: isKept ? [...given, { contact, atMs }] : given, count: count + 1 }
}

/** A request of an earlier release holds its only contact without a time. */
const openContacts = (
  vault: Vault["Service"],
  { username_key, contact_sealed, requested_at_ms }: Omit<RequestRow, "id" | "username">,
): Contacts => {
  const text = vault.open(contact_sealed, contactPurpose(username_key))
  const contact = { contact: text, atMs: Number(requested_at_ms) }
  return Option.getOrElse(Schema.decodeUnknownOption(Contacts)(text), () => ({ given: [contact], count: 1 }))
}

/**
 * Stores how the visitor can be reached, for an operator to read. A further request of the same
 * member adds its contact.
 */
export const requestPasswordReset = Effect.fn("requestPasswordReset")(function* (
  request: RequestOf<"passwordForgotten">,
  call: Call,
) {
  const problem = contactProblem(request.contact)
  if (problem !== null) return yield* fieldRefusal("contact", problem)
  const guesses = yield* GuessLimits
  // every request counts as a wrong guess, so that an address can send only a few
  const account = `password requests of ${networkOf(call.address)}`
  yield* guesses.attempt(call.address, account, Effect.succeed(null))
  const contact = request.contact.trim().replace(/\s+/gu, " ")
  yield* transaction(storeContact(nameKey(request.username), contact))
  return {}
})

/** A known and an unknown name take the same statements. */
const storeContact = Effect.fnUntraced(function* (name: string, contact: string) {
  const vault = yield* Vault
  const nowMs = yield* Clock.currentTimeMillis
  yield* sql("select 1 from members where username_key = $1 for update", [name])
  const [row] = yield* sql<Omit<RequestRow, "id" | "username">>(
    `select m.username_key, r.contact_sealed, r.requested_at_ms
     from password_requests r join members m on m.id = r.member_id where m.username_key = $1`,
    [name],
  )
  const earlier = row === undefined ? { given: [], count: 0 } : openContacts(vault, row)
  const text = Schema.encodeSync(Contacts)(withContact(earlier, contact, nowMs))
  yield* execute(
    `insert into password_requests (member_id, contact_sealed, requested_at_ms)
     select id, $2, $3::bigint from members where username_key = $1
     on conflict (member_id) do update set contact_sealed = excluded.contact_sealed`,
    [name, vault.seal(text, contactPurpose(name)), nowMs],
  )
})

interface RequestRow {
  readonly id: string
  readonly username: string
  readonly username_key: string
  readonly contact_sealed: string
  readonly requested_at_ms: bigint
}

/** The contacts of the open requests, the oldest request first. */
export const listPasswordRequests = Effect.fn("listPasswordRequests")(function* () {
  const vault = yield* Vault
  const rows = yield* sql<RequestRow>(
    `select m.id, m.username, m.username_key, r.contact_sealed, r.requested_at_ms
     from password_requests r join members m on m.id = r.member_id order by r.requested_at_ms, m.id`,
  )
  return rows.flatMap((row) => {
    const { given, count } = openContacts(vault, row)
    return given.map(({ contact, atMs }, index) => ({
      ...{ memberId: row.id, member: row.username, contact, requestedAtMs: atMs },
      ...{ place: index + 1, count },
    }))
  })
})

/** Closes the member's request. False if there is none. */
export const closePasswordRequest = Effect.fn("closePasswordRequest")(function* (memberId: string) {
  return (yield* execute("delete from password_requests where member_id = $1", [memberId])) > 0
})

/** Issues a code that replaces an earlier one, and closes the request. Only its hash is stored. */
export const issueResetCode = Effect.fn("issueResetCode")(function* (memberId: string) {
  const code = yield* newCode(CODE_LENGTH)
  const hash = yield* (yield* Passwords).hash(code)
  const rows = yield* sql<{ expires_at_ms: bigint }>(
    `insert into password_codes (member_id, code_hash, expires_at_ms)
     values ($1, $2, ${yield* databaseNowSql} + ${RESET_CODE_MINUTES * 60_000})
     on conflict (member_id) do update
       set code_hash = excluded.code_hash, expires_at_ms = excluded.expires_at_ms
     returning expires_at_ms`,
    [memberId, hash],
  )
  yield* closePasswordRequest(memberId)
  return { code, expiresAtMs: Number(rows[0]?.expires_at_ms ?? 0n) }
})

/** The hash of the member's code; null if there is none in force. */
const codeHashOf = Effect.fnUntraced(function* (memberId: string) {
  const rows = yield* sql<{ code_hash: string }>(
    `select code_hash from password_codes where member_id = $1 and expires_at_ms > ${yield* databaseNowSql}`,
    [memberId],
  )
  return rows[0]?.code_hash ?? null
})

/** Sets a new password by a code, once, and ends every session of the member. */
export const resetPasswordByCode = Effect.fn("resetPasswordByCode")(function* (
  request: RequestOf<"passwordReset">,
  call: Call,
) {
  yield* checkNewPassword(request.newPassword, displayName(request.username), "new_password")
  const passwords = yield* Passwords
  const guesses = yield* GuessLimits
  const account = nameKey(request.username)
  const typed = plainCode(request.code)
    .replaceAll(/[\s-]/g, "")
    .toUpperCase()
    .slice(0, CODE_LENGTH + 1)
  const check = Effect.gen(function* () {
    const member = yield* findMemberByName(request.username)
    const hash = member && (yield* codeHashOf(member.id))
    const isRight = yield* passwords.matches(typed, hash, siteOf(call.address), account)
    return isRight && member !== null && hash !== null ? { member, hash } : null
  })
  const familiar = isFamiliar(request.username, call)
  const found = yield* guesses.attempt(call.address, account, check, familiar)
  if (found === null) return yield* refusal("password.code-wrong", { field: "code" })
  const passwordHash = yield* passwords.hash(request.newPassword, siteOf(call.address))
  const change = Effect.gen(function* () {
    const isSet = yield* setPasswordHash(found.member, passwordHash)
    const used = yield* execute("delete from password_codes where member_id = $1 and code_hash = $2", [
      found.member.id,
      found.hash,
    ])
    return isSet && used > 0 ? null : yield* refusal("password.code-wrong", { field: "code" })
  })
  yield* (yield* Sessions).changeCredentials(found.member.id, change)
  yield* guesses.succeeded(call.address, account)
  return {}
})
