import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import type { Session as SessionAnswer } from "../../src/domain/entities.ts"
import type { SessionProof } from "../../src/domain/login.ts"
import {
  displayName,
  invitationCodeProblem,
  normalPassword,
  passwordProblem,
  usernameProblem,
} from "../../src/domain/validate.ts"
import { Config } from "../config.ts"
import { requireConfirmation } from "../core/confirmation.ts"
import { changeLock, readLock, requireUnfrozen } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { fieldRefusal, refusal } from "../core/refusal.ts"
import { readTermsDate, requireOpenSite } from "../core/site-state.ts"
import { execute } from "../db/db.ts"
import { requirePassword, verifyCredentials } from "./credentials.ts"
import { findDemo, requireOwnLogin } from "./demo.ts"
import { hasFactor, requireFactor } from "./factor.ts"
import { GuessLimits, networkOf, siteOf } from "./guess-limiter.ts"
import { originOf, recordRefusedLogin } from "./logins.ts"
import { userOf } from "./member-record.ts"
import { createMember, findInviter, type Member, requireMember, setPasswordHash } from "./members.ts"
import { isReservedName, nameKey } from "./names.ts"
import { isCommonPassword, Passwords } from "./password.ts"
import { type OpenedSession, Sessions } from "./sessions.ts"

/**
 * The temporary token is a first pass for the quote stream, so that the client can connect right
 * after log-in.
 */
const answerOf = Effect.fnUntraced(function* ({ token, session }: OpenedSession, member: Member) {
  const { pass } = yield* (yield* Sessions).issuePass(session)
  const answer: SessionAnswer = { token, temporaryToken: pass, user: yield* userOf(member) }
  return answer
})

/**
 * Opens a session, and ends a lock whose wait is over. Refuses a frozen or locked member, and when the
 * password has been changed since `member` was read: what was verified is no longer true. The first of
 * a new member is no notice, nor are those of the demo's shared login.
 */
export const openSession = Effect.fn("openSession")(function* (
  member: Member,
  call: Call,
  proof: SessionProof,
  isFirst = false,
) {
  const lock = yield* readLock(member.id)
  // nothing is written for the others, also while the books are read-only
  if (lock !== null && lock.opensAtMs !== null) yield* changeLock(member.id, "open")
  yield* Effect.tapError(requireUnfrozen(member.id), () => recordRefusedLogin(member.id, call))
  const isNoticed = !isFirst && (yield* findDemo())?.id !== member.id
  const origin = { ...originOf(call), isNoticed, proof }
  const opened = yield* (yield* Sessions).open(member.id, member.credential_version, origin)
  if (opened === null) return yield* refusal("login.wrong-credentials")
  return yield* answerOf(opened, member)
})

/** Also while the site is closed: what it stops refuses each session by itself. */
export const login = Effect.fn("login")(function* (request: RequestOf<"login">, call: Call) {
  const demo = request.password === "" ? yield* findDemo() : null
  if (demo !== null && nameKey(request.username) === nameKey(demo.username))
    return yield* openSession(demo, call, "password")
  const member = yield* verifyCredentials(request, call)
  const proof = yield* requireFactor(member, request.factorCode ?? "", call)
  return yield* openSession(member, call, proof)
})

/** Refuses a password that is too short, too long or too common. */
export const checkNewPassword = Effect.fnUntraced(function* (
  password: string,
  username: string,
  field: string,
) {
  const problem = passwordProblem(password)
  if (problem !== null) return yield* fieldRefusal(field, problem)
  if (isCommonPassword(password, username)) return yield* refusal("password.too-common", { field })
})

interface Registration {
  readonly username: string
  readonly password: string
  readonly invitationCode: string
  readonly termsAtMs?: number
}

/** Refuses the consent to terms that have been replaced meanwhile. */
const checkTerms = Effect.fnUntraced(function* (termsAtMs: number | undefined) {
  if (termsAtMs !== undefined && termsAtMs !== (yield* readTermsDate()))
    return yield* refusal("register.terms-changed")
})

export const register = Effect.fn("register")(function* (request: Registration, call: Call) {
  yield* requireOpenSite()
  const username = displayName(request.username)
  const nameProblem = usernameProblem(username)
  if (nameProblem !== null) return yield* fieldRefusal("username", nameProblem)
  if (isReservedName(username)) return yield* refusal("register.username-reserved", { field: "username" })
  yield* checkNewPassword(request.password, username, "password")
  const codeProblem = invitationCodeProblem(request.invitationCode)
  if (codeProblem !== null) return yield* fieldRefusal("invitation_code", codeProblem)
  yield* checkTerms(request.termsAtMs)
  const guesses = yield* GuessLimits
  const check = findInviter(request.invitationCode)
  // A code locks no member out: only the network of the sender is slowed.
  const inviter = yield* guesses.attempt(
    call.address,
    `invitation codes of ${networkOf(call.address)}`,
    check,
  )
  if (inviter === null) return yield* refusal("register.invitation-unknown", { field: "invitation_code" })
  const passwordHash = yield* (yield* Passwords).hash(request.password, siteOf(call.address))
  const { registrationBonus } = yield* Config
  const member = yield* createMember({
    username,
    passwordHash,
    invitedBy: inviter.memberId,
    termsAtMs: request.termsAtMs ?? null,
    credit: { amount: registrationBonus, reason: "registration-bonus" },
  })
  return yield* openSession(member, call, "password", true)
})

export const changePassword = Effect.fn("changePassword")(function* (
  request: RequestOf<"changePassword">,
  call: Call,
) {
  const member = yield* requireMember(call.memberId)
  yield* requireOwnLogin(member.id)
  yield* requirePassword(member, request.oldPassword, "old_password", call)
  yield* checkNewPassword(request.newPassword, member.username, "new_password")
  if (normalPassword(request.newPassword) === normalPassword(request.oldPassword))
    return yield* refusal("password.same-as-old", { field: "new_password" })
  const passwordHash = yield* (yield* Passwords).hash(request.newPassword, siteOf(call.address))
  const sessions = yield* Sessions
  const isConfirmed = yield* hasFactor(member.id)
  const change = Effect.gen(function* () {
    if (isConfirmed) yield* requireConfirmation({ purpose: "password" }, request.confirmation, call)
    const isSet = yield* setPasswordHash(member, passwordHash)
    const opened = isSet
      ? yield* sessions.open(member.id, member.credential_version + 1n, originOf(call))
      : null
    if (opened === null) return yield* refusal("password.wrong", { field: "old_password" })
    yield* keepPush(call.tokenHash, opened.session.tokenHash)
    return opened
  })
  return yield* answerOf(yield* sessions.changeCredentials(member.id, change), member)
})

/** The device that changes the password goes on with a new session, and so do its push messages. */
const keepPush = Effect.fnUntraced(function* (from: string, to: string) {
  yield* execute("update push_subscriptions set token_hash = $2 where token_hash = $1", [from, to])
})

/** Ends the caller's session. */
export const logout = (_request: object, call: Call) =>
  Effect.as(
    Sessions.use((sessions) => sessions.end(call.tokenHash)),
    {},
  )

/** Issues a one-use pass for the quote stream. */
export const issueStreamPass = (_request: object, call: Call) =>
  Effect.map(
    Sessions.use((sessions) => sessions.issuePass(call)),
    ({ pass, expiresAtMs }) => ({ ticket: pass, expiresAtMs }),
  )
