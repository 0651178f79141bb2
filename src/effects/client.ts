/** One attempt at one call, over plain `fetch`: what was asked for goes out as the endpoint declares it, and what comes back is decoded or is an error of the catalogue. */
import { Effect, Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints, type RequestOf } from "../api/endpoints.ts"
import { unwrap } from "../api/envelope.ts"
import { type ApiError, NoAnswer, Refused, TokenInvalid } from "../api/errors.ts"
import { LANG_OF_LOCALE } from "../api/language.ts"
import type { Locale } from "../domain/limits.ts"

/** Who calls from where. Read anew for each attempt. */
export interface Caller {
  /** "" for the page's own origin. */
  readonly baseUrl: string
  readonly token: () => string | null
  /** Id of the member whose record is known; it goes into the body with the language. */
  readonly userId: () => string | null
  readonly locale: () => Locale
}

const silent = (kind: NoAnswer["kind"], status: number | null = null): NoAnswer =>
  new NoAnswer({ kind, status })

const queryOf = (request: Readonly<Record<string, unknown>>): string => {
  const pairs = Object.entries(request).filter(([, value]) => value !== undefined)
  return new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)])).toString()
}

const requestFor = (caller: Caller, endpoint: EndpointId, request: object): Request => {
  const { method, path, auth } = endpoints[endpoint]
  const lang = LANG_OF_LOCALE[caller.locale()]
  const token = auth === "member" ? caller.token() : null
  const headers = new Headers({ lang, accept: "application/json" })
  if (token !== null) headers.set("token", token)
  const url = `${caller.baseUrl}/${path}`
  if (method === "GET") {
    const query = queryOf({ ...request })
    return new Request(query === "" ? url : `${url}?${query}`, { method, headers, cache: "no-store" })
  }
  headers.set("content-type", "application/json")
  const userId = caller.userId()
  const body = JSON.stringify({ ...request, ...(userId !== null && { user_id: userId, lang }) })
  return new Request(url, { method, headers, body, cache: "no-store" })
}

/** Sends and reads a body. A connection that breaks is `network`; an abort is the interruption of the effect. */
const exchange = (request: Request) =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(request, { signal, credentials: "omit", redirect: "error" })
      return { status: response.status, text: await response.text() }
    },
    catch: () => silent("network"),
  })

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
    const { status, text } = yield* exchange(requestFor(caller, endpoint, { ...request }))
    const said = unwrap(declared.envelope, yield* parsed(text, status))
    if (said.kind === "token-invalid") return yield* new TokenInvalid({ message: said.message ?? "" })
    if (said.kind === "malformed") return yield* silent(status >= 500 ? "server" : "malformed", status)
    if (said.kind === "refused") {
      const { failure, message } = said
      if (status >= 500) return yield* silent("server", status)
      return yield* new Refused({
        reason: failure?.reason ?? "",
        ...(failure?.field !== undefined && { field: failure.field }),
        ...(failure?.params && { params: failure.params }),
        message: message ?? "",
      })
    }
    return yield* Schema.decodeUnknownEffect(declared.answer)(said.data).pipe(
      Effect.mapError(() => silent("malformed", status)),
    )
  })
