import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import { LAST_KNOWN_AFTER_MS } from "../../src/domain/limits.ts"
import { isOffline, withCacheFallback } from "../../src/runtime/effects/cache-fallback.ts"

afterEach(() => vi.unstubAllGlobals())

const known = { data: "cached", atMs: 5 }
const silent = new NoAnswer({ kind: "network", status: null })
const malformed = new NoAnswer({ kind: "malformed", status: 200 })

interface Case {
  readonly ask: Effect.Effect<string, NoAnswer>
  readonly isCached?: boolean
  /** How long after the call what was told is looked at. */
  readonly afterMs?: number
}

/** What was told of the cached answer by then, and how the call ended if it did. */
const outcomeOf = ({ ask, isCached = true, afterMs = 0 }: Case) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const told: unknown[] = []
      const fiber = yield* Effect.forkChild(
        withCacheFallback(ask, Effect.succeed(isCached ? known : undefined), ({ data }, { reason }) =>
          told.push([data, reason]),
        ),
      )
      yield* TestClock.adjust(afterMs)
      const exit = fiber.pollUnsafe()
      yield* Fiber.interrupt(fiber)
      return { told, isSuccess: exit === undefined ? undefined : Exit.isSuccess(exit) }
    }).pipe(Effect.provide(TestClock.layer())),
  )

describe("a cached answer", () => {
  it("is told once an answer is slow, and no sooner", async () => {
    const ask = Effect.never
    expect(await outcomeOf({ ask, afterMs: LAST_KNOWN_AFTER_MS - 1 })).toEqual({ told: [] })
    const told = [["cached", "no-answer.timeout"]]
    expect(await outcomeOf({ ask, afterMs: LAST_KNOWN_AFTER_MS })).toEqual({ told })
  })

  it("is not told once an answer has come", async () => {
    const soon = Effect.delay(Effect.succeed("fresh"), 1)
    expect(await outcomeOf({ ask: soon, afterMs: LAST_KNOWN_AFTER_MS + 1 })).toEqual({
      told: [],
      isSuccess: true,
    })
  })

  it("is told at once where the browser is offline, and the call is made all the same", async () => {
    vi.stubGlobal("navigator", { onLine: false })
    expect(isOffline()).toBe(true)
    expect(await outcomeOf({ ask: Effect.delay(Effect.succeed("fresh"), 1), afterMs: 1 })).toEqual({
      told: [["cached", "no-answer.network"]],
      isSuccess: true,
    })
  })

  it("is told before a failure in which no answer came, and not before another", async () => {
    expect(await outcomeOf({ ask: Effect.fail(silent) })).toEqual({
      told: [["cached", "no-answer.network"]],
      isSuccess: false,
    })
    expect(await outcomeOf({ ask: Effect.fail(malformed) })).toEqual({ told: [], isSuccess: false })
  })

  it("is not told where there is none", async () => {
    const failed = await outcomeOf({ ask: Effect.fail(silent), isCached: false })
    expect(failed).toEqual({ told: [], isSuccess: false })
  })

  it("is not told at once where the browser is online", () => {
    vi.stubGlobal("navigator", { onLine: true })
    expect(isOffline()).toBe(false)
  })
})
