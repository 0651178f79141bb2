/**
 * Promises: the page before stays visible for 200 ms while the code of the next one loads; loading
 * ends within 60 s; code that fails again at once is not waited for, because a browser remembers a
 * module that it could not fetch: the document is loaded anew if the server answers.
 */
import { type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import { FAILED_AT_ONCE_MS, PAGE_LOAD_TIMEOUT_MS, PAGE_LOADING_DELAY_MS } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { CodeEmitted, CodeEvent } from "../src/events/code.ts"

export interface CodeInput {
  /** The name of the page. */
  readonly name: string
}

export const codeMachine = setup({
  types: {
    context: {} as CodeInput,
    input: {} as CodeInput,
    events: {} as CodeEvent,
    emitted: {} as CodeEmitted,
    tags: {} as "delayed",
  },
  actors: {
    /** Loads the code: code.arrived or code.missed. */
    load: fromCallback<EventObject, CodeInput>(unprovided("load")),
    /** Asks whether the server answers: code.reachable or code.unreachable. */
    probe: fromCallback<EventObject>(unprovided("probe")),
  },
  actions: {
    announceLoaded: emit({ type: "code.loaded" as const }),
    announceFailed: emit({ type: "code.failed" as const }),
    reloadDocument: () => {
      throw new Error("reloadDocument is not provided")
    },
  },
  delays: {
    loadingDelay: PAGE_LOADING_DELAY_MS,
    loadTimeout: PAGE_LOAD_TIMEOUT_MS,
    failedAtOnce: FAILED_AT_ONCE_MS,
  },
}).createMachine({
  id: "code",
  description: "The loading of one page's code",
  context: ({ input }) => ({ name: input.name }),
  initial: "loading",
  states: {
    loading: {
      description: "The code is loading",
      invoke: { id: "load", src: "load", input: ({ context }) => ({ name: context.name }) },
      initial: "delayed",
      after: { loadTimeout: { target: "failed", description: "The code does not come in time" } },
      on: {
        "code.arrived": { target: "loaded", description: "The code arrives" },
        "code.missed": { target: "failed", description: "The code does not load" },
      },
      states: {
        delayed: {
          description: "The page before stays visible: most pages have loaded by then",
          tags: "delayed",
          after: { loadingDelay: { target: "visible", description: "Loading takes long" } },
        },
        visible: { description: "The member sees that the page is loading" },
        again: {
          description: "The code failed before; a failure now comes from the browser's memory",
          after: { failedAtOnce: { target: "visible", description: "The code is really being fetched" } },
          on: {
            "code.missed": {
              target: "#code.failed.probing",
              description: "It fails at once: only a new document helps",
            },
          },
        },
      },
    },
    loaded: {
      description: "The code is there",
      entry: "announceLoaded",
      initial: "usable",
      on: {
        "code.load": { actions: "announceLoaded", description: "The page is shown again" },
      },
      states: {
        usable: {
          description: "The page can be shown",
          on: { "code.recover": { target: "probing", description: "Part of the page cannot be shown" } },
        },
        probing: {
          description: "The server is asked whether a new document can be loaded",
          invoke: { id: "probe", src: "probe" },
          on: {
            "code.reachable": { target: "#code.reloading", description: "The server answers" },
            "code.unreachable": { target: "usable", description: "There is no network" },
          },
        },
      },
    },
    failed: {
      description: "The code did not load",
      entry: "announceFailed",
      initial: "waiting",
      on: {
        "code.load": { target: "loading.again", description: "The member retries, or the network is back" },
      },
      states: {
        waiting: {
          description: "The member may retry",
          on: { "code.recover": { target: "probing", description: "Not even the failure can be shown" } },
        },
        probing: {
          description: "The server is asked whether a new document can be loaded",
          invoke: { id: "probe", src: "probe" },
          on: {
            "code.reachable": { target: "#code.reloading", description: "The server answers" },
            "code.unreachable": { target: "waiting", description: "There is no network" },
          },
        },
      },
    },
    reloading: {
      type: "final",
      entry: "reloadDocument",
      description: "The document is loaded anew",
    },
  },
})

/** True while the page before stays visible. */
export const isDelayed = (snapshot: SnapshotFrom<typeof codeMachine>): boolean => snapshot.hasTag("delayed")
