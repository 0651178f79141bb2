/**
 * Promises: an early close is requested at most once per key, only after its intent is durable; it
 * is called accepted or refused only on the server's word, which is queried by key until it is
 * known.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
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
    tags: {} as "busy" | "unknown" | "settled" | "refused",
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
    takeKey: assign(({ context, event }) =>
      event.type === "close.confirm" ? startedWithKey(event.key, context) : {},
    ),
    takeFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    announce: emit(({ context, event }) => resolvedBy("order-close", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    askAnew: assign({ attempt: 0 }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "close.open" && event.visit !== context.visit,
    mayBeSent: ({ context, event }) =>
      event.type === "close.confirm" && !context.usedKeys.includes(event.key) && context.orderId !== null,
    isOurs: ({ context, event }) => concernsOperation(event, context),
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
      description: "The member reads what closing early means and is asked to confirm",
      on: {
        "close.confirm": {
          guard: "mayBeSent",
          target: "recording",
          actions: "takeKey",
          description: "The member agrees",
        },
        "close.back": { target: "closed", description: "The member lets it be" },
        "close.open": {
          guard: "isNewVisit",
          actions: "open",
          description: "Another page asks about its contract",
        },
      },
    },
    recording: {
      description: "The intent is being written down durably; nothing has been sent",
      tags: "busy",
      invoke: { id: "recordClose", src: "recordClose", input: jobOf },
      on: {
        "close.recorded": {
          guard: "isOurs",
          target: "submitting",
          description: "The intent is on disk: now, and not before, it may be sent",
        },
        "close.unrecorded": {
          guard: "isOurs",
          target: "notRecorded",
          actions: "takeFailure",
          description: "The disk has refused, and why",
        },
        "journal.resumed": {
          target: "reconciling",
          description: "It may have been sent a moment before the page went",
        },
      },
    },
    notRecorded: {
      description: "The intent could not be written down, so nothing was sent",
      on: {
        "close.confirm": {
          guard: "mayBeSent",
          target: "recording",
          actions: "takeKey",
          description: "Tried again, under a new key",
        },
        "close.back": { target: "closed", description: "The member lets it be" },
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
    submitting: {
      description: "The request has been sent, once",
      tags: "busy",
      invoke: { id: "submitClose", src: "submitClose", input: jobOf },
      on: {
        "close.accepted": {
          guard: "isOurs",
          target: "accepted",
          description: "The server has taken the request",
        },
        "close.refused": {
          guard: "isOurs",
          target: "refused",
          actions: "takeFailure",
          description: "The server has refused, and why",
        },
        "close.voided": {
          guard: "isOurs",
          target: "notPlaced",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "close.unanswered": {
          guard: "isOurs",
          target: "reconciling",
          actions: "takeFailure",
          description: "No answer came: the server may have acted or not",
        },
        "close.tokenRejected": {
          guard: "isOurs",
          target: "suspended",
          description: "The token was refused: whether the server acted will be asked later",
        },
        "journal.resumed": { target: "reconciling", description: "Never sent again: asked about by key" },
      },
    },
    reconciling: {
      description: "Whether the server acted is not known; it is asked by key until it is",
      tags: "unknown",
      initial: "asking",
      on: {
        "close.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: "announce",
          description: "It turns out that the server had taken the request",
        },
        "close.refused": {
          guard: "isOurs",
          target: "refused",
          actions: ["takeFailure", "announce"],
          description: "It turns out that the server had refused, and why",
        },
        "close.voided": {
          guard: "isOurs",
          target: "notPlaced",
          actions: "announce",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "close.tokenRejected": {
          guard: "isOurs",
          target: "suspended",
          description: "The token was refused: asked again once the member is back",
        },
        "journal.resumed": {
          target: "reconciling",
          reenter: true,
          actions: "askAnew",
          description: "The page was loaded anew: the question is asked again",
        },
      },
      states: {
        asking: {
          description: "The question is on its way",
          invoke: { id: "askClose", src: "askClose", input: jobOf },
          on: {
            "close.unanswered": {
              guard: "isOurs",
              target: "pausing",
              actions: ["takeFailure", "countAttempt"],
              description: "No answer to the question either",
            },
          },
        },
        pausing: {
          description: "A pause before the next question",
          invoke: {
            id: "pauseClose",
            src: "pauseClose",
            input: queryPause,
          },
          on: {
            "close.pauseEnded": {
              guard: "isOurs",
              target: "asking",
              description: "The pause is over: asked again",
            },
          },
        },
      },
    },
    suspended: {
      description:
        "The token was refused meanwhile; the intent waits in this member's own journal until they are back",
      tags: "unknown",
      invoke: {
        id: "pauseClose",
        src: "pauseClose",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "askAnew",
          description: "The member is back, or another page has been loaded",
        },
        "close.pauseEnded": {
          guard: "isOurs",
          target: "reconciling",
          actions: "askAnew",
          description: "The pause is over: the token may be good again",
        },
      },
    },
    accepted: {
      description: "The server will close the contract at the next tick",
      tags: "settled",
      on: {
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
    refused: {
      description: "The server refused and said why",
      tags: ["settled", "refused"],
      on: {
        "close.back": { target: "closed", description: "The member has read it" },
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
    notPlaced: {
      description:
        "The server has never seen the request and never will: it may be made again under a new key",
      tags: "settled",
      on: {
        "close.confirm": {
          guard: "mayBeSent",
          target: "recording",
          actions: "takeKey",
          description: "Tried again, under a new key",
        },
        "close.back": { target: "closed", description: "The member lets it be" },
        "close.open": {
          guard: "isNewVisit",
          target: "confirming",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
  },
})

export type CloseSnapshot = SnapshotFrom<typeof closeMachine>
