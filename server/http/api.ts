import type { IncomingMessage, ServerResponse } from "node:http"
import { type Cause, type Context, Effect, Exit, Schema, SchemaIssue } from "effect"
import { batch } from "../../src/contract/batch.ts"
import { type EndpointId, endpointIds, endpoints, keyedOperations } from "../../src/contract/endpoints.ts"
import { type EnvelopeKind, failureBody, successBody } from "../../src/contract/envelope.ts"
import { REASONS } from "../../src/contract/errors.ts"
import { localeOfHeaders } from "../../src/contract/wire-request.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { isPlainText } from "../../src/domain/validate.ts"
import type { Settings } from "../config.ts"
import type { Call, Handler, Handlers } from "../core/handler.ts"
import { logCallFailure, logNameOf } from "../core/log-failure.ts"
import { recordCall } from "../core/metrics.ts"
import { storeRefusal } from "../core/operations.ts"
import { ClientHost } from "../core/public-address.ts"
import { fieldRefusal, Refusal, refusal } from "../core/refusal.ts"
import { refusalText } from "../core/texts.ts"
import type { Db, DbError } from "../db/db.ts"
import { CurrentLane } from "../db/lanes.ts"
import { networkOf } from "../members/guess-limiter.ts"
import { isFamiliar } from "../members/logins.ts"
import { Sessions } from "../members/sessions.ts"
import { drain, readJsonBody, sendJson } from "./json.ts"
import { charges, laneOf, makeRateLimiter, type RateLimiter } from "./rate-limiter.ts"

/** One HTTP request before authentication. */
export interface HttpExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly url: URL
  readonly address: string
  /** In the log, and in the answer as `x-request-id`. */
  readonly requestId: string
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
 * hidden behind `system.*`; `logged` logs them.
 */
export const refusalOf = (cause: Cause.Cause<Refusal | DbError>): Refusal => {
  for (const reason of cause.reasons) {
    if (reason._tag !== "Fail") continue
    if (reason.error instanceof Refusal) return reason.error
    if (reason.error._tag === "DbInvariant") return refusal("system.write-stopped")
    if (reason.error._tag === "DbBusy") return refusal("system.busy")
    if (reason.error._tag !== "DbConstraint") return refusal("system.unavailable")
  }
  return refusal("system.internal")
}

/** Logs what fails in a call, and adds the id of its request to every log line of it. */
export const logged = <A, R>(
  call: Effect.Effect<A, Refusal | DbError, R>,
  { requestId }: HttpExchange,
  where: string,
): Effect.Effect<A, Refusal | DbError, R> =>
  Effect.annotateLogs(
    Effect.tapCause(call, (cause) => logCallFailure(cause, where)),
    { request: requestId },
  )

/** One answer of a batch, or the whole of another call. */
interface AnswerPart {
  readonly status: number
  readonly body: unknown
}

const refusalPart = (request: IncomingMessage, envelope: EnvelopeKind, refused: Refusal): AnswerPart => {
  const { reason, params, data } = refused
  return {
    status: statusOf(reason),
    body: failureBody(envelope, data, refusalText(localeOf(request), reason, params)),
  }
}

/** When a call may be sent again that was refused because the server is busy. */
const UNAVAILABLE_SECONDS = 1

/** Sends a refusal in the endpoint's envelope and the caller's language. */
export const sendRefusal = (
  arrival: HttpExchange,
  envelope: EnvelopeKind,
  refused: Refusal,
): Promise<void> => {
  const { request, response } = arrival
  if (!request.complete) drain(request, response)
  const { status, body } = refusalPart(request, envelope, refused)
  const seconds = refused.params?.seconds ?? (status === 503 ? UNAVAILABLE_SECONDS : undefined)
  const headers = seconds === undefined ? {} : { "retry-after": String(seconds) }
  return sendJson(request, response, status, body, headers)
}

const callOf = Effect.fnUntraced(function* <R>(route: Route<R>, arrival: HttpExchange) {
  const { request, address } = arrival
  const client = { address, userAgent: request.headers["user-agent"] ?? "", locale: localeOf(request) }
  if (!route.needsMember) return { memberId: "", tokenHash: "", ...client } satisfies Call
  const { memberId, tokenHash } = yield* requireSession(request)
  return { memberId, tokenHash, ...client } satisfies Call
})

const asMember = <A, E, R>(work: Effect.Effect<A, E, R>, memberId: string): Effect.Effect<A, E, R> =>
  memberId === "" ? work : Effect.annotateLogs(work, { member: logNameOf(memberId) })

/** Statements of the call take turns with those of other members, or of other networks. */
const inLane = <A, E, R>(work: Effect.Effect<A, E, R>, id: EndpointId, { memberId, address }: Call) => {
  const lane = laneOf(id)
  return lane === null
    ? work
    : Effect.provideService(work, CurrentLane, { lane, party: memberId || networkOf(address) })
}

const outcomeOf = (exit: Exit.Exit<unknown, Refusal | DbError>) => {
  if (Exit.isSuccess(exit)) return "done"
  return refusalOf(exit.cause).reason.startsWith("system.") ? "failed" : "refused"
}

/**
 * Serves the endpoints of the contract, and batches of their reads. Resolves true when the path
 * belongs to one.
 */
export const serveApi = <R>(
  handlers: Handlers<EndpointId, R>,
  services: Context.Context<R | Sessions | Db>,
  settings: Settings,
) => {
  const routes = routesOf(handlers, makeRateLimiter(settings))
  const run = Effect.runPromiseExitWith(services)
  const perform = (route: Route<R | Db>, arrival: HttpExchange, input: Effect.Effect<unknown, Refusal>) => {
    const startedMs = performance.now()
    const work = Effect.flatMap(callOf(route, arrival), (call) =>
      asMember(
        Effect.flatMap(input, (read) => inLane(route.serve(read, call), route.id, call)),
        call.memberId,
      ),
    )
    return run(
      Effect.onExit(logged(work, arrival, route.id), (ended) =>
        recordCall(route.id, outcomeOf(ended), performance.now() - startedMs),
      ).pipe(Effect.provideService(ClientHost, arrival.request.headers.host ?? "")),
    )
  }
  const answer = async (route: Route<R | Db>, arrival: HttpExchange): Promise<void> => {
    const { request, response, url } = arrival
    if (refuseMethod(route, arrival)) return sendRefusal(arrival, route.envelope, refusal("request.method"))
    const input = route.method === "GET" ? readSearchParams(url.searchParams) : readJsonBody(request)
    const exit = await perform(route, arrival, input)
    if (Exit.isSuccess(exit)) return sendJson(request, response, 200, successBody(route.envelope, exit.value))
    return sendRefusal(arrival, route.envelope, refusalOf(exit.cause))
  }
  const answerPart = async (arrival: HttpExchange, { path, fields }: BatchCall): Promise<AnswerPart> => {
    const route = routes.get(path)
    if (route === undefined || charges[route.id] !== null)
      return refusalPart(arrival.request, "code", refusal("request.not-found"))
    const exit = await perform(route, arrival, Effect.succeed(fields))
    if (Exit.isSuccess(exit)) return { status: 200, body: successBody(route.envelope, exit.value) }
    return refusalPart(arrival.request, route.envelope, refusalOf(exit.cause))
  }
  const answerBatch = async (arrival: HttpExchange): Promise<void> => {
    const { request, response } = arrival
    if (refuseMethod(batch, arrival)) return sendRefusal(arrival, "code", refusal("request.method"))
    const exit = await run(Effect.flatMap(readJsonBody(request), readBatch))
    if (Exit.isFailure(exit)) return sendRefusal(arrival, "code", refusalOf(exit.cause))
    const parts = await Promise.all(exit.value.calls.map((call) => answerPart(arrival, call)))
    return sendJson(request, response, 200, successBody("code", parts))
  }
  return async (arrival: HttpExchange): Promise<boolean> => {
    const path = arrival.url.pathname.slice(1)
    const route = routes.get(path)
    if (path === batch.path) await answerBatch(arrival)
    else if (route !== undefined) await answer(route, arrival)
    else return false
    return true
  }
}

/** Whether a call has another method than its path; the answer then names the right one. */
const refuseMethod = (
  { method }: { readonly method: string },
  { request, response }: HttpExchange,
): boolean => {
  if (request.method === method) return false
  response.setHeader("allow", method)
  return true
}

/** Refuses a method that does not read, on a path that is only read. */
export const refuseUnlessRead = async (arrival: HttpExchange): Promise<boolean> => {
  if (["GET", "HEAD"].includes(arrival.request.method ?? "")) return false
  arrival.response.setHeader("allow", "GET, HEAD")
  await sendRefusal(arrival, "code", refusal("request.method"))
  return true
}

const statuses: ReadonlyMap<string, number> = new Map(Object.entries(REASONS))

/**
 * HTTP status of a refusal's reason. Field checks are business answers (200); an unknown reason is
 * a server fault (500).
 */
export const statusOf = (reason: string): number =>
  statuses.get(reason) ?? (reason.startsWith("field.") ? 200 : 500)

/** One endpoint with its decoder, handler and encoder. */
interface Route<R> {
  readonly id: EndpointId
  readonly method: "GET" | "POST"
  readonly envelope: EnvelopeKind
  readonly needsMember: boolean
  /** Decodes the fields, runs the handler and encodes its answer. */
  readonly serve: (input: unknown, call: Call) => Effect.Effect<unknown, Refusal | DbError, R>
}

const closed = { onExcessProperty: "error" } as const

/** The field of a decoding error: the first step of its path. */
const fieldOf = (issue: SchemaIssue.Issue): string | undefined => {
  const found = SchemaIssue.makeFormatterStandardSchemaV1()(issue).issues[0]?.path?.[0]
  return typeof found === "string" ? found : undefined
}

const malformed = (issue: SchemaIssue.Issue): Refusal => {
  const field = fieldOf(issue)
  return refusal("request.malformed", field === undefined ? {} : { field })
}

type BatchCall = (typeof batch.request.Type)["calls"][number]

const decodeBatch = Schema.decodeUnknownEffect(batch.request, closed)

const readBatch = (body: unknown) => Effect.mapError(decodeBatch(body), (error) => malformed(error.issue))

const readSearchParams = (params: URLSearchParams): Effect.Effect<unknown, Refusal> => {
  const entries = [...params]
  const values = Object.fromEntries(entries)
  return Object.keys(values).length === entries.length
    ? Effect.succeed(values)
    : Effect.fail(refusal("request.malformed"))
}

/**
 * PostgreSQL stores neither a NUL character nor an unpaired surrogate, and no keyboard produces
 * them.
 */
const isText = (text: string): boolean => !text.includes("\u0000") && text.isWellFormed()

const depthMax = 16

const hasOnlyText = (input: unknown, depth = 0): boolean => {
  if (typeof input === "string") return isText(input)
  if (typeof input !== "object" || input === null) return true
  const isShallow = depth < depthMax
  return (
    isShallow && Object.entries(input).every(([name, value]) => isText(name) && hasOnlyText(value, depth + 1))
  )
}

/** Wire names of passwords, which are never shown and may have any character. */
const passwordFields = new Set(["password", "old_password", "new_password"])

/** The field whose text has unseen characters, which could forge what an operator reads. */
const unseenFieldOf = (input: unknown): string | undefined =>
  Object.entries(input ?? {}).find(
    ([name, value]) => typeof value === "string" && !passwordFields.has(name) && !isPlainText(value),
  )?.[0]

/** The calls of a visitor that name the member they are to be. */
const visitorCalls: ReadonlySet<EndpointId> = new Set<EndpointId>([
  "login",
  "passwordReset",
  "lockByPassword",
  "unlockByPassword",
])
const isNaming = Schema.is(Schema.Struct({ username: Schema.String }))

/**
 * Whether a member who is familiar in a network whose allowance others have used up may still be
 * served: they have one of their own.
 */
const passesAlone = Effect.fnUntraced(function* (
  id: EndpointId,
  input: unknown,
  call: Call,
  rates: RateLimiter,
) {
  if (!visitorCalls.has(id) || !isNaming(input) || !(yield* isFamiliar(input.username, call))) return false
  return (yield* rates.ownExcess(id, call, input.username)) === null
})

/**
 * Refuses an excess call. The refusal of a call with an idempotency key is stored under that key; a
 * key that was used before gets its stored result instead. A member beyond twice the allowance gets
 * `system.unavailable`, which says nothing about the operation.
 */
const refuseExcess = Effect.fnUntraced(function* (
  id: EndpointId,
  input: unknown,
  call: Call,
  rates: RateLimiter,
) {
  const excess = yield* rates.excess(id, call)
  if (excess === null) return null
  const operation = keyedOperations[id]
  if (operation === undefined)
    return (yield* passesAlone(id, input, call, rates)) ? { refused: excess } : yield* excess
  if (!(yield* rates.mayStoreRefusal(call))) return yield* refusal("system.unavailable")
  const { key, ...body } = yield* Effect.orDie(decodeKeyed(input))
  const command = { memberId: call.memberId, operation, key, body }
  return { answer: yield* storeRefusal(command, Schema.Unknown, excess) }
})

const decodeKeyed = Schema.decodeUnknownEffect(
  Schema.StructWithRest(Schema.Struct({ key: Schema.String }), [
    Schema.Record(Schema.String, Schema.Unknown),
  ]),
)

const routeOf = <E extends EndpointId, R>(
  id: E,
  handlers: Handlers<EndpointId, R>,
  rates: RateLimiter,
): Route<R | Db> => {
  const handler: Handler<E, R> = handlers[id]
  const endpoint = endpoints[id]
  const decode = Schema.decodeUnknownEffect(endpoint.request, closed)
  const encode = Schema.encodeUnknownEffect(endpoint.answer)
  return {
    id,
    method: endpoint.method,
    envelope: endpoint.envelope,
    needsMember: endpoint.auth === "member",
    serve: Effect.fnUntraced(function* (input, call) {
      if (!hasOnlyText(input)) return yield* refusal("request.malformed")
      const decoded = yield* Effect.mapError(decode(input), (error) => malformed(error.issue))
      const field = unseenFieldOf(input)
      if (field !== undefined) return yield* fieldRefusal(field, { reason: "characters" })
      const excess = yield* refuseExcess(id, decoded, call, rates)
      if (excess !== null && "answer" in excess) return excess.answer
      // a wrong guess is refused as that of all others there, so that it does not tell who is familiar
      const answer = yield* Effect.mapError(handler(decoded, call), (error) =>
        excess !== null && error._tag === "Refusal" ? excess.refused : error,
      )
      return yield* Effect.orDie(encode(answer))
    }),
  }
}

/** Every endpoint by its path. */
const routesOf = <R>(
  handlers: Handlers<EndpointId, R>,
  rates: RateLimiter,
): ReadonlyMap<string, Route<R | Db>> =>
  new Map(endpointIds.map((id) => [endpoints[id].path, routeOf(id, handlers, rates)]))
