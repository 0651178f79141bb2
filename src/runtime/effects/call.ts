/** What the rest of the client has to know of a call to the server: its name, what goes in, what comes out, and how it can end. */
import { Option, Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints, type RequestOf } from "../../contract/endpoints.ts"
import type { EnvelopeKind } from "../../contract/envelope.ts"
import { type ApiError, NoAnswer } from "../../contract/errors.ts"

export type CallName = EndpointId
export type CallRequest<N extends CallName> = RequestOf<N>
export type CallAnswer<N extends CallName> = AnswerOf<N>
export type CallError = ApiError
export type Silence = NoAnswer["kind"]

/** How a call is made and in which envelope it is answered. */
export const describeCall = (name: CallName): { readonly method: string; readonly envelope: EnvelopeKind } =>
  endpoints[name]

/** The error of a call that nobody answered. */
export const silenceOf = (kind: Silence): CallError => new NoAnswer({ kind, status: null })

/** Reads what is said to be an answer of this call; undefined where it does not fit. */
export const answerReader = <N extends CallName>(
  name: N,
): ((value: unknown) => CallAnswer<N> | undefined) => {
  const schema: Schema.Decoder<CallAnswer<N>> = endpoints[name].answer
  const decode = Schema.decodeUnknownOption(schema)
  return (value) => Option.getOrUndefined(decode(value))
}
