/**
 * Promises: one call at a time, and its answer is shown only if no newer call was made; an answer
 * stays while it is refetched; a cached answer is never shown as fresh.
 */
import { and, assign, type EventObject, fromCallback, not, type SnapshotFrom, setup, stateIn } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { QueryEvent } from "../src/events/query.ts"

export interface QueryContext {
  /** When the server gave the answer that is shown; null without one. */
  readonly atMs: number | null
  /** Why the last call failed, or why a cached answer is shown. */
  readonly failure: Failure | null
  /** The language of the last fresh answer. */
  readonly language: string | null
}

/** Whether a cached answer may be shown until the server answers. */
export interface QueryJob {
  readonly mayRecall: boolean
}

export const queryMachine = setup({
  types: {
    context: {} as QueryContext,
    events: {} as QueryEvent,
    tags: {} as "busy" | "filled" | "cached" | "stale",
  },
  actors: {
    /**
     * One call: query.answered or query.failed; query.recalled may precede either. Stopping the
     * actor aborts the call.
     */
    ask: fromCallback<EventObject, QueryJob>(unprovided("ask")),
    /** Reads the offline cache: query.recalled or query.notCached. */
    recall: fromCallback(unprovided("recall")),
  },
  actions: {
    assignAnswer: assign(({ event }) =>
      event.type === "query.answered" ? { atMs: event.at, failure: null, language: event.language } : {},
    ),
    assignCached: assign(({ event }) =>
      event.type === "query.recalled" ? { atMs: event.knownAtMs, failure: event.failure } : {},
    ),
    assignFailure: assign(({ event }) => (event.type === "query.failed" ? { failure: event.failure } : {})),
    forget: assign({ atMs: null, failure: null, language: null }),
  },
  guards: {
    isInOtherLanguage: ({ context, event }) =>
      event.type === "query.show" && event.language !== context.language,
    isWanted: not(and([stateIn({ answer: "fresh" }), not("isInOtherLanguage")])),
    isOffline: ({ event }) => event.type === "query.failed" && event.failure.reason === "no-answer.network",
  },
}).createMachine({
  id: "query",
  description: "The shared answer to one request",
  type: "parallel",
  context: { atMs: null, failure: null, language: null },
  on: {
    "query.clear": {
      target: [".request.idle", ".answer.none"],
      actions: "forget",
      description: "The session ends",
    },
  },
  states: {
    request: {
      description: "Whether a call runs",
      initial: "idle",
      states: {
        idle: {
          description: "No call runs",
          on: {
            "query.show": { guard: "isWanted", target: "asking" },
            "query.refresh": "asking",
            "query.renew": "asking",
            "query.prefetch": "asking",
          },
        },
        asking: {
          description: "The server is asked",
          tags: "busy",
          invoke: {
            id: "ask",
            src: "ask",
            input: ({ context }): QueryJob => ({ mayRecall: context.atMs === null }),
          },
          on: {
            "query.answered": "idle",
            "query.failed": "idle",
            "query.leave": { target: "idle", description: "The answer is no longer needed" },
            "query.renew": {
              target: "asking",
              reenter: true,
              description: "The answer under way may be outdated; it is requested again",
            },
            "query.invalidate": {
              target: "asking",
              reenter: true,
              description: "The answer under way may be outdated; it is requested again",
            },
          },
        },
      },
    },
    answer: {
      description: "What is known",
      initial: "none",
      on: {
        "query.answered": { target: ".fresh", actions: "assignAnswer" },
        "query.failed": { actions: "assignFailure", description: "What is known stays" },
      },
      states: {
        none: {
          description: "Nothing is known",
          initial: "unknown",
          on: {
            "query.recalled": { target: "cached", actions: "assignCached" },
            "query.failed": [
              {
                guard: "isOffline",
                target: ".refused.offline",
                actions: "assignFailure",
                description: "There is no network, and no cached answer",
              },
              { target: ".refused", actions: "assignFailure" },
            ],
          },
          states: {
            unknown: {
              description: "No call has failed",
              on: { "query.prefetch": { target: "reading", description: "A page is about to need it" } },
            },
            reading: {
              description: "The offline cache is read while the server is asked",
              invoke: { id: "recall", src: "recall" },
              on: {
                "query.notCached": "unknown",
                "query.leave": { target: "unknown", description: "The answer is no longer needed" },
              },
            },
            refused: {
              description: "The last call failed",
              initial: "failed",
              on: {
                "query.show": "unknown",
                "query.refresh": "unknown",
                "query.renew": "unknown",
                "query.prefetch": { target: "reading", description: "A page is about to need it" },
              },
              states: {
                failed: { description: "For another reason than the network" },
                offline: { description: "There is no network" },
              },
            },
          },
        },
        cached: {
          description: "The cached answer is shown until the server answers",
          tags: ["filled", "cached", "stale"],
          on: {
            "query.recalled": {
              actions: "assignCached",
              description: "The call takes long: the reason for the cached answer",
            },
          },
        },
        fresh: {
          description: "The server's answer is shown",
          tags: "filled",
          on: {
            "query.show": {
              guard: "isInOtherLanguage",
              target: "outdated",
              description: "The answer is in another language than the app",
            },
            "query.refresh": "outdated",
            "query.renew": "outdated",
            "query.prefetch": "outdated",
            "query.invalidate": "outdated",
          },
        },
        outdated: {
          description: "There may be a newer answer",
          tags: "filled",
          on: {
            "query.failed": {
              target: "stale",
              actions: "assignFailure",
              description: "The last answer stays and is marked as stale",
            },
          },
        },
        stale: { description: "The last call failed; the earlier answer stays", tags: ["filled", "stale"] },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type QuerySnapshot = SnapshotFrom<typeof queryMachine>

/** What a screen shows of the query in each state. */
const PHASES = {
  "request.idle": undefined,
  "request.asking": undefined,
  "answer.none.unknown": "loading",
  "answer.none.reading": "loading",
  "answer.none.refused.failed": "failed",
  "answer.none.refused.offline": "offline",
  "answer.cached": "ready",
  "answer.fresh": "ready",
  "answer.outdated": "ready",
  "answer.stale": "ready",
} as const satisfies Readonly<Record<LeafState<QuerySnapshot>, string | undefined>>

export type QueryPhase = NonNullable<(typeof PHASES)[keyof typeof PHASES]>
export const queryPhase = (snapshot: QuerySnapshot): QueryPhase => viewAt(snapshot, PHASES)

/** True if the answer is old: it is cached, or the last call failed. */
export const isStale = (snapshot: QuerySnapshot): boolean => snapshot.hasTag("stale")
