/** The declaration of one endpoint, read by client, server, OpenAPI document and tests. */
import { Schema } from "effect"
import type { EnvelopeKind } from "./envelope.ts"

/** Query values arrive as text. */
export const count = Schema.String.check(Schema.isPattern(/^[1-9]\d{0,2}$/u))
/** The fields of a list that is read page by page. */
export const paging = { cursor: Schema.optionalKey(Schema.String), limit: Schema.optionalKey(count) }

/** The wire names of request fields whose names differ there. */
type WireNames<Fields> = { readonly [Field in keyof Fields]?: string }

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
  readonly wireNames: WireNames<Record<string, unknown>>
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
const commonFields = { userId: Schema.optionalKey(Schema.String), lang: Schema.optionalKey(Schema.String) }
const commonNames = { userId: "user_id" } as const

const factsOf = (
  path: string,
  fields: Schema.Struct.Fields,
  declared: Declared,
  wireNames: EndpointFacts["wireNames"],
): EndpointFacts => ({
  path,
  envelope: declared.envelope ?? "code",
  auth: declared.auth ?? "member",
  keyed: "key" in fields,
  summary: declared.summary,
  wireNames,
})

/** Renames the decoded fields of a request to those on the wire. Undefined fields are left out. */
export const toWire = <Value>(
  { wireNames }: Pick<EndpointFacts, "wireNames">,
  fields: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [wireNames[name] ?? name, value]),
  )

type Answers = Schema.Codec<unknown, unknown>

interface Query<Request, Answer> extends EndpointFacts {
  readonly method: "GET"
  readonly request: Request
  readonly answer: Answer
}

interface Body<Request, Answer> extends EndpointFacts {
  readonly method: "POST"
  readonly request: Request
  readonly answer: Answer
}

type Fields = Schema.Struct.Fields
type Common = typeof commonFields
type CommonNames = typeof commonNames
/** A request whose names differ on the wire. */
type Renamed<F extends Fields, Names extends WireNames<F>> = Schema.encodeKeys<Schema.Struct<F>, Names>

export function get<const F extends Fields, A extends Answers>(
  path: string,
  query: F,
  answer: A,
  declared: Declared,
): Query<Schema.Struct<F>, A>
export function get<const F extends Fields, A extends Answers, const Names extends WireNames<F>>(
  path: string,
  query: F,
  answer: A,
  declared: Declared & { readonly wireNames: Names },
): Query<Renamed<F, Names>, A>
export function get<const F extends Fields, A extends Answers, const Names extends WireNames<F>>(
  path: string,
  query: F,
  answer: A,
  declared: Declared & { readonly wireNames?: Names },
) {
  const { wireNames } = declared
  const fields = Schema.Struct(query)
  return {
    ...factsOf(path, query, declared, { ...wireNames }),
    keyed: false,
    method: "GET" as const,
    request: wireNames === undefined ? fields : fields.pipe(Schema.encodeKeys(wireNames)),
    answer,
  }
}

export function post<const F extends Fields, A extends Answers>(
  path: string,
  body: F,
  answer: A,
  declared: Declared,
): Body<Renamed<F & Common, CommonNames>, A>
export function post<const F extends Fields, A extends Answers, const Names extends WireNames<F>>(
  path: string,
  body: F,
  answer: A,
  declared: Declared & { readonly wireNames: Names },
): Body<Renamed<F & Common, Names & CommonNames>, A>
export function post<const F extends Fields, A extends Answers, const Names extends WireNames<F>>(
  path: string,
  body: F,
  answer: A,
  declared: Declared & { readonly wireNames?: Names },
) {
  const wireNames = { ...declared.wireNames, ...commonNames }
  return {
    ...factsOf(path, body, declared, wireNames),
    method: "POST" as const,
    request: Schema.Struct({ ...body, ...commonFields }).pipe(Schema.encodeKeys(wireNames)),
    answer,
  }
}
