/**
 * Promises: pending data is refetched at a long interval, and at each look while a change is due; a
 * hidden document fetches nothing, and fetches once when it is visible again. Data that may never
 * change is fetched a limited number of times.
 */
import { assign, type EventObject, emit, fromCallback, setup } from "xstate"
import { unprovided } from "../src/domain/unprovided.ts"
import type { PollingEmitted, PollingEvent } from "../src/events/polling.ts"

export interface PollingInput {
  /** The interval while nothing is due. */
  readonly intervalMs: number
  /** After how many intervals it is no longer asked for; null: never. */
  readonly limit: number | null
}

export interface PollingContext extends PollingInput {
  /** Intervals since the start. */
  readonly count: number
}

export const pollingMachine = setup({
  types: {
    context: {} as PollingContext,
    input: {} as PollingInput,
    events: {} as PollingEvent,
    emitted: {} as PollingEmitted,
  },
  actors: {
    /** Looks at the screen again and again: polling.foundHidden, polling.foundCalm or polling.foundDue. */
    look: fromCallback<EventObject>(unprovided("look")),
  },
  actions: {
    askAgain: emit({ type: "polling.refresh" as const }),
    countInterval: assign({ count: ({ context }) => context.count + 1 }),
    beginCount: assign({ count: 0 }),
  },
  guards: {
    isLast: ({ context }) => context.limit !== null && context.count + 1 >= context.limit,
  },
  delays: {
    interval: ({ context }) => context.intervalMs,
  },
}).createMachine({
  id: "polling",
  description: "When a pending thing is asked for again",
  context: ({ input }) => ({ intervalMs: input.intervalMs, limit: input.limit, count: 0 }),
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is pending, or its page is hidden",
      on: {
        "polling.start": {
          target: "watching",
          actions: "beginCount",
          description: "Something on the screen is pending",
        },
      },
    },
    watching: {
      description: "Something is pending",
      invoke: { id: "look", src: "look" },
      on: {
        "polling.stop": { target: "idle", description: "It is no longer pending, or its page is hidden" },
        "polling.foundHidden": { target: ".hidden", description: "The document is hidden" },
      },
      initial: "calm",
      states: {
        calm: {
          description: "No change is due",
          after: {
            interval: [
              {
                guard: "isLast",
                target: "#polling.spent",
                actions: "askAgain",
                description: "It is asked for once more, for the last time",
              },
              {
                target: "calm",
                reenter: true,
                actions: ["askAgain", "countInterval"],
                description: "It was not asked for in a long time",
              },
            ],
          },
          on: {
            "polling.foundDue": { target: "due", actions: "askAgain", description: "A change becomes due" },
          },
        },
        due: {
          description: "The server is about to change it, or has just done so",
          on: {
            "polling.foundDue": { actions: "askAgain", description: "It is still due" },
            "polling.foundCalm": { target: "calm", description: "It is no longer due" },
          },
        },
        hidden: {
          description: "The document is hidden and asks for nothing",
          on: {
            "polling.foundCalm": {
              target: "calm",
              actions: "askAgain",
              description: "The document is visible again",
            },
            "polling.foundDue": {
              target: "due",
              actions: "askAgain",
              description: "The document is visible again, and a change is due",
            },
          },
        },
      },
    },
    spent: {
      description: "It was asked for often enough: it may never change",
      on: {
        "polling.stop": { target: "idle", description: "It is no longer pending, or its page is hidden" },
      },
    },
  },
})
