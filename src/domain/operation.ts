/**
 * An operation that moves money: identified by a client-made key, its outcome known only from the
 * server.
 */
import type { Failure } from "./failure.ts"
import { KEY_MEMORY_LIMIT, RECONCILE_DELAYS_MS } from "./limits.ts"

export const OPERATIONS = ["order", "order-close", "deposit", "withdrawal"] as const
export type Operation = (typeof OPERATIONS)[number]

/** The part of a money machine's context that concerns its operation. */
export interface StartedOperation {
  /** The key of the current or last operation. */
  readonly key: string | null
  readonly usedKeys: readonly string[]
  readonly failure: Failure | null
}

interface Remembered {
  readonly context: {
    readonly key: string
    /** How often the outcome has been queried. */
    readonly attempt: number
  }
}

/**
 * The pause after a rejected token. The session normally ends first; after a token exchange the
 * query is retried.
 */
const TOKEN_PAUSE_MS = RECONCILE_DELAYS_MS[4]

/** The delay before query number `attempt` (0 is the first); the last one repeats. */
const reconcileDelayMs = (attempt: number): number =>
  RECONCILE_DELAYS_MS[Math.min(attempt, RECONCILE_DELAYS_MS.length - 1)] ?? RECONCILE_DELAYS_MS[0]

/** Input of the pause between two queries. */
export const queryPause = ({ context }: Remembered) => ({
  key: context.key,
  delayMs: reconcileDelayMs(context.attempt - 1),
})

/** Input of the pause after a rejected token. */
export const tokenPause = ({ context }: Remembered) => ({
  key: context.key,
  delayMs: TOKEN_PAUSE_MS,
})

/**
 * Starts the operation under a new key. Earlier keys are remembered, newest last, and never sent
 * again.
 */
export const startedWithKey = (key: string, { usedKeys }: StartedOperation): StartedOperation => ({
  key,
  usedKeys: [...usedKeys, key].slice(-KEY_MEMORY_LIMIT),
  failure: null,
})

interface Ticket {
  readonly key: string | null
  readonly visit: string | null
}

/** What is put into the outbox. Throws without a key or an intent: nothing was confirmed. */
export const jobWith = <Kind extends Operation, Intent extends object>(
  operation: Kind,
  { key, visit }: Ticket,
  intent: Intent | null,
) => {
  if (key === null || intent === null) throw new Error("an operation without an intent was to be sent")
  return { key, visit, intent: { operation, ...intent } }
}

/** What is asked for in the outbox. */
export const doubtOf = ({ context }: { readonly context: Ticket }) => ({
  key: context.key ?? "",
  visit: context.visit,
})

/** True if a fact concerns the current operation, not an earlier one. */
export const concernsOperation = (event: object, { key }: Pick<StartedOperation, "key">): boolean =>
  "key" in event && event.key === key

export type ResolvedOutcome = "accepted" | "refused" | "notPlaced"

/** The outcome that a reconciling fact ("order.voided") stands for. */
const foundOutcome = (type: string): ResolvedOutcome => {
  if (type.endsWith(".accepted")) return "accepted"
  return type.endsWith(".refused") ? "refused" : "notPlaced"
}

/** The event to emit when `event` resolves an operation of this visit. */
export const resolvedBy = <Kind extends Operation>(
  operation: Kind,
  visit: string | null,
  event: { readonly type: string },
) => ({ type: "operation.found" as const, operation, outcome: foundOutcome(event.type), visit })

/** True if two plain values serialise to the same JSON (field order matters). */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * When a key was made, by its maker's clock, in epoch ms. Null for one that does not say: not a
 * version 7 UUID.
 */
export const keyTimeMs = (key: string): number | null =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7/u.test(key) ? Number.parseInt(key.slice(0, 8) + key.slice(9, 13), 16) : null
