/**
 * Promises: loaded rows stay when a later page fails; no row is shown twice; one page is loaded at a
 * time.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup, stateIn } from "xstate"
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

/** What is known once a page has come after these rows. A row may have moved since the last load. */
const withPage = (
  before: readonly string[],
  { ids, nextCursor }: { readonly ids: readonly string[]; readonly nextCursor: string | null },
  atMs: number,
  failure: Failure | null = null,
): Omit<ListContext, keyof ListInput> => ({
  ids: [...new Set([...before, ...ids])],
  cursor: nextCursor,
  failure,
  atMs,
  rowsWanted: before.length + ids.length,
})

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    input: {} as ListInput | undefined,
    events: {} as ListEvent,
    tags: {} as "busy" | "incomplete",
  },
  actors: {
    /**
     * Loads one page: list.loaded or list.failed. list.recalled may precede them with the cached
     * first page.
     */
    loadPage: fromCallback<EventObject, PageJob>(unprovided("loadPage")),
  },
  actions: {
    replace: assign(({ event }) => (event.type === "list.loaded" ? withPage([], event, event.at) : {})),
    assignCached: assign(({ event }) =>
      event.type === "list.recalled" ? withPage([], event, event.knownAtMs, event.failure) : {},
    ),
    append: assign(({ context, event }) =>
      event.type === "list.loaded" ? withPage(context.ids, event, event.at) : {},
    ),
    wantNextPage: assign({ rowsWanted: ({ context }) => context.ids.length + context.pageSize }),
    assignFailure: assign(({ event }) => (event.type === "list.failed" ? { failure: event.failure } : {})),
  },
  guards: {
    hasMore: ({ context }) => context.cursor !== null,
    isLoadingMore: stateIn({ request: "loadingMore" }),
    isMoreFailed: stateIn({ rows: "moreFailed" }),
    isOffline: ({ event }) => event.type === "list.failed" && event.failure.reason === "no-answer.network",
  },
}).createMachine({
  id: "list",
  description: "A list that is loaded page by page",
  type: "parallel",
  context: ({ input }) => ({
    ids: [],
    cursor: null,
    failure: null,
    atMs: null,
    rowsWanted: 0,
    pageSize: input?.pageSize ?? PAGE_SIZE,
  }),
  states: {
    request: {
      description: "Whether a page is loading",
      initial: "loading",
      states: {
        idle: {
          description: "No page is loading",
          on: {
            "list.refresh": "loading",
            "list.retry": [
              {
                guard: "isMoreFailed",
                target: "loadingMore",
                description: "The next page failed to load",
              },
              { target: "loading", description: "The rows failed to load" },
            ],
            "list.loadMore": {
              guard: "hasMore",
              target: "loadingMore",
              description: "The end of the shown rows is near",
            },
          },
        },
        loading: {
          description: "The first page, or all shown rows and a page that was awaited, in one request",
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
            "list.loaded": { target: "idle", actions: "replace" },
            "list.failed": "idle",
            "list.refresh": {
              target: "loading",
              reenter: true,
              description: "The rows may have changed again; the answer under way is no longer awaited",
            },
          },
        },
        loadingMore: {
          description: "The next page is loading",
          tags: "busy",
          entry: "wantNextPage",
          invoke: {
            id: "loadPage",
            src: "loadPage",
            input: ({ context }) => ({ cursor: context.cursor, limit: context.pageSize }),
          },
          on: {
            "list.loaded": { target: "idle", actions: "append" },
            "list.failed": "idle",
            "list.refresh": {
              target: "loading",
              description: "The rows may have changed; they are reloaded together with the next page",
            },
          },
        },
      },
    },
    rows: {
      description: "What is known",
      initial: "none",
      on: { "list.loaded": ".known" },
      states: {
        none: {
          description: "No rows are known yet",
          on: {
            "list.recalled": { target: "known", actions: "assignCached" },
            "list.failed": [
              {
                guard: "isOffline",
                target: "offline",
                actions: "assignFailure",
                description: "There is no network, and no cached page",
              },
              { target: "failed", actions: "assignFailure" },
            ],
          },
        },
        failed: {
          description: "The first page failed and there are no rows",
          on: { "list.retry": "none", "list.refresh": "none" },
        },
        offline: {
          description: "There is no network and there are no rows",
          on: { "list.retry": "none", "list.refresh": "none" },
        },
        known: {
          description: "Rows are shown, or the server has none",
          on: {
            "list.failed": [
              {
                guard: "isLoadingMore",
                target: "moreFailed",
                actions: "assignFailure",
              },
              { actions: "assignFailure", description: "The rows stay and are marked as stale" },
            ],
          },
        },
        moreFailed: {
          description: "The next page failed; the loaded rows stay",
          tags: "incomplete",
          on: { "list.retry": "known", "list.loadMore": "known", "list.refresh": "known" },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type ListSnapshot = SnapshotFrom<typeof listMachine>

/** What the list shows in each state. */
const PHASES = {
  "request.idle": undefined,
  "request.loading": undefined,
  "request.loadingMore": undefined,
  "rows.none": "loading",
  "rows.failed": "failed",
  "rows.offline": "offline",
  "rows.known": "ready",
  "rows.moreFailed": "ready",
} as const satisfies Readonly<Record<LeafState<ListSnapshot>, string | undefined>>

export type ListPhase = NonNullable<(typeof PHASES)[keyof typeof PHASES]> | "empty"
export const listPhase = (snapshot: ListSnapshot): ListPhase => {
  const phase = viewAt(snapshot, PHASES)
  return phase === "ready" && snapshot.context.ids.length === 0 ? "empty" : phase
}

/** True if rows are shown although the last load failed. */
export const isStale = (snapshot: ListSnapshot): boolean =>
  snapshot.context.failure !== null && snapshot.context.ids.length > 0
