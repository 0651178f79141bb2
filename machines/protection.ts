/**
 * Promises: one change of the member's own limits is sent at a time, and shown as made only when the
 * server has said so; a pause or an exclusion, which nothing ends early, follows a question.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import type { Away, LimitName } from "../src/domain/protection.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { ProtectionEmitted, ProtectionEvent } from "../src/events/protection.ts"

export interface ProtectionContext {
  /** The limit that is edited, or whose looser value is confirmed. */
  readonly name: LimitName | null
  /** The wanted value; null for no limit. */
  readonly value: string | null
  /** The member's change that this one is made after. */
  readonly revision: number
  readonly away: Away | null
  /** Why the last change was refused. */
  readonly failure: Failure | null
}

export type ProtectionJob = Pick<ProtectionContext, "name" | "value" | "revision" | "away">

export const protectionMachine = setup({
  types: {
    context: {} as ProtectionContext,
    events: {} as ProtectionEvent,
    emitted: {} as ProtectionEmitted,
    tags: {} as "busy",
  },
  actors: {
    /** Each sends protection.saved or protection.refused; confirmLimit also protection.unconfirmed. */
    changeLimit: fromCallback<EventObject, ProtectionJob>(unprovided("changeLimit")),
    confirmLimit: fromCallback<EventObject, ProtectionJob>(unprovided("confirmLimit")),
    stayAway: fromCallback<EventObject, ProtectionJob>(unprovided("stayAway")),
  },
  actions: {
    assignName: assign({
      name: ({ context, event }) => ("name" in event ? event.name : context.name),
      failure: null,
    }),
    assignValue: assign({
      value: ({ context, event }) => ("value" in event ? event.value : context.value),
      revision: ({ context, event }) => ("revision" in event ? event.revision : context.revision),
      failure: null,
    }),
    assignAway: assign({
      away: ({ event }) => (event.type === "protection.askAway" ? event.away : null),
      failure: null,
    }),
    assignFailure: assign({
      failure: ({ context, event }) => ("failure" in event ? event.failure : context.failure),
    }),
    dropFailure: assign({ failure: null }),
    emitSaved: emit({ type: "protection.done", isAway: false }),
    emitAway: emit({ type: "protection.done", isAway: true }),
  },
}).createMachine({
  id: "protection",
  description: "A member's own limits, pause and exclusion",
  context: { name: null, value: null, revision: 0, away: null, failure: null },
  initial: "shown",
  states: {
    shown: {
      description: "The limits in force, with what is used of them",
      on: {
        "protection.edit": { target: "editing", actions: "assignName" },
        "protection.confirm": {
          target: "confirming",
          actions: ["assignName", "assignValue"],
          description: "The second yes to a looser limit that has waited",
        },
        "protection.askAway": { target: "asking", actions: "assignAway" },
      },
    },
    editing: {
      description: "The member types a limit, or chooses none",
      on: {
        "protection.cancel": { target: "shown", actions: "dropFailure" },
        "protection.submit": { target: "changing", actions: "assignValue" },
      },
    },
    changing: {
      description: "The server puts a tighter limit in force, and lets a looser one wait",
      tags: "busy",
      invoke: { id: "changeLimit", src: "changeLimit", input: ({ context }) => context },
      on: {
        "protection.saved": { target: "shown", actions: "emitSaved" },
        "protection.refused": {
          target: "editing",
          actions: "assignFailure",
          description: "Another device was first, or the server does not answer",
        },
      },
    },
    confirming: {
      description: "The member proves who they are, and the server puts a looser limit in force",
      tags: "busy",
      invoke: { id: "confirmLimit", src: "confirmLimit", input: ({ context }) => context },
      on: {
        "protection.saved": { target: "shown", actions: "emitSaved" },
        "protection.refused": { target: "shown", actions: "assignFailure" },
        "protection.unconfirmed": { target: "shown", description: "The member gives no proof" },
      },
    },
    asking: {
      description: "The member reads until when they stay away, and that nothing ends it early",
      on: {
        "protection.cancel": "shown",
        "protection.yes": "leaving",
      },
    },
    leaving: {
      description: "The server begins the pause or the exclusion",
      tags: "busy",
      invoke: { id: "stayAway", src: "stayAway", input: ({ context }) => context },
      on: {
        "protection.saved": { target: "shown", actions: "emitAway" },
        "protection.refused": { target: "shown", actions: "assignFailure" },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type ProtectionSnapshot = SnapshotFrom<typeof protectionMachine>

export const protectionPhase = ({ value }: ProtectionSnapshot) => value
export const isProtectionBusy = (snapshot: ProtectionSnapshot): boolean => snapshot.hasTag("busy")
