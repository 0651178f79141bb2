import { Effect } from "effect"
import { WITHDRAWAL_REFUSALS } from "../../src/domain/cash.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import { NAME_REFUSALS } from "../../src/domain/real-name.ts"
import { type Attribution, LOOK, NotPending, recordDecision } from "../core/decision.ts"
import { Vault } from "../core/vault.ts"
import { type Db, type DbError, sql } from "../db/db.ts"
import {
  approveRealName,
  nameRefusalReason,
  openSubmission,
  rejectRealName,
  reopenRealName,
} from "../members/real-name.ts"
import { payWithdrawal, rejectWithdrawal } from "../payments/decide-withdrawal.ts"
import { creditDeposit, endAttention, refuseDeposit } from "../payments/deposits.ts"
import { destinationPurpose } from "../payments/destinations.ts"
import { takeWithdrawal } from "../payments/withdrawal-stages.ts"
import { refusalReason } from "../payments/withdrawals.ts"
import { type CommandOutput, isoTime, type OperatorCommand, refuse, type Values } from "./command.ts"

const codes = WITHDRAWAL_REFUSALS.join(", ")
const nameCodes = NAME_REFUSALS.join(", ")

/** Characters of the reference of a payment. */
const REFERENCE_MAX = 100

type Review = OperatorCommand<Db | Vault>

const idParameter = (what: string) => [{ name: "id", summary: `id of the ${what}` }] as const

/** A command that decides one pending item. */
const deciding = (
  name: string,
  summary: string,
  what: string,
  decide: (id: string, decider: Attribution) => Effect.Effect<void, NotPending | DbError, Db>,
  amount?: Review["amount"],
): Review => ({
  ...(amount && { amount }),
  name,
  summary,
  parameters: idParameter(what),
  needsWhy: true,
  run: (values, decider) => Effect.as(decide(values.id ?? "", decider), "Done."),
})

/** The amount of a pending item. */
const amountIn = (table: "deposits" | "withdrawals") =>
  Effect.fn("amountIn")(function* ({ id = "" }: Values) {
    const rows = yield* sql<{ amount: Kobo }>(`select amount from ${table} where id = $1`, [id])
    return rows[0]?.amount ?? null
  })

/** Reading a sealed value is recorded like a decision. */
const showWithdrawal = Effect.fn("showWithdrawal")(function* ({ id = "" }: Values, { who }: Attribution) {
  const vault = yield* Vault
  const rows = yield* sql<{
    member_id: string
    status: number
    address: string
    destination_sealed: string | null
  }>(
    `select member_id, status, address || coalesce(' tag ' || tag, '') as address, destination_sealed from withdrawals
     where id = $1 and status in (0, 1)`,
    [id],
  )
  const row = rows[0] ?? (yield* new NotPending({ message: `No withdrawal ${id} is waiting or paid.` }))
  const [why, shownWhy] =
    row.status === 0 ? (["to pay it", LOOK.decide] as const) : (["to see where it went", LOOK.check] as const)
  const members = [row.member_id]
  yield* recordDecision({ command: "withdrawals show", subject: id, who, why, members, shownWhy })
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
  const rows = yield* sql<CheckRow>(
    `select member_id, real_name_sealed, id_number_sealed, front_image, back_image, submitted_at_ms
     from real_names where id = $1 and status = 'pending'`,
    [id],
  )
  const row = rows[0] ?? (yield* new NotPending({ message: `No name check ${id} is waiting for review.` }))
  const { realName, idNumber } = yield* openSubmission(row)
  yield* recordDecision({
    ...{ command: "realname show", subject: id, who, why: "to check it" },
    ...{ members: [row.member_id], shownWhy: LOOK.decide },
  })
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
 * refused deposit, and the code of a refused withdrawal or name check.
 */
export const reviewCommands: ReadonlyArray<Review> = [
  {
    name: "deposits list",
    summary: "Deposits that wait for review or are to be looked at, oldest first.",
    run: () => listPendingReviews("deposits"),
  },
  deciding(
    "deposits approve",
    "Credits a deposit (account change 201).",
    "deposit",
    creditDeposit,
    amountIn("deposits"),
  ),
  deciding("deposits refuse", "Refuses a deposit; the member reads why.", "deposit", refuseDeposit),
  deciding(
    "deposits seen",
    "Ends the note that a deposit is to be looked at, and decides nothing.",
    "deposit",
    endAttention,
  ),
  {
    name: "withdrawals list",
    summary: "Withdrawals that wait for review, oldest first.",
    run: () => listPendingReviews("withdrawals"),
  },
  {
    name: "withdrawals take",
    summary: "Takes a withdrawal for review: its member reads since when, and can no longer cancel it.",
    parameters: idParameter("withdrawal"),
    run: ({ id = "" }, { who }) => Effect.as(takeWithdrawal(id, who), "Done."),
  },
  {
    name: "withdrawals show",
    summary: "The whole destination of a withdrawal that waits or was paid. Looking at it is recorded.",
    parameters: idParameter("withdrawal"),
    run: showWithdrawal,
  },
  {
    name: "withdrawals pay",
    summary: "Marks a withdrawal as paid; the member reads the reference of the payment.",
    parameters: [
      ...idParameter("withdrawal"),
      { name: "reference", summary: "what the bank or the network calls the payment", isOptional: true },
    ],
    needsWhy: true,
    amount: amountIn("withdrawals"),
    run: ({ id = "", reference = null }, decider) =>
      reference === null || reference.length <= REFERENCE_MAX
        ? Effect.as(payWithdrawal(id, decider, reference), "Done.")
        : refuse(`A reference has at most ${REFERENCE_MAX} characters.`),
  },
  {
    name: "withdrawals reject",
    summary: `Rejects a withdrawal and gives the whole amount back (203); the member reads the text of the code, not why. Codes: ${codes}.`,
    parameters: [...idParameter("withdrawal"), { name: "code", summary: `what is wrong: ${codes}` }],
    needsWhy: true,
    run: ({ id = "", code }, decider) => {
      const known = WITHDRAWAL_REFUSALS.find((each) => each === code)
      return known === undefined
        ? refuse(`The code is one of: ${codes}.`)
        : Effect.as(rejectWithdrawal(id, decider, refusalReason(known)), "Done.")
    },
  },
  {
    name: "realname list",
    summary: "Name checks that wait for review, oldest first.",
    run: () => listPendingReviews("real_names"),
  },
  {
    name: "realname show",
    summary: "Name, ID number and picture ids of a check that waits. Looking at it is recorded.",
    parameters: idParameter("name check"),
    run: showRealName,
  },
  deciding("realname approve", "Confirms a member's name.", "name check", approveRealName),
  {
    name: "realname reject",
    summary: `Rejects a name check; the member reads the text of the code, not why, and may send another unless it is final. Codes: ${nameCodes}.`,
    parameters: [
      ...idParameter("name check"),
      { name: "code", summary: `what is wrong: ${nameCodes}` },
      { name: "outcome", summary: "retry or final" },
    ],
    needsWhy: true,
    run: ({ id = "", code, outcome }, decider) => {
      const known = NAME_REFUSALS.find((each) => each === code)
      if (known === undefined) return refuse(`The code is one of: ${nameCodes}.`)
      return outcome === "retry" || outcome === "final"
        ? Effect.as(rejectRealName(id, decider, nameRefusalReason(known), outcome === "final"), "Done.")
        : refuse("After the code say retry or final.")
    },
  },
  deciding(
    "realname reopen",
    "Lets the member of a name check that was refused for good send another.",
    "name check",
    reopenRealName,
  ),
]

const shownMax = 100

const statements = {
  deposits: `select d.id, m.username as member, d.amount, d.asset_amount || ' ' || d.asset as converted,
      d.network as via, d.proof_image as proof, d.attention as look_at, d.created_at_ms as at_ms
    from (
      (select * from deposits where status = 0 order by created_at_ms, id limit $1) union all
      (select * from deposits where attention is not null and status <> 0 order by created_at_ms, id limit $1)
    ) d join members m on m.id = d.member_id order by d.created_at_ms, d.id limit $1`,
  withdrawals: `select w.id, m.username as member, w.amount, w.asset_amount || ' ' || w.asset as converted,
      w.address || coalesce(' tag ' || w.tag, '') as via, null as proof, coalesce(w.taken_by, '') as taken_by,
      w.created_at_ms as at_ms
    from withdrawals w join members m on m.id = w.member_id where w.status = 0
    order by w.created_at_ms, w.id limit $1`,
  real_names: `select r.id, m.username as member, null::bigint as amount, null as converted, r.id_number_masked as via, r.front_image as proof,
      r.submitted_at_ms as at_ms
    from real_names r join members m on m.id = r.member_id where r.status = 'pending'
    order by r.submitted_at_ms, r.id limit $1`,
} as const

interface WaitingRow {
  readonly id: string
  readonly member: string
  readonly amount: Kobo | null
  /** What was to be sent or is to be paid, such as "31.25 USDT". */
  readonly converted: string | null
  readonly via: string
  readonly proof: string | null
  /** Why a deposit is to be looked at. */
  readonly look_at?: string | null
  /** Who has taken a withdrawal for review. */
  readonly taken_by?: string
  readonly at_ms: bigint
}

/** Pending items, oldest first, at most a hundred. Sealed values stay sealed. */
const listPendingReviews = Effect.fn("listPendingReviews")(function* (kind: keyof typeof statements) {
  const rows = yield* sql<WaitingRow>(statements[kind], [shownMax])
  const report: CommandOutput = rows.map((row) => ({
    id: row.id,
    member: row.member,
    amount: row.amount === null ? null : amountOf(row.amount),
    converted: row.converted,
    via: row.via,
    proof: row.proof,
    ...(row.look_at !== undefined && { look_at: row.look_at }),
    ...(row.taken_by !== undefined && { taken_by: row.taken_by }),
    at: isoTime(row.at_ms),
  }))
  return report
})
