/**
 * Promises: a call ends in exactly one outcome; a missing answer is retried at most twice, one
 * second apart, never for a POST; a loading indicator is shown after 800 ms and during retries; an
 * abort ends the call at once.
 */
import { assign, type EventObject, enqueueActions, fromCallback, setup } from "xstate"
import type { Failure } from "../src/domain/failure.ts"
import { LOADING_DELAY_MS, REQUEST_TIMEOUT_MS, RETRY_DELAY_MS, RETRY_LIMIT } from "../src/domain/limits.ts"
import { unprovided } from "../src/domain/unprovided.ts"
import type { RequestEmitted, RequestEvent, RequestOutcome } from "../src/events/request.ts"

export interface RequestInput {
  readonly endpoint: string
  readonly method: string
  readonly key: string | null
  /** True if the member waits for this call: the indicator is shown. */
  readonly loading: boolean
  readonly timeoutMs?: number
}

export interface RequestContext extends Required<RequestInput> {
  readonly attempt: number
  readonly loadingShown: boolean
  readonly outcome: RequestOutcome | null
  readonly failure: Failure | null
}

export const requestMachine = setup({
  types: {
    context: {} as RequestContext,
    input: {} as RequestInput,
    events: {} as RequestEvent,
    emitted: {} as RequestEmitted,
    tags: {} as "busy",
  },
  actors: {
    /** One attempt: request.succeeded, refused, tokenRejected or unanswered. */
    attempt: fromCallback<EventObject, { readonly attempt: number }>(unprovided("attempt")),
  },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    showLoading: enqueueActions(({ context, enqueue }) => {
      if (context.loadingShown) return
      enqueue.assign({ loadingShown: true })
      enqueue.emit({ type: "request.loadingShown" })
    }),
    takeSilence: assign({
      outcome: ({ event }) => (event.type === "request.unanswered" ? event.kind : "timeout"),
      failure: ({ event }) => ({
        reason: `no-answer.${event.type === "request.unanswered" ? event.kind : "timeout"}`,
      }),
    }),
    takeRefusal: assign({
      outcome: "refused",
      failure: ({ event }) => (event.type === "request.refused" ? event.failure : null),
    }),
    takeTokenRejection: assign({ outcome: "token-invalid", failure: { reason: "session.invalid" } }),
    takeSuccess: assign({ outcome: "success", failure: null }),
    takeAbort: assign({ outcome: "abort", failure: { reason: "no-answer.abort" } }),
    settle: enqueueActions(({ context, enqueue }) => {
      if (context.loadingShown) enqueue.emit({ type: "request.loadingHidden" })
      enqueue.assign({ loadingShown: false })
      enqueue.emit({ type: "request.settled", outcome: context.outcome ?? "abort" })
    }),
  },
  guards: {
    /** A missing answer may be retried unless that could act twice. */
    canRetry: ({ context, event }) =>
      context.method !== "POST" &&
      context.attempt <= RETRY_LIMIT &&
      !(event.type === "request.unanswered" && (event.kind === "abort" || event.kind === "malformed")),
    wantsLoading: ({ context }) => context.loading,
  },
  delays: {
    requestTimeout: ({ context }) => context.timeoutMs,
    retryPause: RETRY_DELAY_MS,
    loadingDelay: LOADING_DELAY_MS,
  },
}).createMachine({
  id: "request",
  description: "One call to the server",
  context: ({ input }) => ({
    timeoutMs: REQUEST_TIMEOUT_MS,
    ...input,
    attempt: 0,
    loadingShown: false,
    outcome: null,
    failure: null,
  }),
  initial: "running",
  states: {
    running: {
      description: "The outcome is not known yet",
      tags: "busy",
      after: {
        loadingDelay: {
          guard: "wantsLoading",
          actions: "showLoading",
          description: "The call takes long: the loading indicator is shown",
        },
      },
      on: {
        "request.abort": {
          target: "aborted",
          actions: "takeAbort",
          description: "The call is no longer needed, or a newer call with the same key replaced it",
        },
      },
      initial: "attempting",
      states: {
        attempting: {
          description: "One attempt is under way",
          entry: "countAttempt",
          invoke: { id: "attempt", src: "attempt", input: ({ context }) => ({ attempt: context.attempt }) },
          after: {
            requestTimeout: [
              {
                guard: "canRetry",
                target: "pausing",
                description: "No answer in time, and asking again can do nothing twice",
              },
              {
                target: "#request.failed",
                actions: "takeSilence",
                description: "No answer in time, and asking again is of no use or could do a thing twice",
              },
            ],
          },
          on: {
            "request.succeeded": {
              target: "#request.succeeded",
              actions: "takeSuccess",
              description: "The server said yes",
            },
            "request.refused": {
              target: "#request.refused",
              actions: "takeRefusal",
              description: "The server said no, and why",
            },
            "request.tokenRejected": {
              target: "#request.rejected",
              actions: "takeTokenRejection",
              description: "The server does not know the token any more",
            },
            "request.unanswered": [
              {
                guard: "canRetry",
                target: "pausing",
                description: "Silence, and asking again can do nothing twice",
              },
              {
                target: "#request.failed",
                actions: "takeSilence",
                description: "Silence, and asking again is of no use or could do a thing twice",
              },
            ],
          },
        },
        pausing: {
          description:
            "A second's rest before the next attempt; the indicator says that it is still being tried",
          entry: "showLoading",
          after: { retryPause: { target: "attempting", description: "The rest is over" } },
        },
      },
    },
    succeeded: { type: "final", entry: "settle", description: "The server said yes" },
    refused: { type: "final", entry: "settle", description: "The server said no, with a reason" },
    rejected: { type: "final", entry: "settle", description: "The token is no longer good" },
    failed: {
      type: "final",
      entry: "settle",
      description: "No answer came: whether the server acted is not known",
    },
    aborted: { type: "final", entry: "settle", description: "The answer is no longer needed" },
  },
})
