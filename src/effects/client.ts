/** One attempt at one call, by the rules of the request wrapper: what was asked for goes out as the endpoint declares it, and what comes back is decoded or is an error of the catalogue. */
import { Effect, Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints, type RequestOf } from "../api/endpoints.ts"
import { reasonOf, unwrap } from "../api/envelope.ts"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../api/errors.ts"
import { languageHeaders } from "../api/language.ts"
import type { Locale } from "../domain/limits.ts"
import type { RequestOptions } from "../domain/outgoing.ts"
import { exchange } from "./exchange.ts"

/** Who calls from where. Read anew for each attempt. */
export interface Caller {
  /** "" for the page's own origin. */
  readonly baseUrl: string
  readonly token: () => string | null
  /** Id of the member whose record is known; it goes into the body with the language. */
  readonly userId: () => string | null
  readonly locale: () => Locale
  /** Hears what came back, before anything is made of it. */
  readonly onBody?: (status: number, text: string) => void
}

const silent = (kind: NoAnswer["kind"], status: number | null = null): NoAnswer =>
  new NoAnswer({ kind, status })

/** What the endpoint declares, as a request of the wrapper. A field without a value is left out. */
const requestFor = (caller: Caller, endpoint: EndpointId, request: object): RequestOptions => {
  const { method, path, auth } = endpoints[endpoint]
  const language = languageHeaders(caller.locale())
  const token = auth === "member" ? caller.token() : null
  const userId = method === "GET" ? null : caller.userId()
  const given = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
  return {
    method,
    url: `${caller.baseUrl}/${path}`,
    header: { ...language, accept: "application/json", ...(token !== null && { token }) },
    data: { ...given, ...(userId !== null && { user_id: userId, lang: language.lang }) },
    dataType: "text",
  }
}

/** Sends and reads a body. Silence is `network` or `timeout`; an abort is the interruption of the effect. */
const send = (request: RequestOptions) =>
  exchange(request, { redirect: "error", cache: "no-store" }).pipe(
    Effect.map(({ statusCode, data }) => ({ status: statusCode, text: String(data) })),
    Effect.mapError(({ kind }) => silent(kind === "timeout" ? "timeout" : "network")),
  )

const parsed = (text: string, status: number): Effect.Effect<unknown, NoAnswer> =>
  Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: () => silent(status >= 500 ? "server" : "malformed", status),
  })

/**
 * One attempt. Fails with `Refused` (the server said no, with a reason), `TokenInvalid`, or `NoAnswer` (it is not known whether the server acted). Interrupting
 * it aborts the connection.
 */
export const attempt = <E extends EndpointId>(
  caller: Caller,
  endpoint: E,
  request: RequestOf<E>,
): Effect.Effect<AnswerOf<E>, ApiError> =>
  Effect.gen(function* () {
    const declared: (typeof endpoints)[E] = endpoints[endpoint]
    const { status, text } = yield* send(requestFor(caller, endpoint, { ...request }))
    caller.onBody?.(status, text)
    const said = unwrap(declared.envelope, yield* parsed(text, status))
    if (said.kind === "token-invalid") return yield* new TokenInvalid({ message: said.message ?? "" })
    if (said.kind === "malformed") return yield* silent(status >= 500 ? "server" : "malformed", status)
    if (said.kind === "refused") {
      const { failure, message } = said
      if (status >= 500) return yield* silent("server", status)
      return yield* new Refused({
        reason: reasonOf(declared.envelope, said),
        ...(failure?.field !== undefined && { field: failure.field }),
        ...(failure?.params && { params: failure.params }),
        message: message ?? "",
      })
    }
    return yield* Schema.decodeUnknownEffect(declared.answer)(said.data).pipe(
      Effect.mapError(() => silent("malformed", status)),
    )
  })
