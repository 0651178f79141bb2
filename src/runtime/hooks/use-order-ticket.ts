/** The order ticket of one product, for its pages. */
import { useCallback, useMemo } from "react"
import { marketPhase } from "../../../machines/market.ts"
import {
  type OrderSnapshot,
  type orderMachine,
  orderPhase,
  orderPreview,
  orderProblems,
} from "../../../machines/order.ts"
import type { Product } from "../../domain/entities.ts"
import type { Separators } from "../../domain/money.ts"
import { isSame } from "../../domain/operation.ts"
import { type DisplayedQuote, type DraftField, type ProductTerms, productTerms } from "../../domain/ticket.ts"
import { figuresOf, type QuickPart, quickParts, type TicketFigures } from "../../domain/ticket-figures.ts"
import type { Direction } from "../../domain/trade.ts"
import type { ActorHandle } from "../actor-host.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"
import { useOperation, useSeparators, type VisitedMachine } from "./use-operation.ts"
import { useIsLive, useQuote } from "./use-quotes.ts"

type OrderHandle = ActorHandle<typeof orderMachine>

export interface TicketOptions {
  /** The direction that the page was opened for; null or absent keeps the one chosen. */
  readonly direction?: Direction | null
}

interface TicketFacts {
  readonly terms: ProductTerms
  readonly available: string
  readonly separators: Separators
}

const selectTicket = (snapshot: OrderSnapshot) => {
  const { visit, terms, available, draft, focus, failure, intent, orderId } = snapshot.context
  return {
    phase: orderPhase(snapshot),
    isSending: snapshot.hasTag("busy"),
    visit,
    terms,
    available,
    draft,
    focus,
    failure,
    intent,
    orderId,
    problems: orderProblems(snapshot),
    isRefused: snapshot.hasTag("refused"),
  }
}

const useTicketOperation = (
  handle: OrderHandle,
  facts: TicketFacts | undefined,
  direction: Direction | null,
) => {
  const { now } = useRuntime()
  const machine: VisitedMachine<OrderSnapshot, TicketFacts> = {
    handle,
    open: (known, visit) =>
      handle.send({ type: "order.open", visit, ...known, direction, startsAnother: true, at: now() }),
    update: {
      inform: (known) => handle.send({ type: "order.informed", ...known, at: now() }),
      isChanged: (known, { terms, available, separators }) =>
        terms?.productId === known.terms.productId && !isSame(known, { terms, available, separators }),
    },
  }
  return useOperation(machine, facts, selectTicket)
}

const NO_PARTS: readonly QuickPart[] = []

/**
 * What the page knows of the product and the balance. The machine learns it from the leading tab alone,
 * which may show another page; what it holds is shown for another product, and without a known balance.
 */
const shownFacts = (
  held: { readonly terms: ProductTerms | null; readonly available: string },
  known: TicketFacts | undefined,
): { readonly terms: ProductTerms | undefined; readonly available: string } =>
  known !== undefined && (held.terms === null || held.terms.productId === known.terms.productId)
    ? known
    : { terms: held.terms ?? undefined, available: held.available }

const useTicketCommands = (handle: OrderHandle) => {
  const { now, createKey } = useRuntime()
  const market = useActor("market")
  const { quotes } = useSources()
  return useMemo(() => {
    const isLive = () => marketPhase(market.getSnapshot()) === "live"
    /** The price on the screen; null unless prices are live. The stream vouches for its age. */
    const displayed = (): DisplayedQuote | null => {
      const quote = quotes.get(handle.getSnapshot().context.terms?.symbol ?? "")
      return quote && isLive() ? { price: quote.price, seq: quote.seq, receivedAtMs: now() } : null
    }
    return {
      set: (field: DraftField, value: string) =>
        handle.send({ type: "order.change", field, value, at: now() }),
      leave: (field: DraftField) => handle.send({ type: "order.leave", field, at: now() }),
      review: () => handle.send({ type: "order.review", quote: displayed(), at: now() }),
      requote: () => handle.send({ type: "order.requote", quote: displayed(), at: now() }),
      back: () => handle.send({ type: "order.back", at: now() }),
      confirm: () => handle.send({ type: "order.confirm", key: createKey(), isLive: isLive(), at: now() }),
    }
  }, [handle, market, quotes, now, createKey])
}

/**
 * The figures of the edited ticket at the newest price, null while a field is missing or not valid.
 * It renders with each price, so only what shows figures uses it.
 */
export const useTicketFigures = (symbol: string): TicketFigures | null => {
  const handle = useActor("order")
  const quote = useQuote(symbol)
  const select = useCallback(
    (snapshot: OrderSnapshot) => {
      const preview = orderPreview(snapshot, quote ?? null)
      return preview === null ? null : figuresOf(preview, preview.quote.price)
    },
    [quote],
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
  { direction = null }: TicketOptions = {},
) => {
  const { now } = useRuntime()
  const handle = useActor("order")
  const separators = useSeparators()
  const facts = useMemo(
    () =>
      product && available !== undefined
        ? { terms: productTerms(product), available, separators }
        : undefined,
    [product, available, separators],
  )
  const { view, visit, isReady, textOf, refOf } = useTicketOperation(handle, facts, direction)
  const commands = useTicketCommands(handle)
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
    if (view.phase === "checking") return handle.send({ type: "order.defer", at: now() })
    if (facts === undefined || view.terms?.productId === facts.terms.productId)
      return handle.send({ type: "order.again", at: now() })
    handle.send({ type: "order.open", visit, ...facts, direction, at: now() })
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
    draft: view.draft,
    field,
    problems,
    error: textOf(problems.product ?? (isAnswered ? undefined : problems.price)),
    /**
     * For the element that shows `error` and `refusal`: it takes the focus if no field is to blame.
     */
    noticeRef,
    refusal: view.isRefused ? textOf(view.failure) : undefined,
    failure: view.failure,
    parts: terms ? quickParts(balance, terms.minStake, terms.maxStake) : NO_PARTS,
    /** The order as fixed by the review. */
    intent: view.phase === "editing" ? null : view.intent,
    isLive,
    orderId: view.orderId,
    again,
  }
}
