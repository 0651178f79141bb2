/**
 * Promises: a page opens the operation it shows once per visit, in any tab, also where another tab
 * opens it for a visit of its own afterwards. While one is being sent none is opened: the command would
 * wait for the outcome and take it off the screen. Later changes are sent by the leading tab alone: it has
 * the same facts, and a follower's command would take the leadership over.
 */
import { emit, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import type { VisitEvent, VisitReport } from "../src/events/visit.ts"

export const visitMachine = setup({
  types: {
    events: {} as VisitEvent,
    emitted: {} as VisitReport,
  },
  actions: {
    askToOpen: emit({ type: "visit.open" as const }),
    askToInform: emit({ type: "visit.inform" as const }),
  },
  guards: {
    isOpen: ({ event }) => event.isOpen,
    isSending: ({ event }) => event.isSending,
    isForLeader: ({ event }) => event.isChanged && !event.isFollowing,
  },
}).createMachine({
  id: "visit",
  description: "One visit of a page to the operation it shows",
  initial: "waiting",
  states: {
    waiting: {
      description: "The page does not know all facts yet",
      on: {
        "visit.compared": [
          { guard: "isOpen", target: "open", description: "The operation is open for this visit already" },
          {
            guard: "isSending",
            target: "open",
            description: "An operation is being sent; the member goes on after its outcome",
          },
          { target: "open", actions: "askToOpen", description: "The page knows all facts" },
        ],
      },
    },
    open: {
      description: "The operation was opened for this visit",
      on: {
        "visit.compared": {
          guard: "isForLeader",
          actions: "askToInform",
          description: "What the page shows has changed, and no other tab leads",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type VisitSnapshot = SnapshotFrom<typeof visitMachine>

/** Whether the page may show the operation in each state. */
const IS_OPEN = {
  waiting: false,
  open: true,
} as const satisfies Readonly<Record<LeafState<VisitSnapshot>, boolean>>

export const isOpen = (snapshot: VisitSnapshot): boolean => viewAt(snapshot, IS_OPEN)
