/** A log-in as its member sees it. */
import { Schema } from "effect"
import { AtMs, Id } from "./entities.ts"
import { PersonalHere } from "./personal.ts"

/** As the user agent names it. */
export const LoginBrowser = Schema.Literals([
  ...["chrome", "edge", "firefox", "opera", "safari", "samsung", "wechat", "other"],
] as const)
export type LoginBrowser = typeof LoginBrowser.Type
export const LoginSystem = Schema.Literals([
  ...["android", "chromeos", "ios", "linux", "macos", "windows", "other"],
] as const)
export type LoginSystem = typeof LoginSystem.Type
/** A log-in of the member, or refused attempts from one origin within an hour. */
export const Login = Schema.Struct({
  id: Id,
  /** Of several attempts the last one. */
  atMs: AtMs,
  /** `current`: the session that asks; `open` and `ended`: another one. */
  state: Schema.Literals(["current", "open", "ended", "refused"]),
  browser: LoginBrowser,
  system: LoginSystem,
  /** The network address without its last part. */
  network: PersonalHere,
  attempts: Schema.Int,
}).pipe(Schema.encodeKeys({ atMs: "at_ms" }))
export type Login = typeof Login.Type

/** What a session was opened with. */
export const SessionProof = Schema.Literals(["password", "app", "recovery-code", "passkey", "wechat"])
export type SessionProof = typeof SessionProof.Type

/** An open session of the member. */
export const OpenSession = Schema.Struct({
  id: Id,
  /** The session that asks. */
  isCurrent: Schema.Boolean,
  browser: LoginBrowser,
  system: LoginSystem,
  /** The network address without its last part; empty where the log-in is no longer stored. */
  network: PersonalHere,
  sinceMs: AtMs,
  /** The last use, to the minute. */
  seenAtMs: AtMs,
  /** Absent for a session of an earlier release, and after a new password. */
  proof: Schema.optionalKey(SessionProof),
}).pipe(Schema.encodeKeys({ isCurrent: "is_current", sinceMs: "since_ms", seenAtMs: "seen_at_ms" }))
export type OpenSession = typeof OpenSession.Type

/** A lock that a member has put on the account. */
export const AccountLock = Schema.Struct({
  lockedAtMs: AtMs,
  /** From when on a log-in ends the lock; null while its member has not asked for that. */
  opensAtMs: Schema.NullOr(AtMs),
}).pipe(Schema.encodeKeys({ lockedAtMs: "locked_at_ms", opensAtMs: "opens_at_ms" }))
export type AccountLock = typeof AccountLock.Type
