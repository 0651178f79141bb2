/**
 * Promises: a deposit is reported at most once per key, only after its intent is durable; it is
 * called accepted or refused only on the server's word, which is queried by key until it is known.
 * Nothing filled in is lost.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import {
  checkDeposit,
  DEPOSIT_FIELDS,
  type DepositDraft,
  type DepositField,
  type DepositIntent,
  depositFieldOf,
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
import type { DepositEvent, OperationResolved } from "../src/events/money.ts"

export interface DepositContext extends OperationMemory {
  readonly visit: string | null
  readonly separators: Separators
  readonly draft: DepositDraft
  /** The fields whose problems are shown. */
  readonly touched: readonly DepositField[]
  /** Cleared when its field changes. */
  readonly notice: Notice<DepositField> | null
  readonly focus: Focus<DepositField> | null
  readonly intent: DepositIntent | null
  readonly depositId: string | null
}

/** Input of the effects of one operation. */
export interface DepositJob {
  readonly key: string
  readonly intent: DepositIntent | null
}

const EMPTY: DepositDraft = { network: null, amount: "", proofId: null }

const jobOf = ({ context }: { readonly context: DepositContext }): DepositJob => ({
  key: context.key ?? "",
  intent: context.intent,
})

const touching = (context: DepositContext, ...fields: readonly DepositField[]) => ({
  touched: DEPOSIT_FIELDS.filter((field) => context.touched.includes(field) || fields.includes(field)),
})

const problemsOf = (context: DepositContext) => checkDeposit(context.draft, context.separators).problems

export const depositMachine = setup({
  types: {
    context: {} as DepositContext,
    events: {} as DepositEvent,
    emitted: {} as OperationResolved,
    tags: {} as "editable" | "addressed" | "busy" | "unknown" | "settled" | "refused",
  },
  actors: {
    /**
     * Flushes all received events to disk: deposit.recorded, or deposit.unrecorded with the reason.
     */
    recordDeposit: fromCallback<EventObject, { readonly key: string }>(unprovided("recordDeposit")),
    /**
     * Sends once: deposit.accepted, deposit.refused, deposit.voided, deposit.tokenRejected or
     * deposit.unanswered.
     */
    submitDeposit: fromCallback<EventObject, DepositJob>(unprovided("submitDeposit")),
    /** Queries the outcome of the key once; reports as submitDeposit does. */
    askDeposit: fromCallback<EventObject, { readonly key: string }>(unprovided("askDeposit")),
    /** Waits: deposit.pauseEnded. */
    pauseDeposit: fromCallback<EventObject, { readonly key: string; readonly delayMs: number }>(
      unprovided("pauseDeposit"),
    ),
  },
  actions: {
    open: assign(({ event }) =>
      event.type === "deposit.open" ? { visit: event.visit, separators: event.separators } : {},
    ),
    choose: assign(({ context, event }) =>
      event.type === "deposit.choose"
        ? {
            draft: { ...context.draft, network: event.network },
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
    takeProof: assign(({ context, event }) =>
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
            depositId: null,
          }
        : {},
    ),
    takeFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    takeDepositId: assign(({ event }) => (event.type === "deposit.accepted" ? { depositId: event.id } : {})),
    placeRefusal: assign(({ context, event }) => {
      if (event.type !== "deposit.refused") return {}
      const { failure } = event
      const field = depositFieldOf(failure)
      return { failure, notice: noticeOf(field, failure), focus: focusOn(context.focus, field) }
    }),
    announce: emit(({ context, event }) => resolvedBy("deposit", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    askAnew: assign({ attempt: 0 }),
    begin: assign({ draft: EMPTY, touched: [], notice: null, intent: null, failure: null, depositId: null }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "deposit.open" && event.visit !== context.visit,
    hasNetwork: ({ context }) => context.draft.network !== null,
    hasNoNetworkProblem: ({ context }) => problemsOf(context).network === undefined,
    hasOnlyProofProblem: ({ context }) => Object.keys(problemsOf(context)).join() === "proof",
    hasGoodAmount: ({ context }) => problemsOf(context).amount === undefined,
    mayBeSent: ({ context, event }) =>
      event.type === "deposit.submit" &&
      !context.usedKeys.includes(event.key) &&
      checkDeposit(context.draft, context.separators).intent !== null,
    isOurs: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "deposit",
  description: "A deposit from the choice of a network to the server's word",
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
    attempt: 0,
    failure: null,
    depositId: null,
  },
  initial: "closed",
  states: {
    closed: {
      description: "No deposit is being made",
      on: { "deposit.open": { target: "filling", actions: "open", description: "The page is shown" } },
    },
    filling: {
      description: "The member says what was paid, where, and shows it; the steps may be taken in any order",
      tags: "editable",
      initial: "resuming",
      on: {
        "deposit.open": { guard: "isNewVisit", actions: "open", description: "Another page is shown" },
        "deposit.choose": {
          target: ".paying",
          actions: "choose",
          description: "A network was chosen: its address is shown",
        },
        "deposit.change": { actions: "change", description: "Another amount was typed" },
        "deposit.leave": { actions: "touch", description: "The focus has left the amount" },
        "deposit.proofStored": {
          actions: "takeProof",
          description: "The picture of the payment is with the server",
        },
        "deposit.proofRemoved": { actions: "dropProof", description: "The picture was taken away" },
        "deposit.submit": [
          {
            guard: "mayBeSent",
            target: "recording",
            actions: "freeze",
            description: "Nothing is missing: the report is fixed",
          },
          {
            guard: "hasOnlyProofProblem",
            target: ".proving",
            actions: "showProblems",
            description: "Only the picture is missing",
          },
          {
            guard: "hasNoNetworkProblem",
            target: ".amounting",
            actions: "showProblems",
            description: "The amount is missing or wrong",
          },
          { target: ".choosing", actions: "showProblems", description: "The network is missing" },
        ],
      },
      states: {
        resuming: {
          description: "Goes to where the member left off",
          always: [
            { guard: "hasNetwork", target: "paying", description: "A network was chosen before" },
            { target: "choosing", description: "Nothing was chosen before" },
          ],
        },
        choosing: { description: "No network has been chosen" },
        paying: {
          description: "The address is shown, as text to copy and as a QR code",
          tags: "addressed",
          on: {
            "deposit.next": { target: "amounting", description: "The member has paid" },
            "deposit.back": { target: "choosing", description: "Another network is wanted" },
          },
        },
        amounting: {
          description: "The member says how much was paid",
          tags: "addressed",
          on: {
            "deposit.next": [
              { guard: "hasGoodAmount", target: "proving", description: "The amount can be taken" },
              { actions: "showAmountProblem", description: "The amount is missing or wrong: why is shown" },
            ],
            "deposit.back": { target: "paying", description: "The address is wanted again" },
          },
        },
        proving: {
          description: "The member shows a picture of the payment",
          tags: "addressed",
          on: { "deposit.back": { target: "amounting", description: "The amount is to be changed" } },
        },
        refused: { description: "The server refused and said why", tags: ["addressed", "refused"] },
      },
    },
    recording: {
      description: "The intent is being written down durably; nothing has been sent",
      tags: "busy",
      invoke: { id: "recordDeposit", src: "recordDeposit", input: jobOf },
      on: {
        "deposit.recorded": {
          guard: "isOurs",
          target: "submitting",
          description: "The intent is on disk: now, and not before, it may be sent",
        },
        "deposit.unrecorded": {
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
        "deposit.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "freeze",
          description: "Tried again, under a new key",
        },
        "deposit.back": { target: "filling.proving", description: "The member wants to change something" },
        "deposit.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
    submitting: {
      description: "The deposit has been reported, once",
      tags: "busy",
      invoke: { id: "submitDeposit", src: "submitDeposit", input: jobOf },
      on: {
        "deposit.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: "takeDepositId",
          description: "The server has taken the report",
        },
        "deposit.refused": {
          guard: "isOurs",
          target: "filling.refused",
          actions: "placeRefusal",
          description: "The server has refused, and why",
        },
        "deposit.voided": {
          guard: "isOurs",
          target: "notPlaced",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "deposit.unanswered": {
          guard: "isOurs",
          target: "reconciling",
          actions: "takeFailure",
          description: "No answer came: the server may have acted or not",
        },
        "deposit.tokenRejected": {
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
        "deposit.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: ["takeDepositId", "announce"],
          description: "It turns out that the server had taken the report",
        },
        "deposit.refused": {
          guard: "isOurs",
          target: "filling.refused",
          actions: ["placeRefusal", "announce"],
          description: "It turns out that the server had refused, and why",
        },
        "deposit.voided": {
          guard: "isOurs",
          target: "notPlaced",
          actions: "announce",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "deposit.tokenRejected": {
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
          invoke: { id: "askDeposit", src: "askDeposit", input: jobOf },
          on: {
            "deposit.unanswered": {
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
            id: "pauseDeposit",
            src: "pauseDeposit",
            input: queryPause,
          },
          on: {
            "deposit.pauseEnded": {
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
        id: "pauseDeposit",
        src: "pauseDeposit",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "askAnew",
          description: "The member is back, or another page has been loaded",
        },
        "deposit.pauseEnded": {
          guard: "isOurs",
          target: "reconciling",
          actions: "askAnew",
          description: "The pause is over: the token may be good again",
        },
      },
    },
    accepted: {
      description: "The server has the report; a review decides about the money",
      tags: "settled",
      on: {
        "deposit.again": {
          target: "filling",
          actions: "begin",
          description: "The member wants to make another one",
        },
        "deposit.open": {
          guard: "isNewVisit",
          target: "filling",
          actions: ["begin", "open"],
          description: "Another page begins anew",
        },
      },
    },
    notPlaced: {
      description:
        "The server has never seen the report and never will: it may be made again under a new key",
      tags: "settled",
      on: {
        "deposit.submit": {
          guard: "mayBeSent",
          target: "recording",
          actions: "freeze",
          description: "Tried again, under a new key",
        },
        "deposit.back": { target: "filling.proving", description: "The member wants to change something" },
        "deposit.open": {
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
export type DepositSnapshot = SnapshotFrom<typeof depositMachine>

/** The problem to show next to each field. */
export const depositProblems = ({ context }: Pick<DepositSnapshot, "context">): Problems<DepositField> =>
  shownProblems(problemsOf(context), context.touched, context.notice)

/** A refusal that concerns no field, or null. */
export const depositRefusal = ({ context }: Pick<DepositSnapshot, "context">): Problem | null =>
  context.notice?.field === null ? context.notice.problem : null
