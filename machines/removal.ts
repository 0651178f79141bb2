/**
 * Promises: a destination is removed, another session ended, or a withdrawal cancelled, only after a
 * confirmation, once; the destination removed last can be restored until another is, where the page
 * offers it.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import { unprovided } from "../src/domain/unprovided.ts"
import type { RemovalEmitted, RemovalEvent } from "../src/events/removal.ts"

export interface RemovalContext {
  /** The destination, session or withdrawal that the question is about. */
  readonly id: string
  /** The destination removed last. */
  readonly removedId: string
}

export interface RemovalJob {
  readonly id: string
}

export const removalMachine = setup({
  types: {
    context: {} as RemovalContext,
    events: {} as RemovalEvent,
    emitted: {} as RemovalEmitted,
  },
  actors: {
    /** removal.removed or removal.refused. */
    remove: fromCallback<EventObject, RemovalJob>(unprovided("remove")),
    /** removal.restored, removal.notRestored or removal.unconfirmed. */
    restore: fromCallback<EventObject, RemovalJob>(unprovided("restore")),
  },
  actions: {
    assignId: assign(({ event }) => (event.type === "removal.ask" ? { id: event.id } : {})),
    assignRemoved: assign(({ event }) => (event.type === "removal.removed" ? { removedId: event.id } : {})),
    announceRemoved: emit({ type: "removal.changed" as const, isRemoved: true }),
    announceRestored: emit({ type: "removal.changed" as const, isRemoved: false }),
    announceFailure: emit(({ event }) => ({
      type: "removal.failed" as const,
      failure: "failure" in event ? event.failure : { reason: "system.internal" },
    })),
  },
}).createMachine({
  id: "removal",
  description:
    "The removal of a bank card or a crypto address, the end of another session, or of a withdrawal",
  type: "parallel",
  context: { id: "", removedId: "" },
  states: {
    question: {
      description: "The removal itself",
      initial: "closed",
      states: {
        closed: {
          description: "Nothing is being removed",
          on: {
            "removal.ask": { target: "open", actions: "assignId" },
          },
        },
        open: {
          description: "The member is requested a confirmation",
          on: {
            "removal.cancel": "closed",
            "removal.confirm": "removing",
          },
        },
        removing: {
          description: "The server is removing it",
          invoke: { id: "remove", src: "remove", input: ({ context }) => ({ id: context.id }) },
          on: {
            "removal.removed": { target: "closed", actions: "announceRemoved" },
            "removal.refused": {
              target: "closed",
              actions: "announceFailure",
              description: "The server refuses, or does not answer",
            },
          },
        },
      },
    },
    undo: {
      description: "The way back",
      initial: "none",
      states: {
        none: {
          description: "Nothing can be restored",
          on: {
            "removal.removed": { target: "offered", actions: "assignRemoved" },
          },
        },
        offered: {
          description: "The destination removed last can be restored",
          on: {
            "removal.removed": { actions: "assignRemoved", description: "Another one was removed" },
            "removal.undo": "restoring",
          },
        },
        restoring: {
          description: "The server is adding it again",
          invoke: { id: "restore", src: "restore", input: ({ context }) => ({ id: context.removedId }) },
          on: {
            "removal.restored": { target: "none", actions: "announceRestored" },
            "removal.notRestored": {
              target: "offered",
              actions: "announceFailure",
              description: "The server refuses, or does not answer; the way back stays",
            },
            "removal.unconfirmed": {
              target: "offered",
              description: "The member has cancelled the confirmation; the way back stays",
            },
          },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type RemovalSnapshot = SnapshotFrom<typeof removalMachine>

/** What the question shows. */
export const removalQuestion = ({ value }: RemovalSnapshot) => value.question

/** What the way back shows. */
export const removalUndo = ({ value }: RemovalSnapshot) => value.undo
