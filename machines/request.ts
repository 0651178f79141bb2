/**
 * Promises: a call ends in exactly one outcome; a missing answer is retried at most twice, one
 * second apart, never for a POST; a loading indicator is shown after 800 ms and during retries; an
 * abort ends the call at once.
 */
import { assign, type EventObject, emit, fromCallback, setup, stateIn } from "xstate"
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
  readonly outcome: RequestOutcome | null
  readonly failure: Failure | null
}

/** How a call ended. The answer itself stays outside of the machine. */
export interface RequestOutput {
  readonly outcome: RequestOutcome
  readonly failure: Failure | null
}

export const requestMachine = setup({
  types: {
    context: {} as RequestContext,
    input: {} as RequestInput,
    events: {} as RequestEvent,
    emitted: {} as RequestEmitted,
    output: {} as RequestOutput,
  },
  actors: {
    /** One attempt: request.succeeded, refused, tokenRejected or unanswered. */
    attempt: fromCallback<EventObject, { readonly attempt: number }>(unprovided("attempt")),
  },
  actions: {
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    showLoading: emit({ type: "request.loadingShown" }),
    hideLoading: emit({ type: "request.loadingHidden" }),
    assignNoAnswer: assign({
      outcome: ({ event }) => (event.type === "request.unanswered" ? event.kind : "timeout"),
      failure: ({ event }) => ({
        reason: `no-answer.${event.type === "request.unanswered" ? event.kind : "timeout"}`,
      }),
    }),
    assignRefusal: assign({
      outcome: "refused",
      failure: ({ event }) => (event.type === "request.refused" ? event.failure : null),
    }),
    assignTokenRejection: assign({ outcome: "token-invalid", failure: { reason: "session.invalid" } }),
    assignSuccess: assign({ outcome: "success", failure: null }),
    assignAbort: assign({ outcome: "abort", failure: { reason: "no-answer.abort" } }),
  },
  guards: {
    /** A missing answer may be retried unless that could act twice. */
    canRetry: ({ context, event }) =>
      context.method !== "POST" &&
      context.attempt <= RETRY_LIMIT &&
      !(event.type === "request.unanswered" && (event.kind === "abort" || event.kind === "malformed")),
    wantsLoading: ({ context }) => context.loading,
    isPausing: stateIn({ running: { call: "pausing" } }),
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
    outcome: null,
    failure: null,
  }),
  output: ({ context }) => ({ outcome: context.outcome ?? "abort", failure: context.failure }),
  initial: "running",
  states: {
    running: {
      description: "The outcome is not known yet",
      on: {
        "request.abort": {
          target: "aborted",
          actions: "assignAbort",
          description: "The call is no longer needed, or a newer call with the same key replaced it",
        },
      },
      type: "parallel",
      states: {
        call: {
          description: "The attempts, one after the other",
          initial: "attempting",
          states: {
            attempting: {
              description: "One attempt is under way",
              entry: "countAttempt",
              invoke: {
                id: "attempt",
                src: "attempt",
                input: ({ context }) => ({ attempt: context.attempt }),
              },
              after: {
                requestTimeout: [
                  {
                    guard: "canRetry",
                    target: "pausing",
                    description: "No answer in time, and a retry is safe",
                  },
                  {
                    target: "#request.failed",
                    actions: "assignNoAnswer",
                    description: "No answer in time, and a retry is useless or could act twice",
                  },
                ],
              },
              on: {
                "request.succeeded": {
                  target: "#request.succeeded",
                  actions: "assignSuccess",
                  description: "The server accepted the request",
                },
                "request.refused": {
                  target: "#request.refused",
                  actions: "assignRefusal",
                  description: "The server refuses with a reason",
                },
                "request.tokenRejected": {
                  target: "#request.rejected",
                  actions: "assignTokenRejection",
                  description: "The server rejects the token",
                },
                "request.unanswered": [
                  {
                    guard: "canRetry",
                    target: "pausing",
                    description: "No answer, and a retry is safe",
                  },
                  {
                    target: "#request.failed",
                    actions: "assignNoAnswer",
                    description: "No answer, and a retry is useless or could act twice",
                  },
                ],
              },
            },
            pausing: {
              description: "A pause of one second before the next attempt",
              after: { retryPause: { target: "attempting", description: "The pause ends" } },
            },
          },
        },
        indicator: {
          description: "Whether the member sees that the app waits",
          initial: "hidden",
          states: {
            hidden: {
              description: "No loading indicator is shown for this call",
              after: {
                loadingDelay: {
                  guard: "wantsLoading",
                  target: "shown",
                  description: "The call takes long, and the member waits for it",
                },
              },
              always: { guard: "isPausing", target: "shown", description: "The call is made once more" },
            },
            shown: {
              description: "The loading indicator is shown until the call ends",
              entry: "showLoading",
              exit: "hideLoading",
            },
          },
        },
      },
    },
    succeeded: { type: "final", description: "The server accepted the request" },
    refused: { type: "final", description: "The server refused with a reason" },
    rejected: { type: "final", description: "The server rejected the token" },
    failed: {
      type: "final",
      description: "No answer arrived; the outcome is unknown",
    },
    aborted: { type: "final", description: "The answer is no longer needed" },
  },
})
