import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { makeGuessLimiter, networkOf, siteOf } from "../../server/members/guess-limiter.ts"

const ADDRESS = "192.0.2.1"

const run = <A, E>(work: (guesses: ReturnType<typeof makeGuessLimiter>) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provide(work(makeGuessLimiter()), TestClock.layer()))

describe("a network that guesses the password of an account", () => {
  it("has five free tries, then waits twice as long after each, and is given the seconds", () =>
    run((guesses) =>
      Effect.gen(function* () {
        const guess = guesses.attempt(ADDRESS, "ada", Effect.succeed(null))
        for (let tries = 0; tries < 5; tries += 1) expect(yield* guess).toBeNull()
        for (const waitMs of [250, 500, 1_000, 2_000]) {
          expect(yield* Effect.flip(guess)).toMatchObject({
            reason: "request.too-many",
            params: { seconds: Math.ceil(waitMs / 1_000) },
          })
          yield* TestClock.adjust(waitMs - 1)
          expect(Exit.isFailure(yield* Effect.exit(guess))).toBe(true)
          yield* TestClock.adjust(1)
          expect(yield* guess).toBeNull()
        }
      }),
    ))

  it("is free again once it was right, for that account", () =>
    run((guesses) =>
      Effect.gen(function* () {
        const guess = (account: string) => guesses.attempt(ADDRESS, account, Effect.succeed(null))
        for (const account of ["ada", "eve"]) for (let tries = 0; tries < 5; tries += 1) yield* guess(account)
        yield* guesses.succeeded(ADDRESS, "ada")
        expect(yield* guess("ada")).toBeNull()
        expect(Exit.isFailure(yield* Effect.exit(guess("eve")))).toBe(true)
      }),
    ))

  it("is free again after a quarter of an hour without a try", () =>
    run((guesses) =>
      Effect.gen(function* () {
        const guess = guesses.attempt(ADDRESS, "ada", Effect.succeed(null))
        for (let tries = 0; tries < 5; tries += 1) yield* guess
        yield* TestClock.adjust("15 minutes")
        yield* guess
        expect(Exit.isFailure(yield* Effect.exit(guess))).toBe(true)
        yield* TestClock.adjust("16 minutes")
        for (let tries = 0; tries < 5; tries += 1) expect(yield* guess).toBeNull()
      }),
    ))
})

describe("an account that many networks guess at", () => {
  it("is answered later and later, at most three seconds, also to who is right; then at once again", () =>
    run((guesses) =>
      Effect.gen(function* () {
        let networks = 0
        const attempt = <A>(found: A | null) => {
          networks += 1
          return guesses.attempt(`198.51.100.${networks}`, "ada", Effect.succeed(found))
        }
        /** How long the attempt takes. */
        const delayOf = Effect.fnUntraced(function* (work: Effect.Effect<unknown, unknown>) {
          const running = yield* Effect.forkChild(work, { startImmediately: true })
          let delayMs = 0
          while (running.pollUnsafe() === undefined) {
            yield* TestClock.adjust(50)
            delayMs += 50
          }
          yield* Fiber.join(running)
          return delayMs
        })
        for (let tries = 0; tries < 10; tries += 1) expect(yield* delayOf(attempt(null))).toBe(0)
        for (const delayMs of [250, 500, 1_000, 2_000, 3_000, 3_000])
          expect(yield* delayOf(attempt(null))).toBe(delayMs)
        expect(yield* delayOf(attempt("right"))).toBe(3_000)
        yield* guesses.succeeded("198.51.100.99", "ada")
        expect(yield* delayOf(attempt("right"))).toBe(0)
      }),
    ))
})

describe("the network of an address", () => {
  it.each([
    ["192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2", "2001:db8:1"],
    ["2001:0DB8:0001:0002::9", "2001:db8:1:2", "2001:db8:1"],
    ["2001:db8::1:0:0:0:9", "2001:db8:0:1", "2001:db8:0"],
    ["2001:db8::", "2001:db8:0:0", "2001:db8:0"],
    ["::1", "0:0:0:0", "0:0:0"],
    ["somewhere", "somewhere", "somewhere"],
  ])("of %s is %s, in the site %s", (address, network, site) => {
    expect([networkOf(address), siteOf(address)]).toEqual([network, site])
  })
})
