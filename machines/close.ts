/**
 * Promises: an early close of a contract, or a change of its levels, is put into the outbox at most once
 * per key, and shown as accepted or refused only when the outbox reports so. While it is in doubt another
 * contract may be closed or changed.
 */
import { assign, emit, type SnapshotFrom, setup } from "xstate"
import type { LevelChange } from "../src/domain/changed-levels.ts"
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
  /** Id of the contract to close or to change. */
  readonly orderId: string | null
  /** The new levels. Null for a close; absent in snapshots of releases that only closed. */
  readonly change?: LevelChange | null
  /** What the member allows of the price; null where any closes it, absent in older snapshots. */
  readonly limit?: { readonly quotedPrice: string; readonly slippageBps: number } | null
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
      event.type === "close.open"
        ? { visit: event.visit, orderId: event.orderId, change: event.change ?? null, outcome: null }
        : {},
    ),
    assignKey: assign(({ context, event }) =>
      event.type === "close.confirm"
        ? { ...startedWithKey(event.key, context), limit: event.limit ?? null }
        : {},
    ),
    confirm: emit(({ context }) => {
      const { change = null, limit, orderId } = context
      const contract = orderId === null ? null : { orderId }
      return change === null
        ? confirmedWith("order-close", context, contract && { ...contract, ...(limit && { limit }) })
        : confirmedWith("order-amend", context, contract && { ...contract, ...change })
    }),
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
  description: "The early close of one contract, or a change of its levels",
  context: {
    visit: null,
    orderId: null,
    change: null,
    limit: null,
    key: null,
    usedKeys: [],
    outcome: null,
  },
  initial: "closed",
  states: {
    closed: {
      description: "Nothing is requested",
      on: {
        "close.open": { target: "confirming", actions: "open" },
      },
    },
    confirming: {
      description: "The member is asked to confirm the early close, or the new levels",
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
