/**
 * What the server said last about what money screens show, so that a reload without a network still has figures to show. They are for looking at: they come
 * with the time of the answer and with the reason why there is no newer one, and nothing is bought with them.
 */
import { Effect, Fiber } from "effect"
import type { Failure } from "../../domain/failure.ts"
import { LAST_KNOWN_AFTER_MS, PAGE_SIZE } from "../../domain/limits.ts"
import type { CallAnswer, CallError, CallName, CallRequest } from "./call.ts"
import { failureOf } from "./failure.ts"

/** An answer of an earlier visit, and when it came. */
export interface CachedAnswer<Answer> {
  readonly data: Answer
  readonly atMs: number
}

/** Gives the kept answer to a question, or undefined where there is none that can be used. */
export type ReadCached = <E extends CallName>(
  endpoint: E,
  request: CallRequest<E>,
) => Effect.Effect<CachedAnswer<CallAnswer<E>> | undefined>

/**
 * The only answers that are ever kept: figures, lists by their first page, and what stands beside them at home. No token passes through these calls; card numbers come masked in them, and
 * images by their ids.
 */
const cachedEndpoints: ReadonlySet<CallName> = new Set<CallName>([
  "walletSummary",
  "products",
  "quotes",
  "banners",
  "placards",
  "orders",
  "income",
  "deposits",
  "withdrawals",
])

/** The name under which an answer is kept; null where it is not. A first page is the same question however many rows it was asked for beyond the usual. */
export const cacheKeyOf = <E extends CallName>(endpoint: E, request: CallRequest<E>): string | null => {
  if (!cachedEndpoints.has(endpoint) || "cursor" in request) return null
  const parts = Object.entries(request).filter(
    ([name, value]) => name !== "limit" || Number(value) < PAGE_SIZE,
  )
  return `${endpoint} ${JSON.stringify(Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1))))}`
}

const OFFLINE: Failure = { reason: "no-answer.network" }
const SLOW: Failure = { reason: "no-answer.timeout" }

/** True where the browser is certain that there is no network. */
export const isOffline = (): boolean => "navigator" in globalThis && navigator.onLine === false

/** Nobody answered, as opposed to an answer that makes no sense or says no. */
const isSilence = (error: CallError): boolean =>
  error._tag === "NoAnswer" && (error.kind === "network" || error.kind === "timeout")

/**
 * Asks, and gives to `tell` what an earlier visit knew: at once where there is no network, after a while where no answer comes, and before a failure. The
 * outcome is that of asking. `tell` may be called twice.
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
