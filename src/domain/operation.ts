/**
 * An operation that moves money: identified by a client-made key, its outcome known only from the
 * server.
 */
import type { Failure } from "./failure.ts"
import { KEY_MEMORY_LIMIT, RECONCILE_DELAYS_MS } from "./limits.ts"
import { type Focus, focusOn, noticeOf } from "./problem.ts"

export const OPERATIONS = [
  "order",
  "order-close",
  "order-amend",
  "deposit",
  "withdrawal",
  "withdrawal-cancel",
] as const
export type Operation = (typeof OPERATIONS)[number]

/** What became of an operation. `notPlaced`: its key is void. `notRecorded`: it was never sent. */
export type Outcome =
  | { readonly type: "accepted"; readonly id: string }
  | { readonly type: "refused"; readonly failure: Failure }
  | { readonly type: "notPlaced" }
  | { readonly type: "notRecorded"; readonly failure: Failure }

/** The part of a ticket's context that concerns its operation. */
export interface StartedOperation {
  /** The key of the current or last operation. */
  readonly key: string | null
  readonly usedKeys: readonly string[]
  /** As the operation reported it before it left the outbox; null until then. */
  readonly outcome: Outcome | null
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
  outcome: null,
})

interface Ticket {
  readonly key: string | null
  readonly visit: string | null
}

/**
 * What a ticket emits for the outbox once it is confirmed. Throws without a key or an intent: nothing
 * was confirmed.
 */
export const confirmedWith = <Kind extends Operation, Intent extends object>(
  operation: Kind,
  { key, visit }: Ticket,
  intent: Intent | null,
) => {
  if (key === null || intent === null) throw new Error("an operation without an intent was to be sent")
  return { type: "operation.confirmed" as const, key, visit, intent: { operation, ...intent } }
}

/** True if an outcome is that of the current operation, and the first. */
export const concernsOperation = (
  event: object,
  { key, outcome }: Pick<StartedOperation, "key" | "outcome">,
): boolean => outcome === null && "key" in event && event.key === key

/** True if the operation certainly did not happen: it may be edited, or sent under a new key. */
export const isUnsent = ({ outcome }: Pick<StartedOperation, "outcome">): boolean =>
  outcome?.type === "notPlaced" || outcome?.type === "notRecorded"

/** True if a confirmed ticket may be opened again: by another visit, or while it is in doubt on request. */
export const mayReopen = (
  { outcome, visit }: Pick<StartedOperation, "outcome"> & Pick<Ticket, "visit">,
  event: { readonly visit: string; readonly startsAnother?: boolean },
): boolean => (outcome === null ? event.startsAnother === true : event.visit !== visit)

/** Why an operation was refused or not recorded; null if it was not. */
export const failureIn = ({ outcome }: Pick<StartedOperation, "outcome">): Failure | null =>
  outcome !== null && "failure" in outcome ? outcome.failure : null

/** What a confirmed ticket shows. */
export type OperationProgress = "sending" | "checking" | Outcome["type"]

/** @param isSending true while the operation is recorded and sent for the first time. */
export const progressOf = (
  { outcome }: Pick<StartedOperation, "outcome">,
  isSending: boolean,
): OperationProgress => outcome?.type ?? (isSending ? "sending" : "checking")

/** What a refusal changes in its ticket: the field that it is about shows it, and gets the focus. */
export const refusalShown = <Field extends string, Blamed extends Field | null>(
  outcome: Outcome,
  fieldOf: (failure: Failure) => Blamed,
  focus: Focus<Field> | null,
) => {
  if (outcome.type !== "refused") return {}
  const field = fieldOf(outcome.failure)
  return { outcome, notice: noticeOf(field, outcome.failure), focus: focusOn(focus, field) }
}

/** The id of what an operation made; null until it is accepted. */
export const idIn = ({ outcome }: Pick<StartedOperation, "outcome">): string | null =>
  outcome?.type === "accepted" ? outcome.id : null

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
