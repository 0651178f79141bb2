/**
 * Promises: an early close is put into the outbox at most once per key, and shown as accepted or
 * refused only when the outbox reports so. While it is in doubt another contract may be closed.
 */
import { assign, emit, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import {
  concernsOperation,
  confirmedWith,
  isUnsent,
  mayReopen,
  type OperationProgress,
  progressOf,
  type StartedOperation,
  startedWithKey,
} from "../src/domain/operation.ts"
import type { CloseEvent } from "../src/events/money.ts"
import type { OperationConfirmed } from "../src/events/operation.ts"

export interface CloseContext extends StartedOperation {
  readonly visit: string | null
  /** Id of the contract to close. */
  readonly orderId: string | null
}

const mayBeSent = ({ usedKeys, orderId }: CloseContext, event: CloseEvent): boolean =>
  event.type === "close.confirm" && !usedKeys.includes(event.key) && orderId !== null

export const closeMachine = setup({
  types: {
    context: {} as CloseContext,
    events: {} as CloseEvent,
    emitted: {} as OperationConfirmed,
    tags: {} as "confirmed",
  },
  actions: {
    open: assign(({ event }) =>
      event.type === "close.open" ? { visit: event.visit, orderId: event.orderId, outcome: null } : {},
    ),
    assignKey: assign(({ context, event }) =>
      event.type === "close.confirm" ? startedWithKey(event.key, context) : {},
    ),
    confirm: emit(({ context }) =>
      confirmedWith("order-close", context, context.orderId === null ? null : { orderId: context.orderId }),
    ),
    assignOutcome: assign(({ event }) => (event.type === "close.resolved" ? { outcome: event.outcome } : {})),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "close.open" && event.visit !== context.visit,
    mayBeSent: ({ context, event }) => mayBeSent(context, event),
    mayBeSentAgain: ({ context, event }) => isUnsent(context) && mayBeSent(context, event),
    mayReopen: ({ context, event }) => event.type === "close.open" && mayReopen(context, event),
    mayBeLeft: ({ context }) => context.outcome?.type !== "accepted",
    isCurrentOperation: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "close",
  description: "The early close of one contract",
  context: {
    visit: null,
    orderId: null,
    key: null,
    usedKeys: [],
    outcome: null,
  },
  initial: "closed",
  states: {
    closed: {
      description: "No close is requested",
      on: {
        "close.open": { target: "confirming", actions: "open" },
      },
    },
    confirming: {
      description: "The member is asked to confirm the early close",
      on: {
        "close.confirm": { guard: "mayBeSent", target: "confirmed", actions: ["assignKey", "confirm"] },
        "close.back": "closed",
        "close.open": {
          guard: "isNewVisit",
          actions: "open",
          description: "Another page opens its contract",
        },
      },
    },
    confirmed: {
      description: "The operation is in the outbox, which reports its outcome; its own machine has each step",
      tags: "confirmed",
      on: {
        "close.resolved": {
          guard: "isCurrentOperation",
          actions: "assignOutcome",
          description: "It is accepted or refused, or certainly did not happen",
        },
        "close.confirm": { guard: "mayBeSentAgain", actions: ["assignKey", "confirm"] },
        "close.back": {
          guard: "mayBeLeft",
          target: "closed",
          description: "The member closes the sheet; the outbox goes on asking for a close in doubt",
        },
        "close.open": {
          guard: "mayReopen",
          target: "confirming",
          actions: "open",
          description: "Another visit opens its contract; the outbox goes on asking for a close in doubt",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type CloseSnapshot = SnapshotFrom<typeof closeMachine>

/** The phase of the page in each state; null where the operation says it. */
const PHASES = {
  closed: "closed",
  confirming: "confirming",
  confirmed: null,
} as const satisfies Readonly<Record<LeafState<CloseSnapshot>, string | null>>

export type ClosePhase = NonNullable<(typeof PHASES)[keyof typeof PHASES]> | OperationProgress
/** @param isSending true while the ticket's operation is sent. */
export const closePhase = (snapshot: CloseSnapshot, isSending: boolean): ClosePhase =>
  viewAt(snapshot, PHASES) ?? progressOf(snapshot.context, isSending)
