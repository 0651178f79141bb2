/**
 * One attempt of one API call: encodes the request as the endpoint declares, and decodes the answer
 * or fails with an error of the contract.
 */
import { Data, Effect, Schema } from "effect"
import { toWire } from "../../contract/endpoint.ts"
import type { AnswerOf, EndpointId, Endpoints, RequestOf } from "../../contract/endpoints.ts"
import { reasonOf, unwrap } from "../../contract/envelope.ts"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../../contract/errors.ts"
import { type WireRequest, wireRequest } from "../../contract/wire-request.ts"
import { FRAMEWORK_TIMEOUT_MS, type Locale } from "../../domain/limits.ts"
import { fetchUnlessEarly } from "./early-calls.ts"
import { declarationOf } from "./loaded-endpoints.ts"

/** Read again for each attempt. */
export interface Caller {
  /** "" for the page's own origin. */
  readonly baseUrl: string
  readonly token: () => string | null
  /** The id of the logged-in member; sent in the body with the language. */
  readonly userId: () => string | null
  readonly locale: () => Locale
  /** Called with the raw response, before it is decoded. */
  readonly onBody?: (status: number, text: string) => void
}

/** The error of a call without an answer. */
export const silent = (kind: NoAnswer["kind"], status: number | null = null): NoAnswer =>
  new NoAnswer({ kind, status })

/** The HTTP request of the endpoint, under its wire names and without undefined fields. */
const requestFor = (
  { baseUrl, token, userId, locale }: Caller,
  declared: Endpoints[EndpointId],
  request: Readonly<Record<string, unknown>>,
): WireRequest => {
  const caller = { baseUrl, token: token(), userId: userId(), locale: locale() }
  // objects within a request have wire names of their own
  const isNested = Object.values(request).some((value) => typeof value === "object" && value !== null)
  const wire = isNested ? Schema.encodeUnknownSync(declared.request)(request) : toWire(declared, request)
  return wireRequest(declared, wire, caller)
}

/** Sends and reads the body. Without a response it fails with `network` or `timeout`. */
const send = (request: WireRequest) =>
  exchange(
    (signal) => fetchUnlessEarly(request, signal),
    (response) => response.text(),
  ).pipe(Effect.mapError(({ kind }) => silent(kind)))

const parsed = (text: string, status: number): Effect.Effect<unknown, NoAnswer> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => silent(status >= 500 ? "server" : "malformed", status),
  })

/**
 * One attempt. Fails with `Refused` (the server refused, with a reason), `TokenInvalid`, or
 * `NoAnswer` (unknown whether the server acted). Interrupting it aborts the connection.
 */
export const attempt = <E extends EndpointId>(
  caller: Caller,
  endpoint: E,
  request: RequestOf<E>,
): Effect.Effect<AnswerOf<E>, ApiError> =>
  Effect.gen(function* () {
    const declared = yield* declarationOf(endpoint)
    const { status, body: text } = yield* send(requestFor(caller, declared, { ...request }))
    caller.onBody?.(status, text)
    const answer = unwrap(declared.envelope, yield* parsed(text, status))
    if (answer.kind === "token-invalid") return yield* new TokenInvalid({ message: answer.message ?? "" })
    if (answer.kind === "malformed") return yield* silent(status >= 500 ? "server" : "malformed", status)
    if (answer.kind === "refused") {
      const { failure, message } = answer
      if (status >= 500) return yield* silent("server", status)
      return yield* new Refused({
        reason: reasonOf(declared.envelope, answer),
        ...(failure?.field !== undefined && { field: failure.field }),
        ...(failure?.params && { params: failure.params }),
        message: message ?? "",
      })
    }
    return yield* Schema.decodeUnknownEffect(declared.answer)(answer.data).pipe(
      Effect.mapError(() => silent("malformed", status)),
    )
  })

// One HTTP request over `fetch`. Every status is a response; only the lack of one fails.

/** No response: the connection failed, or the time ran out. */
export class NoResponse extends Data.TaggedError("NoResponse")<{ readonly kind: "network" | "timeout" }> {}

export interface HttpResponse<Body> {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
}

/**
 * Sends a request by `ask` and reads the body of its response with `readBody`. Fails with `network`
 * if the connection or the reading breaks, with `timeout` after `timeoutMs`. Interrupting the
 * effect aborts the connection.
 */
export const exchange = <Body>(
  ask: (signal: AbortSignal) => Promise<Response>,
  readBody: (response: Response) => Promise<Body>,
  timeoutMs = FRAMEWORK_TIMEOUT_MS,
): Effect.Effect<HttpResponse<Body>, NoResponse> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await ask(signal)
      const { status, headers } = response
      return { status, headers: Object.fromEntries(headers), body: await readBody(response) }
    },
    catch: () => new NoResponse({ kind: "network" }),
  }).pipe(
    Effect.timeoutOrElse({
      duration: timeoutMs,
      orElse: () => Effect.fail(new NoResponse({ kind: "timeout" })),
    }),
  )
