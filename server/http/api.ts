import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, type Context, Effect, Exit } from "effect"
import type { EndpointId } from "../../src/contract/endpoints.ts"
import { type EnvelopeKind, failureBody, successBody } from "../../src/contract/envelope.ts"
import { localeOfHeaders } from "../../src/contract/language.ts"
import type { Locale } from "../../src/domain/limits.ts"
import type { Settings } from "../config.ts"
import type { Call, Handlers } from "../core/handler.ts"
import { Refusal, refusal } from "../core/refusal.ts"
import { refusalText } from "../core/texts.ts"
import type { Db, DbError } from "../db/db.ts"
import { Sessions } from "../members/sessions.ts"
import { drain, sendJson } from "./json-response.ts"
import { makeRateLimiter } from "./rate-limiter.ts"
import { type Route, routesOf } from "./router.ts"
import { statusOf } from "./status.ts"

/** One HTTP request before authentication. */
export interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly address: string
}

const tokenMax = 200

/** The session of the `token` header. Refuses a missing or invalid token. */
export const requireSession = Effect.fnUntraced(function* (request: IncomingMessage) {
  const token = request.headers.token
  if (typeof token !== "string" || token === "") return yield* refusal("session.required")
  if (token.length > tokenMax) return yield* refusal("session.invalid")
  const session = yield* (yield* Sessions).find(token)
  return session === null ? yield* refusal("session.invalid") : session
})

/** Language of the answer's texts. */
export const localeOf = (request: IncomingMessage): Locale => localeOfHeaders(request.headers)

/**
 * Maps a handler's failure to the refusal that the caller sees. Database failures and defects are
 * logged and hidden behind `system.*`.
 */
export const refusalOf = (cause: Cause.Cause<Refusal | DbError>, where: string): Refusal => {
  for (const reason of cause.reasons) {
    if (reason._tag !== "Fail") continue
    if (reason.error instanceof Refusal) return reason.error
    if (reason.error._tag !== "DbConstraint") {
      console.error(`${where}: ${reason.error._tag}: ${reason.error.message}`)
      return refusal("system.unavailable")
    }
  }
  console.error(`${where}: ${Cause.pretty(cause)}`)
  return refusal("system.internal")
}

/** Sends a refusal in the endpoint's envelope and the caller's language. */
export const sendRefusal = (
  arrival: HttpExchange,
  envelope: EnvelopeKind,
  refused: Refusal,
): Promise<void> => {
  const { request, response } = arrival
  const { reason, params } = refused
  const body = failureBody(envelope, refused.data, refusalText(localeOf(request), reason, params))
  const seconds = params?.seconds
  const headers = typeof seconds === "number" ? { "retry-after": String(seconds) } : {}
  if (!request.complete) drain(request, response)
  return sendJson(request, response, statusOf(reason), body, headers)
}

const callOf = Effect.fnUntraced(function* <R>(route: Route<R>, arrival: HttpExchange) {
  const { request, address } = arrival
  const locale = localeOf(request)
  if (!route.needsMember) return { memberId: "", tokenHash: "", address, locale } satisfies Call
  const { memberId, tokenHash } = yield* requireSession(request)
  return { memberId, tokenHash, address, locale } satisfies Call
})

/** Serves the endpoints of the contract. Resolves true when the path belongs to one. */
export const serveApi = <R>(
  handlers: Handlers<EndpointId, R>,
  services: Context.Context<R | Sessions | Db>,
  settings: Settings,
) => {
  const routes = routesOf(handlers, makeRateLimiter(settings))
  const run = Effect.runPromiseExitWith(services)
  const answer = async (route: Route<R | Db>, arrival: HttpExchange): Promise<void> => {
    const { request, response, url } = arrival
    if (request.method !== route.method) {
      response.setHeader("allow", route.method)
      return sendRefusal(arrival, route.envelope, refusal("request.method"))
    }
    const exit = await run(
      Effect.flatMap(callOf(route, arrival), (call) => route.serve(request, url.searchParams, call)),
    )
    if (Exit.isSuccess(exit)) return sendJson(request, response, 200, successBody(route.envelope, exit.value))
    return sendRefusal(arrival, route.envelope, refusalOf(exit.cause, route.id))
  }
  return async (arrival: HttpExchange): Promise<boolean> => {
    const route = routes.get(arrival.url.pathname.slice(1))
    if (route === undefined) return false
    await answer(route, arrival)
    return true
  }
}
