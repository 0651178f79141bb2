/**
 * Promises: an authenticator app, a passkey or recovery codes change once, after a confirmation of
 * exactly this; who cancels has changed nothing and may go on; a confirmation is asked once, whatever
 * has to be typed again; no key, code or answer of a passkey is part of an event or the context.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { FactorChange } from "../src/domain/factor.ts"
import type { Failure } from "../src/domain/failure.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { FactorEmitted, FactorEvent } from "../src/events/factor.ts"

export interface FactorInput {
  readonly change: FactorChange
  /** The passkey to remove, else empty. */
  readonly passkeyId: string
}

export interface FactorContext extends FactorInput {
  /** The proved challenge; empty until there is one. */
  readonly confirmation: string
  /** Why the last attempt failed. */
  readonly failure: Failure | null
}

export type FactorJob = Omit<FactorContext, "failure">

const jobOf = ({
  context: { change, passkeyId, confirmation },
}: {
  readonly context: FactorContext
}): FactorJob => ({ change, passkeyId, confirmation })

export const factorMachine = setup({
  types: {
    context: {} as FactorContext,
    events: {} as FactorEvent,
    input: {} as FactorInput,
    emitted: {} as FactorEmitted,
    tags: {} as "busy",
  },
  actors: {
    /** factor.confirmed or factor.cancelled. */
    confirm: fromCallback<EventObject, FactorJob>(unprovided("confirm")),
    /** factor.signed, factor.cancelled or factor.refused. */
    sign: fromCallback<EventObject, FactorJob>(unprovided("sign")),
    /** factor.changed or factor.refused. */
    send: fromCallback<EventObject, FactorJob>(unprovided("send")),
  },
  actions: {
    clearFailure: assign({ failure: null }),
    assignConfirmation: assign(({ event }) =>
      event.type === "factor.confirmed" ? { confirmation: event.confirmation } : {},
    ),
    assignFailure: assign(({ context, event }) =>
      event.type === "factor.refused"
        ? {
            failure: event.failure,
            confirmation: event.failure.reason.startsWith("confirmation.") ? "" : context.confirmation,
          }
        : {},
    ),
    emitDone: emit({ type: "factor.done" }),
  },
  guards: {
    isUnconfirmed: ({ context }) => context.confirmation === "",
    isPasskey: ({ context }) => context.change === "passkey",
  },
}).createMachine({
  id: "factor",
  description: "A change of the second factor: an app, a passkey or recovery codes, added or removed",
  context: ({ input }) => ({ ...input, confirmation: "", failure: null }),
  initial: "editing",
  states: {
    editing: {
      description: "The member stores what is shown once and types a part back, or reads what ends",
      on: {
        "factor.submit": [
          { guard: "isUnconfirmed", target: "confirming", actions: "clearFailure" },
          {
            guard: "isPasskey",
            target: "signing",
            actions: "clearFailure",
            description: "It was confirmed, and the browser's question was cancelled",
          },
          {
            target: "sending",
            actions: "clearFailure",
            description: "It was confirmed, and a code was wrong or no answer came",
          },
        ],
      },
    },
    confirming: {
      description: "The member proves that it is them, by a factor in force or the password",
      tags: "busy",
      invoke: { id: "confirm", src: "confirm", input: jobOf },
      on: {
        "factor.confirmed": [
          { guard: "isPasskey", target: "signing", actions: "assignConfirmation" },
          { target: "sending", actions: "assignConfirmation" },
        ],
        "factor.cancelled": "editing",
      },
    },
    signing: {
      description: "The authenticator makes a passkey, and the browser asks the member",
      tags: "busy",
      invoke: { id: "sign", src: "sign", input: jobOf },
      on: {
        "factor.signed": "sending",
        "factor.cancelled": "editing",
        "factor.refused": { target: "editing", actions: "assignFailure" },
      },
    },
    sending: {
      description: "The server makes the change",
      tags: "busy",
      invoke: { id: "send", src: "send", input: jobOf },
      on: {
        "factor.changed": { target: "done", actions: "emitDone" },
        "factor.refused": {
          target: "editing",
          actions: "assignFailure",
          description: "A code is wrong, the confirmation is over, or no answer came",
        },
      },
    },
    done: {
      description: "The account has changed; the page closes",
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type FactorSnapshot = SnapshotFrom<typeof factorMachine>

export const isFactorBusy = (snapshot: FactorSnapshot): boolean => snapshot.hasTag("busy")
