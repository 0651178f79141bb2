/** Runs each API call on a `request` actor, aborting an earlier call with the same key. */
import { Context, Effect, Exit } from "effect"
import type { Actor } from "xstate"
import { requestMachine } from "../../../machines/request.ts"
import type { AnswerOf, EndpointId, RequestOf } from "../../contract/endpoints.ts"
import type { EnvelopeKind } from "../../contract/envelope.ts"
import type { ApiError, NoAnswer } from "../../contract/errors.ts"
import type { RequestEvent, RequestOutcome } from "../../events/request.ts"
import { createObservedActor } from "../actors/actor-host.ts"
import { createOwnPrograms, runnable } from "../actors/effect-actor.ts"
import type { Inspector } from "../actors/inspector.ts"
import { attempt, type Caller, silent } from "./api-client.ts"
import { declarationOf } from "./loaded-endpoints.ts"
import { type CallOptions, failureOf } from "./services.ts"

const attempts = createOwnPrograms<{ readonly attempt: number }>()
const machine = requestMachine.provide({ actors: { attempt: attempts.logic } })

type RequestActor = Actor<typeof machine>

export interface RequestHooks {
  /** The server refused the token of a call. */
  readonly onTokenInvalid: (envelope: EnvelopeKind) => void
  readonly onLoading: (shown: boolean) => void
  readonly inspector?: Inspector | undefined
}

/** The event for the machine; the answer itself stays outside of it. */
const factOf = (exit: Exit.Exit<unknown, ApiError>): RequestEvent | undefined => {
  if (Exit.isSuccess(exit)) return { type: "request.succeeded" }
  const error = Exit.findErrorOption(exit)
  if (error._tag === "None") return undefined
  switch (error.value._tag) {
    case "Refused":
      return { type: "request.refused", failure: failureOf(error.value) }
    case "TokenInvalid":
      return { type: "request.tokenRejected" }
    case "NoAnswer":
      return { type: "request.unanswered", kind: error.value.kind }
  }
}

const silences = new Set<RequestOutcome>(["abort", "timeout", "network", "malformed", "server"])
const isSilence = (outcome: RequestOutcome): outcome is NoAnswer["kind"] => silences.has(outcome)

const abort = (actor: RequestActor | undefined): void => {
  if (actor?.getSnapshot().status === "active") actor.send({ type: "request.abort" })
}

/** A request: who asks for what, and one attempt at it. */
export interface RequestJob<Answer> {
  readonly name: string
  readonly method: string
  readonly envelope: EnvelopeKind
  readonly attempt: (caller: Caller) => Effect.Effect<Answer, ApiError>
  /** Of one attempt; that of every call by default. */
  readonly timeoutMs?: number
  readonly onStart?: (actor: RequestActor) => void
  /** Not called if the request was aborted. */
  readonly onAnswer?: (actor: RequestActor, answer: Exit.Exit<Answer, ApiError>) => void
}

const inputOf = (
  { name, method, timeoutMs }: Pick<RequestJob<unknown>, "name" | "method" | "timeoutMs">,
  key: string | null,
  { loading = false }: CallOptions,
) => ({ endpoint: name, method, key, loading, ...(timeoutMs !== undefined && { timeoutMs }) })

export const createRequests = (caller: Caller, hooks: RequestHooks) => {
  const { inspector } = hooks
  const running = new Set<RequestActor>()
  const byKey = new Map<string, RequestActor>()

  const create = <Answer>(
    job: RequestJob<Answer>,
    options: CallOptions,
    done: (result: Effect.Effect<Answer, ApiError>) => void,
  ) => {
    const { name, envelope } = job
    const key = options.key ?? null
    let last: Exit.Exit<Answer, ApiError> | null = null
    const once = (_input: { readonly attempt: number }) =>
      Effect.exit(job.attempt(observed)).pipe(
        Effect.map((exit) => {
          last = exit
          return factOf(exit)
        }),
      )
    const observed = inspector
      ? { ...caller, onBody: (status: number, text: string) => inspector.onBody(actor, status, text) }
      : caller
    const token = caller.token()
    const input = inputOf(job, key, options)
    const { actor, start } = createObservedActor({ id: `request:${name}`, machine, input }, inspector)
    attempts.set(actor, runnable(Context.empty(), once))
    const end = (outcome: RequestOutcome) => {
      running.delete(actor)
      if (key !== null && byKey.get(key) === actor) byKey.delete(key)
      // a late answer to an ended session says nothing about the next one
      if (outcome === "token-invalid" && caller.token() === token) hooks.onTokenInvalid(envelope)
      const result = isSilence(outcome) ? Exit.fail(silent(outcome)) : last
      if (result === null) return
      if (outcome !== "abort") job.onAnswer?.(actor, result)
      done(result)
    }
    if (options.quiet !== true) {
      actor.on("request.loadingShown", () => hooks.onLoading(true))
      actor.on("request.loadingHidden", () => hooks.onLoading(false))
    }
    actor.subscribe({
      complete: () => {
        const { output } = actor.getSnapshot()
        if (output) end(output.outcome)
      },
    })
    return { actor, start }
  }

  /** Runs a request on an actor of its own; interrupting aborts it. */
  const run = <Answer>(job: RequestJob<Answer>, options: CallOptions = {}): Effect.Effect<Answer, ApiError> =>
    Effect.callback<Answer, ApiError>((resume) => {
      if (options.key !== undefined) abort(byKey.get(options.key))
      const { actor, start } = create(job, options, resume)
      running.add(actor)
      if (options.key !== undefined) byKey.set(options.key, actor)
      job.onStart?.(actor)
      start()
      return Effect.sync(() => abort(actor))
    })

  return {
    run,
    call: <E extends EndpointId>(
      endpoint: E,
      request: RequestOf<E>,
      options?: CallOptions,
    ): Effect.Effect<AnswerOf<E>, ApiError> =>
      Effect.flatMap(declarationOf(endpoint), ({ method, envelope }) =>
        run(
          {
            name: endpoint,
            method,
            envelope,
            attempt: (observed) => attempt(observed, endpoint, request),
            onStart: (actor) => inspector?.onCall(actor, endpoint, request),
            onAnswer: (actor, answer) => inspector?.onAnswer(actor, endpoint, request, answer),
          },
          options,
        ),
      ),
    /** The actors of the calls in flight, for the console and for tests. */
    running: (): readonly RequestActor[] => [...running],
    abortAll: () => {
      for (const actor of [...running]) abort(actor)
    },
  }
}
