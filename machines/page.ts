/**
 * Promises: the page before stays visible for 200 ms while the code of the next one loads; loading
 * ends within 60 s; code that fails again at once is not waited for, because a browser remembers a
 * module that it could not fetch: the document is loaded again if the server answers. Where a newer
 * build has replaced the code, the member is offered a new document. A page is shown only once its
 * code is there, and runs nothing after it was closed.
 */
import { type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import { FAILED_AT_ONCE_MS, PAGE_LOAD_TIMEOUT_MS, PAGE_LOADING_DELAY_MS } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { PageEvent, PageReport } from "../src/events/page.ts"

export interface PageInput {
  /** The name of the page. */
  readonly name: string
}

export const pageMachine = setup({
  types: {
    context: {} as PageInput,
    input: {} as PageInput,
    events: {} as PageEvent,
    emitted: {} as PageReport,
    tags: {} as "delayed" | "outdated",
  },
  actors: {
    /** Loads the code: page.arrived or page.missed. */
    load: fromCallback<EventObject, PageInput>(unprovided("load")),
    /** Asks whether the server answers: page.reached or page.unreached. */
    probe: fromCallback<EventObject>(unprovided("probe")),
    /** Compares this build with that of the server: page.outdated, or nothing. */
    compare: fromCallback<EventObject>(unprovided("compare")),
  },
  actions: {
    announceLoaded: emit({ type: "page.loaded" as const }),
    announceFailed: emit({ type: "page.failed" as const }),
    reloadDocument: unprovided("reloadDocument"),
  },
  delays: {
    loadingDelay: PAGE_LOADING_DELAY_MS,
    loadTimeout: PAGE_LOAD_TIMEOUT_MS,
    failedAtOnce: FAILED_AT_ONCE_MS,
  },
}).createMachine({
  id: "page",
  description: "One page of the stack, from the loading of its code to its end",
  context: ({ input }) => ({ name: input.name }),
  initial: "loading",
  on: {
    "page.close": ".unloaded",
  },
  states: {
    loading: {
      description: "The code is loading",
      invoke: { id: "load", src: "load", input: ({ context }) => ({ name: context.name }) },
      initial: "delayed",
      after: { loadTimeout: "failed" },
      on: {
        "page.arrived": "loaded",
        "page.missed": "failed",
      },
      states: {
        delayed: {
          description: "The page before stays visible: most pages have loaded by then",
          tags: "delayed",
          after: { loadingDelay: "visible" },
        },
        visible: { description: "The member sees that the page is loading" },
        again: {
          description: "The code failed before; a failure now comes from the browser's memory",
          after: { failedAtOnce: { target: "visible", description: "The code is really being fetched" } },
          on: {
            "page.missed": {
              target: "#page.failed.probing",
              description: "It fails at once: only a new document helps",
            },
          },
        },
      },
    },
    loaded: {
      description: "The code is there",
      entry: "announceLoaded",
      type: "parallel",
      on: {
        "page.open": { actions: "announceLoaded" },
      },
      states: {
        view: {
          description: "Whether the page is on the screen",
          initial: "hidden",
          states: {
            hidden: {
              description: "Another page is above it, or the app is hidden; its actors run on",
              on: { "page.show": "shown" },
            },
            shown: {
              description: "The page is on top of the stack",
              on: { "page.hide": { target: "hidden", description: "The page or the app is hidden" } },
            },
          },
        },
        code: {
          description: "Whether the code can be used",
          initial: "usable",
          states: {
            usable: {
              description: "The page can be rendered",
              on: { "page.recover": { target: "probing", description: "Part of the page cannot be shown" } },
            },
            probing: {
              description: "The server is asked whether a new document can be loaded",
              invoke: { id: "probe", src: "probe" },
              on: {
                "page.reached": "#page.reloading",
                "page.unreached": "usable",
              },
            },
          },
        },
      },
    },
    failed: {
      description: "The code did not load",
      entry: "announceFailed",
      initial: "waiting",
      on: {
        "page.open": { target: "loading.again", description: "The member retries, or the network is back" },
      },
      states: {
        waiting: {
          description: "The member may retry",
          invoke: { id: "compare", src: "compare" },
          on: {
            "page.outdated": { target: "outdated", description: "A newer build has replaced the code" },
            "page.recover": { target: "probing", description: "Not even the failure can be shown" },
          },
        },
        outdated: {
          description: "The code is gone from the server: the member may load the newer build",
          tags: "outdated",
          on: {
            "page.recover": { target: "#page.reloading", description: "The member wants the newer build" },
          },
        },
        probing: {
          description: "The server is asked whether a new document can be loaded",
          invoke: { id: "probe", src: "probe" },
          on: {
            "page.reached": "#page.reloading",
            "page.unreached": "waiting",
          },
        },
      },
    },
    reloading: {
      type: "final",
      entry: "reloadDocument",
      description: "The document is loaded again",
    },
    unloaded: { type: "final", description: "The page has left the stack" },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type PageSnapshot = SnapshotFrom<typeof pageMachine>

/** True while the page before stays visible. */
export const isDelayed = (snapshot: PageSnapshot): boolean => snapshot.hasTag("delayed")

/** True if the code will never load, because a newer build has replaced it. */
export const isOutdated = (snapshot: PageSnapshot): boolean => snapshot.hasTag("outdated")
