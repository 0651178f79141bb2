import { Effect } from "effect"
import { CURRENCY } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { type Attribution, LOOK, recordDecision } from "../core/decision.ts"
import { type Db, sql } from "../db/db.ts"
import { findMemberByName } from "../members/members.ts"
import { nameKey } from "../members/names.ts"
import { type CommandRefused, isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"

const foundMax = 50
const changesMax = 1_000

interface FoundRow {
  readonly id: string
  readonly username: string
  readonly registered_at_ms: bigint
  readonly available: Kobo
  readonly contracts: Kobo
  readonly withdrawals: Kobo
  readonly frozen_at_ms: bigint | null
  readonly locked_at_ms: bigint | null
}

/** Records that an operator read names and balances; the look of a list has no subject of its own. */
export const recordLook = (
  command: string,
  members: ReadonlyArray<string>,
  who: string,
  subject = "members",
) => recordDecision({ command, subject, who, why: "to see it", members, shownWhy: LOOK.check })

/** Members by a part of the name, by id or by invitation code. The look is recorded. */
const findMembers = Effect.fn("findMembers")(function* ({ text = "" }: Values, { who }: Attribution) {
  const rows = yield* sql<FoundRow>(
    `select m.id, m.username, m.registered_at_ms, b.available, b.contracts, b.withdrawals, b.frozen_at_ms, b.locked_at_ms
     from members m join balances b on b.member_id = m.id and b.asset = '${CURRENCY}'
     where position($1 in m.username_key) > 0 or m.id = $2 or m.invitation_code = upper($2)
     order by m.username_key limit $3::integer`,
    [nameKey(text), text.trim(), foundMax],
  )
  yield* recordLook(
    "members find",
    rows.map(({ id }) => id),
    who,
  )
  return rows.map((row) => ({
    member: row.username,
    id: row.id,
    registered: isoTime(row.registered_at_ms),
    available: amountOf(row.available),
    in_contracts: amountOf(row.contracts),
    in_withdrawals: amountOf(row.withdrawals),
    frozen: row.frozen_at_ms === null ? null : isoTime(row.frozen_at_ms),
    locked: row.locked_at_ms === null ? null : isoTime(row.locked_at_ms),
  }))
})

/** Parses a day such as 2026-11-23, in UTC. */
const readDay = (text: string | undefined, fallback: bigint): Effect.Effect<bigint, CommandRefused> => {
  if (text === undefined) return Effect.succeed(fallback)
  const atMs = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(atMs)
    ? Effect.fail(refuse(`Not a day such as 2026-11-23: ${text}`))
    : Effect.succeed(BigInt(atMs))
}

interface ChangeRow {
  readonly at_ms: bigint
  readonly code: number
  readonly amount: Kobo
  readonly balance_after: Kobo
  readonly reason: string
  readonly reference: string
}

const changesSql = `select at_ms, code, amount, balance_after, reason, reference from postings
  where member_id = $1 and account = 'available' and asset = '${CURRENCY}' and at_ms >= $2::bigint and at_ms < $3::bigint
  order by at_ms, transaction_id limit $4::integer`

const sumsSql = `select coalesce(sum(amount) filter (where at_ms < $2::bigint), 0)::bigint as opening,
    coalesce(sum(amount), 0)::bigint as closing from postings
  where member_id = $1 and account = 'available' and asset = '${CURRENCY}' and at_ms < $3::bigint`

const longAfterMs = 10n ** 15n

/** Every change of what a member has available, from a day on and before another. The look is recorded. */
const showStatement = Effect.fn("showStatement")(function* (values: Values, { who }: Attribution) {
  const { member: username = "" } = values
  const member = yield* findMemberByName(username)
  if (member === null) return yield* refuse(`There is no member ${username}.`)
  const period = [yield* readDay(values.from, 0n), yield* readDay(values.before, longAfterMs)]
  const rows = yield* sql<ChangeRow>(changesSql, [member.id, ...period, changesMax + 1])
  if (rows.length > changesMax)
    return yield* refuse(
      `These are more than ${changesMax} changes: give a shorter time with --from and --before.`,
    )
  const [sums] = yield* sql<{ opening: Kobo; closing: Kobo }>(sumsSql, [member.id, ...period])
  const { opening = 0n, closing = 0n } = sums ?? {}
  yield* recordLook("members statement", [member.id], who, member.id)
  return {
    rows: rows.map(({ at_ms, amount, balance_after, ...row }) => ({
      ...{ at: isoTime(at_ms), code: row.code, amount: amountOf(amount), available: amountOf(balance_after) },
      ...{ reason: row.reason, reference: row.reference },
    })),
    note: `Available before: ${amountOf(opening)}; after: ${amountOf(closing)}.`,
  }
})

export const statementCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "members find",
    summary: `Members by a part of the name, by id or by invitation code; ${foundMax} at most. Looking at them is recorded.`,
    parameters: [{ name: "text", summary: "part of the name, id or code" }],
    run: findMembers,
  },
  {
    name: "members statement",
    summary: "Every change of what a member has available. Looking at it is recorded.",
    parameters: [
      { name: "member", summary: "username" },
      { name: "from", summary: "first day, such as 2026-11-01", isOptional: true },
      { name: "before", summary: "day after the last one", isOptional: true },
    ],
    run: showStatement,
  },
]
