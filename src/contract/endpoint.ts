/** The declaration of one endpoint, read by client, server, OpenAPI document and tests. */
import { Schema } from "effect"
import type { EnvelopeKind } from "./envelope.ts"

/**
 * The common part of a declaration. `request` is the query of a GET or the JSON body of a POST and
 * is closed: an undeclared field is refused.
 */
interface EndpointFacts {
  readonly path: string
  readonly envelope: EnvelopeKind
  /** `member`: a valid token is required. `anyone`: a token is ignored. */
  readonly auth: "anyone" | "member"
  /** True if the body carries an idempotency key: at most one effect per key. */
  readonly keyed: boolean
  readonly summary: string
}

interface Declared {
  readonly auth?: "anyone" | "member"
  readonly envelope?: EnvelopeKind
  readonly summary: string
}

/**
 * The fields that the specification adds to every body of a logged-in client. Accepted, never
 * trusted.
 */
const commonFields = { user_id: Schema.optionalKey(Schema.String), lang: Schema.optionalKey(Schema.String) }

const factsOf = (path: string, fields: Schema.Struct.Fields, declared: Declared): EndpointFacts => ({
  path,
  envelope: declared.envelope ?? "code",
  auth: declared.auth ?? "member",
  keyed: "key" in fields,
  summary: declared.summary,
})

export const get = <const Fields extends Schema.Struct.Fields, Answer extends Schema.Codec<unknown, unknown>>(
  path: string,
  query: Fields,
  answer: Answer,
  declared: Declared,
) => ({
  ...factsOf(path, query, declared),
  keyed: false,
  method: "GET" as const,
  request: Schema.Struct(query),
  answer,
})

export const post = <
  const Fields extends Schema.Struct.Fields,
  Answer extends Schema.Codec<unknown, unknown>,
>(
  path: string,
  body: Fields,
  answer: Answer,
  declared: Declared,
) => ({
  ...factsOf(path, body, declared),
  method: "POST" as const,
  request: Schema.Struct({ ...body, ...commonFields }),
  answer,
})
