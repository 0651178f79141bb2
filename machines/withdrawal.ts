/**
 * Promises: a withdrawal is put into the outbox at most once per key; fee, received amount and
 * arrival are fixed and shown before; it is shown as accepted or refused only when the outbox
 * reports so. While it is in doubt another may be made.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
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
  doubtOf,
  jobWith,
  type StartedOperation,
  startedWithKey,
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
  UNSENT,
} from "../src/domain/problem.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { WithdrawalEvent } from "../src/events/money.ts"
import type { OperationDoubt, OperationJob } from "../src/events/operation.ts"

export interface WithdrawalContext extends StartedOperation {
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

const EMPTY: WithdrawalDraft = { destination: null, amount: "" }

const jobOf = ({ context }: { readonly context: WithdrawalContext }) =>
  jobWith("withdrawal", context, context.intent)

const checked = ({ draft, available, separators }: WithdrawalContext) =>
  checkWithdrawal(draft, available, separators)

export const withdrawalMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    tags: {} as "busy",
  },
  actors: {
    /**
     * Puts the operation into the outbox. Reports once: withdrawal.accepted, .refused, .voided,
     * .unrecorded; or .unanswered or .tokenRejected, which leave it in doubt.
     */
    beginWithdrawal: fromCallback<EventObject, OperationJob>(unprovided("beginWithdrawal")),
    /** Reports the outcome of a key in doubt. An operation that the outbox lacks is asked for. */
    followWithdrawal: fromCallback<EventObject, OperationDoubt>(unprovided("followWithdrawal")),
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
    showUnsent: assign({ notice: { field: null, problem: UNSENT } }),
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
    startsAnother: ({ event }) => event.type === "withdrawal.open" && event.startsAnother === true,
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
      on: { "withdrawal.open": { target: "filling", actions: "open" } },
    },
    filling: {
      description: "The member enters amount and destination",
      initial: "drafting",
      on: {
        "withdrawal.open": { guard: "isNewVisit", target: ".drafting", actions: "open" },
        "withdrawal.choose": { target: ".drafting", actions: "choose" },
        "withdrawal.change": { target: ".drafting", actions: "change" },
        "withdrawal.leave": { actions: "touch" },
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
        refused: { description: "The server refused the last attempt; the reason is shown" },
      },
    },
    reviewing: {
      description: "The fixed fee, received amount and arrival are shown",
      on: {
        "withdrawal.submit": { guard: "mayBeSent", target: "pending", actions: "assignKey" },
        "withdrawal.back": "filling",
      },
    },
    pending: {
      description: "The operation is in the outbox; its outcome is reported from there",
      initial: "sending",
      on: {
        "withdrawal.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          actions: "assignWithdrawalId",
        },
        "withdrawal.refused": {
          guard: "isCurrentOperation",
          target: "filling.refused",
          actions: "showRefusal",
        },
        "withdrawal.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          description: "The key is unknown to the server, which voids it",
        },
      },
      states: {
        sending: {
          description: "The intent is being stored and sent",
          tags: "busy",
          invoke: { id: "beginWithdrawal", src: "beginWithdrawal", input: jobOf },
          on: {
            "withdrawal.unrecorded": {
              guard: "isCurrentOperation",
              target: "#withdrawal.notRecorded",
              actions: "assignFailure",
            },
            "withdrawal.unanswered": {
              guard: "isCurrentOperation",
              target: "checking",
              actions: "assignFailure",
              description: "No answer arrives; the server may or may not have acted",
            },
            "withdrawal.tokenRejected": {
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
          invoke: { id: "followWithdrawal", src: "followWithdrawal", input: doubtOf },
          on: {
            "withdrawal.open": {
              guard: "startsAnother",
              target: "#withdrawal.filling",
              actions: ["begin", "open"],
              description: "Another visit of the page begins another withdrawal; the outbox goes on asking",
            },
            "withdrawal.defer": {
              target: "#withdrawal.filling",
              actions: "begin",
              description: "The member starts another one; the outbox goes on asking",
            },
          },
        },
      },
    },
    notRecorded: {
      description: "The intent could not be stored, so nothing was sent",
      on: {
        "withdrawal.submit": { guard: "mayBeSent", target: "pending", actions: "assignKey" },
        "withdrawal.back": "filling",
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: ["open", "showUnsent"],
          description: "The page is opened anew; it says that nothing was sent",
        },
      },
    },
    accepted: {
      description: "The server has reserved the amount; a review decides",
      on: {
        "withdrawal.again": { target: "filling", actions: "begin" },
        "withdrawal.open": { guard: "isNewVisit", target: "filling", actions: ["begin", "open"] },
      },
    },
    notPlaced: {
      description: "The key is void: the request may be retried under a new key",
      on: {
        "withdrawal.submit": { guard: "mayBeSent", target: "pending", actions: "assignKey" },
        "withdrawal.back": "filling",
        "withdrawal.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: ["open", "showUnsent"],
          description: "The page is opened anew; it says that nothing was sent",
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
  "pending.sending": "sending",
  "pending.checking": "checking",
  notRecorded: "notRecorded",
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
