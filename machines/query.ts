/**
 * Promises: one call at a time, and its answer is shown only if no newer call was made; an answer
 * stays while it is refetched; a cached answer is never shown as fresh.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
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
    isOffline: ({ event }) => event.type === "query.failed" && event.failure.reason === "no-answer.network",
  },
}).createMachine({
  id: "query",
  description: "The shared answer to one request",
  context: { atMs: null, failure: null, language: null },
  initial: "idle",
  on: {
    "query.clear": { target: ".idle", actions: "forget", description: "The session ends" },
  },
  states: {
    idle: {
      description: "Nothing is known and no call runs",
      on: {
        "query.show": { target: "loading", description: "The answer is needed for the first time" },
        "query.refresh": { target: "loading", description: "The answer is asked for" },
        "query.renew": { target: "loading", description: "The answer is asked for" },
        "query.prefetch": { target: "loading.recalling", description: "A page is about to need it" },
      },
    },
    loading: {
      description: "The first answer is under way",
      tags: "busy",
      initial: "unknown",
      invoke: { id: "ask", src: "ask", input: { mayRecall: true } },
      on: {
        "query.answered": { target: "fresh", actions: "assignAnswer", description: "The server answers" },
        "query.renew": {
          target: "loading",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.invalidate": {
          target: "loading",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.failed": [
          {
            guard: "isOffline",
            target: "offline",
            actions: "assignFailure",
            description: "There is no network, and no cached answer",
          },
          { target: "failed", actions: "assignFailure", description: "The call fails" },
        ],
        "query.leave": { target: "idle", description: "The answer is no longer needed" },
        "query.recalled": {
          target: ".cached",
          actions: "assignCached",
          description: "The cached answer is shown",
        },
      },
      states: {
        unknown: {
          description: "Nothing is known yet",
          on: { "query.prefetch": { target: "recalling", description: "A page is about to need it" } },
        },
        recalling: {
          description: "The offline cache is read while the server is asked",
          invoke: { id: "recall", src: "recall" },
          on: { "query.notCached": { target: "unknown", description: "There is no cached answer" } },
        },
        cached: {
          description: "The cached answer is shown until the server answers",
          tags: ["filled", "cached", "stale"],
          on: {
            "query.renew": { target: "#query.reaching", description: "It is asked for anew" },
            "query.invalidate": { target: "#query.reaching", description: "It is asked for anew" },
            "query.failed": {
              target: "#query.recalled",
              actions: "assignFailure",
              description: "The call fails; the cached answer stays",
            },
            "query.leave": {
              target: "#query.recalled",
              description: "The answer is no longer needed; the cached one stays",
            },
          },
        },
      },
    },
    fresh: {
      description: "The server's answer is shown",
      tags: "filled",
      on: {
        "query.show": {
          guard: "isInOtherLanguage",
          target: "refreshing",
          description: "The answer is in another language than the app",
        },
        "query.refresh": { target: "refreshing", description: "A newer answer is asked for" },
        "query.renew": { target: "refreshing", description: "A newer answer is asked for" },
        "query.prefetch": { target: "refreshing", description: "A newer answer is asked for" },
        "query.invalidate": { target: "outdated", description: "It may be outdated" },
      },
    },
    outdated: {
      description: "The answer may be outdated and is not on the screen",
      tags: "filled",
      on: {
        "query.show": { target: "refreshing", description: "It is shown again" },
        "query.refresh": { target: "refreshing", description: "A newer answer is asked for" },
        "query.renew": { target: "refreshing", description: "A newer answer is asked for" },
        "query.prefetch": { target: "refreshing", description: "A newer answer is asked for" },
      },
    },
    refreshing: {
      description: "A newer answer is under way; the last one stays",
      tags: ["busy", "filled"],
      invoke: { id: "ask", src: "ask", input: { mayRecall: false } },
      on: {
        "query.answered": { target: "fresh", actions: "assignAnswer", description: "The server answers" },
        "query.failed": {
          target: "stale",
          actions: "assignFailure",
          description: "The call fails; the last answer stays and is marked as stale",
        },
        "query.renew": {
          target: "refreshing",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.invalidate": {
          target: "refreshing",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.leave": { target: "outdated", description: "The newer answer is no longer needed" },
      },
    },
    stale: {
      description: "The last refresh failed; the earlier answer stays",
      tags: ["filled", "stale"],
      on: {
        "query.show": { target: "retrying", description: "It is shown again" },
        "query.refresh": { target: "retrying", description: "A newer answer is asked for" },
        "query.renew": { target: "retrying", description: "A newer answer is asked for" },
        "query.prefetch": { target: "retrying", description: "A newer answer is asked for" },
      },
    },
    retrying: {
      description: "A call follows one that failed; the last answer stays and is marked as stale",
      tags: ["busy", "filled", "stale"],
      invoke: { id: "ask", src: "ask", input: { mayRecall: false } },
      on: {
        "query.answered": { target: "fresh", actions: "assignAnswer", description: "The server answers" },
        "query.failed": {
          target: "stale",
          actions: "assignFailure",
          description: "The call fails; the last answer stays and is marked as stale",
        },
        "query.renew": {
          target: "retrying",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.invalidate": {
          target: "retrying",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.leave": { target: "stale", description: "The newer answer is no longer needed" },
      },
    },
    recalled: {
      description: "The server did not answer; the cached answer stays",
      tags: ["filled", "cached", "stale"],
      on: {
        "query.show": { target: "reaching", description: "It is shown again" },
        "query.refresh": { target: "reaching", description: "A fresh answer is asked for" },
        "query.renew": { target: "reaching", description: "A fresh answer is asked for" },
        "query.prefetch": { target: "reaching", description: "A fresh answer is asked for" },
      },
    },
    reaching: {
      description: "A fresh answer is under way; the cached one stays",
      tags: ["busy", "filled", "cached", "stale"],
      invoke: { id: "ask", src: "ask", input: { mayRecall: false } },
      on: {
        "query.answered": { target: "fresh", actions: "assignAnswer", description: "The server answers" },
        "query.failed": {
          target: "recalled",
          actions: "assignFailure",
          description: "The call fails; the cached answer stays",
        },
        "query.renew": {
          target: "reaching",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.invalidate": {
          target: "reaching",
          reenter: true,
          description: "The answer under way may be outdated; it is asked for anew",
        },
        "query.leave": { target: "recalled", description: "The fresh answer is no longer needed" },
      },
    },
    failed: {
      description: "The call failed and nothing is known",
      on: {
        "query.show": { target: "loading", description: "It is shown again" },
        "query.refresh": { target: "loading", description: "The member retries" },
        "query.renew": { target: "loading", description: "The answer is asked for anew" },
        "query.prefetch": { target: "loading.recalling", description: "A page is about to need it" },
      },
    },
    offline: {
      description: "There is no network and nothing is known",
      on: {
        "query.show": { target: "loading", description: "It is shown again" },
        "query.refresh": { target: "loading", description: "The member retries, or the network is back" },
        "query.renew": { target: "loading", description: "The answer is asked for anew" },
        "query.prefetch": { target: "loading.recalling", description: "A page is about to need it" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type QuerySnapshot = SnapshotFrom<typeof queryMachine>

/** What a screen shows of the query in each state. */
const PHASES = {
  idle: "loading",
  "loading.unknown": "loading",
  "loading.recalling": "loading",
  "loading.cached": "ready",
  fresh: "ready",
  outdated: "ready",
  refreshing: "ready",
  stale: "ready",
  retrying: "ready",
  recalled: "ready",
  reaching: "ready",
  failed: "failed",
  offline: "offline",
} as const satisfies Readonly<Record<LeafState<QuerySnapshot>, string>>

export type QueryPhase = (typeof PHASES)[keyof typeof PHASES]
export const queryPhase = (snapshot: QuerySnapshot): QueryPhase => viewAt(snapshot, PHASES)

/** True if the answer is old: it is cached, or the last call failed. */
export const isStale = (snapshot: QuerySnapshot): boolean => snapshot.hasTag("stale")
