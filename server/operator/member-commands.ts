import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import type { Vault } from "../core/vault.ts"
import { type Db, sql, transaction } from "../db/db.ts"
import { findMemberByName, setPasswordHash } from "../members/members.ts"
import { nameKey } from "../members/names.ts"
import { Passwords } from "../members/password.ts"
import { closePasswordRequest, issueResetCode, listPasswordRequests } from "../members/password-reset.ts"
import { Sessions } from "../members/sessions.ts"
import { isoTime, type OperatorCommand, readWhole, refuse, type Values } from "./command.ts"
import { recordLook } from "./statement-commands.ts"

const passwordBytes = 12

/**
 * Sets a random password and ends every session. The operator must have identified the member
 * before.
 */
const resetPassword = Effect.fn("resetPassword")(function* (
  { member: username = "" }: Values,
  { who, why }: Attribution,
) {
  const member = yield* requireMemberNamed(username)
  const password = randomBytes(passwordBytes).toString("base64url")
  const hash = yield* (yield* Passwords).hash(password)
  const change = Effect.gen(function* () {
    if (!(yield* setPasswordHash(member, hash)))
      return yield* refuse(
        `${username} has just changed the password: look again and repeat the command if it is needed.`,
      )
    const members = [member.id]
    yield* recordDecision({ command: "password reset", subject: member.id, who, why, members })
    return null
  })
  yield* (yield* Sessions).changeCredentials(member.id, change)
  return password
})

const requireMemberNamed = Effect.fnUntraced(function* (username: string) {
  const member = yield* findMemberByName(username)
  return member ?? (yield* refuse(`There is no member ${username}.`))
})

const membersShownMax = 100

interface MemberRow {
  readonly id: string
  readonly username: string
  readonly registered_at_ms: bigint
  readonly available: Kobo
  readonly inviter: string | null
}

/** Members in the order of their names, from after a name on; whether there are more is said below. */
const listMembers = Effect.fn("listMembers")(function* (
  { prefix = "", after = "", limit = "50" }: Values,
  { who }: Attribution,
) {
  const count = yield* readWhole(limit, 1, membersShownMax)
  const rows = yield* sql<MemberRow>(
    `select m.id, m.username, m.registered_at_ms, b.available, i.username as inviter
     from members m join balances b on b.member_id = m.id left join members i on i.id = m.invited_by
     where left(m.username_key, char_length($1::text)) = $1::text and m.username_key > $2::text
     order by m.username_key limit $3::integer`,
    [nameKey(prefix), nameKey(after), count + 1],
  )
  yield* recordLook(
    "members list",
    rows.slice(0, count).map(({ id }) => id),
    who,
  )
  const shown = rows.slice(0, count).map(({ username, registered_at_ms, available, inviter }) => ({
    member: username,
    registered: isoTime(registered_at_ms),
    available: amountOf(available),
    inviter,
  }))
  if (rows.length <= count) return shown
  return { rows: shown, note: `There are more: give --after ${shown.at(-1)?.member}.` }
})

const listRequests = Effect.fn("listRequests")(function* (_values: Values, { who }: Attribution) {
  const requests = yield* listPasswordRequests()
  yield* recordLook("password requests", [...new Set(requests.map(({ memberId }) => memberId))], who)
  const rows = requests.map(({ member, contact, requestedAtMs, place, count }) => ({
    member,
    contact,
    requested: new Date(requestedAtMs).toISOString(),
    contacts: `${place} of ${count}`,
  }))
  if (!requests.some(({ count }) => count > 1)) return rows
  return {
    rows,
    note: "A member has several contacts, and every visitor can send one: find out which is theirs.",
  }
})

/** Prints a code. The operator must have identified the member before. */
const issueCode = Effect.fn("issueCode")(function* (
  { member: username = "" }: Values,
  { who, why }: Attribution,
) {
  const { id } = yield* requireMemberNamed(username)
  const { code, expiresAtMs } = yield* Effect.gen(function* () {
    yield* recordDecision({ command: "password code", subject: id, who, why, members: [id] })
    return yield* issueResetCode(id)
  }).pipe(transaction)
  return `${code} (valid once, until ${new Date(expiresAtMs).toISOString()})`
})

const dismissRequest = Effect.fn("dismissRequest")(function* (
  { member: username = "" }: Values,
  { who, why }: Attribution,
) {
  const { id } = yield* requireMemberNamed(username)
  yield* Effect.gen(function* () {
    if (!(yield* closePasswordRequest(id))) return yield* refuse(`${username} has asked for nothing.`)
    yield* recordDecision({ command: "password dismiss", subject: id, who, why, members: [id] })
  }).pipe(transaction)
  return "Done."
})

/** Commands about members. */
export const memberCommands: ReadonlyArray<OperatorCommand<Db | Passwords | Sessions | Vault>> = [
  {
    name: "members list",
    summary: "Lists members by name, with balance and inviter. Looking at them is recorded.",
    parameters: [
      { name: "prefix", summary: "how the names begin", isOptional: true },
      { name: "after", summary: "the last name of the list before", isOptional: true },
      { name: "limit", summary: `how many, at most ${membersShownMax}; 50 unless given`, isOptional: true },
    ],
    run: listMembers,
  },
  {
    name: "password requests",
    summary: "Lists who has forgotten the password, and how each can be reached. Looking at it is recorded.",
    run: listRequests,
  },
  {
    name: "password code",
    summary: "Prints a code with which the member sets a new password, once; closes the request.",
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    run: issueCode,
  },
  {
    name: "password dismiss",
    summary: "Closes a request for a new password without a code.",
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    run: dismissRequest,
  },
  {
    name: "password reset",
    summary: "Gives a member a new random password, prints it, and ends every session of theirs.",
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    run: resetPassword,
  },
]
