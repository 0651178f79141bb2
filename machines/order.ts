/**
 * Promises: an order is sent at most once per key, and only after its intent is durable. It is
 * accepted or refused only by an answer of the server, which is queried by key until it arrives.
 * The stream belongs to the member who started the order.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
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
  noticeOf,
  type Problem,
  type Problems,
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
import { unprovided } from "../src/domain/unprovided.ts"
import type { OperationResolved, OrderEvent } from "../src/events/money.ts"

export interface OrderContext extends OperationMemory {
  readonly visit: string | null
  /** The latest terms and balance. */
  readonly terms: ProductTerms | null
  readonly available: string
  readonly separators: Separators
  readonly draft: TicketDraft
  readonly touched: readonly DraftField[]
  /** True after the first review. Then the problems of untouched fields are shown too. */
  readonly reviewed: boolean
  readonly quote: DisplayedQuote | null
  /** The refusal of the last attempt by server or market; cleared when its field changes. */
  readonly notice: { readonly field: TicketField; readonly problem: Problem } | null
  readonly focus: Focus<TicketField> | null
  readonly intent: OrderIntent | null
  /** Id of the resulting contract. */
  readonly orderId: string | null
}

/** Input of the effects of one operation. */
export interface OrderJob {
  readonly key: string
  readonly intent: OrderIntent | null
}

const STALE: Problem = { reason: "order.stale-price" }

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

const jobOf = ({ context }: { readonly context: OrderContext }): OrderJob => ({
  key: context.key ?? "",
  intent: context.intent,
})

export const orderMachine = setup({
  types: {
    context: {} as OrderContext,
    events: {} as OrderEvent,
    emitted: {} as OperationResolved,
    tags: {} as "busy" | "unknown" | "refused",
  },
  actors: {
    /** Flushes all received events to disk: order.recorded, or order.unrecorded with the reason. */
    recordOrder: fromCallback<EventObject, { readonly key: string }>(unprovided("recordOrder")),
    /**
     * Sends the order once: order.accepted, order.refused, order.voided, order.tokenRejected or
     * order.unanswered.
     */
    submitOrder: fromCallback<EventObject, OrderJob>(unprovided("submitOrder")),
    /** Queries the outcome of the key once; reports as submitOrder does. */
    askOrder: fromCallback<EventObject, { readonly key: string }>(unprovided("askOrder")),
    /** Waits: order.pauseEnded. */
    pauseOrder: fromCallback<EventObject, { readonly key: string; readonly delayMs: number }>(
      unprovided("pauseOrder"),
    ),
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
        reviewed: false,
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
        reviewed: true,
        failure: null,
      }
    }),
    showProblems: assign(({ context, event }) => {
      const quote = quoteOf(event)
      const problems = checkedAt(context, quote)?.problems ?? {}
      const notice = quote === null ? ({ field: "price", problem: STALE } as const) : null
      return {
        quote: quote ?? context.quote,
        notice,
        reviewed: true,
        focus: focusOn(context.focus, firstProblem(TICKET_FIELDS, problems)),
      }
    }),
    showStale: assign(({ context }) => ({
      notice: { field: "price" as const, problem: STALE },
      focus: focusOn(context.focus, "price"),
    })),
    dropNotice: assign({ notice: null }),
    assignKey: assign(({ context, event }) =>
      event.type === "order.confirm"
        ? { ...startedWithKey(event.key, context), notice: null, orderId: null }
        : {},
    ),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    assignOrderId: assign(({ event }) => (event.type === "order.accepted" ? { orderId: event.id } : {})),
    showRefusal: assign(({ context, event }) => {
      if (event.type !== "order.refused") return {}
      const { failure } = event
      const field = ticketFieldOf(failure)
      return { failure, notice: noticeOf(field, failure), focus: focusOn(context.focus, field) }
    }),
    announce: emit(({ context, event }) => resolvedBy("order", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    resetAttempts: assign({ attempt: 0 }),
    begin: assign({
      draft: ({ context }) => ({ ...EMPTY_DRAFT, direction: context.draft.direction }),
      touched: [],
      reviewed: false,
      notice: null,
      intent: null,
      failure: null,
      orderId: null,
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
    reviewed: false,
    quote: null,
    notice: null,
    focus: null,
    intent: null,
    key: null,
    usedKeys: [],
    attempt: 0,
    failure: null,
    orderId: null,
  },
  initial: "closed",
  on: {
    "order.informed": { actions: "inform", description: "Terms, balance or locale have changed" },
  },
  states: {
    closed: {
      description: "No ticket is shown",
      on: {
        "order.open": { target: "editing", actions: "open", description: "The page of a product is shown" },
      },
    },
    editing: {
      description: "The member fills in the ticket; the draft is always kept",
      initial: "drafting",
      on: {
        "order.open": {
          guard: "isNewVisit",
          target: ".drafting",
          actions: "open",
          description: "The page is opened anew",
        },
        "order.change": { target: ".drafting", actions: "change", description: "A field was changed" },
        "order.leave": {
          actions: "touch",
          description: "A field loses focus; its problem may be shown",
        },
        "order.review": [
          {
            guard: "isWhole",
            target: "confirming",
            actions: "freeze",
            description: "The ticket is valid and the price is live; the figures are fixed",
          },
          {
            target: ".drafting",
            actions: "showProblems",
            description:
              "A field is invalid or the price is stale; problems are shown and the first one gets focus",
          },
        ],
      },
      states: {
        drafting: { description: "No refusal since the last change" },
        refused: { description: "The server refused the last attempt; the reason is shown", tags: "refused" },
      },
    },
    confirming: {
      description: "The fixed figures are shown with the price and its age",
      on: {
        "order.requote": [
          { guard: "isWhole", actions: "freeze", description: "Fixes the figures at the newest price" },
          {
            target: "editing",
            actions: "showProblems",
            description: "The order is invalid at the newest price; problems are shown",
          },
        ],
        "order.back": {
          target: "editing",
          actions: "dropNotice",
          description: "The member edits the details",
        },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: "open",
          description: "The page is opened anew",
        },
        "order.confirm": [
          {
            guard: "mayBeSent",
            target: "recording",
            actions: "assignKey",
            description: "The member confirms every figure at a live price",
          },
          { actions: "showStale", description: "Prices are stale: buying is blocked" },
        ],
      },
    },
    recording: {
      description: "The intent is being stored; nothing is sent yet",
      tags: "busy",
      invoke: { id: "recordOrder", src: "recordOrder", input: jobOf },
      on: {
        "order.recorded": {
          guard: "isCurrentOperation",
          target: "submitting",
          description: "The intent is stored and may be sent",
        },
        "order.unrecorded": {
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
        "order.back": {
          target: "editing",
          description: "The member returns to the ticket, because the fixed price is outdated",
        },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
    submitting: {
      description: "The order is sent once",
      tags: "busy",
      invoke: { id: "submitOrder", src: "submitOrder", input: jobOf },
      on: {
        "order.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          actions: "assignOrderId",
          description: "The server accepts the order",
        },
        "order.refused": {
          guard: "isCurrentOperation",
          target: "editing.refused",
          actions: "showRefusal",
          description: "The server refuses with a reason",
        },
        "order.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          description: "The key is unknown to the server, which voids it",
        },
        "order.unanswered": {
          guard: "isCurrentOperation",
          target: "reconciling",
          actions: "assignFailure",
          description: "No answer arrives; the server may or may not have acted",
        },
        "order.tokenRejected": {
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
        "order.accepted": {
          guard: "isCurrentOperation",
          target: "accepted",
          actions: ["assignOrderId", "announce"],
          description: "The query finds that the server accepted the order",
        },
        "order.refused": {
          guard: "isCurrentOperation",
          target: "editing.refused",
          actions: ["showRefusal", "announce"],
          description: "The query finds that the server refused, with the reason",
        },
        "order.voided": {
          guard: "isCurrentOperation",
          target: "notPlaced",
          actions: "announce",
          description: "The key is unknown to the server, which voids it",
        },
        "order.tokenRejected": {
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
          invoke: { id: "askOrder", src: "askOrder", input: jobOf },
          on: {
            "order.unanswered": {
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
            id: "pauseOrder",
            src: "pauseOrder",
            input: queryPause,
          },
          on: {
            "order.pauseEnded": {
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
        id: "pauseOrder",
        src: "pauseOrder",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "resetAttempts",
          description: "The member logs in again or the document is reloaded",
        },
        "order.pauseEnded": {
          guard: "isCurrentOperation",
          target: "reconciling",
          actions: "resetAttempts",
          description: "The pause ends and the query is sent again",
        },
      },
    },
    accepted: {
      description: "The server has accepted the order",
      on: {
        "order.again": {
          target: "editing",
          actions: "begin",
          description: "The member starts another one",
        },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: ["begin", "open"],
          description: "The page is opened anew with an empty draft",
        },
      },
    },
    notPlaced: {
      description: "The key is void: the order may be retried under a new key",
      on: {
        "order.back": { target: "editing", description: "The member edits the details" },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: "open",
          description: "The page is opened anew",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type OrderSnapshot = SnapshotFrom<typeof orderMachine>

/** The phase of the page in each state. */
const PHASES = {
  closed: "closed",
  "editing.drafting": "editing",
  "editing.refused": "editing",
  confirming: "confirming",
  recording: "sending",
  notRecorded: "notRecorded",
  submitting: "sending",
  "reconciling.asking": "checking",
  "reconciling.pausing": "checking",
  suspended: "checking",
  accepted: "accepted",
  notPlaced: "notPlaced",
} as const satisfies Readonly<Record<LeafState<OrderSnapshot>, string>>

export type OrderPhase = (typeof PHASES)[keyof typeof PHASES]
export const orderPhase = (snapshot: OrderSnapshot): OrderPhase => viewAt(snapshot, PHASES)

/**
 * The problem to show next to each field: of touched fields, after a review of all fields, and the
 * refusal of the last attempt.
 */
export const orderProblems = ({ context }: Pick<OrderSnapshot, "context">): Problems<TicketField> => {
  const problems = checkedAt(context, context.quote)?.problems ?? {}
  const shown = Object.entries(problems).filter(
    ([field, problem]) =>
      field === "product" ||
      (field !== "price" &&
        (context.reviewed ||
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
