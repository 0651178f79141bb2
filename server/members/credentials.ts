/** Names and passwords of members, compared under the limits of guessing. */
import { Effect } from "effect"
import type { Call } from "../core/handler.ts"
import { refusal } from "../core/refusal.ts"
import { GuessLimits, siteOf } from "./guess-limiter.ts"
import { isFamiliar, recordRefusedLogin } from "./logins.ts"
import { findMemberByName, type Member } from "./members.ts"
import { nameKey } from "./names.ts"
import { Passwords } from "./password.ts"

/** Longer than any valid password. Only this much of the input is hashed. */
const typedMax = 1_000

const isPasswordOf = (account: string, hash: string | null, typed: string, { address }: Call) =>
  Passwords.use(({ matches }) => matches(typed.slice(0, typedMax), hash, siteOf(address), account))

interface TypedCredentials {
  readonly username: string
  readonly password: string
}

/** The member of a name and password. A refused attempt is a refused log-in, whatever it was for. */
export const verifyCredentials = Effect.fn("verifyCredentials")(function* (
  request: TypedCredentials,
  call: Call,
) {
  const guesses = yield* GuessLimits
  const account = nameKey(request.username)
  const check = Effect.gen(function* () {
    const found = yield* findMemberByName(request.username)
    const hash = found?.password_hash ?? null
    if (yield* isPasswordOf(account, hash, request.password, call)) return found
    yield* recordRefusedLogin(found?.id ?? "", call)
    return null
  })
  const member = yield* guesses.attempt(call.address, account, check, isFamiliar(request.username, call))
  if (member === null) return yield* refusal("login.wrong-credentials")
  yield* guesses.succeeded(call.address, account)
  return member
})

/** Refuses another password than that of the member who calls. */
export const requirePassword = Effect.fn("requirePassword")(function* (
  member: Member,
  typed: string,
  field: string,
  call: Call,
) {
  const guesses = yield* GuessLimits
  const account = nameKey(member.username)
  const check = Effect.map(
    isPasswordOf(account, member.password_hash, typed, call),
    (isRight) => isRight || null,
  )
  if ((yield* guesses.attempt(call.address, account, check)) === null)
    return yield* refusal("password.wrong", { field })
})
