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
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
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
    tags: {} as "busy" | "unknown" | "refused",
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
    assignKey: assign(({ context, event }) =>
      event.type === "withdrawal.submit" ? { ...startedWithKey(event.key, context), withdrawalId: null } : {},
    ),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    assignWithdrawalId: assign(({ event }) =>
      event.type === "withdrawal.accepted" ? { withdrawalId: event.id } : {},
    ),
    showRefusal: assign(({ context, event }) => {
      if (event.type !== "withdrawal.refused") return {}
      const { failure } = event
      const field = withdrawalFieldOf(failure)
      return { failure, notice: noticeOf(field, failure), focus: focusOn(context.focus, field) }
    }),
    announce: emit(({ context, event }) => resolvedBy("withdrawal", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    resetAttempts: assign({ attempt: 0 }),
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
    isCurrentOperation: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "withdrawal",
  description: "A withdrawal, from draft to outcome",
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
      description: "The member enters amount and destination",
      initial: "drafting",
      on: {
        "withdrawal.open": {
          guard: "isNewVisit",
          target: ".drafting",
          actions: "open",
          description: "The page is opened anew",
        },
        "withdrawal.choose": {
          target: ".drafting",
          actions: "choose",
          description: "A destination is chosen or cleared",
        },
        "withdrawal.change": {
          target: ".drafting",
          actions: "change",
          description: "The member types another amount",
        },
        "withdrawal.leave": { actions: "touch", description: "The focus has left the amount" },
        "withdrawal.review": [
          {
            guard: "isWhole",
            target: "reviewing",
            actions: "freeze",
            description: "The figures are complete and fixed",
          },
          {
            target: ".drafting",
            actions: "showProblems",
            description: "A field is invalid; problems are shown and the first one gets focus",
          },
        ],
      },
      states: {
        drafting: { description: "No refusal since the last change" },
        refused: { description: "The server refused the last attempt; the reason is shown", tags: "refused" },
      },
    },
    reviewing: {
      description: "The fixed fee, received amount and arrival are shown",
      on: {
        "withdrawal.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "assignKey",
          description: "The member confirms the figures",
        },
        "withdrawal.back": { target: "filling", description: "The member edits the details" },
      },
    },
    recording: {
      description: "The intent is being stored; nothing is sent yet",
      tags: "busy",
      invoke: { id: "recordWithdrawal", src: "recordWithdrawal", input: jobOf },
      on: {
        "withdrawal.recorded": {
          guard: "isCurrentOperation",
          target: "submitting",
          description: "The intent is stored and may be sent",
        },
        "withdrawal.unrecorded": {
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
        "withdrawal.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "assignKey",
          description: "The member retries under a new key",
        },
        "withdrawal.back": { target: "filling", description: "The member edits the details" },
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
    submitting: {
      description: "The withdrawal request is sent once",
      tags: "busy",
      invoke: { id: "submitWithdrawal", src: "submitWithdrawal", input: jobOf },
      on: {
        "withdrawal.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          actions: "assignWithdrawalId",
          description: "The server accepts the request",
        },
        "withdrawal.refused": {
          guard: "isCurrentOperation",
          target: "filling.refused",
          actions: "showRefusal",
          description: "The server refuses with a reason",
        },
        "withdrawal.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          description: "The key is unknown to the server, which voids it",
        },
        "withdrawal.unanswered": {
          guard: "isCurrentOperation",
          target: "reconciling",
          actions: "assignFailure",
          description: "No answer arrives; the server may or may not have acted",
        },
        "withdrawal.tokenRejected": {
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
        "withdrawal.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          actions: ["assignWithdrawalId", "announce"],
          description: "The query finds that the server accepted the request",
        },
        "withdrawal.refused": {
          guard: "isCurrentOperation",
          target: "filling.refused",
          actions: ["showRefusal", "announce"],
          description: "The query finds that the server refused, with the reason",
        },
        "withdrawal.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          actions: "announce",
          description: "The key is unknown to the server, which voids it",
        },
        "withdrawal.tokenRejected": {
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
          invoke: { id: "askWithdrawal", src: "askWithdrawal", input: jobOf },
          on: {
            "withdrawal.unanswered": {
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
            id: "pauseWithdrawal",
            src: "pauseWithdrawal",
            input: queryPause,
          },
          on: {
            "withdrawal.pauseEnded": {
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
        id: "pauseWithdrawal",
        src: "pauseWithdrawal",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "resetAttempts",
          description: "The member logs in again or the document is reloaded",
        },
        "withdrawal.pauseEnded": {
          guard: "isCurrentOperation",
          target: "reconciling",
          actions: "resetAttempts",
          description: "The pause ends and the query is sent again",
        },
      },
    },
    accepted: {
      description: "The server has reserved the amount; a review decides",
      on: {
        "withdrawal.again": {
          target: "filling",
          actions: "begin",
          description: "The member starts another one",
        },
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: ["begin", "open"],
          description: "The page is opened anew with an empty draft",
        },
      },
    },
    notPlaced: {
      description: "The key is void: the request may be retried under a new key",
      on: {
        "withdrawal.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "assignKey",
          description: "The member retries under a new key",
        },
        "withdrawal.back": { target: "filling", description: "The member edits the details" },
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type WithdrawalSnapshot = SnapshotFrom<typeof withdrawalMachine>

/** The phase of the page in each state. */
const PHASES = {
  closed: "closed",
  "filling.drafting": "filling",
  "filling.refused": "filling",
  reviewing: "reviewing",
  recording: "sending",
  notRecorded: "notRecorded",
  submitting: "sending",
  "reconciling.asking": "checking",
  "reconciling.pausing": "checking",
  suspended: "checking",
  accepted: "accepted",
  notPlaced: "notPlaced",
} as const satisfies Readonly<Record<LeafState<WithdrawalSnapshot>, string>>

export type WithdrawalPhase = (typeof PHASES)[keyof typeof PHASES]
export const withdrawalPhase = (snapshot: WithdrawalSnapshot): WithdrawalPhase => viewAt(snapshot, PHASES)

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
