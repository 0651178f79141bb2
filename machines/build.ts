/**
 * Promises: a newer build is offered as soon as it is installed, and activated only when the member
 * agrees; then the document is loaded anew, also where the browser reports no activation. A declined
 * build is not offered again, a yet newer one is.
 */
import { type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import { type LeafState, viewAt } from "../src/domain/leaf-state.ts"
import { BUILD_ACTIVATION_TIMEOUT_MS } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { BuildEvent } from "../src/events/build.ts"

export const buildMachine = setup({
  types: {
    events: {} as BuildEvent,
  },
  actors: {
    /** Watches the service worker: build.installed; and the member's return to the app: build.look. */
    watch: fromCallback<EventObject>(unprovided("watch")),
    /** Activates the build that waits: build.activated. */
    activate: fromCallback<EventObject>(unprovided("activate")),
  },
  actions: {
    /** Asks the server for a newer build; `watch` reports one. */
    look: unprovided("look"),
    reloadDocument: unprovided("reloadDocument"),
  },
  delays: {
    activationTimeout: BUILD_ACTIVATION_TIMEOUT_MS,
  },
}).createMachine({
  id: "build",
  description: "Whether a newer build of the app is offered",
  initial: "current",
  invoke: { id: "watch", src: "watch" },
  on: {
    "build.look": {
      actions: "look",
      description: "The member returns to the app, or the server sends what this build does not know",
    },
  },
  states: {
    current: {
      description: "No newer build is known",
      on: { "build.installed": { target: "offered", description: "A newer build is installed and waits" } },
    },
    offered: {
      description: "The member is asked whether to load the newer build now",
      on: {
        "build.accept": { target: "activating", description: "The member agrees" },
        "build.decline": {
          target: "declined",
          description: "The member gets it when the app is opened next",
        },
      },
    },
    declined: {
      description: "A newer build waits until the app is opened next",
      on: { "build.installed": { target: "offered", description: "A yet newer build waits" } },
    },
    activating: {
      description: "The newer build replaces this one",
      invoke: { id: "activate", src: "activate" },
      after: {
        activationTimeout: { target: "reloading", description: "The browser reports no activation" },
      },
      on: { "build.activated": { target: "reloading", description: "The newer build is active" } },
    },
    reloading: {
      entry: "reloadDocument",
      description: "The document is being loaded anew",
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
type BuildSnapshot = SnapshotFrom<typeof buildMachine>

/** Whether the member is to be asked in each state. */
const IS_OFFERED = {
  current: false,
  offered: true,
  declined: false,
  activating: false,
  reloading: false,
} as const satisfies Readonly<Record<LeafState<BuildSnapshot>, boolean>>

export const isOffered = (snapshot: BuildSnapshot): boolean => viewAt(snapshot, IS_OFFERED)
