import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { sql } from "../../server/db/db.ts"
import { GuessLimits, makeGuessLimiter } from "../../server/members/guess-limiter.ts"
import { changePassword, login, register } from "../../server/members/login.ts"
import { createMember } from "../../server/members/members.ts"
import { Passwords } from "../../server/members/password.ts"
import { issueResetCode, resetPasswordByCode } from "../../server/members/password-reset.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { memberCommands } from "../../server/operator/member-commands.ts"
import { type CashWorld, reasonOf } from "../support/cash.ts"
import { effectTests, runOn } from "../support/effect-tests.ts"
import { embedded, forEachEngine } from "../support/engines.ts"
import { openTestWorld } from "../support/world-tests.ts"

const OLD = "an old harbour 7"
const NEW = "a new harbour 8"
const printOf = (password: string) => `hash of ${password}`

const call = { memberId: "", tokenHash: "", address: "192.0.2.1", locale: "en" as const }

/** Compares at once, but holds the answer to the password of `isHeld` until the gate is open. */
const heldPasswords = (
  isHeld: () => boolean,
  reached: Deferred.Deferred<void>,
  gate: Deferred.Deferred<void>,
) =>
  Layer.succeed(
    Passwords,
    Passwords.of({
      hash: (password) => Effect.succeed(printOf(password)),
      matches: (password, hash) =>
        Effect.gen(function* () {
          const isRight = hash === printOf(password)
          if (isHeld()) {
            yield* Deferred.succeed(reached, undefined)
            yield* Deferred.await(gate)
          }
          return isRight
        }),
    }),
  )

let count = 0
const join = Effect.fnUntraced(function* () {
  const username = `credentials-${++count}`
  const credit = { amount: 0n, reason: "" }
  return yield* createMember({
    username,
    passwordHash: printOf(OLD),
    invitedBy: null,
    termsAtMs: null,
    credit,
  })
})

type Services = CashWorld | Passwords | Sessions | GuessLimits

/** New services whose passwords are compared at once, or held. */
const services = (held?: {
  isHeld: () => boolean
  reached: Deferred.Deferred<void>
  gate: Deferred.Deferred<void>
}) => {
  const nothing = Deferred.makeUnsafe<void>()
  const { isHeld, reached, gate } = held ?? { isHeld: () => false, reached: nothing, gate: nothing }
  return Layer.mergeAll(
    heldPasswords(isHeld, reached, gate),
    Layer.fresh(Sessions.layer),
    Layer.fresh(GuessLimits.layer),
  )
}

/** Sessions of the member that have not ended. */
const openSessions = Effect.fnUntraced(function* (memberId: string) {
  const rows = yield* sql("select 1 from sessions where member_id = $1 and revoked_at_ms is null", [memberId])
  return rows.length
})

type Change = (member: { id: string; username: string }) => Effect.Effect<unknown, unknown, Services>

/** Logs in with the old password; `change` runs between the comparison and the session. */
const logInDuring = Effect.fnUntraced(function* (change: Change) {
  let isHeld = true
  const [reached, gate] = [Deferred.makeUnsafe<void>(), Deferred.makeUnsafe<void>()]
  const work = Effect.gen(function* () {
    const { id, username } = yield* join()
    const loggingIn = yield* Effect.forkChild(Effect.exit(login({ username, password: OLD }, call)))
    yield* Deferred.await(reached)
    isHeld = false
    yield* change({ id, username })
    yield* Deferred.succeed(gate, undefined)
    return { exit: yield* Fiber.join(loggingIn), open: yield* openSessions(id) }
  })
  return yield* Effect.provide(work, services({ isHeld: () => isHeld, reached, gate }))
})

const operate = (name: string, values: Readonly<Record<string, string>>) => {
  const command = memberCommands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`There is no command ${name}.`)
  return command.run(values, { who: "a test", why: "was recognised" })
}

forEachEngine("a log-in with the old password that is being verified", (engine) => {
  const { run, test } = openTestWorld(engine)

  const changes: readonly (readonly [what: string, open: number, change: Change])[] = [
    [
      "the member has changed the password",
      1,
      ({ id }) => changePassword({ oldPassword: OLD, newPassword: NEW }, { ...call, memberId: id }),
    ],
    ["the operator has reset it", 0, ({ username }) => operate("password reset", { member: username })],
    [
      "a code has reset it",
      0,
      ({ id, username }) =>
        Effect.flatMap(issueResetCode(id), ({ code }) =>
          resetPasswordByCode({ username, code, newPassword: NEW }, call),
        ),
    ],
  ]
  for (const [what, left, change] of changes)
    test(`opens no session once ${what}`, function* () {
      const { exit, open } = yield* logInDuring(change)
      expect(exit).toMatchObject({ _tag: "Failure" })
      expect(JSON.stringify(exit)).toContain("login.wrong-credentials")
      expect(open).toBe(left)
    })

  const testHere = effectTests<Services>((work) => run(Effect.provide(work, services())))

  testHere(
    "takes turns with the change: of many at once no session of the old password is left",
    function* () {
      const member = yield* join()
      const credentials = { username: member.username, password: OLD }
      const logIns = Array.from({ length: 24 }, () => Effect.exit(login(credentials, call)))
      const change = changePassword({ oldPassword: OLD, newPassword: NEW }, { ...call, memberId: member.id })
      logIns.splice(12, 0, Effect.exit(change))
      const exits = yield* Effect.all(logIns, { concurrency: "unbounded" })
      expect(exits[12]).toMatchObject({ _tag: "Success" })
      expect(yield* openSessions(member.id)).toBe(1)
    },
  )

  testHere("of two changes at once with the same old password one is refused", function* () {
    const member = yield* join()
    const change = (newPassword: string) =>
      reasonOf(changePassword({ oldPassword: OLD, newPassword }, { ...call, memberId: member.id }))
    const reasons = yield* Effect.all([change(NEW), change(`${NEW}9`)], { concurrency: 2 })
    expect(reasons.filter((reason) => reason === "password.wrong")).toHaveLength(1)
  })
})

forEachEngine("a member behind an address at which others guess", (engine) => {
  const { runAt } = openTestWorld(engine)
  // Time stands still: an attempt that is delayed would never end, nor one that has to wait.
  const test = effectTests<Services>((work) => runAt(1_800_000_000_000, Effect.provide(work, services())))
  const nat = (last: number) => ({ ...call, address: `100.64.7.${last}` })
  const logIn = (username: string, password: string, from = nat(1)) =>
    reasonOf(login({ username, password }, from))
  const guessAlong = Effect.fnUntraced(function* () {
    for (let i = 0; i < 31; i += 1) yield* logIn(`stranger-${i}`, OLD)
    expect(yield* logIn("stranger-else", OLD)).toBe("request.too-many")
  })

  test("passes by a right password or code where they logged in before, by no wrong one", function* () {
    const [known, forgetful, stranger] = [yield* join(), yield* join(), yield* join()]
    for (const { username } of [known, forgetful]) expect(yield* logIn(username, OLD, nat(9))).toBe("done")
    expect(yield* logIn(stranger.username, "wrong", nat(1))).toBe("login.wrong-credentials")
    const { code } = yield* issueResetCode(forgetful.id)
    const reset = (username: string, typed: string) =>
      reasonOf(resetPasswordByCode({ username, code: typed, newPassword: NEW }, nat(1)))
    yield* guessAlong()
    expect(yield* logIn(known.username, OLD)).toBe("done")
    // a wrong guess does not tell who is familiar
    expect(yield* logIn(known.username, "wrong")).toBe("request.too-many")
    expect(yield* logIn(stranger.username, OLD)).toBe("request.too-many")
    expect(yield* reset(forgetful.username, "WRONG12345")).toBe("request.too-many")
    expect(yield* reset(forgetful.username, code)).toBe("done")
    expect(yield* logIn(forgetful.username, NEW)).toBe("done")
  })

  test("waits for wrong guesses at their own name there", function* () {
    const { username } = yield* join()
    expect(yield* logIn(username, OLD)).toBe("done")
    yield* guessAlong()
    for (let i = 0; i < 5; i += 1) yield* logIn(username, "wrong")
    expect(yield* logIn(username, OLD)).toBe("request.too-many")
  })
})

describe("wrong invitation codes", () => {
  const { runAt } = openTestWorld(embedded)
  // Time stands still: an attempt that is delayed would never end.
  const test = effectTests<Services>((work) => runAt(1_800_000_000_000, Effect.provide(work, services())))

  test("slow only the network that sends them", function* () {
    const asked = (address: string, invitationCode: string, username: string) =>
      reasonOf(register({ username, password: NEW, invitationCode }, { ...call, address }))
    const { invitation_code } = yield* join()
    for (let i = 0; i < 260; i++)
      expect(yield* asked(`10.0.${i >> 8}.${i & 255}`, "WRONG123", `wrong-${i}`)).toBe(
        "register.invitation-unknown",
      )
    expect(yield* asked("192.0.2.7", invitation_code, "a-new-member")).toBe("done")
  })
})

describe("guessing from the networks of one IPv6 site", () => {
  effectTests(runOn(TestClock.layer()))(
    "is slowed as a whole, and the rest of the world is not",
    function* () {
      const guesses = makeGuessLimiter()
      const wrong = Effect.succeed(null)
      const right = Effect.succeed(true as const)
      for (let i = 0; i < 121; i++)
        yield* Effect.exit(guesses.attempt(`2001:db8:5:${i.toString(16)}::1`, `member-${i}`, wrong))
      const inside = yield* Effect.exit(guesses.attempt("2001:db8:5:ffff::1", "ada", right))
      const outside = yield* Effect.exit(guesses.attempt("2001:db8:6:1::1", "ada", right))
      expect([inside._tag, outside._tag]).toEqual(["Failure", "Success"])
    },
  )
})
