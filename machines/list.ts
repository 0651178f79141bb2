/**
 * Promises: loaded rows stay when a later page fails; no row is shown twice; one page is loaded at a
 * time.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { ListEvent } from "../src/events/list.ts"

export interface ListInput {
  /** How many rows a page has, and the fewest that a refresh asks for; PAGE_SIZE by default. */
  readonly pageSize: number
}

export interface ListContext extends ListInput {
  /** Row ids in display order. */
  readonly ids: readonly string[]
  /** The cursor of the next page; null if there is none. */
  readonly cursor: string | null
  readonly failure: Failure | null
  /** When the server last sent the rows; null before the first time. */
  readonly atMs: number | null
  /** How many rows a refresh asks for: those shown, and the page that was awaited when it came. */
  readonly rowsWanted: number
}

/** The page to load: from `cursor` (null: the start), at most `limit` rows. */
export interface PageJob {
  readonly cursor: string | null
  readonly limit: number
}

/** Appends without duplicates: a row may have moved to the next page since the last load. */
const appended = (ids: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...ids, ...more]),
]

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    input: {} as ListInput | undefined,
    events: {} as ListEvent,
    tags: {} as "busy" | "more",
  },
  actors: {
    /**
     * Loads one page: list.loaded or list.failed. list.recalled may precede them with the cached
     * first page.
     */
    loadPage: fromCallback<EventObject, PageJob>(unprovided("loadPage")),
  },
  actions: {
    replace: assign(({ event }) =>
      event.type === "list.loaded"
        ? {
            ids: appended([], event.ids),
            cursor: event.nextCursor,
            failure: null,
            atMs: event.at,
            rowsWanted: event.ids.length,
          }
        : {},
    ),
    assignCached: assign(({ event }) =>
      event.type === "list.recalled"
        ? {
            ids: appended([], event.ids),
            cursor: event.nextCursor,
            failure: event.failure,
            atMs: event.knownAtMs,
            rowsWanted: event.ids.length,
          }
        : {},
    ),
    append: assign(({ context, event }) =>
      event.type === "list.loaded"
        ? {
            ids: appended(context.ids, event.ids),
            cursor: event.nextCursor,
            failure: null,
            atMs: event.at,
            rowsWanted: context.ids.length + event.ids.length,
          }
        : {},
    ),
    wantNextPage: assign({ rowsWanted: ({ context }) => context.ids.length + context.pageSize }),
    assignFailure: assign(({ event }) => (event.type === "list.failed" ? { failure: event.failure } : {})),
  },
  guards: {
    isEmpty: ({ context }) => context.ids.length === 0,
    isAtEnd: ({ context }) => context.cursor === null,
    isOffline: ({ event }) => event.type === "list.failed" && event.failure.reason === "no-answer.network",
  },
}).createMachine({
  id: "list",
  description: "A list that is loaded page by page",
  context: ({ input }) => ({
    ids: [],
    cursor: null,
    failure: null,
    atMs: null,
    rowsWanted: 0,
    pageSize: input?.pageSize ?? PAGE_SIZE,
  }),
  initial: "loading",
  states: {
    loading: {
      description: "The first page is loading",
      tags: "busy",
      initial: "unknown",
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({ cursor: null, limit: context.pageSize }),
      },
      on: {
        "list.loaded": { target: "judging", actions: "replace", description: "The first page arrives" },
      },
      states: {
        unknown: {
          description: "No rows are known yet",
          on: {
            "list.recalled": {
              target: "recalled",
              actions: "assignCached",
              description: "The page takes long; the cached page is shown",
            },
            "list.failed": [
              {
                guard: "isOffline",
                target: "#list.offline",
                actions: "assignFailure",
                description: "There is no network, and no cached page",
              },
              {
                target: "#list.failed",
                actions: "assignFailure",
                description: "The first page fails to load",
              },
            ],
            "list.refresh": {
              target: "#list.loading",
              reenter: true,
              description: "The rows may have changed; the answer under way is no longer awaited",
            },
          },
        },
        recalled: {
          description: "Cached rows are shown, marked with their time",
          on: {
            "list.refresh": {
              target: "#list.refreshing",
              description: "The rows may have changed; the cached ones stay meanwhile",
            },
            "list.failed": {
              target: "#list.judging",
              actions: "assignFailure",
              description: "The first page fails to load; the cached rows stay",
            },
          },
        },
      },
    },
    failed: {
      description: "The first page failed and there are no rows",
      on: {
        "list.retry": { target: "loading", description: "The member retries" },
        "list.refresh": { target: "loading", description: "The member pulls to refresh" },
      },
    },
    offline: {
      description: "There is no network and there are no rows",
      on: {
        "list.retry": { target: "loading", description: "The member retries" },
        "list.refresh": {
          target: "loading",
          description: "The member pulls to refresh, or the network is back",
        },
      },
    },
    judging: {
      description: "Chooses the next state by rows and cursor",
      always: [
        { guard: "isEmpty", target: "empty", description: "There are no rows" },
        { guard: "isAtEnd", target: "end", description: "There is no further page" },
        { target: "ready", description: "There are rows and a next page" },
      ],
    },
    empty: {
      description: "The server has no rows",
      on: { "list.refresh": { target: "refreshing", description: "The member pulls to refresh" } },
    },
    ready: {
      description: "Rows are shown and the server has more",
      tags: "more",
      on: {
        "list.loadMore": {
          target: "loadingMore",
          actions: "wantNextPage",
          description: "The end of the shown rows is near",
        },
        "list.refresh": { target: "refreshing", description: "The rows may have changed; they are reloaded" },
      },
    },
    end: {
      description: "Every row is shown",
      on: {
        "list.refresh": { target: "refreshing", description: "The rows may have changed; they are reloaded" },
      },
    },
    loadingMore: {
      description: "The next page is loading",
      tags: ["busy", "more"],
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({ cursor: context.cursor, limit: context.pageSize }),
      },
      on: {
        "list.loaded": {
          target: "judging",
          actions: "append",
          description: "The next page is appended",
        },
        "list.failed": {
          target: "moreFailed",
          actions: "assignFailure",
          description: "The next page fails to load",
        },
        "list.refresh": {
          target: "refreshing",
          description: "The rows may have changed; they are reloaded together with the next page",
        },
      },
    },
    moreFailed: {
      description: "The next page failed; the loaded rows stay",
      tags: "more",
      on: {
        "list.retry": { target: "loadingMore", description: "The member retries" },
        "list.loadMore": { target: "loadingMore", description: "The end of the shown rows is near again" },
        "list.refresh": { target: "refreshing", description: "The rows may have changed; they are reloaded" },
      },
    },
    refreshing: {
      description: "All shown rows, and a page that was awaited, are reloaded in one request",
      tags: "busy",
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({
          cursor: null,
          limit: Math.min(PAGE_SIZE_MAX, Math.max(context.pageSize, context.rowsWanted)),
        }),
      },
      on: {
        "list.loaded": {
          target: "judging",
          actions: "replace",
          description: "The new rows replace the old ones",
        },
        "list.failed": {
          target: "judging",
          actions: "assignFailure",
          description: "The load fails; the rows stay and are marked as stale",
        },
        "list.refresh": {
          target: "refreshing",
          reenter: true,
          description: "The rows may have changed again; the answer under way is no longer awaited",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type ListSnapshot = SnapshotFrom<typeof listMachine>

/** What the list shows in each state. `judging` is left at once. */
const PHASES = {
  "loading.unknown": "loading",
  "loading.recalled": "ready",
  failed: "failed",
  offline: "offline",
  judging: "ready",
  empty: "empty",
  ready: "ready",
  end: "ready",
  loadingMore: "ready",
  moreFailed: "moreFailed",
  refreshing: "ready",
} as const satisfies Readonly<Record<LeafState<ListSnapshot>, string>>

export type ListPhase = (typeof PHASES)[keyof typeof PHASES]
export const listPhase = (snapshot: ListSnapshot): ListPhase => viewAt(snapshot, PHASES)

/** True if rows are shown although the last load failed. */
export const isStale = (snapshot: ListSnapshot): boolean =>
  snapshot.context.failure !== null && snapshot.context.ids.length > 0
