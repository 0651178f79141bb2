/** What one endpoint is, as data: client, server, OpenAPI document and tests all read the same declaration. */
import { Schema } from "effect"
import type { EnvelopeKind } from "./envelope.ts"

export interface Endpoint<
  Request extends Schema.Codec<unknown, unknown> = Schema.Codec<unknown, unknown>,
  Answer extends Schema.Codec<unknown, unknown> = Schema.Codec<unknown, unknown>,
> {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly envelope: EnvelopeKind
  /** `member`: a valid token is required. `anyone`: none is needed and one that is sent is ignored. */
  readonly auth: "anyone" | "member"
  /** True where the body carries an idempotency key and the server promises at most one effect per key. */
  readonly keyed: boolean
  readonly summary: string
  /** Query of a GET, JSON body of a POST. Closed: a field that is not declared is refused. */
  readonly request: Request
  readonly answer: Answer
}

type Declared = {
  readonly auth?: "anyone" | "member"
  readonly envelope?: EnvelopeKind
  readonly summary: string
}

/** The fields that the specification adds to every body once user info exists. They are accepted and never trusted. */
const companions = { user_id: Schema.optionalKey(Schema.String), lang: Schema.optionalKey(Schema.String) }

export const get = <const Fields extends Schema.Struct.Fields, Answer extends Schema.Codec<unknown, unknown>>(
  path: string,
  query: Fields,
  answer: Answer,
  declared: Declared,
) => ({
  method: "GET" as const,
  path,
  envelope: declared.envelope ?? ("code" as const),
  auth: declared.auth ?? ("member" as const),
  keyed: false,
  summary: declared.summary,
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
  method: "POST" as const,
  path,
  envelope: declared.envelope ?? ("code" as const),
  auth: declared.auth ?? ("member" as const),
  keyed: "key" in body,
  summary: declared.summary,
  request: Schema.Struct({ ...body, ...companions }),
  answer,
})
