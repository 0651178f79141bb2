/** An operation that moves money: known to the server by a key the app made, and to the member only by what the server has said. */
import { KEY_MEMORY_LIMIT, RECONCILE_DELAYS_MS } from "./limits.ts"

export const OPERATIONS = ["order", "order-close", "deposit", "withdrawal"] as const
export type Operation = (typeof OPERATIONS)[number]

/** A refused token ends the session, and this pause with it; where it was only exchanged for another, the question is asked again after it. */
export const SUSPENDED_PAUSE_MS = RECONCILE_DELAYS_MS[4]

/** How long to wait before asking about a key for the `attempt`-th time (0 is the first); the last pause repeats. */
export const reconcileDelayMs = (attempt: number): number =>
  RECONCILE_DELAYS_MS[Math.min(attempt, RECONCILE_DELAYS_MS.length - 1)] ?? RECONCILE_DELAYS_MS[0]

/** The keys a machine has used, the newest last, with one more: none of them is ever sent again. */
export const withKey = (usedKeys: readonly string[], key: string): readonly string[] =>
  [...usedKeys, key].slice(-KEY_MEMORY_LIMIT)

export type FoundOutcome = "accepted" | "refused" | "notPlaced"

/** What a fact ("order.voided") that ends a doubt says became of the operation. */
export const foundOutcome = (type: string): FoundOutcome => {
  if (type.endsWith(".accepted")) return "accepted"
  return type.endsWith(".refused") ? "refused" : "notPlaced"
}
