/**
 * Promises: a part of a page whose code does not load says so and can be retried. Code that fails
 * again at once comes from the browser's memory of the failure: then the page is recovered.
 */
import { type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { FAILED_AT_ONCE_MS } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { CodeEvent, CodeReport } from "../src/events/code.ts"

export const codeMachine = setup({
  types: {
    events: {} as CodeEvent,
    emitted: {} as CodeReport,
  },
  actors: {
    /** code.arrived or code.missed. */
    load: fromCallback<EventObject>(unprovided("load")),
  },
  actions: {
    announceStuck: emit({ type: "code.stalled" as const }),
  },
  delays: {
    failedAtOnce: FAILED_AT_ONCE_MS,
  },
}).createMachine({
  id: "code",
  description: "The code of a part of a page",
  initial: "loading",
  states: {
    loading: {
      description: "The code is loading",
      invoke: { id: "load", src: "load" },
      initial: "fetching",
      on: {
        "code.arrived": { target: "loaded", description: "The code arrives" },
        "code.missed": { target: "failed", description: "The code does not load" },
      },
      states: {
        fetching: { description: "The code is being fetched" },
        again: {
          description: "The code failed before; a failure now comes from the browser's memory",
          after: { failedAtOnce: { target: "fetching", description: "The code is really being fetched" } },
          on: {
            "code.missed": {
              target: "#code.failed",
              actions: "announceStuck",
              description: "It fails at once: only a new document helps",
            },
          },
        },
      },
    },
    loaded: { type: "final", description: "The code is there" },
    failed: {
      description: "The code did not load",
      on: { "code.retry": { target: "loading.again", description: "The member retries" } },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type CodeSnapshot = SnapshotFrom<typeof codeMachine>

/** What the part shows in each state. */
const PHASES = {
  "loading.fetching": "loading",
  "loading.again": "loading",
  loaded: "loaded",
  failed: "failed",
} as const satisfies Readonly<Record<LeafState<CodeSnapshot>, string>>

export type CodePhase = (typeof PHASES)[keyof typeof PHASES]
export const codePhase = (snapshot: CodeSnapshot): CodePhase => viewAt(snapshot, PHASES)
