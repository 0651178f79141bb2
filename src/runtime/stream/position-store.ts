/**
 * What prices and the member's events say of the ends of contracts, before the lists and pages that
 * show them have the server's answer: a figure that no price can change any more is fixed, and a
 * contract whose settlement is known is shown as ended everywhere at once.
 */
import type { Order, Quote } from "../../domain/entities.ts"
import { OPEN_PAGES_MAX, PAGE_SIZE_MAX } from "../../domain/limits.ts"
import { createListeners } from "../../domain/listeners.ts"
import type { MemberEvent } from "../../domain/member-event.ts"
import { afterEvent, endByTick, type PositionEnd } from "../../domain/position-end.ts"
import type { QuoteStore } from "./quote-store.ts"

/**
 * Ends that are kept; the oldest go first. A list of open contracts is not asked for again when they
 * end, so all that it holds are kept.
 */
const ENDS_KEPT = OPEN_PAGES_MAX * PAGE_SIZE_MAX

export interface Position {
  /** The contract, with its end where that is known. */
  readonly order: Order
  /** The price at which it ends, while the settlement is awaited; null while prices move it. */
  readonly end: PositionEnd | null
}

export interface PositionStore {
  /** Contracts of an answer: each tick is compared with the open ones among them. */
  readonly follow: (orders: readonly Order[]) => void
  readonly applyEvents: (events: readonly MemberEvent[]) => void
  readonly positionOf: (order: Order) => Position
  /** Listens to ends that events bring. Those of prices come with the quotes. */
  readonly subscribe: (listener: () => void) => () => void
  /** Counts the changes that listeners are notified of. */
  readonly version: () => number
  readonly clear: () => void
}

const createPositionStore = (quotes: QuoteStore): PositionStore => {
  const open = new Map<string, Map<string, Order>>()
  const ends = new Map<string, PositionEnd>()
  const endEvents = new Map<string, MemberEvent>()
  const listeners = createListeners()
  let version = 0

  const endOf = (order: Order, quote: Quote | undefined, before: string | null): PositionEnd | null =>
    ends.get(order.id) ?? (quote === undefined ? null : endByTick(order, quote, before))
  const note = (order: Order, quote: Quote | undefined, before: string | null) => {
    const end = endOf(order, quote, before)
    if (end !== null) ends.set(order.id, end)
  }
  const forget = ({ id, symbol }: Order) => {
    open.get(symbol)?.delete(id)
    ends.delete(id)
  }
  quotes.onQuote((quote, before) => {
    for (const order of open.get(quote.symbol)?.values() ?? []) note(order, quote, before?.price ?? null)
  })
  return {
    follow: (orders) => {
      for (const order of orders) {
        if (order.status === "completed") forget(order)
        else {
          const ofSymbol = open.get(order.symbol) ?? new Map<string, Order>()
          open.set(order.symbol, ofSymbol.set(order.id, order))
          note(order, quotes.get(order.symbol), null)
        }
      }
    },
    applyEvents: (events) => {
      const endings = events.filter(({ contract }) => contract !== null && contract.ending !== null)
      for (const event of endings) {
        endEvents.set(event.subject, event)
        // no further tick is compared with it
        for (const ofSymbol of open.values()) ofSymbol.delete(event.subject)
      }
      for (const id of [...endEvents.keys()].slice(0, -ENDS_KEPT)) endEvents.delete(id)
      if (endings.length === 0) return
      version += 1
      listeners.notify()
    },
    positionOf: (order) => {
      const event = endEvents.get(order.id)
      if (event !== undefined) return { order: afterEvent(order, event), end: null }
      return { order, end: endOf(order, quotes.get(order.symbol), null) }
    },
    subscribe: listeners.subscribe,
    version: () => version,
    clear: () => {
      for (const known of [open, ends, endEvents]) known.clear()
    },
  }
}

const stores = new WeakMap<QuoteStore, PositionStore>()

/** The one store beside these quotes. It is made on first use, and so is not part of the first page. */
export const positionsBeside = (quotes: QuoteStore): PositionStore => {
  const store = stores.get(quotes) ?? createPositionStore(quotes)
  stores.set(quotes, store)
  return store
}
