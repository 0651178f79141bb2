/**
 * Promises: an early close is requested at most once per key, only after its intent is durable; it
 * is called accepted or refused only on the server's word, which is queried by key until it is
 * known.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import {
  concernsOperation,
  type OperationMemory,
  queryPause,
  resolvedBy,
  startedWithKey,
  tokenPause,
} from "../src/domain/operation.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { CloseEvent, OperationResolved } from "../src/events/money.ts"

export interface CloseContext extends OperationMemory {
  readonly visit: string | null
  /** Id of the contract to close. */
  readonly orderId: string | null
}

/** Input of the effects of one operation. */
export interface CloseJob {
  readonly key: string
  readonly orderId: string
}

const jobOf = ({ context }: { readonly context: CloseContext }): CloseJob => ({
  key: context.key ?? "",
  orderId: context.orderId ?? "",
})

export const closeMachine = setup({
  types: {
    context: {} as CloseContext,
    events: {} as CloseEvent,
    emitted: {} as OperationResolved,
    tags: {} as "busy" | "unknown" | "refused",
  },
  actors: {
    /** Flushes all received events to disk: close.recorded, or close.unrecorded with the reason. */
    recordClose: fromCallback<EventObject, { readonly key: string }>(unprovided("recordClose")),
    /**
     * Sends once: close.accepted, close.refused, close.voided, close.tokenRejected or
     * close.unanswered.
     */
    submitClose: fromCallback<EventObject, CloseJob>(unprovided("submitClose")),
    /** Queries the outcome of the key once; reports as submitClose does. */
    askClose: fromCallback<EventObject, { readonly key: string }>(unprovided("askClose")),
    /** Waits: close.pauseEnded. */
    pauseClose: fromCallback<EventObject, { readonly key: string; readonly delayMs: number }>(
      unprovided("pauseClose"),
    ),
  },
  actions: {
    open: assign(({ event }) =>
      event.type === "close.open" ? { visit: event.visit, orderId: event.orderId, failure: null } : {},
    ),
    assignKey: assign(({ context, event }) =>
      event.type === "close.confirm" ? startedWithKey(event.key, context) : {},
    ),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    announce: emit(({ context, event }) => resolvedBy("order-close", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    resetAttempts: assign({ attempt: 0 }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "close.open" && event.visit !== context.visit,
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
    attempt: 0,
    failure: null,
  },
  initial: "closed",
  states: {
    closed: {
      description: "No close is requested",
      on: {
        "close.open": {
          target: "confirming",
          actions: "open",
          description: "The member wants to close the contract early",
        },
      },
    },
    confirming: {
      description: "The member is asked to confirm the early close",
      on: {
        "close.confirm": {
          guard: "mayBeSent",
          target: "recording",
          actions: "assignKey",
          description: "The member confirms",
        },
        "close.back": { target: "closed", description: "The member cancels" },
        "close.open": {
          guard: "isNewVisit",
          actions: "open",
          description: "Another page opens its contract",
        },
      },
    },
    recording: {
      description: "The intent is being stored; nothing is sent yet",
      tags: "busy",
      invoke: { id: "recordClose", src: "recordClose", input: jobOf },
      on: {
        "close.recorded": {
          guard: "isCurrentOperation",
          target: "submitting",
          description: "The intent is stored and may be sent",
        },
        "close.unrecorded": {
          guard: "isCurrentOperation",
          target: "notRecorded",
          actions: "assignFailure",
          description: "Storing fails with a reason",
        },
        "journal.resumed": {
          target: "reconciling",
          description: "The document was reloaded; the request may have been sent before",
        },
      },
    },
    notRecorded: {
      description: "The intent could not be stored, so nothing was sent",
      on: {
        "close.confirm": {
          guard: "mayBeSent",
          target: "recording",
          actions: "assignKey",
          description: "The member retries under a new key",
        },
        "close.back": { target: "closed", description: "The member cancels" },
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
    submitting: {
      description: "The request is sent once",
      tags: "busy",
      invoke: { id: "submitClose", src: "submitClose", input: jobOf },
      on: {
        "close.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          description: "The server accepts the request",
        },
        "close.refused": {
          guard: "isCurrentOperation",
          target: "refused",
          actions: "assignFailure",
          description: "The server refuses with a reason",
        },
        "close.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          description: "The key is unknown to the server, which voids it",
        },
        "close.unanswered": {
          guard: "isCurrentOperation",
          target: "reconciling",
          actions: "assignFailure",
          description: "No answer arrives; the server may or may not have acted",
        },
        "close.tokenRejected": {
          guard: "isCurrentOperation",
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
        "close.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          actions: "announce",
          description: "The query finds that the server accepted the request",
        },
        "close.refused": {
          guard: "isCurrentOperation",
          target: "refused",
          actions: ["assignFailure", "announce"],
          description: "The query finds that the server refused, with the reason",
        },
        "close.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          actions: "announce",
          description: "The key is unknown to the server, which voids it",
        },
        "close.tokenRejected": {
          guard: "isCurrentOperation",
          target: "suspended",
          description: "The token is rejected; the query waits for a new login",
        },
        "journal.resumed": {
          target: "reconciling",
          reenter: true,
          actions: "resetAttempts",
          description: "The document was reloaded and the query is sent again",
        },
      },
      states: {
        asking: {
          description: "The query is sent",
          invoke: { id: "askClose", src: "askClose", input: jobOf },
          on: {
            "close.unanswered": {
              guard: "isCurrentOperation",
              target: "pausing",
              actions: ["assignFailure", "countAttempt"],
              description: "The query gets no answer",
            },
          },
        },
        pausing: {
          description: "A pause before the next query",
          invoke: {
            id: "pauseClose",
            src: "pauseClose",
            input: queryPause,
          },
          on: {
            "close.pauseEnded": {
              guard: "isCurrentOperation",
              target: "asking",
              description: "The pause ends and the query is sent again",
            },
          },
        },
      },
    },
    suspended: {
      description: "The token is rejected. The intent waits in the member's journal for a new login",
      tags: "unknown",
      invoke: {
        id: "pauseClose",
        src: "pauseClose",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "resetAttempts",
          description: "The member logs in again or the document is reloaded",
        },
        "close.pauseEnded": {
          guard: "isCurrentOperation",
          target: "reconciling",
          actions: "resetAttempts",
          description: "The pause ends and the query is sent again",
        },
      },
    },
    accepted: {
      description: "The server will close the contract at the next tick",
      on: {
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
    refused: {
      description: "The server refused; the reason is shown",
      tags: "refused",
      on: {
        "close.back": { target: "closed", description: "The member closes the message" },
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
    notPlaced: {
      description: "The key is void: the request may be retried under a new key",
      on: {
        "close.confirm": {
          guard: "mayBeSent",
          target: "recording",
          actions: "assignKey",
          description: "The member retries under a new key",
        },
        "close.back": { target: "closed", description: "The member cancels" },
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "The page is opened anew",
        },
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
  recording: "sending",
  notRecorded: "notRecorded",
  submitting: "sending",
  "reconciling.asking": "checking",
  "reconciling.pausing": "checking",
  suspended: "checking",
  accepted: "accepted",
  refused: "refused",
  notPlaced: "notPlaced",
} as const satisfies Readonly<Record<LeafState<CloseSnapshot>, string>>

export type ClosePhase = (typeof PHASES)[keyof typeof PHASES]
export const closePhase = (snapshot: CloseSnapshot): ClosePhase => viewAt(snapshot, PHASES)
