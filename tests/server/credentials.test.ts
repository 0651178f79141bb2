import { Deferred, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { makeFairQueue } from "../../server/core/fair-queue.ts"
import { Db } from "../../server/db/db.ts"
import { GuessLimits, makeGuessLimiter } from "../../server/members/guess-limiter.ts"
import { changePassword, login, register } from "../../server/members/login.ts"
import { createMember } from "../../server/members/members.ts"
import { Passwords } from "../../server/members/password.ts"
import { issueResetCode, resetPasswordByCode } from "../../server/members/password-reset.ts"
import { Sessions } from "../../server/members/sessions.ts"
import { memberCommands } from "../../server/operator/member-commands.ts"
import { type CashWorld, openWorld, reasonOf } from "../support/cash.ts"
import { openTestWorld } from "../support/effect-tests.ts"
import { forEachEngine } from "../support/engines.ts"

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

/** Logs in with the old password; `change` runs between the comparison and the session. */
const logInDuring = <A, E>(
  change: (member: { id: string; username: string }) => Effect.Effect<A, E, Services>,
) =>
  Effect.gen(function* () {
    let isHeld = true
    const reached = yield* Deferred.make<void>()
    const gate = yield* Deferred.make<void>()
    const services = Layer.mergeAll(
      heldPasswords(() => isHeld, reached, gate),
      Layer.fresh(Sessions.layer),
      Layer.fresh(GuessLimits.layer),
    )
    return yield* Effect.gen(function* () {
      const member = yield* join()
      const login_ = yield* Effect.forkChild(
        Effect.exit(login({ username: member.username, password: OLD }, call)),
      )
      yield* Deferred.await(reached)
      isHeld = false
      yield* change(member)
      yield* Deferred.succeed(gate, undefined)
      const exit = yield* Fiber.join(login_)
      const db = yield* Db
      const open = yield* db.query(
        "select token_hash from sessions where member_id = $1 and revoked_at_ms is null",
        [member.id],
      )
      return { exit, open: open.length }
    }).pipe(Effect.provide(services))
  })

const operate = (name: string, values: Readonly<Record<string, string>>) => {
  const command = memberCommands.find((each) => each.name === name)
  if (command === undefined) throw new Error(`There is no command ${name}.`)
  return command.run(values, { who: "a test", why: "was recognised" })
}

forEachEngine("a log-in with the old password that is being verified", (engine) => {
  const { run, test } = openTestWorld(engine)

  it("opens no session once the member has changed the password", async () => {
    const { exit, open } = await run(
      logInDuring(({ id }) =>
        changePassword({ oldPassword: OLD, newPassword: NEW }, { ...call, memberId: id }),
      ),
    )
    expect(exit).toMatchObject({ _tag: "Failure" })
    expect(JSON.stringify(exit)).toContain("login.wrong-credentials")
    expect(open).toBe(1)
  })

  it("opens none once the operator has reset it", async () => {
    const { exit, open } = await run(
      logInDuring(({ username }) => operate("password reset", { member: username })),
    )
    expect(JSON.stringify(exit)).toContain("login.wrong-credentials")
    expect(open).toBe(0)
  })

  it("opens none once a code has reset it", async () => {
    const { exit, open } = await run(
      logInDuring(({ id, username }) =>
        Effect.flatMap(issueResetCode(id), ({ code }) =>
          resetPasswordByCode({ username, code, newPassword: NEW }, call),
        ),
      ),
    )
    expect(JSON.stringify(exit)).toContain("login.wrong-credentials")
    expect(open).toBe(0)
  })

  it("takes turns with the change: of many at once no session of the old password is left", () =>
    run(
      Effect.gen(function* () {
        const member = yield* join()
        const credentials = { username: member.username, password: OLD }
        const logIns = Array.from({ length: 24 }, () => Effect.exit(login(credentials, call)))
        const change = changePassword(
          { oldPassword: OLD, newPassword: NEW },
          { ...call, memberId: member.id },
        )
        logIns.splice(12, 0, Effect.exit(change))
        const exits = yield* Effect.all(logIns, { concurrency: "unbounded" })
        const db = yield* Db
        const open = yield* db.query(
          "select token_hash from sessions where member_id = $1 and revoked_at_ms is null",
          [member.id],
        )
        expect(exits[12]).toMatchObject({ _tag: "Success" })
        expect(open).toHaveLength(1)
      }).pipe(
        Effect.provide(
          Layer.mergeAll(
            Layer.fresh(Sessions.layer),
            GuessLimits.layer,
            Layer.effect(
              Passwords,
              Effect.gen(function* () {
                const nothing = yield* Deferred.make<void>()
                return yield* Effect.provide(
                  Passwords,
                  heldPasswords(() => false, nothing, nothing),
                )
              }),
            ),
          ),
        ),
      ),
    ))

  test("of two changes at once with the same old password one is refused", function* () {
    const nothing = yield* Deferred.make<void>()
    const services = Layer.mergeAll(
      heldPasswords(() => false, nothing, nothing),
      Layer.fresh(Sessions.layer),
      Layer.fresh(GuessLimits.layer),
    )
    const member = yield* join()
    const change = (newPassword: string) =>
      reasonOf(changePassword({ oldPassword: OLD, newPassword }, { ...call, memberId: member.id }))
    const reasons = yield* Effect.all([change(NEW), change(`${NEW}9`)], { concurrency: 2 }).pipe(
      Effect.provide(services),
    )
    expect(reasons.filter((reason) => reason === "password.wrong")).toHaveLength(1)
  })
})

forEachEngine("wrong invitation codes", (engine) => {
  it("slow only the network that sends them", async () => {
    const world = await openWorld(engine)
    const nothing = Effect.runSync(Deferred.make<void>())
    const services = Layer.mergeAll(
      heldPasswords(() => false, nothing, nothing),
      Layer.fresh(Sessions.layer),
      Layer.fresh(GuessLimits.layer),
    )
    const asked = (address: string, invitationCode: string, username: string) =>
      reasonOf(register({ username, password: NEW, invitationCode }, { ...call, address }))
    // Time stands still: an attempt that is delayed would never end.
    const work = Effect.gen(function* () {
      const { invitation_code } = yield* join()
      for (let i = 0; i < 260; i++)
        expect(yield* asked(`10.0.${i >> 8}.${i & 255}`, "WRONG123", `wrong-${i}`)).toBe(
          "register.invitation-unknown",
        )
      return yield* asked("192.0.2.7", invitation_code, "a-new-member")
    })
    expect(await world.runAt(1_800_000_000_000, Effect.provide(work, services))).toBe("done")
    await world.stop()
  }, 30_000)
})

describe("the queue of password hashes", () => {
  const limits = { atOnce: 1, atOnceOfOne: 1, waitingMax: 300, waitingMaxOfOne: 100 }
  /** Runs calls that take a second each, and records the order of their ends. */
  const queued = (work: (ask: (party: string) => Effect.Effect<void>) => Effect.Effect<unknown>) =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const queue = makeFairQueue(limits)
      const ask = (party: string) =>
        queue
          .run(party, () => new Promise<void>((resolve) => setImmediate(resolve)))
          .pipe(
            Effect.match({
              onSuccess: () => void ended.push(party),
              onFailure: () => void ended.push(`${party} refused`),
            }),
          )
      yield* work(ask)
      return ended
    })

  it("lets networks take turns, so that one with many calls does not delay another", async () => {
    const ended = await Effect.runPromise(
      queued((ask) =>
        Effect.all([...Array.from({ length: 50 }, () => ask("many")), ask("one")], {
          concurrency: "unbounded",
        }),
      ),
    )
    expect(ended.indexOf("one")).toBeLessThan(4)
    expect(ended).toHaveLength(51)
  })

  it("admits one more network while 260 others fill it", async () => {
    const attackers = Array.from({ length: 260 }, (_, i) => [`net ${i}`, `net ${i}`]).flat()
    const ended = await Effect.runPromise(
      queued((ask) => Effect.all([...attackers.map(ask), ask("one")], { concurrency: "unbounded" })),
    )
    expect(ended).toContain("one")
    expect(ended.filter((each) => each.endsWith("refused")).length).toBeGreaterThan(0)
  })

  it("refuses a network that has too many calls waiting", async () => {
    const ended = await Effect.runPromise(
      queued((ask) =>
        Effect.all(
          Array.from({ length: 120 }, () => ask("many")),
          { concurrency: "unbounded" },
        ),
      ),
    )
    expect(ended.filter((each) => each === "many refused")).toHaveLength(19)
  })
})

describe("guessing from the networks of one IPv6 site", () => {
  it("is slowed as a whole, and the rest of the world is not", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const guesses = makeGuessLimiter()
        const wrong = Effect.succeed(null)
        const right = Effect.succeed(true as const)
        for (let i = 0; i < 121; i++)
          yield* Effect.exit(guesses.attempt(`2001:db8:5:${i.toString(16)}::1`, `member-${i}`, wrong))
        const inside = yield* Effect.exit(guesses.attempt("2001:db8:5:ffff::1", "ada", right))
        const outside = yield* Effect.exit(guesses.attempt("2001:db8:6:1::1", "ada", right))
        expect([inside._tag, outside._tag]).toEqual(["Failure", "Success"])
      }).pipe(Effect.provide(TestClock.layer())),
    ))
})
