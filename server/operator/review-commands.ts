import { Effect } from "effect"
import { type Attribution, NotPending, recordDecision } from "../core/decision.ts"
import { Vault } from "../core/vault.ts"
import { Db, type DbError } from "../db/db.ts"
import { openSubmission } from "../members/real-name.ts"
import { approveRealName, rejectRealName } from "../members/review-real-names.ts"
import { destinationPurpose } from "../payments/destinations.ts"
import { creditDeposit, refuseDeposit } from "../payments/review-deposits.ts"
import { payWithdrawal, rejectWithdrawal } from "../payments/review-withdrawals.ts"
import type { OperatorCommand } from "./command.ts"
import { isoTime, listPendingReviews } from "./waiting-list.ts"

type Values = Readonly<Record<string, string>>
type Review = OperatorCommand<Db | Vault>

const idParameter = (what: string) => [{ name: "id", summary: `id of the ${what}` }] as const

/** A command that decides one pending item. */
const deciding = (
  name: string,
  summary: string,
  what: string,
  decide: (id: string, decider: Attribution) => Effect.Effect<void, NotPending | DbError, Db>,
): Review => ({
  name,
  summary,
  parameters: idParameter(what),
  needsWhy: true,
  run: (values, decider) => Effect.as(decide(values.id ?? "", decider), "Done."),
})

/** Reading a sealed value is recorded like a decision. */
const showWithdrawal = Effect.fn("showWithdrawal")(function* ({ id = "" }: Values, { who }: Attribution) {
  const db = yield* Db
  const vault = yield* Vault
  const rows = yield* db.query<{ address: string; destination_sealed: string | null }>(
    "select address || coalesce(' tag ' || tag, '') as address, destination_sealed from withdrawals where id = $1 and status = 0",
    [id],
  )
  const row = rows[0] ?? (yield* new NotPending({ message: `No withdrawal ${id} is waiting for review.` }))
  yield* recordDecision({ command: "withdrawals show", subject: id, who, why: "to pay it" })
  return row.destination_sealed === null
    ? row.address
    : vault.open(row.destination_sealed, destinationPurpose(id))
})

interface CheckRow {
  readonly member_id: string
  readonly real_name_sealed: string
  readonly id_number_sealed: string
  readonly front_image: string
  readonly back_image: string
  readonly submitted_at_ms: bigint
}

const showRealName = Effect.fn("showRealName")(function* ({ id = "" }: Values, { who }: Attribution) {
  const db = yield* Db
  const rows = yield* db.query<CheckRow>(
    `select member_id, real_name_sealed, id_number_sealed, front_image, back_image, submitted_at_ms
     from real_names where id = $1 and status = 'pending'`,
    [id],
  )
  const row = rows[0] ?? (yield* new NotPending({ message: `No name check ${id} is waiting for review.` }))
  const { realName, idNumber } = yield* openSubmission(row)
  yield* recordDecision({ command: "realname show", subject: id, who, why: "to check it" })
  return [
    {
      member: row.member_id,
      name: realName,
      id_number: idNumber,
      front: row.front_image,
      back: row.back_image,
      at: isoTime(row.submitted_at_ms),
    },
  ]
})

/**
 * Commands that decide deposits, withdrawals and name checks. The member reads the `--why` of a
 * refusal.
 */
export const reviewCommands: ReadonlyArray<Review> = [
  {
    name: "deposits list",
    summary: "Deposits that wait for review, oldest first.",
    parameters: [],
    needsWhy: false,
    run: () => listPendingReviews("deposits"),
  },
  deciding("deposits approve", "Credits a deposit (account change 201).", "deposit", creditDeposit),
  deciding("deposits refuse", "Refuses a deposit; the member reads why.", "deposit", refuseDeposit),
  {
    name: "withdrawals list",
    summary: "Withdrawals that wait for review, oldest first.",
    parameters: [],
    needsWhy: false,
    run: () => listPendingReviews("withdrawals"),
  },
  {
    name: "withdrawals show",
    summary: "The whole destination of a withdrawal that waits. Looking at it is recorded.",
    parameters: idParameter("withdrawal"),
    needsWhy: false,
    run: showWithdrawal,
  },
  deciding("withdrawals pay", "Marks a withdrawal as paid.", "withdrawal", payWithdrawal),
  deciding(
    "withdrawals reject",
    "Rejects a withdrawal and gives the whole amount back (203); the member reads why.",
    "withdrawal",
    rejectWithdrawal,
  ),
  {
    name: "realname list",
    summary: "Name checks that wait for review, oldest first.",
    parameters: [],
    needsWhy: false,
    run: () => listPendingReviews("real_names"),
  },
  {
    name: "realname show",
    summary: "Name, ID number and picture ids of a check that waits. Looking at it is recorded.",
    parameters: idParameter("name check"),
    needsWhy: false,
    run: showRealName,
  },
  deciding("realname approve", "Confirms a member's name.", "name check", approveRealName),
  deciding("realname reject", "Rejects a name check; the member reads why.", "name check", rejectRealName),
]
