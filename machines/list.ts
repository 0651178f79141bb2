/**
 * Promises: loaded rows stay, whatever happens to the next page; no row is shown twice; one page is
 * loaded at a time.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { PAGE_SIZE, PAGE_SIZE_MAX } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { ListEvent } from "../src/events/list.ts"

export interface ListContext {
  /** Row ids in display order. */
  readonly ids: readonly string[]
  /** The cursor of the next page; null if there is none. */
  readonly cursor: string | null
  readonly failure: Failure | null
  /** When the server last sent the rows; null before the first time. */
  readonly atMs: number | null
}

/** The page to load: from `cursor` (null: the start), at most `limit` rows. */
export interface PageJob {
  readonly cursor: string | null
  readonly limit: number
}

/** Appends without duplicates: a row may have moved to the next page meanwhile. */
const joined = (ids: readonly string[], more: readonly string[]): readonly string[] => [
  ...new Set([...ids, ...more]),
]

export const listMachine = setup({
  types: {
    context: {} as ListContext,
    events: {} as ListEvent,
    tags: {} as "busy" | "filled" | "more",
  },
  actors: {
    /**
     * Loads one page: list.loaded or list.failed; before either, list.recalled with the cached
     * first page.
     */
    loadPage: fromCallback<EventObject, PageJob>(unprovided("loadPage")),
  },
  actions: {
    replace: assign(({ event }) =>
      event.type === "list.loaded"
        ? {
            ids: joined([], event.ids),
            cursor: event.nextCursor,
            failure: null,
            atMs: event.at,
          }
        : {},
    ),
    takeRecalled: assign(({ event }) =>
      event.type === "list.recalled"
        ? {
            ids: joined([], event.ids),
            cursor: event.nextCursor,
            failure: event.failure,
            atMs: event.knownAtMs,
          }
        : {},
    ),
    append: assign(({ context, event }) =>
      event.type === "list.loaded"
        ? {
            ids: joined(context.ids, event.ids),
            cursor: event.nextCursor,
            failure: null,
            atMs: event.at,
          }
        : {},
    ),
    takeFailure: assign(({ event }) => (event.type === "list.failed" ? { failure: event.failure } : {})),
  },
  guards: {
    isEmpty: ({ context }) => context.ids.length === 0,
    isAtEnd: ({ context }) => context.cursor === null,
  },
}).createMachine({
  id: "list",
  description: "A list that is loaded page by page",
  context: { ids: [], cursor: null, failure: null, atMs: null },
  initial: "loading",
  states: {
    loading: {
      description: "The first page is on its way",
      tags: "busy",
      initial: "unknown",
      invoke: { id: "loadPage", src: "loadPage", input: () => ({ cursor: null, limit: PAGE_SIZE }) },
      on: {
        "list.loaded": { target: "judging", actions: "replace", description: "The first page is there" },
      },
      states: {
        unknown: {
          description: "Nothing is known yet",
          on: {
            "list.recalled": {
              target: "recalled",
              actions: "takeRecalled",
              description: "The page is long in coming, and an earlier visit knew it",
            },
            "list.failed": {
              target: "#list.failed",
              actions: "takeFailure",
              description: "The first page did not come",
            },
          },
        },
        recalled: {
          description: "Rows of an earlier visit are shown as what they are",
          tags: "filled",
          on: {
            "list.failed": {
              target: "#list.judging",
              actions: "takeFailure",
              description: "The first page did not come; the rows of the earlier visit stay",
            },
          },
        },
      },
    },
    failed: {
      description: "There is nothing to show, because the first page did not come",
      on: {
        "list.retry": { target: "loading", description: "Asked again" },
        "list.refresh": { target: "loading", description: "Pulled down: asked again" },
      },
    },
    judging: {
      description: "What there is decides what comes next",
      always: [
        { guard: "isEmpty", target: "empty", description: "There are no rows" },
        { guard: "isAtEnd", target: "end", description: "There is no further page" },
        { target: "ready", description: "There are rows and more to come" },
      ],
    },
    empty: {
      description: "The server has no rows",
      on: { "list.refresh": { target: "refreshing", description: "There may be rows by now" } },
    },
    ready: {
      description: "Rows are shown and there are more",
      tags: ["filled", "more"],
      on: {
        "list.more": { target: "loadingMore", description: "The end of what is shown is near" },
        "list.refresh": { target: "refreshing", description: "The rows may have changed" },
      },
    },
    end: {
      description: "Every row is shown",
      tags: "filled",
      on: { "list.refresh": { target: "refreshing", description: "The rows may have changed" } },
    },
    loadingMore: {
      description: "The next page is on its way",
      tags: ["busy", "filled", "more"],
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({ cursor: context.cursor, limit: PAGE_SIZE }),
      },
      on: {
        "list.loaded": {
          target: "judging",
          actions: "append",
          description: "The next page is put behind the others",
        },
        "list.failed": {
          target: "moreFailed",
          actions: "takeFailure",
          description: "The next page did not come",
        },
        "list.refresh": {
          target: "refreshing",
          description: "Everything is asked for anew: the next page is no longer waited for",
        },
      },
    },
    moreFailed: {
      description: "The next page did not come; the rows there are stay",
      tags: ["filled", "more"],
      on: {
        "list.retry": { target: "loadingMore", description: "Asked again" },
        "list.more": { target: "loadingMore", description: "The end of what is shown is near again" },
        "list.refresh": { target: "refreshing", description: "The rows may have changed" },
      },
    },
    refreshing: {
      description: "All rows shown so far are asked for anew, in one question",
      tags: ["busy", "filled"],
      invoke: {
        id: "loadPage",
        src: "loadPage",
        input: ({ context }) => ({
          cursor: null,
          limit: Math.min(PAGE_SIZE_MAX, Math.max(PAGE_SIZE, context.ids.length)),
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
          actions: "takeFailure",
          description: "The rows stay and are marked as old",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type ListSnapshot = SnapshotFrom<typeof listMachine>

/** True if rows are shown although the last load failed. */
export const isStale = (snapshot: ListSnapshot): boolean =>
  snapshot.context.failure !== null && snapshot.context.ids.length > 0
