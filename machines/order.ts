/**
 * Promises: an order is put into the outbox at most once per key, with every figure fixed, and shown
 * as accepted or refused only when the outbox reports so. While it is in doubt another may be made.
 * The stream belongs to the member who started the order.
 */
import { assign, emit, type SnapshotFrom, setup } from "xstate"
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
  type Problem,
  type Problems,
  UNSENT,
} from "../src/domain/problem.ts"
import {
  checkTicket,
  type DisplayedQuote,
  type DraftField,
  EMPTY_DRAFT,
  type OrderIntent,
  type ProductTerms,
  TICKET_FIELDS,
  type TicketDraft,
  type TicketField,
  ticketFieldOf,
} from "../src/domain/ticket.ts"
import type { OrderEvent } from "../src/events/money.ts"
import type { OperationConfirmed } from "../src/events/operation.ts"

export interface OrderContext extends StartedOperation {
  readonly visit: string | null
  /** The latest terms and balance. */
  readonly terms: ProductTerms | null
  readonly available: string
  readonly separators: Separators
  readonly draft: TicketDraft
  readonly touched: readonly DraftField[]
  readonly quote: DisplayedQuote | null
  /** The refusal of the last attempt by server or market; cleared when its field changes. */
  readonly notice: { readonly field: TicketField; readonly problem: Problem } | null
  readonly focus: Focus<TicketField> | null
  readonly intent: OrderIntent | null
}

const STALE: Problem = { reason: "order.stale-price" }
const REVIEW_ENDED: Problem = { reason: "order.review-ended" }

const checkedAt = (context: OrderContext, quote: DisplayedQuote | null) =>
  context.terms === null
    ? null
    : checkTicket(context.draft, {
        product: context.terms,
        available: context.available,
        separators: context.separators,
        quote,
      })

const quoteOf = (event: OrderEvent): DisplayedQuote | null => ("quote" in event ? event.quote : null)

export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    emitted: {} as OperationConfirmed,
    tags: {} as "confirmed",
  },
  actions: {
    open: assign(({ context, event }) => {
      if (event.type !== "order.open") return {}
      const { visit, terms, available, separators, direction } = event
      const isSame = context.terms?.productId === terms.productId
      const draft = isSame ? context.draft : EMPTY_DRAFT
      const period = terms.periods.length === 1 ? String(terms.periods[0]) : draft.period
      const leverage = terms.leverages.length === 1 ? String(terms.leverages[0]) : draft.leverage
      return {
        visit,
        terms,
        available,
        separators,
        draft: { ...draft, period, leverage, direction: direction ?? draft.direction },
        touched: isSame ? context.touched : [],
      }
    }),
    inform: assign(({ event }) =>
      event.type === "order.informed"
        ? { terms: event.terms, available: event.available, separators: event.separators }
        : {},
    ),
    change: assign(({ context, event }) => {
      if (event.type !== "order.change") return {}
      const answered = [event.field, "price", "product"].includes(context.notice?.field ?? "")
      return {
        draft: { ...context.draft, [event.field]: event.value },
        notice: answered ? null : context.notice,
      }
    }),
    touch: assign(({ context, event }) =>
      event.type === "order.leave" && !context.touched.includes(event.field)
        ? { touched: [...context.touched, event.field] }
        : {},
    ),
    freeze: assign(({ context, event }) => {
      const quote = quoteOf(event)
      return {
        quote,
        intent: checkedAt(context, quote)?.intent ?? null,
        notice: null,
        outcome: null,
      }
    }),
    showProblems: assign(({ context, event }) => {
      const quote = quoteOf(event)
      const problems = checkedAt(context, quote)?.problems ?? {}
      const notice = quote === null ? ({ field: "price", problem: STALE } as const) : null
      return {
        quote: quote ?? context.quote,
        notice,
        focus: focusOn(context.focus, firstProblem(TICKET_FIELDS, problems)),
      }
    }),
    showStale: assign(({ context }) => ({
      notice: { field: "price" as const, problem: STALE },
      focus: focusOn(context.focus, "price"),
    })),
    showReviewEnded: assign({ notice: { field: "product", problem: REVIEW_ENDED } }),
    showUnsent: assign({ notice: { field: "product", problem: UNSENT } }),
    dropNotice: assign({ notice: null }),
    assignKey: assign(({ context, event }) =>
      event.type === "order.confirm" ? { ...startedWithKey(event.key, context), notice: null } : {},
    ),
    confirm: emit(({ context }) => confirmedWith("order", context, context.intent)),
    assignOutcome: assign(({ event }) => (event.type === "order.resolved" ? { outcome: event.outcome } : {})),
    showRefusal: assign(({ context, event }) =>
      event.type === "order.resolved" ? refusalShown(event.outcome, ticketFieldOf, context.focus) : {},
    ),
    begin: assign({
      draft: ({ context }) => ({ ...EMPTY_DRAFT, direction: context.draft.direction }),
      touched: [],
      notice: null,
      intent: null,
      outcome: null,
    }),
  },
  guards: {
    isNewVisit: ({ context, event }) => event.type === "order.open" && event.visit !== context.visit,
    isWhole: ({ context, event }) => checkedAt(context, quoteOf(event))?.intent != null,
    mayBeSent: ({ context, event }) =>
      event.type === "order.confirm" &&
      event.isLive &&
      !context.usedKeys.includes(event.key) &&
      context.intent !== null,
    mayReopen: ({ context, event }) => event.type === "order.open" && mayReopen(context, event),
    mayReopenUnsent: ({ context, event }) =>
      event.type === "order.open" && isUnsent(context) && mayReopen(context, event),
    mayBeginAnother: ({ context }) => context.outcome === null || context.outcome.type === "accepted",
    isUnsent: ({ context }) => isUnsent(context),
    isRefused: ({ context, event }) =>
      event.type === "order.resolved" &&
      event.outcome.type === "refused" &&
      concernsOperation(event, context),
    isCurrentOperation: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "order",
  description: "The order ticket of one product, from draft to outcome",
  context: {
    visit: null,
    terms: null,
    available: "0.00",
    separators: { decimal: ".", group: "," },
    draft: EMPTY_DRAFT,
    touched: [],
    quote: null,
    notice: null,
    focus: null,
    intent: null,
    key: null,
    usedKeys: [],
    outcome: null,
  },
  initial: "closed",
  on: {
    "order.informed": { actions: "inform", description: "Terms, balance or locale have changed" },
  },
  states: {
    closed: {
      description: "No ticket is shown",
      on: {
        "order.open": { target: "editing", actions: "open" },
      },
    },
    editing: {
      description: "The member fills in the ticket; the draft is always kept",
      initial: "untried",
      on: {
        "order.open": { guard: "isNewVisit", target: ".untried", actions: "open" },
        "order.change": { actions: "change" },
        "order.leave": { actions: "touch" },
        "order.review": [
          {
            guard: "isWhole",
            target: "confirming",
            actions: "freeze",
            description: "The ticket is valid and the price is live; the figures are fixed",
          },
          {
            target: ".tried",
            actions: "showProblems",
            description:
              "A field is invalid or the price is stale; problems are shown and the first one gets focus",
          },
        ],
      },
      states: {
        untried: { description: "Not reviewed yet; problems wait until their field loses the focus" },
        tried: { description: "It was reviewed, and every problem is shown" },
        refused: {
          description: "The server refused the last attempt; the reason is shown",
          on: {
            "order.change": { target: "tried", actions: "change" },
          },
        },
      },
    },
    confirming: {
      description: "The fixed figures are shown with the price and its age",
      on: {
        "order.requote": [
          { guard: "isWhole", actions: "freeze", description: "Fixes the figures at the newest price" },
          {
            target: "editing.tried",
            actions: "showProblems",
            description: "The order is invalid at the newest price; problems are shown",
          },
        ],
        "order.back": { target: "editing.tried", actions: "dropNotice" },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: ["open", "showReviewEnded"],
          description: "The page is opened again, perhaps in another tab; the ticket says so",
        },
        "order.confirm": [
          { guard: "mayBeSent", target: "confirmed", actions: ["assignKey", "confirm"] },
          { actions: "showStale", description: "Prices are stale: buying is blocked" },
        ],
      },
    },
    confirmed: {
      description: "The operation is in the outbox, which reports its outcome; its own machine has each step",
      tags: "confirmed",
      on: {
        "order.resolved": [
          { guard: "isRefused", target: "editing.refused", actions: "showRefusal" },
          {
            guard: "isCurrentOperation",
            actions: "assignOutcome",
            description: "It is accepted, or certainly did not happen",
          },
        ],
        "order.back": { guard: "isUnsent", target: "editing.tried" },
        "order.again": {
          guard: "mayBeginAnother",
          target: "editing",
          actions: "begin",
          description: "The member starts another one; the outbox goes on asking for one in doubt",
        },
        "order.open": [
          {
            guard: "mayReopenUnsent",
            target: "editing",
            actions: ["open", "showUnsent"],
            description: "The page is opened again; it says that nothing was sent",
          },
          {
            guard: "mayReopen",
            target: "editing",
            actions: ["begin", "open"],
            description: "Another visit begins another order; the outbox goes on asking for one in doubt",
          },
        ],
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type OrderSnapshot = SnapshotFrom<typeof orderMachine>

/** The phase of the page in each state; null where the operation says it. */
const PHASES = {
  closed: "closed",
  "editing.untried": "editing",
  "editing.tried": "editing",
  "editing.refused": "refused",
  confirming: "confirming",
  confirmed: null,
} as const satisfies Readonly<Record<LeafState<OrderSnapshot>, string | null>>

export type OrderPhase = NonNullable<(typeof PHASES)[keyof typeof PHASES]> | OperationProgress
/** @param isSending true while the ticket's operation is sent. */
export const orderPhase = (snapshot: OrderSnapshot, isSending: boolean): OrderPhase =>
  viewAt(snapshot, PHASES) ?? progressOf(snapshot.context, isSending)

/** Whether every problem is shown, or only those of fields that lost the focus. */
const SHOWS_EVERY_PROBLEM = {
  closed: false,
  "editing.untried": false,
  "editing.tried": true,
  "editing.refused": true,
  confirming: true,
  confirmed: true,
} as const satisfies Readonly<Record<LeafState<OrderSnapshot>, boolean>>

/**
 * The problem to show next to each field: of touched fields, after a review of all fields, and the
 * refusal of the last attempt.
 */
export const orderProblems = (snapshot: OrderSnapshot): Problems<TicketField> => {
  const { context } = snapshot
  const isEveryShown = viewAt(snapshot, SHOWS_EVERY_PROBLEM)
  const problems = checkedAt(context, context.quote)?.problems ?? {}
  const shown = Object.entries(problems).filter(
    ([field, problem]) =>
      field === "product" ||
      (field !== "price" &&
        (isEveryShown ||
          (problem.reason !== "field.required" && context.touched.some((each) => each === field)))),
  )
  const fieldProblems: Problems<TicketField> = Object.fromEntries(shown)
  return context.notice === null
    ? fieldProblems
    : { ...fieldProblems, [context.notice.field]: context.notice.problem }
}

/** The order at the displayed price, for the ticket's figures. Null while the ticket is invalid. */
export const orderPreview = (
  { context }: Pick<OrderSnapshot, "context">,
  quote: DisplayedQuote | null,
): OrderIntent | null => checkedAt(context, quote)?.intent ?? null
