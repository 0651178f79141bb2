/**
 * Falls back to the offline cache, so that a reload without a network still shows figures. They are
 * shown with their time and the reason, and never used for an order.
 */
import { Effect, Fiber } from "effect"
import type { Failure } from "../../domain/failure.ts"
import { LAST_KNOWN_AFTER_MS } from "../../domain/limits.ts"
import { type CallError, failureOf } from "./call.ts"
import type { CachedAnswer } from "./services.ts"

const OFFLINE: Failure = { reason: "no-answer.network" }
const SLOW: Failure = { reason: "no-answer.timeout" }

/** True if the browser is certain to be offline. */
export const isOffline = (): boolean => "navigator" in globalThis && navigator.onLine === false

/** No answer came, as opposed to a malformed one or a refusal. */
const isSilence = (error: CallError): boolean =>
  error._tag === "NoAnswer" && (error.kind === "network" || error.kind === "timeout")

/**
 * Runs `ask`, and calls `tell` with a cached answer: at once if offline, after LAST_KNOWN_AFTER_MS
 * without an answer, and before a failure. The result is that of `ask`. `tell` may be called twice.
 */
export const withCacheFallback = <Answer, Needs>(
  ask: Effect.Effect<Answer, CallError, Needs>,
  recall: Effect.Effect<CachedAnswer<Answer> | undefined>,
  tell: (known: CachedAnswer<Answer>, why: Failure) => void,
): Effect.Effect<Answer, CallError, Needs> =>
  Effect.gen(function* () {
    const remember = (why: Failure) =>
      Effect.map(recall, (known) => {
        if (known) tell(known, why)
      })
    const soon = isOffline() ? remember(OFFLINE) : Effect.delay(remember(SLOW), LAST_KNOWN_AFTER_MS)
    const waiting = yield* Effect.forkChild(soon)
    const answer = yield* Effect.tapError(ask, (error) =>
      isSilence(error) ? remember(failureOf(error)) : Effect.void,
    )
    yield* Fiber.interrupt(waiting)
    return answer
  })
