import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { afterEach, describe, expect, it, vi } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import { LAST_KNOWN_AFTER_MS } from "../../src/domain/limits.ts"
import { isOffline, withCacheFallback } from "../../src/runtime/api/offline-cache.ts"

afterEach(() => vi.unstubAllGlobals())

const known = { data: "cached", atMs: 5 }
const silent = new NoAnswer({ kind: "network", status: null })
const late = new NoAnswer({ kind: "timeout", status: null })
const malformed = new NoAnswer({ kind: "malformed", status: 200 })

interface Case {
  readonly ask: Effect.Effect<string, NoAnswer>
  readonly isCached?: boolean
  /** How long after the call it is looked at. */
  readonly afterMs?: number
}

/** What was shown of the cached answer by then, and how the call ended if it did. */
const outcomeOf = ({ ask, isCached = true, afterMs = 0 }: Case) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const shown: unknown[] = []
      const fiber = yield* Effect.forkChild(
        withCacheFallback(ask, Effect.succeed(isCached ? known : undefined), ({ data }, { reason }) =>
          shown.push([data, reason]),
        ),
      )
      yield* TestClock.adjust(afterMs)
      const exit = fiber.pollUnsafe()
      yield* Fiber.interrupt(fiber)
      return { shown, isSuccess: exit === undefined ? undefined : Exit.isSuccess(exit) }
    }).pipe(Effect.provide(TestClock.layer())),
  )

describe("a cached answer", () => {
  it("is shown once an answer is slow, and no sooner", async () => {
    const ask = Effect.never
    expect(await outcomeOf({ ask, afterMs: LAST_KNOWN_AFTER_MS - 1 })).toEqual({ shown: [] })
    const shown = [["cached", "no-answer.timeout"]]
    expect(await outcomeOf({ ask, afterMs: LAST_KNOWN_AFTER_MS })).toEqual({ shown })
  })

  it("is not shown once an answer has come", async () => {
    const soon = Effect.delay(Effect.succeed("fresh"), 1)
    expect(await outcomeOf({ ask: soon, afterMs: LAST_KNOWN_AFTER_MS + 1 })).toEqual({
      shown: [],
      isSuccess: true,
    })
  })

  it("is shown at once where the browser is offline, and the call is made all the same", async () => {
    vi.stubGlobal("navigator", { onLine: false })
    expect(isOffline()).toBe(true)
    expect(await outcomeOf({ ask: Effect.delay(Effect.succeed("fresh"), 1), afterMs: 1 })).toEqual({
      shown: [["cached", "no-answer.network"]],
      isSuccess: true,
    })
  })

  it("is shown before a failure in which no answer came, and not before another", async () => {
    expect(await outcomeOf({ ask: Effect.fail(silent) })).toEqual({
      shown: [["cached", "no-answer.network"]],
      isSuccess: false,
    })
    expect(await outcomeOf({ ask: Effect.fail(late) })).toEqual({
      shown: [["cached", "no-answer.timeout"]],
      isSuccess: false,
    })
    expect(await outcomeOf({ ask: Effect.fail(malformed) })).toEqual({ shown: [], isSuccess: false })
  })

  it("is not shown where there is none", async () => {
    const failed = await outcomeOf({ ask: Effect.fail(silent), isCached: false })
    expect(failed).toEqual({ shown: [], isSuccess: false })
  })

  it("is not shown at once where the browser is online", () => {
    vi.stubGlobal("navigator", { onLine: true })
    expect(isOffline()).toBe(false)
  })
})
