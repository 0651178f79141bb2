/**
 * Promises: the server's candles are asked for once when a trading day begins, and once when the
 * live price has added so many bars that the answer is old.
 */
import { assign, emit, setup } from "xstate"
import { ADDED_CANDLE_LIMIT } from "../src/domain/limits.ts"
import type { CandlesEvent, CandlesReport } from "../src/events/candles.ts"

export interface CandlesContext {
  /** The trading day of the last known price; null before the first price. */
  readonly day: string | null
}

export const candlesMachine = setup({
  types: {
    context: {} as CandlesContext,
    events: {} as CandlesEvent,
    emitted: {} as CandlesReport,
  },
  actions: {
    assignDay: assign({ day: ({ event }) => event.day }),
    ask: emit({ type: "candles.refresh" as const }),
  },
  guards: {
    hasPrice: ({ event }) => event.day !== null,
    isNewDay: ({ context, event }) => event.day !== null && event.day !== context.day,
    isFull: ({ event }) => event.added > ADDED_CANDLE_LIMIT,
    isWithinLimit: ({ event }) => event.added <= ADDED_CANDLE_LIMIT,
  },
}).createMachine({
  id: "candles",
  description: "Whether candles that follow the live price are to be asked for again",
  context: { day: null },
  initial: "waiting",
  states: {
    waiting: {
      description: "There is no live price yet",
      on: {
        "candles.compared": {
          guard: "hasPrice",
          target: "following",
          actions: "assignDay",
          description: "The first price says which day it is",
        },
      },
    },
    following: {
      description: "The live price moves the last bar or adds one",
      on: {
        "candles.compared": [
          { guard: "isNewDay", actions: ["assignDay", "ask"], description: "A trading day begins" },
          { guard: "isFull", target: "outdated", actions: "ask", description: "Too many bars were added" },
        ],
      },
    },
    outdated: {
      description: "Too many bars were added, and the answer was asked for",
      on: {
        "candles.compared": [
          { guard: "isNewDay", actions: ["assignDay", "ask"], description: "A trading day begins" },
          { guard: "isWithinLimit", target: "following", description: "A newer answer has come" },
        ],
      },
    },
  },
})
