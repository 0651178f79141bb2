/**
 * Promises: an early close is put into the outbox at most once per key, and shown as accepted or
 * refused only when the outbox reports so. While it is in doubt another contract may be closed.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import {
  concernsOperation,
  doubtOf,
  jobWith,
  type StartedOperation,
  startedWithKey,
} from "../src/domain/operation.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { CloseEvent } from "../src/events/money.ts"
import type { OperationDoubt, OperationJob } from "../src/events/operation.ts"

export interface CloseContext extends StartedOperation {
  readonly visit: string | null
  /** Id of the contract to close. */
  readonly orderId: string | null
}

const jobOf = ({ context }: { readonly context: CloseContext }) =>
  jobWith("order-close", context, context.orderId === null ? null : { orderId: context.orderId })

export const closeMachine = setup({
  types: {
    context: {} as CloseContext,
    events: {} as CloseEvent,
    tags: {} as "busy",
  },
  actors: {
    /**
     * Puts the operation into the outbox. Reports once: close.accepted, .refused, .voided,
     * .unrecorded; or .unanswered or .tokenRejected, which leave it in doubt.
     */
    beginClose: fromCallback<EventObject, OperationJob>(unprovided("beginClose")),
    /** Reports the outcome of a key in doubt. An operation that the outbox lacks is asked for. */
    followClose: fromCallback<EventObject, OperationDoubt>(unprovided("followClose")),
  },
  actions: {
    open: assign(({ event }) =>
      event.type === "close.open" ? { visit: event.visit, orderId: event.orderId, failure: null } : {},
    ),
    assignKey: assign(({ context, event }) =>
      event.type === "close.confirm" ? startedWithKey(event.key, context) : {},
    ),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "close.open" && event.visit !== context.visit,
    startsAnother: ({ event }) => event.type === "close.open" && event.startsAnother === true,
    mayBeSent: ({ context, event }) =>
      event.type === "close.confirm" && !context.usedKeys.includes(event.key) && context.orderId !== null,
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
    failure: null,
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
        "close.confirm": { guard: "mayBeSent", target: "pending", actions: "assignKey" },
        "close.back": "closed",
        "close.open": {
          guard: "isNewVisit",
          actions: "open",
          description: "Another page opens its contract",
        },
      },
    },
    pending: {
      description: "The operation is in the outbox; its outcome is reported from there",
      initial: "sending",
      on: {
        "close.accepted": { guard: "isCurrentOperation", target: "accepted" },
        "close.refused": { guard: "isCurrentOperation", target: "refused", actions: "assignFailure" },
        "close.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          description: "The key is unknown to the server, which voids it",
        },
      },
      states: {
        sending: {
          description: "The intent is being stored and sent",
          tags: "busy",
          invoke: { id: "beginClose", src: "beginClose", input: jobOf },
          on: {
            "close.unrecorded": {
              guard: "isCurrentOperation",
              target: "#close.notRecorded",
              actions: "assignFailure",
            },
            "close.unanswered": {
              guard: "isCurrentOperation",
              target: "checking",
              actions: "assignFailure",
              description: "No answer arrives; the server may or may not have acted",
            },
            "close.tokenRejected": {
              guard: "isCurrentOperation",
              target: "checking",
              description: "The token is rejected; the outcome is queried later",
            },
            "journal.resumed": {
              target: "checking",
              description: "The document was reloaded; the outcome is queried, nothing is sent again",
            },
          },
        },
        checking: {
          description: "The outcome is in doubt and is queried by key",
          invoke: { id: "followClose", src: "followClose", input: doubtOf },
          on: {
            "close.open": {
              guard: "startsAnother",
              target: "#close.confirming",
              actions: "open",
              description: "Another page opens its contract; the outbox goes on asking",
            },
            "close.defer": {
              target: "#close.closed",
              description: "The member closes the sheet; the outbox goes on asking",
            },
          },
        },
      },
    },
    notRecorded: {
      description: "The intent could not be stored, so nothing was sent",
      on: {
        "close.confirm": { guard: "mayBeSent", target: "pending", actions: "assignKey" },
        "close.back": "closed",
        "close.open": { guard: "isNewVisit", target: "confirming", actions: "open" },
      },
    },
    accepted: {
      description: "The server will close the contract at the next tick",
      on: {
        "close.open": { guard: "isNewVisit", target: "confirming", actions: "open" },
      },
    },
    refused: {
      description: "The server refused; the reason is shown",
      on: {
        "close.back": "closed",
        "close.open": { guard: "isNewVisit", target: "confirming", actions: "open" },
      },
    },
    notPlaced: {
      description: "The key is void: the request may be retried under a new key",
      on: {
        "close.confirm": { guard: "mayBeSent", target: "pending", actions: "assignKey" },
        "close.back": "closed",
        "close.open": { guard: "isNewVisit", target: "confirming", actions: "open" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type CloseSnapshot = SnapshotFrom<typeof closeMachine>

/** The phase of the page in each state. */
const PHASES = {
  closed: "closed",
  confirming: "confirming",
  notRecorded: "notRecorded",
  "pending.sending": "sending",
  "pending.checking": "checking",
  accepted: "accepted",
  refused: "refused",
  notPlaced: "notPlaced",
} as const satisfies Readonly<Record<LeafState<CloseSnapshot>, string>>

export type ClosePhase = (typeof PHASES)[keyof typeof PHASES]
export const closePhase = (snapshot: CloseSnapshot): ClosePhase => viewAt(snapshot, PHASES)
