/** The order ticket of one product, as its screens need it. */
import { useCallback, useMemo } from "react"
import { marketPhase } from "../../../machines/market.ts"
import {
  type OrderSnapshot,
  type orderMachine,
  orderPreview,
  orderProblems,
} from "../../../machines/order.ts"
import type { Product } from "../../domain/entities.ts"
import type { Separators } from "../../domain/money.ts"
import { isSame } from "../../domain/same.ts"
import type { DisplayedQuote, DraftField, OrderIntent } from "../../domain/ticket.ts"
import { figuresOf, type QuickPart, quickParts, type TicketFigures } from "../../domain/ticket-figures.ts"
import type { Direction } from "../../domain/trade.ts"
import type { ActorHandle } from "../actor-handle.ts"
import { type OutcomePhase, outcomePhase } from "./outcome-phase.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"
import { useFieldFocus } from "./use-field-focus.ts"
import { useOpened, type VisitedMachine } from "./use-opened.ts"
import { useProblemText } from "./use-problem-text.ts"
import { useMarketStatus, useNow, useQuote } from "./use-quotes.ts"
import { useSeparators } from "./use-separators.ts"

type OrderHandle = ActorHandle<typeof orderMachine>

export interface TicketOptions {
  /** What the page was opened for; null or absent keeps what was chosen. */
  readonly direction?: Direction | null
}

/** Opens the ticket once per visit of the page, and afterwards tells it what has changed. */
const useOpenedTicket = (
  handle: OrderHandle,
  product: Product | undefined,
  available: string | undefined,
  separators: Separators,
  direction: Direction | null,
) => {
  const { now } = useRuntime()
  const facts = useMemo(
    () => (product && available !== undefined ? { product, available, separators } : undefined),
    [product, available, separators],
  )
  const machine: VisitedMachine<OrderSnapshot, NonNullable<typeof facts>> = {
    handle: handle,
    open: (known, visit) => handle.send({ type: "order.open", visit, ...known, direction, at: now() }),
    inform: (known) => handle.send({ type: "order.informed", ...known, at: now() }),
    isChanged: (known, { product: own, available: left, separators: marks }) =>
      own?.id === known.product.id && !isSame(known, { product: own, available: left, separators: marks }),
  }
  return useOpened(machine, facts)
}

const phaseOf = (snapshot: OrderSnapshot): "closed" | "editing" | "confirming" | OutcomePhase => {
  if (snapshot.hasTag("editable")) return "editing"
  return outcomePhase(snapshot) ?? (snapshot.matches("confirming") ? "confirming" : "closed")
}

const NO_PARTS: readonly QuickPart[] = []

/** Everything the member can do to the ticket. */
const useCommands = (handle: OrderHandle) => {
  const { now, createKey } = useRuntime()
  const market = useActor("market")
  const { quotes } = useSources()
  return useMemo(() => {
    const isLive = () => marketPhase(market.getSnapshot()) === "live"
    /** The price on the screen at this moment; null while prices are not live. It is as fresh as the stream, however long ago it last changed. */
    const seen = (): DisplayedQuote | null => {
      const quote = quotes.get(handle.getSnapshot().context.product?.symbol ?? "")
      return quote && isLive() ? { price: quote.price, seq: quote.seq, receivedAtMs: now() } : null
    }
    return {
      set: (field: DraftField, value: string) =>
        handle.send({ type: "order.change", field, value, at: now() }),
      leave: (field: DraftField) => handle.send({ type: "order.leave", field, at: now() }),
      review: () => handle.send({ type: "order.review", quote: seen(), at: now() }),
      requote: () => handle.send({ type: "order.requote", quote: seen(), at: now() }),
      back: () => handle.send({ type: "order.back", at: now() }),
      confirm: () => handle.send({ type: "order.confirm", key: createKey(), isLive: isLive(), at: now() }),
    }
  }, [handle, market, quotes, now, createKey])
}

/** The figures of the ticket: at the fixed price once it is reviewed, before that at the newest. */
const useFigures = (
  snapshot: OrderSnapshot,
  symbol: string,
): { readonly intent: OrderIntent | null; readonly figures: TicketFigures | null } => {
  const quote = useQuote(symbol)
  const { intent } = snapshot.context
  const isEditing = snapshot.hasTag("editable")
  const preview = isEditing ? orderPreview(snapshot, quote ?? null) : intent
  const figures = preview === null ? null : figuresOf(preview, preview.quote.price)
  return { intent: isEditing ? null : intent, figures }
}

/**
 * The ticket for `product`. It goes on where it was when its page is shown again or loaded anew, and starts afresh on another visit. While the outcome of an
 * earlier order is not known, that order is shown instead, whatever product it was for (`intent.symbol`).
 */
export const useOrderTicket = (
  product: Product | undefined,
  available: string | undefined,
  { direction = null }: TicketOptions = {},
) => {
  const handle = useActor("order")
  const snapshot = useActorState(handle, (each) => each)
  const separators = useSeparators()
  const { now } = useRuntime()
  const { visit, isOpened } = useOpenedTicket(handle, product, available, separators, direction)
  const commands = useCommands(handle)
  const status = useMarketStatus()
  const nowMs = useNow()
  const { context } = snapshot
  const symbol = context.product?.symbol ?? product?.symbol ?? ""
  const { intent, figures } = useFigures(snapshot, symbol)
  const textOf = useProblemText()
  const refOf = useFieldFocus(context.focus)
  const noticeRef = useCallback(
    (element: HTMLElement | null) => {
      refOf("price")(element)
      refOf("product")(element)
    },
    [refOf],
  )
  const problems = orderProblems(snapshot)
  const shown = context.product ?? product
  const parts = shown ? quickParts(context.available, shown.min_stake, shown.max_stake) : NO_PARTS
  const phase = phaseOf(snapshot)
  // "Wait for a fresh one" has done its work as soon as one is there.
  const isAnswered = problems.price?.reason === "order.stale-price" && status.isLive
  const priceProblem = isAnswered ? undefined : problems.price
  const again = () => {
    if (product === undefined || available === undefined || context.product?.id === product.id)
      return handle.send({ type: "order.again", at: now() })
    handle.send({ type: "order.open", visit, product, available, separators, direction, at: now() })
  }
  const field = (name: DraftField) => ({
    name,
    value: context.draft[name],
    error: textOf(problems[name], name),
    onChange: (value: string) => commands.set(name, value),
    onBlur: () => commands.leave(name),
    ref: refOf(name),
  })
  return {
    phase,
    /** False until the ticket has been opened for this visit. What is in doubt is shown at once, and its outcome after it. */
    isReady: context.visit === visit || isOpened || phase === "sending" || phase === "checking",
    product: shown,
    available: context.available,
    draft: context.draft,
    field,
    problems,
    error: textOf(problems.product ?? priceProblem),
    /** For the place where `error` and `refusal` are shown: the focus goes there when the product or its price is in the way. */
    noticeRef,
    refusal: snapshot.hasTag("refused") ? textOf(context.failure) : undefined,
    failure: context.failure,
    parts,
    figures,
    intent,
    quoteAgeMs: intent === null ? undefined : Math.max(0, nowMs - intent.quote.receivedAtMs),
    isLive: status.isLive,
    orderId: context.orderId,
    again,
    set: commands.set,
    review: commands.review,
    requote: commands.requote,
    back: commands.back,
    confirm: commands.confirm,
  }
}
