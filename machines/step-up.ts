/**
 * Promises: a command is confirmed only by the server's word that its challenge was proved; a member who
 * cancels has confirmed nothing; no proof, and nothing of what is confirmed, is part of an event or the
 * context.
 */
import { assign, type EventObject, emit, fromCallback, type SnapshotFrom, setup } from "xstate"
import type { ProofKind } from "../src/domain/confirmation.ts"
import type { Failure } from "../src/domain/failure.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { StepUpDone, StepUpEvent } from "../src/events/step-up.ts"

export interface StepUpContext {
  /** The handle of what is confirmed. */
  readonly subject: string
  /** The challenge; empty until there is one. */
  readonly id: string
  /** The kinds of proof of which it takes one. */
  readonly proofs: readonly ProofKind[]
  readonly kind: ProofKind | null
  /** The handle of the typed proof. */
  readonly secret: string
  /** Why the last attempt failed. */
  readonly failure: Failure | null
}

export type ChallengeJob = Pick<StepUpContext, "subject">
export type ProofJob = Pick<StepUpContext, "subject" | "id" | "kind" | "secret">

export const stepUpMachine = setup({
  types: {
    context: {} as StepUpContext,
    events: {} as StepUpEvent,
    emitted: {} as StepUpDone,
    tags: {} as "busy" | "shown",
  },
  actors: {
    /** stepUp.challenged or stepUp.unchallenged. */
    challenge: fromCallback<EventObject, ChallengeJob>(unprovided("challenge")),
    /** stepUp.proved or stepUp.refused. */
    prove: fromCallback<EventObject, ProofJob>(unprovided("prove")),
  },
  actions: {
    begin: assign(({ event }) =>
      event.type === "stepUp.ask"
        ? { subject: event.subject, id: "", proofs: [], kind: null, failure: null }
        : {},
    ),
    assignChallenge: assign(({ event }) =>
      event.type === "stepUp.challenged" ? { id: event.id, proofs: event.proofs, failure: null } : {},
    ),
    assignProof: assign(({ event }) =>
      event.type === "stepUp.prove" ? { kind: event.kind, secret: event.secret, failure: null } : {},
    ),
    dropProof: assign({ secret: "" }),
    assignFailure: assign(({ event }) => ("failure" in event ? { failure: event.failure } : {})),
    emitDone: emit(({ context, event }) => ({
      type: "stepUp.done" as const,
      subject: context.subject,
      confirmation: "id" in event ? event.id : null,
    })),
  },
  guards: {
    needsNoProof: ({ event }) => event.type === "stepUp.challenged" && event.proofs.length === 0,
  },
}).createMachine({
  id: "step-up",
  description: "What a member confirms once more by a code or the password before it is sent",
  context: { subject: "", id: "", proofs: [], kind: null, secret: "", failure: null },
  initial: "closed",
  on: {
    "stepUp.ask": {
      target: ".challenging",
      actions: ["emitDone", "begin"],
      description: "Another command takes the place of one that was not confirmed",
    },
  },
  states: {
    closed: {
      description: "Nothing is to be confirmed",
      on: {
        "stepUp.ask": { target: "challenging", actions: "begin" },
      },
    },
    challenging: {
      description: "The server makes a challenge for exactly this command",
      tags: "busy",
      invoke: {
        id: "challenge",
        src: "challenge",
        input: ({ context }) => ({ subject: context.subject }),
      },
      on: {
        "stepUp.challenged": [
          {
            guard: "needsNoProof",
            target: "closed",
            actions: "emitDone",
            description: "The login is shared, or the command has its own proof",
          },
          { target: "asking", actions: "assignChallenge" },
        ],
        "stepUp.unchallenged": { target: "unchallenged", actions: "assignFailure" },
        "stepUp.cancel": { target: "closed", actions: "emitDone" },
      },
    },
    unchallenged: {
      description: "The server made no challenge, or did not answer; nothing was sent",
      tags: "shown",
      on: {
        "stepUp.retry": "challenging",
        "stepUp.cancel": { target: "closed", actions: "emitDone" },
      },
    },
    asking: {
      description: "The member sees what is confirmed, and gives a proof",
      tags: "shown",
      on: {
        "stepUp.prove": { target: "proving", actions: "assignProof" },
        "stepUp.cancel": { target: "closed", actions: "emitDone" },
      },
    },
    proving: {
      description: "The server checks the proof. A challenge that is over is replaced meanwhile",
      tags: ["busy", "shown"],
      invoke: {
        id: "prove",
        src: "prove",
        input: ({ context: { subject, id, kind, secret } }) => ({ subject, id, kind, secret }),
      },
      exit: "dropProof",
      on: {
        "stepUp.proved": { target: "closed", actions: "emitDone" },
        "stepUp.refused": {
          target: "asking",
          actions: "assignFailure",
          description: "The proof is wrong, or no answer came; the member may try again",
        },
      },
    },
  },
})

// ── selectors ────────────────────────────────────────────────────────────────
export type StepUpSnapshot = SnapshotFrom<typeof stepUpMachine>

export const isStepUpShown = (snapshot: StepUpSnapshot): boolean => snapshot.hasTag("shown")
export const isStepUpBusy = (snapshot: StepUpSnapshot): boolean => snapshot.hasTag("busy")
