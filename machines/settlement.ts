/**
 * Promises: once something that was pending on a page is no longer, the page is notified, once for
 * each answer; also where the page was hidden when the answer came.
 */
import { assign, emit, setup } from "xstate"
import type { SettlementEvent, SettlementReport } from "../src/events/settlement.ts"

export interface SettlementContext {
  /** The ids of what was pending by the last answer. */
  readonly pending: readonly string[]
}

export const settlementMachine = setup({
  types: {
    context: {} as SettlementContext,
    events: {} as SettlementEvent,
    emitted: {} as SettlementReport,
  },
  actions: {
    assignPending: assign({ pending: ({ event }) => event.pending }),
    report: emit({ type: "settlement.found" as const }),
  },
  guards: {
    isSomePending: ({ event }) => event.pending.length > 0,
    isNonePending: ({ event }) => event.pending.length === 0,
    isSomeGone: ({ context, event }) => {
      // a member may have thousands
      const pending = new Set(event.pending)
      return context.pending.some((id) => !pending.has(id))
    },
  },
}).createMachine({
  id: "settlement",
  description: "Whether something on a page is no longer pending",
  context: { pending: [] },
  initial: "idle",
  states: {
    idle: {
      description: "Nothing is pending",
      on: {
        "settlement.compared": {
          guard: "isSomePending",
          target: "watching",
          actions: "assignPending",
          description: "The answer has something that is pending",
        },
      },
    },
    watching: {
      description: "Something is pending",
      on: {
        "settlement.compared": [
          {
            guard: "isNonePending",
            target: "idle",
            actions: ["assignPending", "report"],
            description: "Nothing is pending any more",
          },
          {
            guard: "isSomeGone",
            actions: ["assignPending", "report"],
            description: "Something is no longer pending, and something else is",
          },
          { actions: "assignPending", description: "What was pending still is" },
        ],
      },
    },
  },
})
