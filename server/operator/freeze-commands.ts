import { Effect } from "effect"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { setFrozen } from "../core/frozen-member.ts"
import { type Db, execute, transaction } from "../db/db.ts"
import { findMemberByName } from "../members/members.ts"
import { Sessions } from "../members/sessions.ts"
import { CommandRefused, type OperatorCommand, type Values } from "./command.ts"

/** The member of a username. */
export const requireMemberNamed = Effect.fnUntraced(function* (username: string) {
  const member = yield* findMemberByName(username)
  return member ?? (yield* new CommandRefused({ message: `There is no member ${username}.` }))
})

/**
 * Freezes a member and ends every session. The credential version moves, so that a log-in which was
 * verified before opens none.
 */
const freeze = Effect.fn("freeze")(function* ({ member = "" }: Values, { who, why }: Attribution) {
  const { id } = yield* requireMemberNamed(member)
  const change = Effect.gen(function* () {
    if (!(yield* setFrozen(id, "frozen", { who, why })))
      return yield* new CommandRefused({ message: `${member} is frozen already.` })
    yield* execute("update members set credential_version = credential_version + 1 where id = $1", [id])
    yield* recordDecision({ command: "members freeze", subject: id, who, why, members: [id] })
    return null
  })
  yield* (yield* Sessions).changeCredentials(id, change)
  return "Frozen: no log-ins, orders, deposits and withdrawals; withdrawals under review are held. Contracts settle."
})

const unfreeze = Effect.fn("unfreeze")(function* ({ member = "" }: Values, { who, why }: Attribution) {
  const { id } = yield* requireMemberNamed(member)
  yield* transaction(
    Effect.gen(function* () {
      if (!(yield* setFrozen(id, "free", { who, why })))
        return yield* new CommandRefused({ message: `${member} is not frozen.` })
      yield* recordDecision({ command: "members unfreeze", subject: id, who, why, members: [id] })
    }),
  )
  return "Done."
})

/** Commands that freeze members. */
export const freezeCommands: ReadonlyArray<OperatorCommand<Db | Sessions>> = [
  {
    name: "members freeze",
    summary: "Ends the sessions of a member, refuses log-ins, orders and deposits, and holds withdrawals.",
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    run: freeze,
  },
  {
    name: "members unfreeze",
    summary: "Ends the freezing of a member.",
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    run: unfreeze,
  },
]
