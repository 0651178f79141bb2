import { Clock, Effect } from "effect"
import { INVITATION_CODE_LENGTH } from "../../src/domain/limits.ts"
import { amountOf } from "../../src/domain/money.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { newCode, newId } from "../core/ids.ts"
import { CHANGE, post, requireBounded } from "../core/ledger.ts"
import { type Db, execute, sql, transaction } from "../db/db.ts"
import { findMemberByName } from "../members/members.ts"
import { type OperatorCommand, readAmount, refuse, type Values } from "./command.ts"

const mintInvitation = Effect.fn("mintInvitation")(function* (values: Values, { who, why }: Attribution) {
  const atMs = yield* Clock.currentTimeMillis
  const code = yield* newCode(INVITATION_CODE_LENGTH)
  yield* Effect.gen(function* () {
    yield* execute(
      "insert into invitation_codes (code, member_id, note, created_at_ms) values ($1, null, $2, $3)",
      [code, values.note ?? "", atMs],
    )
    yield* recordDecision({ command: "invitations mint", subject: code, who, why })
  }).pipe(transaction)
  return code
})

/**
 * Adjusts a balance (codes 100 and 200). The posting carries the reason and a reference to the
 * decision.
 */
const adjust = (sign: 1n | -1n) =>
  Effect.fn("adjustBalance")(function* (values: Values, { who, why }: Attribution) {
    const { member: username = "", amount = "", reference } = values
    const kobo = yield* readAmount(amount)
    const member = yield* findMemberByName(username)
    if (member === null || kobo === 0n)
      return yield* refuse(`There is no member ${username}, or the amount is zero.`)
    const atMs = yield* Clock.currentTimeMillis
    const id = yield* newId
    const command = sign > 0n ? "balance increase" : "balance decrease"
    const entry = {
      transactionId: `adjust-${id}`,
      memberId: member.id,
      available: sign * kobo,
      code: sign > 0n ? CHANGE.systemIncrease : CHANGE.systemDecrease,
      reason: why,
      reference: reference ?? id,
      event: {
        kind: "balance" as const,
        subject: `adjust-${id}`,
        from: null,
        to: sign > 0n ? "increased" : "decreased",
        columns: [],
        who,
        why,
      },
      atMs,
    }
    const posted = Effect.gen(function* () {
      const after = yield* post(entry)
      if (sign > 0n) yield* requireBounded(after)
      yield* recordDecision({
        command,
        subject: member.id,
        who,
        why,
        detail: { amount: amountOf(kobo), posting: entry.transactionId },
        members: [member.id],
      })
      return after
    })
    const after = yield* transaction(posted).pipe(
      Effect.catchTag("InsufficientFunds", () =>
        Effect.fail(refuse(`${username} has less than ${amountOf(kobo)} available.`)),
      ),
    )
    return `${username} has ${amountOf(after.available)} available now.`
  })

interface EventRow {
  readonly at_ms: bigint
  readonly who: string
  readonly command: string
  readonly subject: string
  readonly why: string
  readonly detail: Readonly<Record<string, string | number | boolean | null>>
}

const listEvents = Effect.fn("listEvents")(function* () {
  const rows = yield* sql<EventRow>(
    "select at_ms, who, command, subject, why, detail from operator_events order by at_ms desc, id limit 100",
  )
  return rows.map(({ at_ms, detail, ...row }) => ({
    at: new Date(Number(at_ms)).toISOString(),
    ...row,
    detail: Object.entries(detail)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  }))
})

const adjustment = [
  { name: "member", summary: "username" },
  { name: "amount", summary: "naira, at most two decimals" },
  { name: "reference", summary: "what it follows from, such as a ticket number", isOptional: true },
] as const

/** Commands about invitations, balances and past decisions. */
export const accountCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "invitations mint",
    summary: "Creates an invitation code of the operator.",
    parameters: [{ name: "note", summary: "note on its recipient", isOptional: true }],
    needsWhy: true,
    run: mintInvitation,
  },
  {
    name: "balance increase",
    summary: "Credits a member (account change 200).",
    parameters: adjustment,
    needsWhy: true,
    amount: ({ amount = "" }) => readAmount(amount),
    run: adjust(1n),
  },
  {
    name: "balance decrease",
    summary: "Debits a member (account change 100).",
    parameters: adjustment,
    needsWhy: true,
    amount: ({ amount = "" }) => readAmount(amount),
    run: adjust(-1n),
  },
  {
    name: "events",
    summary: "The last hundred decisions: who, what, why, with which values and proposed by whom.",
    run: listEvents,
  },
]
