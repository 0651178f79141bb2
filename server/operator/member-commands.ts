import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { Db } from "../db/db.ts"
import { findMemberByName, setPasswordHash } from "../members/members.ts"
import { Passwords } from "../members/password.ts"
import { Sessions } from "../members/sessions.ts"
import { CommandRefused, type OperatorCommand } from "./command.ts"

type Values = Readonly<Record<string, string>>

const passwordBytes = 12
/** No token has this hash, so `endOthers` ends every session. */
const noSession = ""

/**
 * Sets a random password and ends every session. The operator must have identified the member
 * before.
 */
const resetPassword = Effect.fn("resetPassword")(function* (
  { member: username = "" }: Values,
  { who, why }: Attribution,
) {
  const db = yield* Db
  const member = yield* findMemberByName(username)
  if (member === null) return yield* new CommandRefused({ message: `There is no member ${username}.` })
  const password = randomBytes(passwordBytes).toString("base64url")
  const hash = yield* (yield* Passwords).hash(password)
  yield* db.transaction(
    Effect.gen(function* () {
      yield* setPasswordHash(member.id, hash)
      yield* recordDecision({ command: "password reset", subject: member.id, who, why })
    }),
  )
  yield* (yield* Sessions).endOthers(member.id, noSession)
  return password
})

/** Commands about members. */
export const memberCommands: ReadonlyArray<OperatorCommand<Db | Passwords | Sessions>> = [
  {
    name: "password reset",
    summary: "Gives a member a new random password, prints it, and ends every session of theirs.",
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    run: resetPassword,
  },
]
