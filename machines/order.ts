/**
 * Promises: an order is sent at most once per key, only after its intent is durable; it is called
 * accepted or refused only on the server's word, which is queried by key until it is known. Its
 * stream belongs to the member who began it.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Product } from "../src/domain/entities.ts"
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
  readonly product: Product | null
  readonly available: string
  readonly separators: Separators
  readonly draft: TicketDraft
  readonly touched: readonly DraftField[]
  /**
   * True after the first review: from then on every problem is shown, not only those of touched
   * fields.
   */
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
  context.product === null
    ? null
    : checkTicket(context.draft, {
        product: context.product,
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
    tags: {} as "editable" | "busy" | "unknown" | "settled" | "refused",
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
      const { visit, product, available, separators, direction } = event
      const isSame = context.product?.id === product.id
      const draft = isSame ? context.draft : EMPTY_DRAFT
      const period = product.periods.length === 1 ? String(product.periods[0]) : draft.period
      const leverage = product.leverages.length === 1 ? String(product.leverages[0]) : draft.leverage
      return {
        visit,
        product,
        available,
        separators,
        draft: { ...draft, period, leverage, direction: direction ?? draft.direction },
        touched: isSame ? context.touched : [],
        reviewed: false,
      }
    }),
    inform: assign(({ event }) =>
      event.type === "order.informed"
        ? { product: event.product, available: event.available, separators: event.separators }
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
    takeKey: assign(({ context, event }) =>
      event.type === "order.confirm"
        ? { ...startedWithKey(event.key, context), notice: null, orderId: null }
        : {},
    ),
    takeFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    takeOrderId: assign(({ event }) => (event.type === "order.accepted" ? { orderId: event.id } : {})),
    placeRefusal: assign(({ context, event }) => {
      if (event.type !== "order.refused") return {}
      const { failure } = event
      const field = ticketFieldOf(failure)
      return { failure, notice: noticeOf(field, failure), focus: focusOn(context.focus, field) }
    }),
    announce: emit(({ context, event }) => resolvedBy("order", context.visit, event)),
    countAttempt: assign(({ context }) => ({ attempt: context.attempt + 1 })),
    askAnew: assign({ attempt: 0 }),
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
    isOurs: ({ context, event }) => concernsOperation(event, context),
  },
}).createMachine({
  id: "order",
  description: "One product's ticket, from the first figure typed to the server's word",
  context: {
    visit: null,
    product: null,
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
      description: "The member fills in the ticket; nothing typed is ever lost",
      tags: "editable",
      initial: "drafting",
      on: {
        "order.open": {
          guard: "isNewVisit",
          target: ".drafting",
          actions: "open",
          description: "Another page is shown",
        },
        "order.change": { target: ".drafting", actions: "change", description: "A field was changed" },
        "order.leave": {
          actions: "touch",
          description: "The focus has left a field: its problem may be shown",
        },
        "order.review": [
          {
            guard: "isWhole",
            target: "confirming",
            actions: "freeze",
            description: "Nothing is missing and the price is live: the figures are fixed",
          },
          {
            target: ".drafting",
            actions: "showProblems",
            description: "Something is missing, wrong or stale: it is shown, and the focus goes there",
          },
        ],
      },
      states: {
        drafting: { description: "Nothing has been refused since the last change" },
        refused: { description: "The server refused the last attempt and said why", tags: "refused" },
      },
    },
    confirming: {
      description: "Every figure is fixed and shown, with the price and its age",
      on: {
        "order.requote": [
          { guard: "isWhole", actions: "freeze", description: "Fixes the figures at the newest price" },
          {
            target: "editing",
            actions: "showProblems",
            description: "At the newest price the order no longer holds: why is shown",
          },
        ],
        "order.back": {
          target: "editing",
          actions: "dropNotice",
          description: "The member wants to change something",
        },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: "open",
          description: "Another page is shown",
        },
        "order.confirm": [
          {
            guard: "mayBeSent",
            target: "recording",
            actions: "takeKey",
            description: "The member agrees to every figure, at a live price",
          },
          { actions: "showStale", description: "Prices are stale: buying is blocked" },
        ],
      },
    },
    recording: {
      description: "The intent is being written down durably; nothing has been sent",
      tags: "busy",
      invoke: { id: "recordOrder", src: "recordOrder", input: jobOf },
      on: {
        "order.recorded": {
          guard: "isOurs",
          target: "submitting",
          description: "The intent is on disk: now, and not before, it may be sent",
        },
        "order.unrecorded": {
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
        "order.back": {
          target: "editing",
          description: "Tried again from the ticket: its figures were fixed at a price that is old by now",
        },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
    submitting: {
      description: "The order has been sent, once",
      tags: "busy",
      invoke: { id: "submitOrder", src: "submitOrder", input: jobOf },
      on: {
        "order.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: "takeOrderId",
          description: "The server has taken the order",
        },
        "order.refused": {
          guard: "isOurs",
          target: "editing.refused",
          actions: "placeRefusal",
          description: "The server has refused, and why",
        },
        "order.voided": {
          guard: "isOurs",
          target: "notPlaced",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "order.unanswered": {
          guard: "isOurs",
          target: "reconciling",
          actions: "takeFailure",
          description: "No answer came: the server may have acted or not",
        },
        "order.tokenRejected": {
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
        "order.accepted": {
          guard: "isOurs",
          target: "accepted",
          actions: ["takeOrderId", "announce"],
          description: "It turns out that the server had taken the order",
        },
        "order.refused": {
          guard: "isOurs",
          target: "editing.refused",
          actions: ["placeRefusal", "announce"],
          description: "It turns out that the server had refused, and why",
        },
        "order.voided": {
          guard: "isOurs",
          target: "notPlaced",
          actions: "announce",
          description: "The server has never seen the key and will refuse it from now on",
        },
        "order.tokenRejected": {
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
          invoke: { id: "askOrder", src: "askOrder", input: jobOf },
          on: {
            "order.unanswered": {
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
            id: "pauseOrder",
            src: "pauseOrder",
            input: queryPause,
          },
          on: {
            "order.pauseEnded": {
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
        id: "pauseOrder",
        src: "pauseOrder",
        input: tokenPause,
      },
      on: {
        "journal.resumed": {
          target: "reconciling",
          actions: "askAnew",
          description: "The member is back, or another page has been loaded",
        },
        "order.pauseEnded": {
          guard: "isOurs",
          target: "reconciling",
          actions: "askAnew",
          description: "The pause is over: the token may be good again",
        },
      },
    },
    accepted: {
      description: "The server has accepted the order",
      tags: "settled",
      on: {
        "order.again": {
          target: "editing",
          actions: "begin",
          description: "The member wants to make another one",
        },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: ["begin", "open"],
          description: "Another page begins anew",
        },
      },
    },
    notPlaced: {
      description:
        "The server has never seen the order and never will: it may be tried again under a new key",
      tags: "settled",
      on: {
        "order.back": { target: "editing", description: "The member wants to change something" },
        "order.open": {
          guard: "isNewVisit",
          target: "editing",
          actions: "open",
          description: "Another page is shown",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type OrderSnapshot = SnapshotFrom<typeof orderMachine>

/**
 * The problem to show next to each field: of touched fields, of all after a review, and the refusal
 * by server or market.
 */
export const orderProblems = ({ context }: Pick<OrderSnapshot, "context">): Problems<TicketField> => {
  const found = checkedAt(context, context.quote)?.problems ?? {}
  const shown = Object.entries(found).filter(
    ([field, problem]) =>
      field === "product" ||
      (field !== "price" &&
        (context.reviewed ||
          (problem.reason !== "field.required" && context.touched.some((each) => each === field)))),
  )
  const own: Problems<TicketField> = Object.fromEntries(shown)
  return context.notice === null ? own : { ...own, [context.notice.field]: context.notice.problem }
}

/**
 * The order at the displayed price, for the figures below the fields; null while something is
 * missing.
 */
export const orderPreview = (
  { context }: Pick<OrderSnapshot, "context">,
  quote: DisplayedQuote | null,
): OrderIntent | null => checkedAt(context, quote)?.intent ?? null
