/**
 * Promises: one operation that moves money is sent at most once, only after its intent is durable.
 * It is accepted or refused only by the server's answer, which is queried by key until it is
 * known; after a reload it is queried, never sent again.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { type Operation, type Outcome, queryPause, resolvedBy, tokenPause } from "../src/domain/operation.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { OperationEvent, OperationIntent, OperationResolved } from "../src/events/operation.ts"

export interface OperationContext {
  /** The idempotency key; empty until the operation begins. */
  readonly key: string
  readonly operation: Operation | null
  /** What is sent; null for an operation that is only asked for. */
  readonly intent: OperationIntent | null
  readonly visit: string | null
  readonly beganAtMs: number
  /** How often the outcome has been queried. */
  readonly attempt: number
  readonly failure: Failure | null
  /** Id of the resulting contract, deposit or withdrawal. */
  readonly id: string | null
}

interface Begun {
  readonly context: OperationContext
}

const operationOf = ({ operation }: OperationContext): Operation => {
  if (operation === null) throw new Error("an operation was to be asked for that has not begun")
  return operation
}

const keyOf = ({ context }: Begun) => ({ key: context.key })
const questionOf = ({ context }: Begun) => {
  const { key, intent } = context
  return { key, operation: operationOf(context), intent }
}
const requestOf = ({ context }: Begun) => ({ key: context.key, intent: context.intent })

export const operationMachine = setup({
  types: {
    context: {} as OperationContext,
    events: {} as OperationEvent,
    emitted: {} as OperationResolved,
    tags: {} as "busy" | "unknown",
  },
  actors: {
    /** Flushes all received events to disk: operation.recorded or operation.unrecorded. */
    recordOperation: fromCallback<EventObject, ReturnType<typeof keyOf>>(unprovided("recordOperation")),
    /** Sends once: operation.accepted, .refused, .voided, .tokenRejected or .unanswered. */
    submitOperation: fromCallback<EventObject, ReturnType<typeof requestOf>>(unprovided("submitOperation")),
    /** Queries the outcome of the key once; reports as submitOperation does. */
    askOperation: fromCallback<EventObject, ReturnType<typeof questionOf>>(unprovided("askOperation")),
    /** Waits: operation.pauseEnded. */
    pauseOperation: fromCallback<EventObject, { readonly key: string; readonly delayMs: number }>(
      unprovided("pauseOperation"),
    ),
  },
  actions: {
    begin: assign(({ event }) =>
      event.type === "operation.begin"
        ? {
            key: event.key,
            operation: event.intent.operation,
            intent: event.intent,
            visit: event.visit,
            beganAtMs: event.at,
          }
        : {},
    ),
    adopt: assign(({ event }) =>
      event.type === "operation.reconcile"
        ? { key: event.key, operation: event.operation, visit: event.visit, beganAtMs: event.at }
        : {},
    ),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    assignId: assign(({ event }) => (event.type === "operation.accepted" ? { id: event.id } : {})),
    announce: emit(({ context, event }) => resolvedBy(operationOf(context), context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    resetAttempts: assign({ attempt: 0 }),
  },
}).createMachine({
  id: "operation",
  description: "One operation that moves money, from its intent to its outcome",
  context: {
    key: "",
    operation: null,
    intent: null,
    visit: null,
    beganAtMs: 0,
    attempt: 0,
    failure: null,
    id: null,
  },
  initial: "waiting",
  states: {
    waiting: {
      description: "Nothing is known of the operation but its key",
      on: {
        "operation.begin": { target: "recording", actions: "begin" },
        "operation.reconcile": {
          target: "reconciling",
          actions: "adopt",
          description: "A key in doubt without a readable operation: it is queried, never sent",
        },
      },
    },
    recording: {
      description: "The intent is being stored; nothing is sent yet",
      tags: "busy",
      invoke: { id: "recordOperation", src: "recordOperation", input: keyOf },
      on: {
        "operation.recorded": "submitting",
        "operation.unrecorded": { target: "notRecorded", actions: "assignFailure" },
        "journal.resumed": {
          target: "reconciling",
          description: "The document was reloaded; the request may have been sent before",
        },
      },
    },
    submitting: {
      description: "The request is sent once",
      tags: "busy",
      invoke: { id: "submitOperation", src: "submitOperation", input: requestOf },
      on: {
        "operation.accepted": { target: "accepted", actions: "assignId" },
        "operation.refused": { target: "refused", actions: "assignFailure" },
        "operation.voided": {
          target: "notPlaced",
          description: "The key is unknown to the server, which voids it",
        },
        "operation.unanswered": {
          target: "reconciling",
          actions: "assignFailure",
          description: "No answer arrives; the server may or may not have acted",
        },
        "operation.tokenRejected": {
          target: "suspended",
          description: "The token is rejected; the outcome is queried later",
        },
        "journal.resumed": {
          target: "reconciling",
          description: "The document was reloaded; the outcome is queried by key, nothing is sent again",
        },
      },
    },
    reconciling: {
      description: "The outcome is in doubt and is queried by key",
      tags: "unknown",
      initial: "asking",
      on: {
        "operation.accepted": { target: "accepted", actions: ["assignId", "announce"] },
        "operation.refused": { target: "refused", actions: ["assignFailure", "announce"] },
        "operation.voided": { target: "notPlaced", actions: "announce" },
        "operation.tokenRejected": {
          target: "suspended",
          description: "The token is rejected; the query waits for a new login",
        },
        "journal.resumed": { target: "reconciling", reenter: true, actions: "resetAttempts" },
      },
      states: {
        asking: {
          description: "The query is sent",
          invoke: { id: "askOperation", src: "askOperation", input: questionOf },
          on: {
            "operation.unanswered": { target: "pausing", actions: ["assignFailure", "countAttempt"] },
          },
        },
        pausing: {
          description: "A pause before the next query",
          invoke: { id: "pauseOperation", src: "pauseOperation", input: queryPause },
          on: {
            "operation.pauseEnded": "asking",
          },
        },
      },
    },
    suspended: {
      description: "The token is rejected. The operation waits in the member's journal for a new login",
      tags: "unknown",
      invoke: { id: "pauseOperation", src: "pauseOperation", input: tokenPause },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "resetAttempts",
          description: "The member logs in again or the document is reloaded",
        },
        "operation.pauseEnded": { target: "reconciling", actions: "resetAttempts" },
      },
    },
    accepted: { description: "The server has accepted the operation" },
    refused: { description: "The server has refused the operation, with a reason" },
    notPlaced: { description: "The server voided the key: the operation will never take effect" },
    notRecorded: { description: "The intent could not be stored, so nothing was sent" },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type OperationSnapshot = SnapshotFrom<typeof operationMachine>

/** What is known of the operation in each state. */
const PHASES = {
  waiting: "waiting",
  recording: "sending",
  submitting: "sending",
  "reconciling.asking": "checking",
  "reconciling.pausing": "checking",
  suspended: "suspended",
  accepted: "accepted",
  refused: "refused",
  notPlaced: "notPlaced",
  notRecorded: "notRecorded",
} as const satisfies Readonly<Record<LeafState<OperationSnapshot>, string>>

export type OperationPhase = (typeof PHASES)[keyof typeof PHASES]
export const operationPhase = (snapshot: OperationSnapshot): OperationPhase => viewAt(snapshot, PHASES)

/** Null until it is known: then the ticket notes it, and the operation leaves the outbox. */
export const operationOutcome = (snapshot: OperationSnapshot): Outcome | null => {
  const { id, failure } = snapshot.context
  const phase = operationPhase(snapshot)
  switch (phase) {
    case "accepted":
      return id === null ? null : { type: phase, id }
    case "refused":
    case "notRecorded":
      return failure === null ? null : { type: phase, failure }
    case "notPlaced":
      return { type: phase }
    default:
      return null
  }
}

/** An operation whose outcome is queried, for a list. */
export interface OperationInDoubt {
  readonly key: string
  readonly operation: Operation
  /** The symbol, network or destination; null for a close or a change, and if only the key is known. */
  readonly subject: string | null
  /** The contract that a close or a change is about. */
  readonly contractId: string | null
  readonly amount: string | null
  readonly beganAtMs: number
  /** True until the member logs in again. */
  readonly isSuspended: boolean
}

const figuresOf = (intent: OperationIntent | null) => {
  switch (intent?.operation) {
    case "order":
      return { subject: intent.symbol, amount: intent.stake, contractId: null }
    case "order-close":
    case "order-amend":
      return { subject: null, amount: null, contractId: intent.orderId }
    case "deposit":
      return { subject: intent.network, amount: intent.amount, contractId: null }
    case "withdrawal":
      return { subject: intent.label, amount: intent.amount, contractId: null }
    default:
      return { subject: null, amount: null, contractId: null }
  }
}

/** Null while the operation is sent, and once its outcome is known. */
export const operationInDoubt = (snapshot: OperationSnapshot): OperationInDoubt | null => {
  const { key, operation, intent, beganAtMs } = snapshot.context
  if (operation === null || !snapshot.hasTag("unknown")) return null
  const isSuspended = operationPhase(snapshot) === "suspended"
  return { key, operation, ...figuresOf(intent), beganAtMs, isSuspended }
}
