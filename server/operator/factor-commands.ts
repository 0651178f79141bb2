import { Effect } from "effect"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { type Db, transaction } from "../db/db.ts"
import { RESET_HOURS, resetFactor } from "../members/factor.ts"
import { type OperatorCommand, refuse, type Values } from "./command.ts"
import { requireMemberNamed } from "./freeze-commands.ts"

/** More than any configured amount: a second person agrees, whatever the account holds. */
const WHATEVER_IT_HOLDS = 2n ** 62n

const reset = Effect.fn("reset")(function* ({ member = "" }: Values, { who, why }: Attribution) {
  const { id } = yield* requireMemberNamed(member)
  const begin = Effect.gen(function* () {
    if (!(yield* resetFactor(id, { who, why })))
      return yield* refuse(`${member} has no second factor, or its reset has begun.`)
    yield* recordDecision({ command: "factors reset", subject: id, who, why, members: [id] })
  })
  yield* transaction(begin)
  return `In ${RESET_HOURS} hours the password alone logs in, unless a code or passkey is used before. The member is notified.`
})

/** The command for a member who has lost app, passkeys and every recovery code. It opens no session. */
export const factorCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "factors reset",
    summary: `Removes a member's app, passkeys and recovery codes after ${RESET_HOURS} hours, unless one is used meanwhile.`,
    parameters: [{ name: "member", summary: "username" }],
    needsWhy: true,
    amount: () => Effect.succeed(WHATEVER_IT_HOLDS),
    run: reset,
  },
]
