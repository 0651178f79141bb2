/**
 * Promises: a symbol is on the list at most once, and the list never exceeds its limit: the oldest
 * symbol is removed. The shown symbol is the last one requested, by a link or by hand.
 */
import { assign, type SnapshotFrom, setup } from "xstate"
import { WATCHLIST_LIMIT } from "../src/domain/limits.ts"
import type { WatchlistEvent } from "../src/events/watchlist.ts"

export interface WatchlistContext {
  /** In the order of adding. */
  readonly symbols: readonly string[]
  /** The symbol of the trade page; null before one was requested. */
  readonly shown: string | null
  /** The page whose link was followed last. */
  readonly visit: string | null
}

const without = (symbols: readonly string[], symbol: string): readonly string[] =>
  symbols.filter((each) => each !== symbol)

export const watchlistMachine = setup({
  types: { context: {} as WatchlistContext, events: {} as WatchlistEvent },
  actions: {
    add: assign(({ context, event }) =>
      event.type === "watchlist.add"
        ? { symbols: [...without(context.symbols, event.symbol), event.symbol].slice(-WATCHLIST_LIMIT) }
        : {},
    ),
    remove: assign(({ context, event }) =>
      event.type === "watchlist.remove" ? { symbols: without(context.symbols, event.symbol) } : {},
    ),
    show: assign(({ context, event }) =>
      event.type === "watchlist.show" ? { shown: event.symbol, visit: event.visit ?? context.visit } : {},
    ),
  },
}).createMachine({
  id: "watchlist",
  description: "A member's watchlist and the symbol of the trade page",
  context: { symbols: [], shown: null, visit: null },
  initial: "keeping",
  states: {
    keeping: {
      description: "Symbols are added and removed",
      on: {
        "watchlist.add": {
          actions: "add",
          description: "A symbol is added; a full list drops its oldest symbol",
        },
        "watchlist.remove": { actions: "remove" },
        "watchlist.show": { actions: "show", description: "The trade page shows another symbol" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type WatchlistSnapshot = SnapshotFrom<typeof watchlistMachine>

export const watchedSymbols = ({ context }: Pick<WatchlistSnapshot, "context">): readonly string[] =>
  context.symbols
