import { Option, Schema } from "effect"
import { type AnswerOf, type EndpointId, endpoints } from "../../src/contract/endpoints.ts"

/** An answer as the server sends it; undefined if it does not fit. */
export const encodeAnswer = <N extends EndpointId>(name: N, answer: AnswerOf<N>): unknown =>
  Option.getOrUndefined(Schema.encodeUnknownOption(endpoints[name].answer)(answer))

/** Decodes an answer; undefined if it does not fit. */
export const answerReader = <N extends EndpointId>(
  name: N,
): ((value: unknown) => AnswerOf<N> | undefined) => {
  const schema: Schema.Decoder<AnswerOf<N>> = endpoints[name].answer
  const decode = Schema.decodeUnknownOption(schema)
  return (value) => Option.getOrUndefined(decode(value))
}
