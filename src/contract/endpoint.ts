/** What one endpoint is, as data: client, server, OpenAPI document and tests all read the same declaration. */
import { Schema } from "effect"
import type { EnvelopeKind } from "./envelope.ts"

/** What is said of every endpoint besides its method, its `request` (query of a GET, JSON body of a POST; closed: an undeclared field is refused) and its `answer`. */
interface Facts {
  readonly path: string
  readonly envelope: EnvelopeKind
  /** `member`: a valid token is required. `anyone`: none is needed and one that is sent is ignored. */
  readonly auth: "anyone" | "member"
  /** True where the body carries an idempotency key and the server promises at most one effect per key. */
  readonly keyed: boolean
  readonly summary: string
}

interface Declared {
  readonly auth?: "anyone" | "member"
  readonly envelope?: EnvelopeKind
  readonly summary: string
}

/** The fields that the specification adds to every body once user info exists. They are accepted and never trusted. */
const companions = { user_id: Schema.optionalKey(Schema.String), lang: Schema.optionalKey(Schema.String) }

const factsOf = (path: string, fields: Schema.Struct.Fields, declared: Declared): Facts => ({
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
  request: Schema.Struct({ ...body, ...companions }),
  answer,
})
