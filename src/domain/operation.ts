/** An operation that moves money: known to the server by a key the app made, and to the member only by what the server has said. */
import type { Failure } from "./failure.ts"
import { KEY_MEMORY_LIMIT } from "./limits.ts"
import { RECONCILE_DELAYS_MS } from "./member-limits.ts"

export const OPERATIONS = ["order", "order-close", "deposit", "withdrawal"] as const
export type Operation = (typeof OPERATIONS)[number]

/** What a machine remembers of its operation. */
export interface OperationMemory {
  /** The key of the operation under way or last made. */
  readonly key: string | null
  readonly usedKeys: readonly string[]
  /** How often the server has been asked what became of the key. */
  readonly attempt: number
  readonly failure: Failure | null
}

interface Remembered {
  readonly context: OperationMemory
}

/** A refused token ends the session, and this pause with it; where it was only exchanged for another, the question is asked again after it. */
const SUSPENDED_PAUSE_MS = RECONCILE_DELAYS_MS[4]

/** How long to wait before asking about a key for the `attempt`-th time (0 is the first); the last pause repeats. */
const reconcileDelayMs = (attempt: number): number =>
  RECONCILE_DELAYS_MS[Math.min(attempt, RECONCILE_DELAYS_MS.length - 1)] ?? RECONCILE_DELAYS_MS[0]

/** What the pause between two questions is given. */
export const betweenQuestions = ({ context }: Remembered) => ({
  key: context.key ?? "",
  delayMs: reconcileDelayMs(context.attempt - 1),
})

/** What the pause after a refused token is given. */
export const untilTokenIsGood = ({ context }: Remembered) => ({
  key: context.key ?? "",
  delayMs: SUSPENDED_PAUSE_MS,
})

/** The operation under a new key. The keys before it are kept, the newest last: none of them is ever sent again. */
export const begunUnder = (key: string, { usedKeys }: OperationMemory): OperationMemory => ({
  key,
  usedKeys: [...usedKeys, key].slice(-KEY_MEMORY_LIMIT),
  attempt: 0,
  failure: null,
})

/** Whether a fact is about the operation under way, and not about an earlier one. */
export const isAbout = (event: object, { key }: OperationMemory): boolean =>
  "key" in event && event.key === key

export type FoundOutcome = "accepted" | "refused" | "notPlaced"

/** What a fact ("order.voided") that ends a doubt says became of the operation. */
const foundOutcome = (type: string): FoundOutcome => {
  if (type.endsWith(".accepted")) return "accepted"
  return type.endsWith(".refused") ? "refused" : "notPlaced"
}

/** What is told when a doubt about an operation of this visit ends with `event`. */
export const foundBy = <Kind extends Operation>(
  operation: Kind,
  visit: string | null,
  event: { readonly type: string },
) => ({ type: "operation.found" as const, operation, outcome: foundOutcome(event.type), visit })
