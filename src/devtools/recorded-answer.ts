/** An answer of the server as a recording holds it, beside the event that it came with. */

import type { ActorRecord as LoggedRecord } from "@financial-links/console"
import { type Json, REDACTED } from "@financial-links/journal"
import { Exit, Option, Schema } from "effect"
import {
  type AnswerOf,
  type EndpointId,
  endpointIds,
  endpoints,
  type RequestOf,
} from "../contract/endpoints.ts"
import { NoAnswer, Refused, TokenInvalid } from "../contract/errors.ts"
import { Failure } from "../domain/failure.ts"
import type { AnswerHistory, HistoryEntry } from "./answer-history.ts"
import { maskAnswer } from "./mask.ts"

const ErrorOfCall = Schema.Union([Refused, TokenInvalid, NoAnswer])
const encodeError = Schema.encodeUnknownOption(ErrorOfCall)
const decodeError = Schema.decodeUnknownOption(ErrorOfCall)

export const RecordedAnswer = Schema.Struct({
  endpoint: Schema.String.check(Schema.isMaxLength(200)),
  /** The query of a GET, or an empty body; null for a body that holds something. */
  request: Schema.Unknown,
  /** The answer as the app decoded it, masked. Absent: it failed, or is too large or a credential. */
  data: Schema.optionalKey(Schema.Unknown),
  error: Schema.optionalKey(Schema.Unknown),
  /** Of an answer from the offline cache: when the server gave it, and why it was shown. */
  knownAtMs: Schema.optionalKey(Schema.Int),
  why: Schema.optionalKey(Failure),
})
export type RecordedAnswer = typeof RecordedAnswer.Type

/** An answer in memory: not masked, and encoded only for a file. */
export type ShownAnswer = (mask: (value: unknown) => Json) => RecordedAnswer

/** What a recording holds of an actor: a beginning, everything since, and the answers. */
export interface ActorRecord extends LoggedRecord {
  /** By the position of the event that they came with. */
  readonly answers: ReadonlyMap<number, ShownAnswer>
}

const requestFor = (endpoint: EndpointId, request: object, mask: (value: unknown) => Json): Json =>
  endpoints[endpoint].method === "GET" || Object.keys(request).length === 0 ? mask(request) : null

/** The login family answers with credentials. */
const isCredential = (endpoint: EndpointId): boolean => endpoints[endpoint].envelope === "errorCode"

export const shownAnswer =
  <E extends EndpointId>(endpoint: E, request: RequestOf<E>, entry: HistoryEntry<AnswerOf<E>>): ShownAnswer =>
  (mask) => {
    const asked = { endpoint, request: requestFor(endpoint, request, mask) }
    const said = (data: unknown) => (isCredential(endpoint) ? {} : { data: mask(maskAnswer(endpoint, data)) })
    if ("known" in entry) {
      const { known, why } = entry
      return { ...asked, ...said(known.data), knownAtMs: known.atMs, ...(why && { why }) }
    }
    if (Exit.isSuccess(entry.exit)) return { ...asked, ...said(entry.exit.value) }
    const error = Option.flatMap(Exit.findErrorOption(entry.exit), encodeError)
    return { ...asked, ...(Option.isSome(error) && { error: mask(error.value) }) }
  }

/** The ids of images are redacted in a file, and are ids nevertheless. */
const withReadableIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_name, inner: unknown) =>
    inner === REDACTED ? "redacted" : inner,
  )

/** Reads a value that the app had already decoded; undefined if it does not fit. */
const readerOf = <Value>(schema: Schema.Codec<Value, unknown>): ((value: unknown) => Value | undefined) => {
  const decode = Schema.decodeUnknownOption(Schema.toType(schema))
  return (value) => Option.getOrUndefined(decode(withReadableIds(value)))
}

const answerIn = <E extends EndpointId>(endpoint: E, data: unknown): AnswerOf<E> | undefined => {
  const schema: Schema.Codec<AnswerOf<E>, unknown> = endpoints[endpoint].answer
  return readerOf(schema)(data)
}

const requestIn = <E extends EndpointId>(endpoint: E, request: unknown): RequestOf<E> | undefined => {
  const schema: Schema.Codec<RequestOf<E>, unknown> = endpoints[endpoint].request
  return readerOf(schema)(request)
}

/** Puts a recorded answer into the history of a timeline. */
export type TellAnswer = (
  history: AnswerHistory,
  at: { readonly position: number; readonly atMs: number },
) => void

const nothing: TellAnswer = () => {}

const readAnswer = <E extends EndpointId>(endpoint: E, recorded: RecordedAnswer): TellAnswer | null => {
  const { data, error, knownAtMs, why } = recorded
  const request = requestIn(endpoint, recorded.request ?? {})
  if (error !== undefined) {
    const decoded = decodeError(error)
    if (decoded._tag === "None") return null
    const exit = Exit.fail(decoded.value)
    return (history, at) => request && history.record(endpoint, request, { ...at, exit })
  }
  if (data === undefined) return nothing
  const answer = answerIn(endpoint, data)
  if (answer === undefined) return null
  if (request === undefined || recorded.request === null) return nothing
  if (knownAtMs === undefined)
    return (history, at) => history.record(endpoint, request, { ...at, exit: Exit.succeed(answer) })
  const known = { data: answer, atMs: knownAtMs }
  return (history, { position }) => history.record(endpoint, request, { position, known, why })
}

/** Null if this build does not know the endpoint, or the answer does not fit it. */
export const readRecordedAnswer = (recorded: RecordedAnswer): TellAnswer | null => {
  const endpoint = endpointIds.find((id) => id === recorded.endpoint)
  return endpoint === undefined ? null : readAnswer(endpoint, recorded)
}
