/** Runs each API call on a `request` actor, aborting an earlier call with the same key. */
import { Context, Effect, Exit } from "effect"
import { type Actor, createActor } from "xstate"
import { requestMachine } from "../../machines/request.ts"
import type { RequestEvent, RequestOutcome } from "../events/request.ts"
import { attempt, type Caller } from "./effects/api-client.ts"
import {
  type CallAnswer,
  type CallError,
  type CallName,
  type CallRequest,
  describeCall,
  failureOf,
  type Silence,
  silenceOf,
} from "./effects/call.ts"
import { effectActor } from "./effects/effect-actor.ts"
import type { CallOptions } from "./effects/services.ts"
import type { Inspector } from "./inspector.ts"

type RequestActor = Actor<typeof requestMachine>

export interface RequestHooks {
  /** The server refused the token of a call. */
  readonly onTokenInvalid: (envelope: ReturnType<typeof describeCall>["envelope"]) => void
  readonly onLoading: (shown: boolean) => void
  readonly inspector?: Inspector | undefined
}

/** The event for the machine; the answer itself stays outside of it. */
const factOf = (exit: Exit.Exit<unknown, CallError>): RequestEvent | undefined => {
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
const isSilence = (outcome: RequestOutcome): outcome is Silence => silences.has(outcome)

const abort = (actor: RequestActor | undefined): void => {
  if (actor?.getSnapshot().status === "active") actor.send({ type: "request.abort" })
}

export const createRequests = (caller: Caller, hooks: RequestHooks) => {
  const { inspector } = hooks
  const running = new Set<RequestActor>()
  const byKey = new Map<string, RequestActor>()

  const start = <E extends CallName>(
    endpoint: E,
    request: CallRequest<E>,
    options: CallOptions,
    done: (result: Effect.Effect<CallAnswer<E>, CallError>) => void,
  ): RequestActor => {
    const { method, envelope } = describeCall(endpoint)
    const key = options.key ?? null
    let last: Exit.Exit<CallAnswer<E>, CallError> | null = null
    const once = (_input: { readonly attempt: number }) =>
      Effect.exit(attempt(observed, endpoint, request)).pipe(
        Effect.map((exit) => {
          last = exit
          return factOf(exit)
        }),
      )
    const observed = inspector
      ? { ...caller, onBody: (status: number, text: string) => inspector.onBody(actor, status, text) }
      : caller
    const token = caller.token()
    const provided = { attempt: effectActor(Context.empty(), once) }
    const machine = requestMachine.provide({ actors: provided })
    const input = { endpoint, method, key, loading: options.loading ?? false }
    const actor = createActor(machine, { id: `request:${endpoint}`, input })
    inspector?.onActor({ actor, machine, input })
    inspector?.onCall(actor, endpoint, request)
    const end = (outcome: RequestOutcome) => {
      running.delete(actor)
      if (key !== null && byKey.get(key) === actor) byKey.delete(key)
      // a late answer to an ended session says nothing about the next one
      if (outcome === "token-invalid" && caller.token() === token) hooks.onTokenInvalid(envelope)
      const result = isSilence(outcome) ? Exit.fail(silenceOf(outcome)) : last
      if (result === null) return
      if (outcome !== "abort") inspector?.onAnswer(actor, endpoint, request, result)
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
    return actor
  }

  const call = <E extends CallName>(
    endpoint: E,
    request: CallRequest<E>,
    options: CallOptions = {},
  ): Effect.Effect<CallAnswer<E>, CallError> =>
    Effect.callback<CallAnswer<E>, CallError>((resume) => {
      if (options.key !== undefined) abort(byKey.get(options.key))
      const actor = start(endpoint, request, options, resume)
      running.add(actor)
      if (options.key !== undefined) byKey.set(options.key, actor)
      actor.start()
      return Effect.sync(() => abort(actor))
    })

  return {
    call,
    /** The actors of the calls in flight, for the console and for tests. */
    running: (): readonly RequestActor[] => [...running],
    abortAll: () => {
      for (const actor of [...running]) abort(actor)
    },
  }
}
