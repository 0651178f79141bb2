import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { Clock, Effect, Schema } from "effect"
import { DEMO_USERNAME } from "../../src/domain/limits.ts"
import { Config } from "../config.ts"
import { refusal } from "../core/refusal.ts"
import { secretFile } from "../core/secret-file.ts"
import { execute, sql } from "../db/db.ts"
import { createMember, findMemberByName, type Member, setPasswordHash } from "./members.ts"
import { Passwords } from "./password.ts"

/** The login that the demo profile creates and prints. */
export interface DemoLogin {
  readonly username: string
  readonly password: string
  readonly invitationCode: string
}

/** The database belongs to the other profile. The message is one sentence for the operator. */
export class ProfileRefused extends Schema.TaggedError<ProfileRefused>()("ProfileRefused", {
  message: Schema.String,
}) {}

const passwordBytes = 12

/**
 * Binds a database to the profile that first used it. A production database must never get the
 * automatic reviewer or a printed login.
 */
const claimProfile = Effect.fnUntraced(function* () {
  const { profile } = yield* Config
  const atMs = yield* Clock.currentTimeMillis
  yield* execute(
    "insert into settings (name, value, changed_at_ms) values ('profile', $1::jsonb, $2) on conflict do nothing",
    [JSON.stringify(profile), atMs],
  )
  const rows = yield* sql<{ value: unknown }>("select value from settings where name = 'profile'")
  if (rows[0]?.value === profile) return profile
  return yield* new ProfileRefused({
    message: `This database was made by another profile than ${profile}: each needs a database of its own.`,
  })
})

/** The member that everybody may log in as; null in production and before the first start. */
export const findDemo = Effect.fn("findDemo")(function* () {
  const { profile } = yield* Config
  return profile === "demo" ? yield* findMemberByName(DEMO_USERNAME) : null
})

/** Refuses a change that would lock out others who share the demo's login. */
export const requireOwnLogin = Effect.fnUntraced(function* (memberId: string) {
  if ((yield* findDemo())?.id === memberId) return yield* refusal("demo.shared")
})

/** Creates the demo member, or finds the one that another process has just created. */
const createDemo = Effect.fnUntraced(function* (password: string) {
  const { demoBalance } = yield* Config
  const passwordHash = yield* (yield* Passwords).hash(password)
  const credit = { amount: demoBalance, reason: "demo-balance" }
  return yield* createMember({
    termsAtMs: null,
    username: DEMO_USERNAME,
    passwordHash,
    invitedBy: null,
    credit,
  }).pipe(
    Effect.catchTag("Refusal", (refused) =>
      Effect.flatMap(findMemberByName(DEMO_USERNAME), (member) =>
        member === null ? Effect.fail(refused) : Effect.succeed(member),
      ),
    ),
  )
})

const requirePassword = Effect.fnUntraced(function* (member: Member, password: string) {
  const passwords = yield* Passwords
  if (yield* passwords.matches(password, member.password_hash)) return
  yield* setPasswordHash(member, yield* passwords.hash(password))
})

/**
 * Creates the demo login at the first start. Its random password is stored in the data folder, so
 * that every start prints the same one. Returns null in production. Fails for a database of the
 * other profile.
 */
export const prepareDemo = Effect.fn("prepareDemo")(function* () {
  if ((yield* claimProfile()) === "production") return null
  const { dataDir } = yield* Config
  const make = () => randomBytes(passwordBytes).toString("base64url")
  const password = secretFile(join(dataDir, "demo-password"), make)
  const member = (yield* findMemberByName(DEMO_USERNAME)) ?? (yield* createDemo(password))
  yield* requirePassword(member, password)
  const login: DemoLogin = { username: member.username, password, invitationCode: member.invitation_code }
  return login
})
