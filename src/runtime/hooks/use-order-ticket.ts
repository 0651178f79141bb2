/** The order ticket of one product, for its pages. */
import { useCallback, useMemo } from "react"
import {
  type OrderSnapshot,
  type orderMachine,
  orderPhase,
  orderPreview,
  orderProblems,
} from "../../../machines/order.ts"
import { type streamMachine, streamPhase } from "../../../machines/stream.ts"
import type { Product } from "../../domain/entities.ts"
import { type QuickPart, quickParts } from "../../domain/money.ts"
import { failureIn, idIn, isSame } from "../../domain/operation.ts"
import { type PastContract, pastContractOf } from "../../domain/past-odds.ts"
import {
  type DisplayedQuote,
  DRAFT_FIELDS,
  type DraftField,
  type OrderIntent,
  productTerms,
  shownFacts,
  suggestedFields,
  type TicketFacts,
} from "../../domain/ticket.ts"
import { figuresOf, type TicketFigures } from "../../domain/ticket-figures.ts"
import type { Direction } from "../../domain/trade.ts"
import type { ActorHandle } from "../actors/actor-host.ts"
import type { Runtime } from "../actors/runtime.ts"
import type { QuoteStore } from "../stream/quote-store.ts"
import { useActor, useActorState, useRuntime, useSources } from "./runtime-context.tsx"
import { useOperation, useSeparators, type VisitedMachine } from "./use-operation.ts"
import { useFieldFocus, useProblemText } from "./use-problem.ts"
import { useIsLive, useQuote } from "./use-quotes.ts"

export type OrderHandle = ActorHandle<typeof orderMachine>

interface TicketPorts extends Pick<Runtime, "now" | "createKey"> {
  readonly handle: Pick<OrderHandle, "getSnapshot" | "send">
  readonly stream: Pick<ActorHandle<typeof streamMachine>, "getSnapshot">
  readonly quotes: Pick<QuoteStore, "get">
}

/** A review and a confirmation are bound to the price on the screen, and to whether prices are live. */
export const createTicketCommands = ({ handle, stream, quotes, now, createKey }: TicketPorts) => {
  const isLive = () => streamPhase(stream.getSnapshot()) === "live"
  /** The price on the screen; null unless prices are live. The stream vouches for its age. */
  const displayed = (): DisplayedQuote | null => {
    const quote = quotes.get(handle.getSnapshot().context.terms?.symbol ?? "")
    return quote && isLive() ? { price: quote.price, seq: quote.seq, receivedAtMs: now() } : null
  }
  return {
    set: (field: DraftField, value: string) => handle.send({ type: "order.change", field, value, at: now() }),
    leave: (field: DraftField) => handle.send({ type: "order.leave", field, at: now() }),
    review: () => handle.send({ type: "order.review", quote: displayed(), at: now() }),
    requote: () => handle.send({ type: "order.requote", quote: displayed(), at: now() }),
    back: () => handle.send({ type: "order.back", at: now() }),
    confirm: () => handle.send({ type: "order.confirm", key: createKey(), isLive: isLive(), at: now() }),
  }
}

export interface TicketOptions {
  /** The direction that the page was opened for; null or absent keeps the one chosen. */
  readonly direction?: Direction | null
  /** Identifies the ticket where its page shows several; otherwise it is the page's. */
  readonly visit?: string | undefined
  /** Canonical texts that a new visit begins with: a contract is bought again. */
  readonly filled?: { readonly [Field in DraftField]?: string | undefined } | undefined
}

const connect = (snapshot: OrderSnapshot, isSending: boolean) => {
  const { visit, terms, available, draft, focus, intent } = snapshot.context
  return {
    phase: orderPhase(snapshot, isSending),
    visit,
    terms,
    available,
    draft,
    focus,
    failure: failureIn(snapshot.context),
    contractId: idIn(snapshot.context),
    intent,
    problems: orderProblems(snapshot),
  }
}

/** Fills in what a contract had that is bought again. Its choices are the member's, as if typed. */
const fill = (
  handle: Pick<OrderHandle, "send">,
  filled: TicketOptions["filled"],
  { separators }: TicketFacts,
  now: () => number,
): void => {
  for (const field of DRAFT_FIELDS) {
    const value = filled?.[field]
    if (value === undefined) continue
    handle.send({ type: "order.change", field, value: value.replace(".", separators.decimal), at: now() })
  }
}

/** Fills in stake, period and leverage of a ticket in which the member has chosen none of them. */
const suggest = (
  handle: Pick<OrderHandle, "getSnapshot" | "send">,
  facts: TicketFacts,
  now: () => number,
): void => {
  const { draft, terms } = handle.getSnapshot().context
  if (draft.stake !== "" || draft.slippage !== "" || terms?.productId !== facts.terms.productId) return
  for (const [field, value] of suggestedFields(facts))
    if (draft[field] === "") handle.send({ type: "order.change", field, value, at: now() })
}

const useTicketOperation = (
  handle: OrderHandle,
  facts: TicketFacts | undefined,
  { direction = null, visit: ownVisit, filled }: TicketOptions,
) => {
  const { now } = useRuntime()
  const machine: VisitedMachine<OrderSnapshot, TicketFacts> = {
    handle,
    visit: ownVisit,
    open: (known, visit) => {
      handle.send({ type: "order.open", visit, ...known, direction, startsAnother: true, at: now() })
      fill(handle, filled, known, now)
      suggest(handle, known, now)
    },
    update: {
      inform: (known) => handle.send({ type: "order.informed", ...known, at: now() }),
      isChanged: (known, { terms, available, separators }) =>
        terms?.productId === known.terms.productId && !isSame(known, { terms, available, separators }),
    },
  }
  return useOperation(machine, facts, connect)
}

const NO_PARTS: readonly QuickPart[] = []

/**
 * The figures of the edited ticket at the newest price, null while a field is missing or not valid.
 * It renders with each price, so only what shows figures uses it.
 */
export const useTicketFigures = (symbol: string): TicketFigures | null => useTicketPreview(symbol, figuresOf)

/** The edited ticket as a contract of the past; null while a field is missing or not valid. */
export const useTicketContract = (symbol: string): PastContract | null =>
  useTicketPreview(symbol, pastContractOf)

const useTicketPreview = <Seen>(symbol: string, see: (preview: OrderIntent, price: string) => Seen) => {
  const handle = useActor("order")
  const quote = useQuote(symbol)
  const select = useCallback(
    (snapshot: OrderSnapshot) => {
      const preview = orderPreview(snapshot, quote ?? null)
      return preview === null ? null : see(preview, preview.quote.price)
    },
    [quote, see],
  )
  return useActorState(handle, select, isSame)
}

/**
 * The ticket for `product`. It continues when its page is shown again or reloaded, and starts afresh
 * on another visit. While an earlier order is being sent, that order is shown instead, whatever its
 * product (`intent.symbol`).
 */
export const useOrderTicket = (
  product: Product | undefined,
  available: string | undefined,
  options: TicketOptions = {},
) => {
  const { direction = null } = options
  const { now, createKey } = useRuntime()
  const handle = useActor("order")
  const separators = useSeparators()
  const facts = useMemo(
    () =>
      product && available !== undefined
        ? { terms: productTerms(product), available, separators }
        : undefined,
    [product, available, separators],
  )
  const { view, visit, isReady } = useTicketOperation(handle, facts, options)
  const textOf = useProblemText()
  const refOf = useFieldFocus(view.focus)
  const stream = useActor("stream")
  const { quotes } = useSources()
  const commands = useMemo(
    () => createTicketCommands({ handle, stream, quotes, now, createKey }),
    [handle, stream, quotes, now, createKey],
  )
  const isLive = useIsLive()
  const { terms, available: balance } = shownFacts(view, facts)
  const noticeRef = useCallback(
    (element: HTMLElement | null) => {
      refOf("price")(element)
      refOf("product")(element)
    },
    [refOf],
  )
  const { problems } = view
  // "wait for a fresh price" is answered as soon as prices are live again
  const isAnswered = problems.price?.reason === "order.stale-price" && isLive
  /** Begins another one; an operation in doubt is left to the outbox. */
  const again = () => {
    if (facts === undefined || view.terms?.productId === facts.terms.productId)
      handle.send({ type: "order.again", at: now() })
    else handle.send({ type: "order.open", visit, ...facts, direction, at: now() })
    if (facts) suggest(handle, facts, now)
  }
  const field = (name: DraftField) => ({
    name,
    value: view.draft[name],
    error: textOf(problems[name], name),
    onChange: (value: string) => commands.set(name, value),
    onBlur: () => commands.leave(name),
    ref: refOf(name),
  })
  return {
    ...commands,
    phase: view.phase,
    isReady,
    terms,
    available: balance,
    field,
    error: textOf(problems.product ?? (isAnswered ? undefined : problems.price)),
    /**
     * For the element that shows `error` and `refusal`: it takes the focus if no field is to blame.
     */
    noticeRef,
    /** Why the order could not be recorded. */
    notRecorded: view.phase === "notRecorded" ? textOf(view.failure) : undefined,
    refusal: view.phase === "refused" ? textOf(view.failure) : undefined,
    parts: terms ? quickParts(balance, terms.minStake, terms.maxStake) : NO_PARTS,
    /** The contract that the accepted order has made. */
    contractId: view.contractId,
    /** The order as fixed by the review. */
    intent: view.phase === "editing" || view.phase === "refused" ? null : view.intent,
    again,
  }
}
