/**
 * Promises: a deposit is reported at most once per key, only after its intent is durable; it is
 * accepted or refused only by the server's answer, which is queried by key until it is known.
 * Nothing filled in is lost. The amount comes before the address, which shows what to send at the
 * rate; without a rate the address comes first, as in journals of releases that had no rates. A
 * payment (terms with a `way`) needs neither address nor proof: it is sent from the amount.
 */
import { assign, emit, type SnapshotFrom, setup } from "xstate"
import {
  checkDeposit,
  DEPOSIT_FIELDS,
  type DepositDraft,
  type DepositField,
  type DepositIntent,
  depositFieldOf,
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
import type { DepositEvent } from "../src/events/money.ts"
import type { OperationConfirmed } from "../src/events/operation.ts"

export interface DepositContext extends StartedOperation {
  readonly visit: string | null
  readonly separators: Separators
  readonly draft: DepositDraft
  /** The fields whose problems are shown. */
  readonly touched: readonly DepositField[]
  /** Cleared when its field changes. */
  readonly notice: Notice<DepositField> | null
  readonly focus: Focus<DepositField> | null
  readonly intent: DepositIntent | null
}

const EMPTY: DepositDraft = { terms: null, amount: "", proofId: null }

const touching = (context: DepositContext, ...fields: readonly DepositField[]) => ({
  touched: DEPOSIT_FIELDS.filter((field) => context.touched.includes(field) || fields.includes(field)),
})

const problemsOf = (context: DepositContext) => checkDeposit(context.draft, context.separators).problems

const isRated = ({ draft }: DepositContext): boolean => draft.terms?.rate !== undefined

/** The amount is the first step after the choice. */
const beginsWithAmount = (terms: DepositDraft["terms"]): boolean =>
  terms?.rate !== undefined || terms?.way !== undefined

const mayBeSent = ({ usedKeys, draft, separators }: DepositContext, event: DepositEvent): boolean =>
  event.type === "deposit.submit" &&
  !usedKeys.includes(event.key) &&
  checkDeposit(draft, separators).intent !== null

export const depositMachine = setup({
  types: {
    context: {} as DepositContext,
    events: {} as DepositEvent,
    emitted: {} as OperationConfirmed,
    tags: {} as "confirmed",
  },
  actions: {
    open: assign(({ event }) =>
      event.type === "deposit.open" ? { visit: event.visit, separators: event.separators } : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === "deposit.choose" || event.type === "deposit.requote"
        ? {
            draft: { ...context.draft, terms: event.terms },
            notice: noticeAfter(context.notice, "network"),
          }
        : {},
    ),
    change: assign(({ context, event }) =>
      event.type === "deposit.change"
        ? { draft: { ...context.draft, amount: event.value }, notice: noticeAfter(context.notice, "amount") }
        : {},
    ),
    touch: assign(({ context }) => touching(context, "amount")),
    assignProof: assign(({ context, event }) =>
      event.type === "deposit.proofStored"
        ? {
            draft: { ...context.draft, proofId: event.imageId },
            notice: noticeAfter(context.notice, "proof"),
          }
        : {},
    ),
    dropProof: assign(({ context }) => ({ draft: { ...context.draft, proofId: null } })),
    showAmountProblem: assign(({ context }) => ({
      touched: touching(context, "amount").touched,
      focus: focusOn(context.focus, "amount"),
    })),
    showProblems: assign(({ context }) => ({
      touched: DEPOSIT_FIELDS,
      focus: focusOn(context.focus, firstProblem(DEPOSIT_FIELDS, problemsOf(context))),
    })),
    freeze: assign(({ context, event }) =>
      event.type === "deposit.submit"
        ? {
            intent: checkDeposit(context.draft, context.separators).intent,
            ...startedWithKey(event.key, context),
            notice: null,
          }
        : {},
    ),
    confirm: emit(({ context }) => confirmedWith("deposit", context, context.intent)),
    assignOutcome: assign(({ event }) =>
      event.type === "deposit.resolved" ? { outcome: event.outcome } : {},
    ),
    showRefusal: assign(({ context, event }) =>
      event.type === "deposit.resolved" ? refusalShown(event.outcome, depositFieldOf, context.focus) : {},
    ),
    showUnsent: assign({ notice: { field: null, problem: UNSENT } }),
    begin: assign({ draft: EMPTY, touched: [], notice: null, intent: null, outcome: null }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "deposit.open" && event.visit !== context.visit,
    hasNetwork: ({ context }) => context.draft.terms !== null,
    choosesAmountFirst: ({ event }) => event.type === "deposit.choose" && beginsWithAmount(event.terms),
    hasAmountFirst: ({ context }) => beginsWithAmount(context.draft.terms),
    isRated: ({ context }) => isRated(context),
    isRatedWithAmount: ({ context }) => isRated(context) && problemsOf(context).amount === undefined,
    hasNoNetworkProblem: ({ context }) => problemsOf(context).network === undefined,
    hasOnlyProofProblem: ({ context }) => Object.keys(problemsOf(context)).join() === "proof",
    hasGoodAmount: ({ context }) => problemsOf(context).amount === undefined,
    mayBeSent: ({ context, event }) => mayBeSent(context, event),
    mayReopen: ({ context, event }) => event.type === "deposit.open" && mayReopen(context, event),
    mayReopenUnsent: ({ context, event }) =>
      event.type === "deposit.open" && isUnsent(context) && mayReopen(context, event),
    mayBeginAnother: ({ context }) => context.outcome === null || context.outcome.type === "accepted",
    isUnsent: ({ context }) => isUnsent(context),
    isRefused: ({ context, event }) =>
      event.type === "deposit.resolved" &&
      event.outcome.type === "refused" &&
      concernsOperation(event, context),
    mayBeSentAgain: ({ context, event }) => isUnsent(context) && mayBeSent(context, event),
    isCurrentOperation: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "deposit",
  description: "A deposit report, from draft to outcome",
  context: {
    visit: null,
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
  states: {
    closed: {
      description: "No deposit is being made",
      on: { "deposit.open": { target: "filling", actions: "open" } },
    },
    filling: {
      description: "The member fills in the deposit; its steps have no fixed order",
      initial: "resuming",
      on: {
        "deposit.open": { guard: "isNewVisit", actions: "open" },
        "deposit.choose": [
          {
            guard: "choosesAmountFirst",
            target: ".amounting",
            actions: "choose",
            description: "A network with a rate or a way to pay is chosen; the amount comes next",
          },
          {
            target: ".paying",
            actions: "choose",
            description: "A network without a rate is chosen; its address is shown",
          },
        ],
        "deposit.requote": [
          { guard: "hasGoodAmount", target: ".paying", actions: "choose" },
          {
            target: ".amounting",
            actions: "choose",
            description: "A new rate is accepted before an amount is entered",
          },
        ],
        "deposit.change": { actions: "change" },
        "deposit.leave": { actions: "touch" },
        "deposit.proofStored": { actions: "assignProof" },
        "deposit.proofRemoved": { actions: "dropProof" },
        "deposit.submit": [
          { guard: "mayBeSent", target: "confirmed", actions: ["freeze", "confirm"] },
          { guard: "hasOnlyProofProblem", target: ".proving", actions: "showProblems" },
          { guard: "hasNoNetworkProblem", target: ".amounting", actions: "showProblems" },
          { target: ".choosing", actions: "showProblems" },
        ],
      },
      states: {
        resuming: {
          description: "Resumes at the step where the member left off",
          always: [
            { guard: "hasAmountFirst", target: "amounting" },
            { guard: "hasNetwork", target: "paying" },
            { target: "choosing" },
          ],
        },
        choosing: { description: "No network has been chosen" },
        amounting: {
          description: "The member enters the amount",
          on: {
            "deposit.next": [
              { guard: "isRatedWithAmount", target: "paying" },
              { guard: "hasGoodAmount", target: "proving" },
              { actions: "showAmountProblem" },
            ],
            "deposit.back": [{ guard: "hasAmountFirst", target: "choosing" }, { target: "paying" }],
          },
        },
        paying: {
          description: "The address is shown, with the amount to send, as text to copy and as a QR code",
          on: {
            "deposit.next": [
              { guard: "isRatedWithAmount", target: "proving", description: "The member has paid" },
              { target: "amounting" },
            ],
            "deposit.back": [{ guard: "isRated", target: "amounting" }, { target: "choosing" }],
          },
        },
        proving: {
          description: "The member uploads a proof of the payment",
          on: {
            "deposit.back": [{ guard: "isRated", target: "paying" }, { target: "amounting" }],
          },
        },
        refused: { description: "The server refused; the reason is shown" },
      },
    },
    confirmed: {
      description: "The operation is in the outbox, which reports its outcome; its own machine has each step",
      tags: "confirmed",
      on: {
        "deposit.resolved": [
          { guard: "isRefused", target: "filling.refused", actions: "showRefusal" },
          {
            guard: "isCurrentOperation",
            actions: "assignOutcome",
            description: "It is accepted, or certainly did not happen",
          },
        ],
        "deposit.submit": { guard: "mayBeSentAgain", actions: ["freeze", "confirm"] },
        "deposit.back": { guard: "isUnsent", target: "filling.proving" },
        "deposit.again": {
          guard: "mayBeginAnother",
          target: "filling",
          actions: "begin",
          description: "The member starts another one; the outbox goes on asking for one in doubt",
        },
        "deposit.open": [
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
            description: "Another visit begins another deposit; the outbox goes on asking for one in doubt",
          },
        ],
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type DepositSnapshot = SnapshotFrom<typeof depositMachine>

/** The phase of the page in each state. `resuming` is left at once; null where the operation says it. */
const PHASES = {
  closed: "closed",
  "filling.resuming": "choosing",
  "filling.choosing": "choosing",
  "filling.amounting": "amounting",
  "filling.paying": "paying",
  "filling.proving": "proving",
  "filling.refused": "refused",
  confirmed: null,
} as const satisfies Readonly<Record<LeafState<DepositSnapshot>, string | null>>

export type DepositPhase = NonNullable<(typeof PHASES)[keyof typeof PHASES]> | OperationProgress
/** @param isSending true while the ticket's operation is sent. */
export const depositPhase = (snapshot: DepositSnapshot, isSending: boolean): DepositPhase =>
  viewAt(snapshot, PHASES) ?? progressOf(snapshot.context, isSending)

/** The problem to show next to each field. */
export const depositProblems = ({ context }: Pick<DepositSnapshot, "context">): Problems<DepositField> =>
  shownProblems(problemsOf(context), context.touched, context.notice)

/** A refusal that concerns no field, or null. */
export const depositRefusal = ({ context }: Pick<DepositSnapshot, "context">): Problem | null =>
  context.notice?.field === null ? context.notice.problem : null
