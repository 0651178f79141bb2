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
}

/** How a call ended. The answer itself stays outside of the machine. */
export interface RequestOutput {
  readonly outcome: RequestOutcome
  readonly failure: Failure | null
}

const isOutput = (output: unknown): output is RequestOutput =>
  typeof output === "object" && output !== null && "outcome" in output && "failure" in output

/** What the final state says; a call that was stopped has none. */
const outputOf = ({ output }: { readonly output?: unknown }): RequestOutput =>
  isOutput(output) ? output : { outcome: "abort", failure: { reason: "no-answer.abort" } }

const refusalOf = (event: RequestEvent): Failure | null =>
  event.type === "request.refused" ? event.failure : null

/** Without an event that names its kind, the time has run out. */
const silenceOf = (event: RequestEvent): RequestOutput => {
  const kind = event.type === "request.unanswered" ? event.kind : "timeout"
  return { outcome: kind, failure: { reason: `no-answer.${kind}` } }
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
  }),
  output: ({ event }) => outputOf(event),
  initial: "running",
  states: {
    running: {
      description: "The outcome is not known yet",
      on: {
        "request.abort": {
          target: "aborted",
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
                  { guard: "canRetry", target: "pausing" },
                  {
                    target: "#request.failed",
                    description: "No answer in time, and a retry is useless or could act twice",
                  },
                ],
              },
              on: {
                "request.succeeded": "#request.succeeded",
                "request.refused": "#request.refused",
                "request.tokenRejected": "#request.rejected",
                "request.unanswered": [
                  { guard: "canRetry", target: "pausing" },
                  {
                    target: "#request.failed",
                    description: "No answer, and a retry is useless or could act twice",
                  },
                ],
              },
            },
            pausing: {
              description: "A pause of one second before the next attempt",
              after: { retryPause: "attempting" },
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
                loadingDelay: { guard: "wantsLoading", target: "shown" },
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
    succeeded: {
      type: "final",
      description: "The server accepted the request",
      output: { outcome: "success", failure: null },
    },
    refused: {
      type: "final",
      description: "The server refused with a reason",
      output: ({ event }) => ({ outcome: "refused", failure: refusalOf(event) }),
    },
    rejected: {
      type: "final",
      description: "The server rejected the token",
      output: { outcome: "token-invalid", failure: { reason: "session.invalid" } },
    },
    failed: {
      type: "final",
      description: "No answer arrived; the outcome is unknown",
      output: ({ event }) => silenceOf(event),
    },
    aborted: {
      type: "final",
      description: "The answer is no longer needed",
      output: { outcome: "abort", failure: { reason: "no-answer.abort" } },
    },
  },
})
