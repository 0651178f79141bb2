/**
 * Promises: an account is locked after one confirmation from a session, or by its name and password;
 * it is shown as locked or unlocking only when the server has said so; no password is part of an event
 * or the context.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { LockEmitted, LockEvent } from "../src/events/lock.ts"

export interface LockContext {
  /** Name and handles of the password and the code; null from a session. */
  readonly credentials: LockCredentials | null
  readonly lockedAtMs: number | null
  /** From when on a log-in opens the account. */
  readonly opensAtMs: number | null
  /** Why the last attempt failed. */
  readonly failure: Failure | null
}

export interface LockCredentials {
  readonly username: string
  readonly secret: string
  /** Of a code of the second factor: it unlocks, and locks nothing. */
  readonly code?: string
}

export interface LockJob {
  readonly credentials: LockCredentials | null
}

export const lockMachine = setup({
  types: {
    context: {} as LockContext,
    events: {} as LockEvent,
    emitted: {} as LockEmitted,
    tags: {} as "busy",
  },
  actors: {
    /** lock.locked or lock.refused. */
    lock: fromCallback<EventObject, LockJob>(unprovided("lock")),
    /** lock.unlocking or lock.refused. */
    unlock: fromCallback<EventObject, LockJob>(unprovided("unlock")),
  },
  actions: {
    assignCredentials: assign({
      credentials: ({ event }) => {
        if (!("secret" in event)) return null
        const { username, secret } = event
        return event.type === "lock.unlock" && event.code !== undefined
          ? { username, secret, code: event.code }
          : { username, secret }
      },
      failure: null,
    }),
    dropCredentials: assign({ credentials: null }),
    assignLocked: assign({
      lockedAtMs: ({ context, event }) =>
        event.type === "lock.locked" ? event.lockedAtMs : context.lockedAtMs,
      opensAtMs: null,
    }),
    assignUnlocking: assign(({ event }) =>
      event.type === "lock.unlocking" ? { opensAtMs: event.opensAtMs } : {},
    ),
    assignFailure: assign(({ event }) => (event.type === "lock.refused" ? { failure: event.failure } : {})),
    emitDone: emit({ type: "lock.done" }),
  },
  delays: {
    untilOpen: ({ event }) => (event.type === "lock.unlocking" ? Math.max(0, event.opensAtMs - event.at) : 0),
  },
}).createMachine({
  id: "lock",
  description: "The lock that a member puts on the account",
  context: { credentials: null, lockedAtMs: null, opensAtMs: null, failure: null },
  initial: "open",
  states: {
    open: {
      description: "The account is not known to be locked",
      on: {
        "lock.ask": "confirming",
        "lock.lock": { target: "locking", actions: "assignCredentials" },
        "lock.unlock": {
          target: "requesting",
          actions: "assignCredentials",
          description: "It was locked on another device, or before this page was opened",
        },
      },
    },
    confirming: {
      description: "The member reads what a lock stops and how it ends",
      on: {
        "lock.cancel": "open",
        "lock.confirm": { target: "locking", actions: "assignCredentials" },
      },
    },
    locking: {
      description: "The server locks the account and ends every session",
      tags: "busy",
      invoke: { id: "lock", src: "lock", input: ({ context }) => ({ credentials: context.credentials }) },
      exit: "dropCredentials",
      on: {
        "lock.locked": { target: "locked", actions: ["assignLocked", "emitDone"] },
        "lock.refused": {
          target: "open",
          actions: "assignFailure",
          description: "The server refuses, or does not answer",
        },
      },
    },
    locked: {
      description: "No log-ins, orders, deposits, destinations and payouts",
      on: {
        "lock.unlock": { target: "requesting", actions: "assignCredentials" },
      },
    },
    requesting: {
      description: "The server checks the password and the second factor, and starts the wait",
      tags: "busy",
      invoke: { id: "unlock", src: "unlock", input: ({ context }) => ({ credentials: context.credentials }) },
      exit: "dropCredentials",
      on: {
        "lock.unlocking": { target: "unlocking", actions: "assignUnlocking" },
        "lock.refused": { target: "open", actions: "assignFailure" },
      },
    },
    unlocking: {
      description: "The account is locked until the wait is over",
      after: {
        untilOpen: { target: "open", description: "From now on a log-in opens the account" },
      },
      on: {
        "lock.lock": {
          target: "locking",
          actions: "assignCredentials",
          description: "The member has changed their mind, or another asked for it",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type LockSnapshot = SnapshotFrom<typeof lockMachine>

export const lockPhase = ({ value }: LockSnapshot) => value
export const isLockBusy = (snapshot: LockSnapshot): boolean => snapshot.hasTag("busy")
