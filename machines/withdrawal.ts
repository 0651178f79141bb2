/**
 * Promises: a withdrawal is requested at most once per key, only after its intent is durable; fee,
 * received amount and arrival are fixed and shown before; it is called accepted or refused only on
 * the server's word, which is queried by key until it is known.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import {
  checkWithdrawal,
  WITHDRAWAL_FIELDS,
  type WithdrawalDraft,
  type WithdrawalField,
  type WithdrawalIntent,
  withdrawalFieldOf,
} from "../src/domain/cash-intent.ts"
import type { Separators } from "../src/domain/money.ts"
import {
  concernsOperation,
  type OperationMemory,
  queryPause,
  resolvedBy,
  startedWithKey,
  tokenPause,
} from "../src/domain/operation.ts"
import {
  type Focus,
  firstProblem,
  focusOn,
  type Notice,
  noticeAfter,
  noticeOf,
  type Problem,
  type Problems,
  shownProblems,
} from "../src/domain/problem.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { OperationResolved, WithdrawalEvent } from "../src/events/money.ts"

export interface WithdrawalContext extends OperationMemory {
  readonly visit: string | null
  readonly available: string
  readonly separators: Separators
  readonly draft: WithdrawalDraft
  /** The fields whose problems are shown. */
  readonly touched: readonly WithdrawalField[]
  /** Cleared when its field changes. */
  readonly notice: Notice<WithdrawalField> | null
  readonly focus: Focus<WithdrawalField> | null
  readonly intent: WithdrawalIntent | null
  readonly withdrawalId: string | null
}

/** Input of the effects of one operation. */
export interface WithdrawalJob {
  readonly key: string
  readonly intent: WithdrawalIntent | null
}

const EMPTY: WithdrawalDraft = { destination: null, amount: "" }

const jobOf = ({ context }: { readonly context: WithdrawalContext }): WithdrawalJob => ({
  key: context.key ?? "",
  intent: context.intent,
})

const checked = ({ draft, available, separators }: WithdrawalContext) =>
  checkWithdrawal(draft, available, separators)

export const withdrawalMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    emitted: {} as OperationResolved,
    tags: {} as "editable" | "busy" | "unknown" | "settled" | "refused",
  },
  actors: {
    /**
     * Flushes all received events to disk: withdrawal.recorded, or withdrawal.unrecorded with the
     * reason.
     */
    recordWithdrawal: fromCallback<EventObject, { readonly key: string }>(unprovided("recordWithdrawal")),
    /** Sends once: withdrawal.accepted, .refused, .voided, .tokenRejected or .unanswered. */
    submitWithdrawal: fromCallback<EventObject, WithdrawalJob>(unprovided("submitWithdrawal")),
    /** Queries the outcome of the key once; reports as submitWithdrawal does. */
    askWithdrawal: fromCallback<EventObject, { readonly key: string }>(unprovided("askWithdrawal")),
    /** Waits: withdrawal.pauseEnded. */
    pauseWithdrawal: fromCallback<EventObject, { readonly key: string; readonly delayMs: number }>(
      unprovided("pauseWithdrawal"),
    ),
  },
  actions: {
    open: assign(({ event }) => {
      if (event.type !== "withdrawal.open") return {}
      const { visit, available, separators } = event
      return { visit, available, separators }
    }),
    inform: assign(({ event }) =>
      event.type === "withdrawal.informed"
        ? { available: event.available, separators: event.separators }
        : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === "withdrawal.choose"
        ? {
            draft: { ...context.draft, destination: event.destination },
            notice: noticeAfter(context.notice, "destination"),
          }
        : {},
    ),
    change: assign(({ context, event }) =>
      event.type === "withdrawal.change"
        ? { draft: { ...context.draft, amount: event.value }, notice: noticeAfter(context.notice, "amount") }
        : {},
    ),
    touch: assign(({ context }) => ({
      touched: WITHDRAWAL_FIELDS.filter((field) => field === "amount" || context.touched.includes(field)),
    })),
    showProblems: assign(({ context }) => ({
      touched: WITHDRAWAL_FIELDS,
      focus: focusOn(context.focus, firstProblem(WITHDRAWAL_FIELDS, checked(context).problems)),
    })),
    freeze: assign(({ context }) => ({ intent: checked(context).intent, notice: null, failure: null })),
    takeKey: assign(({ context, event }) =>
      event.type === "withdrawal.submit" ? { ...startedWithKey(event.key, context), withdrawalId: null } : {},
    ),
    takeFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    takeWithdrawalId: assign(({ event }) =>
      event.type === "withdrawal.accepted" ? { withdrawalId: event.id } : {},
    ),
    placeRefusal: assign(({ context, event }) => {
      if (event.type !== "withdrawal.refused") return {}
      const { failure } = event
      const field = withdrawalFieldOf(failure)
      return { failure, notice: noticeOf(field, failure), focus: focusOn(context.focus, field) }
    }),
    announce: emit(({ context, event }) => resolvedBy("withdrawal", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    askAnew: assign({ attempt: 0 }),
    begin: assign({
      draft: EMPTY,
      touched: [],
      notice: null,
      intent: null,
      failure: null,
      withdrawalId: null,
    }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "withdrawal.open" && event.visit !== context.visit,
    isWhole: ({ context }) => checked(context).intent !== null,
    mayBeSent: ({ context, event }) =>
      event.type === "withdrawal.submit" && !context.usedKeys.includes(event.key) && context.intent !== null,
    isOurs: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "withdrawal",
  description: "A withdrawal from the first digit typed to the server's word",
  context: {
    visit: null,
    available: "0.00",
    separators: { decimal: ".", group: "," },
    draft: EMPTY,
    touched: [],
    notice: null,
    focus: null,
    intent: null,
    key: null,
    usedKeys: [],
    attempt: 0,
    failure: null,
    withdrawalId: null,
  },
  initial: "closed",
  on: {
    "withdrawal.informed": { actions: "inform", description: "Balance or locale have changed" },
  },
  states: {
    closed: {
      description: "No withdrawal is being made",
      on: { "withdrawal.open": { target: "filling", actions: "open", description: "The page is shown" } },
    },
    filling: {
      description: "The member says how much and where to",
      tags: "editable",
      initial: "drafting",
      on: {
        "withdrawal.open": {
          guard: "isNewVisit",
          target: ".drafting",
          actions: "open",
          description: "Another page is shown",
        },
        "withdrawal.choose": {
          target: ".drafting",
          actions: "choose",
          description: "A destination was chosen, or the choice taken back",
        },
        "withdrawal.change": {
          target: ".drafting",
          actions: "change",
          description: "Another amount was typed",
        },
        "withdrawal.leave": { actions: "touch", description: "The focus has left the amount" },
        "withdrawal.review": [
          {
            guard: "isWhole",
            target: "reviewing",
            actions: "freeze",
            description: "Nothing is missing: the figures are fixed",
          },
          {
            target: ".drafting",
            actions: "showProblems",
            description: "Something is missing or wrong: it is shown, and the focus goes there",
          },
        ],
      },
      states: {
        drafting: { description: "Nothing has been refused since the last change" },
        refused: { description: "The server refused the last attempt and said why", tags: "refused" },
      },
    },
    reviewing: {
      description: "Fee, received amount and arrival are fixed and shown",
      on: {
        "withdrawal.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "takeKey",
          description: "The member agrees to the figures",
        },
        "withdrawal.back": { target: "filling", description: "The member wants to change something" },
      },
    },
    recording: {
      description: "The intent is being written down durably; nothing has been sent",
      tags: "busy",
      invoke: { id: "recordWithdrawal", src: "recordWithdrawal", input: jobOf },
      on: {
        "withdrawal.recorded": {
          guard: "isOurs",
          target: "submitting",
          description: "The intent is on disk: now, and not before, it may be sent",
        },
        "withdrawal.unrecorded": {
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
        "withdrawal.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "takeKey",
          description: "Tried again, under a new key",
        },
        "withdrawal.back": { target: "filling", description: "The member wants to change something" },
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
    submitting: {
      description: "The withdrawal has been asked for, once",
      tags: "busy",
      invoke: { id: "submitWithdrawal", src: "submitWithdrawal", input: jobOf },
      on: {
        "withdrawal.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: "takeWithdrawalId",
          description: "The server has taken the request",
        },
        "withdrawal.refused": {
          guard: "isOurs",
          target: "filling.refused",
          actions: "placeRefusal",
          description: "The server has refused, and why",
        },
        "withdrawal.voided": {
          guard: "isOurs",
          target: "notPlaced",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "withdrawal.unanswered": {
          guard: "isOurs",
          target: "reconciling",
          actions: "takeFailure",
          description: "No answer came: the server may have acted or not",
        },
        "withdrawal.tokenRejected": {
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
        "withdrawal.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: ["takeWithdrawalId", "announce"],
          description: "It turns out that the server had taken the request",
        },
        "withdrawal.refused": {
          guard: "isOurs",
          target: "filling.refused",
          actions: ["placeRefusal", "announce"],
          description: "It turns out that the server had refused, and why",
        },
        "withdrawal.voided": {
          guard: "isOurs",
          target: "notPlaced",
          actions: "announce",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "withdrawal.tokenRejected": {
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
          invoke: { id: "askWithdrawal", src: "askWithdrawal", input: jobOf },
          on: {
            "withdrawal.unanswered": {
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
            id: "pauseWithdrawal",
            src: "pauseWithdrawal",
            input: queryPause,
          },
          on: {
            "withdrawal.pauseEnded": {
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
        id: "pauseWithdrawal",
        src: "pauseWithdrawal",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "askAnew",
          description: "The member is back, or another page has been loaded",
        },
        "withdrawal.pauseEnded": {
          guard: "isOurs",
          target: "reconciling",
          actions: "askAnew",
          description: "The pause is over: the token may be good again",
        },
      },
    },
    accepted: {
      description: "The server has the request and has set the money aside; a review decides",
      tags: "settled",
      on: {
        "withdrawal.again": {
          target: "filling",
          actions: "begin",
          description: "The member wants to make another one",
        },
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: ["begin", "open"],
          description: "Another page begins anew",
        },
      },
    },
    notPlaced: {
      description:
        "The server has never seen the request and never will: it may be made again under a new key",
      tags: "settled",
      on: {
        "withdrawal.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "takeKey",
          description: "Tried again, under a new key",
        },
        "withdrawal.back": { target: "filling", description: "The member wants to change something" },
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type WithdrawalSnapshot = SnapshotFrom<typeof withdrawalMachine>

/** The problem to show next to each field. */
export const withdrawalProblems = ({
  context,
}: Pick<WithdrawalSnapshot, "context">): Problems<WithdrawalField> =>
  shownProblems(checked(context).problems, context.touched, context.notice)

/** A refusal that concerns no field, or null. */
export const withdrawalRefusal = ({ context }: Pick<WithdrawalSnapshot, "context">): Problem | null =>
  context.notice?.field === null ? context.notice.problem : null

/**
 * The figures that a review would fix, shown before the button; null while something is missing.
 */
export const withdrawalPreview = ({
  context,
}: Pick<WithdrawalSnapshot, "context">): WithdrawalIntent | null => checked(context).intent
