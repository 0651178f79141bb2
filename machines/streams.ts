/**
 * Promises: what changes the actors of a member's shared streams runs one after another: a read that
 * began as a follower never ends as the leader, and no row is applied while its stream is read. After
 * each change of the role every stream is read again.
 */
import { assign, type EventObject, fromCallback, type SnapshotFrom, setup } from "xstate"
import { unprovided } from "../src/domain/unprovided.ts"
import type { StreamsEvent } from "../src/events/streams.ts"

export interface StreamsContext {
  /** How many batches of rows wait to be applied. */
  readonly waiting: number
}

export const streamsMachine = setup({
  types: {
    context: {} as StreamsContext,
    events: {} as StreamsEvent,
  },
  actors: {
    /** Reads the streams under the present role and starts or updates their actors: streams.read. */
    read: fromCallback<EventObject>(unprovided("read")),
    /** Applies all rows that wait: streams.applied. */
    apply: fromCallback<EventObject>(unprovided("apply")),
  },
  actions: {
    countBatch: assign({ waiting: ({ context }) => context.waiting + 1 }),
    takeBatches: assign({ waiting: 0 }),
  },
  guards: {
    isWaiting: ({ context }) => context.waiting > 0,
  },
}).createMachine({
  id: "streams",
  description: "How the actors of a tab catch up with the stored streams of the member",
  context: { waiting: 0 },
  initial: "current",
  states: {
    current: {
      description: "The actors have all stored events",
      on: {
        "streams.catchUp": { target: "reading", description: "The role of this tab changed" },
        "streams.received": { target: "applying", description: "The leader wrote" },
      },
    },
    reading: {
      description: "The streams are being read",
      invoke: { id: "read", src: "read" },
      on: {
        "streams.received": { actions: "countBatch", description: "Rows wait until the streams are read" },
      },
      initial: "valid",
      states: {
        valid: {
          description: "The role is the one under which the read began",
          on: {
            "streams.catchUp": { target: "outdated", description: "The role changed meanwhile" },
            "streams.read": [
              { guard: "isWaiting", target: "#streams.applying", description: "Rows arrived meanwhile" },
              { target: "#streams.current", description: "The streams are read" },
            ],
          },
        },
        outdated: {
          description: "The role has changed since the read began",
          on: {
            "streams.read": {
              target: "#streams.reading",
              reenter: true,
              description: "They are read again, under the present role",
            },
          },
        },
      },
    },
    applying: {
      description: "Rows of the leader are being applied, in order",
      entry: "takeBatches",
      invoke: { id: "apply", src: "apply" },
      on: {
        "streams.received": { actions: "countBatch", description: "Rows wait for those before them" },
      },
      initial: "valid",
      states: {
        valid: {
          description: "The tab still follows",
          on: {
            "streams.catchUp": { target: "outdated", description: "The role changed meanwhile" },
            "streams.applied": [
              {
                guard: "isWaiting",
                target: "#streams.applying",
                reenter: true,
                description: "More rows arrived meanwhile",
              },
              { target: "#streams.current", description: "All rows are applied" },
            ],
          },
        },
        outdated: {
          description: "The role has changed since the rows arrived",
          on: {
            "streams.applied": {
              target: "#streams.reading",
              description: "The streams are read under the present role",
            },
          },
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
/** True while nothing is being read or applied. */
export const isCurrent = (snapshot: SnapshotFrom<typeof streamsMachine>): boolean =>
  snapshot.matches("current")
