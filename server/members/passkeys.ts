/**
 * Passkeys (WebAuthn). A challenge is used up by the first answer to it, right or wrong. One of an
 * unknown passkey is refused like a wrong one.
 */
import { randomBytes } from "node:crypto"
import { isIP } from "node:net"
import { Clock, Effect, Option, Schema } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { readCodes } from "../../src/domain/factor.ts"
import {
  CHALLENGE_MS,
  type NewPasskey,
  PASSKEY_ALGORITHMS,
  PASSKEYS_MAX,
  type Passkey,
} from "../../src/domain/passkey.ts"
import { addressOf } from "../config/address.ts"
import { Config } from "../config.ts"
import { requireConfirmation } from "../core/confirmation.ts"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { Vault } from "../core/vault.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import { findDemo } from "./demo.ts"
import { claimFactor, dropEmptyFactor, keepFactor, recordFactorChange, storeCodes } from "./factor.ts"
import { GuessLimits } from "./guess-limiter.ts"
import { openSession } from "./login.ts"
import { deviceOf, isFamiliar, originOf, recordRefusedLogin } from "./logins.ts"
import { findMember, requireMember } from "./members.ts"

const CHALLENGE_BYTES = 32

const text = Schema.String
const isBase64Url = text.check(Schema.isPattern(/^[\w-]+$/))

const credential = { id: isBase64Url, rawId: text, type: Schema.Literal("public-key") }
/** The answers of an authenticator, in the JSON of the standard. */
const Registration = Schema.fromJsonString(
  Schema.Struct({
    ...credential,
    response: Schema.Struct({
      clientDataJSON: isBase64Url,
      attestationObject: text,
      transports: Schema.optionalKey(Schema.Array(text)),
    }),
  }),
)
const Assertion = Schema.fromJsonString(
  Schema.Struct({
    ...credential,
    response: Schema.Struct({ clientDataJSON: isBase64Url, authenticatorData: text, signature: text }),
  }),
)
const ClientData = Schema.fromJsonString(Schema.Struct({ challenge: text }))

const readAs = <A>(schema: Schema.Codec<A, string>, written: string): A | null =>
  Option.getOrNull(Schema.decodeUnknownOption(schema)(written))

const wrong = refusal("passkey.refused")
const expired = refusal("passkey.expired")

/** Where passkeys are used. A host that is an IP address has none, nor has one without TLS. */
const relyingParty = Effect.gen(function* () {
  const settings = yield* Config
  const { origin, hostname, protocol } = new URL(addressOf(settings))
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, "")) === 0
  if (!isNamed || (protocol !== "https:" && hostname !== "localhost"))
    return yield* refusal("passkey.address")
  return { id: hostname, origins: [origin, ...settings.origins] }
})

// loaded with the first use: it brings what reads attestations, which takes longer than a server's start
const webAuthn = Effect.promise(() => import("@simplewebauthn/server"))

/** Checks by the library throw what is wrong, which a caller is not to learn. */
const checked = <A>(check: () => Promise<A>) => Effect.option(Effect.tryPromise(check))

/** Issues a challenge for a session, or for a log-in by an empty hash. Those that are over are removed. */
export const issueChallenge = Effect.fnUntraced(function* (tokenHash: string) {
  const { id: rpId } = yield* relyingParty
  const challenge = randomBytes(CHALLENGE_BYTES).toString("base64url")
  const now = yield* databaseNowSql
  yield* execute(`delete from passkey_challenges where expires_at_ms <= ${now}`)
  yield* execute(
    `insert into passkey_challenges (challenge, token_hash, expires_at_ms) values ($1, $2, ${now} + ${CHALLENGE_MS})`,
    [challenge, tokenHash],
  )
  return { challenge, rpId }
})

/** Uses up the challenge that an answer names. Refuses one that is over or used, or of another session. */
const takeChallenge = Effect.fnUntraced(function* (clientData: string, tokenHash: string) {
  const { challenge } = readAs(ClientData, Buffer.from(clientData, "base64url").toString()) ?? (yield* wrong)
  const taken = yield* execute(
    `delete from passkey_challenges
     where challenge = $1 and token_hash = $2 and expires_at_ms > ${yield* databaseNowSql}`,
    [challenge, tokenHash],
  )
  return taken > 0 ? challenge : yield* expired
})

interface Row {
  readonly id: string
  readonly member_id: string
  readonly public_key: string
  readonly counter: bigint
  readonly device: string
  readonly added_at_ms: bigint
  readonly used_at_ms: bigint | null
}

/** Passkeys in force: those of a factor whose reset is over are none. */
export const findPasskeys = Effect.fnUntraced(function* (column: "id" | "member_id", value: string) {
  return yield* sql<Row>(
    `select p.id, p.member_id, p.public_key, p.counter, p.device, p.added_at_ms, p.used_at_ms
     from passkeys p join factors f on f.member_id = p.member_id
     where p.${column} = $1 and (f.resets_at_ms is null or f.resets_at_ms > $2::bigint)
     order by p.added_at_ms desc, p.id`,
    [value, yield* Clock.currentTimeMillis],
  )
})

/** True if the passkey has signed the challenge; its counter has moved on then, where it has one. */
const isSignedBy = Effect.fnUntraced(function* (
  row: Row,
  assertion: (typeof Assertion)["Type"],
  challenge: string,
) {
  const party = yield* relyingParty
  const { verifyAuthenticationResponse } = yield* webAuthn
  const verified = yield* checked(() =>
    verifyAuthenticationResponse({
      response: { ...assertion, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
        counter: Number(row.counter),
      },
      requireUserVerification: true,
    }),
  )
  if (Option.isNone(verified) || !verified.value.verified) return false
  const { newCounter, credentialBackedUp } = verified.value.authenticationInfo
  const moved = yield* execute(
    `update passkeys set counter = $2::bigint, backed_up = $3, used_at_ms = $4::bigint
     where id = $1 and (counter < $2::bigint or (counter = 0 and $2::bigint = 0))`,
    [row.id, newCounter, credentialBackedUp, yield* Clock.currentTimeMillis],
  )
  return moved > 0
})

/**
 * The member whose passkey has signed the challenge, `memberId` if given. Guesses are limited like those of
 * a password, and a wrong answer is a refused log-in. It ends a reset: who has a passkey needs none.
 */
export const requirePasskey = Effect.fn("requirePasskey")(function* (
  written: string,
  challengeOf: (clientData: string) => ReturnType<typeof takeChallenge>,
  call: Call,
) {
  const assertion = readAs(Assertion, written) ?? (yield* wrong)
  const challenge = yield* challengeOf(assertion.response.clientDataJSON)
  const [row] = yield* findPasskeys("id", assertion.id)
  const isOwn = row !== undefined && (call.memberId === "" || row.member_id === call.memberId)
  const member = isOwn ? yield* findMember(row.member_id) : null
  const guesses = yield* GuessLimits
  const account = `passkeys of ${row?.member_id ?? ""}`
  const check = Effect.gen(function* () {
    if (row !== undefined && member !== null && (yield* isSignedBy(row, assertion, challenge))) return member
    yield* recordRefusedLogin(member?.id ?? "", call)
    return null
  })
  const familiar = isFamiliar(member?.username ?? "", call)
  const signer = (yield* guesses.attempt(call.address, account, check, familiar)) ?? (yield* wrong)
  yield* guesses.succeeded(call.address, account)
  yield* keepFactor(signer.id)
  return signer
})

/** A challenge for a log-in by a passkey, which names its member itself. */
export const beginPasskeyLogin = (_request: object, _call: Call) => issueChallenge("")

/** The member whose passkey has signed a challenge for a log-in. */
export const requireSignature = (assertion: string, call: Call) =>
  requirePasskey(assertion, (clientData) => takeChallenge(clientData, ""), call)

export const logInByPasskey = Effect.fn("logInByPasskey")(function* (
  { assertion }: RequestOf<"passkeyLogin">,
  call: Call,
) {
  return yield* openSession(yield* requireSignature(assertion, call), call, "passkey")
})

export const listPasskeys = Effect.fn("listPasskeys")(function* (_request: object, { memberId }: Call) {
  const rows = yield* findPasskeys("member_id", memberId)
  return rows.map(
    ({ id, device, added_at_ms, used_at_ms }): Passkey => ({
      id,
      ...deviceOf(device),
      addedAtMs: Number(added_at_ms),
      usedAtMs: used_at_ms === null ? null : Number(used_at_ms),
    }),
  )
})

/** A challenge for a new passkey. */
export const beginPasskey = Effect.fn("beginPasskey")(function* (
  _request: object,
  { memberId, tokenHash }: Call,
) {
  if ((yield* findDemo())?.id === memberId) return yield* refusal("factor.demo")
  const member = yield* requireMember(memberId)
  const issued = yield* issueChallenge(tokenHash)
  const { fingerprint } = yield* Vault
  const known = (yield* findPasskeys("member_id", memberId)).map(({ id }) => id)
  const userHandle = fingerprint(memberId, "user handle of passkeys")
  const begun: NewPasskey = { ...issued, username: member.username, userHandle, known }
  return begun
})

/** The credential of a registration that answers this session's challenge. */
const verifyRegistration = Effect.fnUntraced(function* (written: string, tokenHash: string) {
  const registration = readAs(Registration, written) ?? (yield* wrong)
  const { clientDataJSON, attestationObject, transports = [] } = registration.response
  const challenge = yield* takeChallenge(clientDataJSON, tokenHash)
  const party = yield* relyingParty
  const { verifyRegistrationResponse } = yield* webAuthn
  const verified = yield* checked(() =>
    verifyRegistrationResponse({
      response: {
        ...registration,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origins,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...PASSKEY_ALGORITHMS],
    }),
  )
  if (Option.isNone(verified) || !verified.value.verified) return yield* wrong
  const { credential, credentialBackedUp } = verified.value.registrationInfo
  return { ...credential, transports, isBackedUp: credentialBackedUp }
})

/**
 * Adds a passkey. The first factor of an account comes with the recovery codes that its device has made.
 */
export const addPasskey = Effect.fn("addPasskey")(function* (request: RequestOf<"passkeyAdd">, call: Call) {
  const { memberId, tokenHash } = call
  const codes = readCodes(request.recoveryCodes)
  const { id, publicKey, counter, transports, isBackedUp } = yield* verifyRegistration(
    request.registration,
    tokenHash,
  )
  const add = Effect.gen(function* () {
    yield* requireConfirmation({ purpose: "factor", change: "passkey" }, request.confirmation, call)
    const nowMs = yield* Clock.currentTimeMillis
    const isFirst = yield* claimFactor(memberId, nowMs)
    if (isFirst && codes === null) return yield* refusal("field.invalid", { field: "recovery_codes" })
    if (isFirst && codes !== null) yield* storeCodes(memberId, codes)
    const [held] = yield* sql<{ count: bigint }>(
      "select count(*) as count from passkeys where member_id = $1",
      [memberId],
    )
    if (Number(held?.count) >= PASSKEYS_MAX)
      return yield* refusal("passkey.limit", { params: { max: PASSKEYS_MAX } })
    const added = yield* execute(
      `insert into passkeys (id, member_id, public_key, counter, transports, backed_up, device, added_at_ms)
       values ($1, $2, $3, $4::bigint, $5, $6, $7, $8::bigint) on conflict do nothing`,
      [
        ...[id, memberId, Buffer.from(publicKey).toString("base64url"), counter, transports.join(" ")],
        ...[isBackedUp, originOf(call).device, nowMs],
      ],
    )
    if (added === 0) return yield* refusal("passkey.already")
    yield* recordFactorChange(memberId, [null, "passkey-added"], nowMs)
    return {}
  })
  return yield* transaction(add)
})

/** Removes a passkey. One of another member is unknown. */
export const removePasskey = Effect.fn("removePasskey")(function* (
  { id, confirmation }: RequestOf<"passkeyRemove">,
  call: Call,
) {
  const { memberId } = call
  const held = yield* findPasskeys("member_id", memberId)
  if (!held.some((passkey) => passkey.id === id)) return yield* refusal("passkey.unknown")
  const remove = Effect.gen(function* () {
    yield* requireConfirmation({ purpose: "factor-off", passkeyId: id }, confirmation, call)
    const removed = yield* execute("delete from passkeys where id = $1 and member_id = $2", [id, memberId])
    if (removed === 0) return yield* refusal("passkey.unknown")
    yield* dropEmptyFactor(memberId)
    yield* recordFactorChange(memberId, ["added", "passkey-removed"], yield* Clock.currentTimeMillis)
    return {}
  })
  return yield* transaction(remove)
})
