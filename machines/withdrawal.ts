/**
 * Promises: a withdrawal is put into the outbox at most once per key; fee, received amount and
 * arrival are fixed and shown before; it is shown as accepted or refused only when the outbox
 * reports so. While it is in doubt another may be made.
 */
import { assign, emit, type SnapshotFrom, setup } from "xstate"
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
  confirmedWith,
  isUnsent,
  mayReopen,
  type OperationProgress,
  progressOf,
  refusalShown,
  type StartedOperation,
  startedWithKey,
} from "../src/domain/operation.ts"
import {
  type Focus,
  firstProblem,
  focusOn,
  type Notice,
  noticeAfter,
  type Problem,
  type Problems,
  shownProblems,
  UNSENT,
} from "../src/domain/problem.ts"
import type { WithdrawalEvent } from "../src/events/money.ts"
import type { OperationConfirmed } from "../src/events/operation.ts"

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
}

const EMPTY: WithdrawalDraft = { destination: null, amount: "" }

const checked = ({ draft, available, separators }: WithdrawalContext) =>
  checkWithdrawal(draft, available, separators)

const mayBeSent = ({ usedKeys, intent }: WithdrawalContext, event: WithdrawalEvent): boolean =>
  event.type === "withdrawal.submit" && !usedKeys.includes(event.key) && intent !== null

export const withdrawalMachine = setup({
  types: {
    context: {} as WithdrawalContext,
    events: {} as WithdrawalEvent,
    emitted: {} as OperationConfirmed,
    tags: {} as "confirmed",
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
    freeze: assign(({ context }) => ({ intent: checked(context).intent, notice: null, outcome: null })),
    assignKey: assign(({ context, event }) => {
      if (event.type !== "withdrawal.submit" || context.intent === null) return {}
      const { key, confirmation } = event
      const intent = { ...context.intent, ...(confirmation !== undefined && { confirmation }) }
      return { ...startedWithKey(key, context), intent }
    }),
    confirm: emit(({ context }) => confirmedWith("withdrawal", context, context.intent)),
    assignOutcome: assign(({ event }) =>
      event.type === "withdrawal.resolved" ? { outcome: event.outcome } : {},
    ),
    showRefusal: assign(({ context, event }) =>
      event.type === "withdrawal.resolved"
        ? refusalShown(event.outcome, withdrawalFieldOf, context.focus)
        : {},
    ),
    showUnsent: assign({ notice: { field: null, problem: UNSENT } }),
    begin: assign({
      draft: EMPTY,
      touched: [],
      notice: null,
      intent: null,
      outcome: null,
    }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "withdrawal.open" && event.visit !== context.visit,
    isWhole: ({ context }) => checked(context).intent !== null,
    mayBeSent: ({ context, event }) => mayBeSent(context, event),
    mayReopen: ({ context, event }) => event.type === "withdrawal.open" && mayReopen(context, event),
    mayReopenUnsent: ({ context, event }) =>
      event.type === "withdrawal.open" && isUnsent(context) && mayReopen(context, event),
    mayBeginAnother: ({ context }) => context.outcome === null || context.outcome.type === "accepted",
    isUnsent: ({ context }) => isUnsent(context),
    isRefused: ({ context, event }) =>
      event.type === "withdrawal.resolved" &&
      event.outcome.type === "refused" &&
      concernsOperation(event, context),
    mayBeSentAgain: ({ context, event }) => isUnsent(context) && mayBeSent(context, event),
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
    outcome: null,
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
        "withdrawal.submit": { guard: "mayBeSent", target: "confirmed", actions: ["assignKey", "confirm"] },
        "withdrawal.back": "filling",
      },
    },
    confirmed: {
      description: "The operation is in the outbox, which reports its outcome; its own machine has each step",
      tags: "confirmed",
      on: {
        "withdrawal.resolved": [
          { guard: "isRefused", target: "filling.refused", actions: "showRefusal" },
          {
            guard: "isCurrentOperation",
            actions: "assignOutcome",
            description: "It is accepted, or certainly did not happen",
          },
        ],
        "withdrawal.submit": { guard: "mayBeSentAgain", actions: ["assignKey", "confirm"] },
        "withdrawal.back": { guard: "isUnsent", target: "filling" },
        "withdrawal.again": {
          guard: "mayBeginAnother",
          target: "filling",
          actions: "begin",
          description: "The member starts another one; the outbox goes on asking for one in doubt",
        },
        "withdrawal.open": [
          {
            guard: "mayReopenUnsent",
            target: "filling",
            actions: ["open", "showUnsent"],
            description: "The page is opened again; it says that nothing was sent",
          },
          {
            guard: "mayReopen",
            target: "filling",
            actions: ["begin", "open"],
            description:
              "Another visit begins another withdrawal; the outbox goes on asking for one in doubt",
          },
        ],
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type WithdrawalSnapshot = SnapshotFrom<typeof withdrawalMachine>

/** The phase of the page in each state; null where the operation says it. */
const PHASES = {
  closed: "closed",
  "filling.drafting": "filling",
  "filling.refused": "refused",
  reviewing: "reviewing",
  confirmed: null,
} as const satisfies Readonly<Record<LeafState<WithdrawalSnapshot>, string | null>>

export type WithdrawalPhase = NonNullable<(typeof PHASES)[keyof typeof PHASES]> | OperationProgress
/** @param isSending true while the ticket's operation is sent. */
export const withdrawalPhase = (snapshot: WithdrawalSnapshot, isSending: boolean): WithdrawalPhase =>
  viewAt(snapshot, PHASES) ?? progressOf(snapshot.context, isSending)

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
