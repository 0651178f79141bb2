import type { IncomingMessage } from "node:http"
import { Effect, Schema, SchemaIssue } from "effect"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import type { EnvelopeKind } from "../../src/contract/envelope.ts"
import type { Call, Handler, Handlers } from "../core/handler.ts"
import { storeRefusal } from "../core/operations.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import type { Db, DbError } from "../db/db.ts"
import { readJsonBody } from "./json-body.ts"
import { keyedOperations, type RateLimiter } from "./rate-limiter.ts"

/** One endpoint with its decoder, handler and encoder. */
export interface Route<R> {
  readonly id: EndpointId
  readonly method: "GET" | "POST"
  readonly envelope: EnvelopeKind
  readonly needsMember: boolean
  /** Decodes the request, runs the handler and encodes its answer. */
  readonly serve: (
    request: IncomingMessage,
    query: URLSearchParams,
    call: Call,
  ) => Effect.Effect<unknown, Refusal | DbError, R>
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

const readQuery = (query: URLSearchParams): Effect.Effect<unknown, Refusal> => {
  const entries = [...query]
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
  if (operation === undefined) return yield* excess
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
    serve: Effect.fnUntraced(function* (request, query, call) {
      const input = yield* endpoint.method === "GET" ? readQuery(query) : readJsonBody(request)
      if (!hasOnlyText(input)) return yield* refusal("request.malformed")
      const decoded = yield* Effect.mapError(decode(input), (error) => malformed(error.issue))
      const stored = yield* refuseExcess(id, decoded, call, rates)
      if (stored !== null) return stored.answer
      const answer = yield* handler(decoded, call)
      return yield* Effect.orDie(encode(answer))
    }),
  }
}

const isEndpoint = (id: string): id is EndpointId => id in endpoints
const ids = Object.keys(endpoints).filter(isEndpoint)

/** Every endpoint by its path. */
export const routesOf = <R>(
  handlers: Handlers<EndpointId, R>,
  rates: RateLimiter,
): ReadonlyMap<string, Route<R | Db>> =>
  new Map(ids.map((id) => [endpoints[id].path, routeOf(id, handlers, rates)]))
