/** What the client knows of an API call: name, request, answer and errors. */
import { Option, Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints, type RequestOf } from "../../contract/endpoints.ts"
import type { EnvelopeKind } from "../../contract/envelope.ts"
import { type ApiError, NoAnswer } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { NotJournaled } from "./services.ts"

export type CallName = EndpointId
export type CallRequest<N extends CallName> = RequestOf<N>
export type CallAnswer<N extends CallName> = AnswerOf<N>
export type CallError = ApiError
export type Silence = NoAnswer["kind"]

/** The method and the envelope of a call. */
export const describeCall = (
  name: CallName,
): { readonly method: string; readonly envelope: EnvelopeKind } => {
  const { method, envelope } = endpoints[name]
  return { method, envelope }
}

/** The error of a call without an answer. */
export const silenceOf = (kind: Silence): CallError => new NoAnswer({ kind, status: null })

/** Encodes an answer of this call to store it; undefined if it does not fit. */
export const encodeAnswer = <N extends CallName>(name: N, answer: CallAnswer<N>): unknown =>
  Option.getOrUndefined(Schema.encodeUnknownOption(endpoints[name].answer)(answer))

/** Decodes a stored answer of this call; undefined if it does not fit. */
export const answerReader = <N extends CallName>(
  name: N,
): ((value: unknown) => CallAnswer<N> | undefined) => {
  const schema: Schema.Decoder<CallAnswer<N>> = endpoints[name].answer
  const decode = Schema.decodeUnknownOption(schema)
  return (value) => Option.getOrUndefined(decode(value))
}

// The failure that an event carries for an error of a call.

/** Turns a typed error into plain JSON for a machine's context. */
export const failureOf = (error: ApiError | NotJournaled): Failure => {
  switch (error._tag) {
    case "Refused": {
      const { reason, field, params, message } = error
      return { reason, message, ...(field !== undefined && { field }), ...(params && { params }) }
    }
    case "TokenInvalid":
      return { reason: "session.invalid", message: error.message }
    case "NoAnswer":
      return { reason: `no-answer.${error.kind}` }
    case "NotJournaled":
      return { reason: `journal.${error.problem}` }
  }
}
