/** Passkeys of an account (WebAuthn). */
import { Schema } from "effect"
import { AtMs } from "./entities.ts"
import { LoginBrowser, LoginSystem } from "./login.ts"
import { PersonalText } from "./personal.ts"

const text = Schema.String

/** The id of a passkey, of up to 1 023 bytes. */
export const PasskeyId = text.check(Schema.isPattern(/^[\w-]{1,1364}$/))

/** A passkey as its member sees it: browser and system are those in which it was added. */
export const Passkey = Schema.Struct({
  id: PasskeyId,
  browser: LoginBrowser,
  system: LoginSystem,
  addedAtMs: AtMs,
  /** The last log-in or confirmation. */
  usedAtMs: Schema.NullOr(AtMs),
}).pipe(Schema.encodeKeys({ addedAtMs: "added_at_ms", usedAtMs: "used_at_ms" }))
export type Passkey = typeof Passkey.Type

/** What an authenticator signs, once. */
export const PasskeyChallenge = Schema.Struct({
  /** 32 bytes in base64url, as all bytes here. */
  challenge: text,
  /** The relying party's id: the host of the site. */
  rpId: text,
}).pipe(Schema.encodeKeys({ rpId: "rp_id" }))
export type PasskeyChallenge = typeof PasskeyChallenge.Type

/** A challenge for a new passkey of a member. */
export const NewPasskey = Schema.Struct({
  challenge: text,
  rpId: text,
  username: PersonalText,
  /** Stored with the passkey: names the member without saying who it is. */
  userHandle: text,
  /** The passkeys of the member: an authenticator makes no second one. */
  known: Schema.Array(text),
}).pipe(Schema.encodeKeys({ rpId: "rp_id", userHandle: "user_handle" }))
export type NewPasskey = typeof NewPasskey.Type

/** The signatures that are accepted, most wanted first: EdDSA, ES256 and RS256 of COSE. */
export const PASSKEY_ALGORITHMS: readonly number[] = [-8, -7, -257]
/** How long a challenge is accepted. */
export const CHALLENGE_MS = 300_000
/** Passkeys of one member. */
export const PASSKEYS_MAX = 10
