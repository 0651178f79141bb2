/**
 * The endpoints about a member's sessions, their ends, log-ins and passes of streams, and about what
 * protects the member: a second factor, a lock, own limits.
 */
import { Schema } from "effect"
import { Confirmable, Confirmation, Proof } from "../domain/confirmation.ts"
import { AtMs, Id, Session } from "../domain/entities.ts"
import { Factor } from "../domain/factor.ts"
import { KnowledgeCheck } from "../domain/knowledge.ts"
import { AccountLock, Login, OpenSession } from "../domain/login.ts"
import { NewPasskey, Passkey, PasskeyChallenge, PasskeyId } from "../domain/passkey.ts"
import { LimitName, LimitValue, Protection } from "../domain/protection.ts"
import { get, post } from "./endpoint.ts"

const text = Schema.String
const nothing = Schema.Struct({})
const credentials = { username: text, password: text }
/** The id of a challenge that was proved for exactly this. */
const confirmation = Schema.optionalKey(Id)
const login = { envelope: "errorCode", auth: "anyone" } as const

/** The change that the member knew when they made this one: another device may have been first. */
const revision = Schema.Int

export const sessionEndpoints = {
  logout: post("api/login/logout", {}, nothing, { envelope: "errorCode", summary: "End this session" }),
  changePassword: post("api/user/password", { oldPassword: text, newPassword: text, confirmation }, Session, {
    wireNames: { newPassword: "new_password", oldPassword: "old_password" },
    summary: "Change the password; every other session ends, this one gets new tokens",
  }),
  streamTicket: post(
    "api/market/ticket",
    {},
    Schema.Struct({ ticket: text, expiresAtMs: AtMs }).pipe(
      Schema.encodeKeys({ expiresAtMs: "expires_at_ms" }),
    ),
    { summary: "A one-use pass that opens the quote stream" },
  ),
  logins: get("api/member/logins", {}, Schema.Array(Login), { summary: "Log-ins, newest first" }),
  sessions: get("api/member/sessions", {}, Schema.Array(OpenSession), {
    summary: "Open sessions: the caller's first, then the last used",
  }),
  sessionEnd: post("api/member/sessions/end", { id: Id }, nothing, {
    summary: "End one session by its id; the caller's own too",
  }),
  loginsEnd: post("api/member/logins/end", {}, nothing, { summary: "End every other session" }),
  factor: get("api/member/factor", {}, Factor, {
    summary: "The second factor of the account, and how many recovery codes are left",
  }),
  factorAdd: post("api/member/factor/add", { factorSecret: text, factorCode: text, confirmation }, nothing, {
    wireNames: { factorSecret: "factor_secret", factorCode: "factor_code" },
    summary: "Add an authenticator app: its key and ten recovery codes in one text, and a code of the app",
  }),
  factorRemove: post("api/member/factor/remove", { confirmation }, nothing, {
    summary: "Remove the authenticator app",
  }),
  codesReplace: post("api/member/factor/codes", { recoveryCodes: text, confirmation }, nothing, {
    wireNames: { recoveryCodes: "recovery_codes" },
    summary: "Replace the recovery codes by ten others, in one text",
  }),
  confirmationCreate: post("api/member/confirmation/create", { subject: Confirmable }, Confirmation, {
    summary: "Ask for a challenge that confirms exactly this command of this session, once, for five minutes",
  }),
  confirmationProve: post("api/member/confirmation/prove", { id: Id, proof: Proof }, nothing, {
    summary: "Prove a challenge by a code or, without a second factor, by the password; the command names it",
  }),
  passkeys: get("api/member/passkeys", {}, Schema.Array(Passkey), {
    summary: "The passkeys of the account, newest first",
  }),
  passkeyBegin: post("api/member/passkeys/begin", {}, NewPasskey, {
    summary: "Ask for a challenge for a new passkey, once, for five minutes",
  }),
  passkeyAdd: post(
    "api/member/passkeys/add",
    { registration: text, recoveryCodes: text, confirmation },
    nothing,
    {
      wireNames: { recoveryCodes: "recovery_codes" },
      summary:
        "Add a passkey: its RegistrationResponseJSON; the first factor brings ten recovery codes in one text, later ones none",
    },
  ),
  passkeyRemove: post("api/member/passkeys/remove", { id: PasskeyId, confirmation }, nothing, {
    summary: "Remove a passkey",
  }),
  passkeyChallenge: post("api/login/passkey/challenge", {}, PasskeyChallenge, {
    ...login,
    summary: "Ask for a challenge for a log-in by passkey, once, for five minutes",
  }),
  passkeyLogin: post("api/login/passkey", { assertion: text }, Session, {
    ...login,
    summary: "Log in by a passkey: its AuthenticationResponseJSON",
  }),
  lock: post("api/member/lock", {}, AccountLock, {
    summary: "Lock the account, from any session of it; ends every session and holds withdrawals",
  }),
  lockByPassword: post("api/login/lock", credentials, AccountLock, {
    ...login,
    summary: "Lock the account by its name and password",
  }),
  unlockByPassword: post(
    "api/login/unlock",
    { ...credentials, factorCode: Schema.optionalKey(text) },
    AccountLock,
    {
      ...login,
      wireNames: { factorCode: "factor_code" },
      summary: "Ask to unlock the account: after the wait a log-in opens it",
    },
  ),
  protection: get("api/member/protection", {}, Protection, {
    summary: "The member's own limits with what is used of them, and their pause or exclusion",
  }),
  limitChange: post(
    "api/member/limits",
    { revision, name: LimitName, value: Schema.NullOr(LimitValue) },
    Protection,
    { summary: "Change a limit: a tighter one is in force at once, a looser one or none waits a day" },
  ),
  limitConfirm: post("api/member/limits/confirm", { revision, name: LimitName, confirmation }, Protection, {
    summary: "Say yes again to a looser limit that has waited, with a confirmation of exactly that",
  }),
  pause: post("api/member/pause", { days: Schema.Int }, Protection, {
    summary: "Take a pause of orders and deposits, which nothing shortens",
  }),
  exclude: post("api/member/exclude", { months: Schema.Int }, Protection, {
    summary: "Exclude oneself from orders and deposits, which nothing shortens",
  }),
  knowledge: get("api/member/knowledge", {}, KnowledgeCheck, {
    summary: "The check before leverage above 1: what was answered, and the next question",
  }),
  knowledgeAnswer: post("api/member/knowledge/answer", { question: Id, choice: Schema.Int }, KnowledgeCheck, {
    summary: "Answer the next question by the place of the answer, from 0",
  }),
} as const
