/**
 * The lock that a member puts on the account: no log-ins, orders, deposits, changes of destinations and
 * withdrawals; those under review are held. Contracts settle. A session or the password locks; the
 * password, the second factor where there is one, and a wait unlock.
 */
import { Effect } from "effect"
import type { RequestOf } from "../../src/contract/endpoints.ts"
import { changeLock, readLock } from "../core/frozen-member.ts"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { execute } from "../db/db.ts"
import { verifyCredentials } from "./credentials.ts"
import { requireOwnLogin } from "./demo.ts"
import { requireFactor } from "./factor.ts"
import { Sessions } from "./sessions.ts"

const requireLock = Effect.fnUntraced(function* (memberId: string) {
  return (yield* readLock(memberId)) ?? (yield* refusal("member.not-locked"))
})

/**
 * Locks an account and ends its sessions, in one transaction. The credential version moves, so that a
 * log-in which was verified before opens none. One that is locked already keeps its date.
 */
const lockMember = Effect.fn("lockMember")(function* (memberId: string) {
  yield* requireOwnLogin(memberId)
  const change = Effect.gen(function* () {
    yield* execute("update members set credential_version = credential_version + 1 where id = $1", [memberId])
    if (!(yield* changeLock(memberId, "lock"))) yield* changeLock(memberId, "lockAgain")
    return null
  })
  yield* (yield* Sessions).changeCredentials(memberId, change)
  return yield* requireLock(memberId)
})

/** Locks the caller's account. */
export const lockOwnAccount = (_request: object, call: Call) => lockMember(call.memberId)

export const lockByPassword = Effect.fn("lockByPassword")(function* (
  request: RequestOf<"lockByPassword">,
  call: Call,
) {
  return yield* lockMember((yield* verifyCredentials(request, call)).id)
})

/** Starts the wait after which a log-in opens the account. Asked again, the wait goes on. */
export const unlockByPassword = Effect.fn("unlockByPassword")(function* (
  request: RequestOf<"unlockByPassword">,
  call: Call,
) {
  const member = yield* verifyCredentials(request, call)
  yield* requireFactor(member, request.factorCode ?? "", call)
  const { id } = member
  yield* changeLock(id, "unlock")
  return yield* requireLock(id)
})
