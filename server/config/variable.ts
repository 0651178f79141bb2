/** Reading of environment variables. */
import { Schema, SchemaTransformation } from "effect"

/** An environment variable has an invalid value. The message is one sentence for the operator. */
export class ConfigRefused extends Schema.TaggedError<ConfigRefused>()("ConfigRefused", {
  message: Schema.String,
}) {}

export const whole = (least: number, most: number) =>
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/)).pipe(
    Schema.decodeTo(
      Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most })),
      SchemaTransformation.numberFromString,
    ),
  )

export const textThat = (holds: (text: string) => boolean) => Schema.String.check(Schema.makeFilter(holds))

export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads one variable. An absent or empty one yields the default; an invalid one throws
 * `ConfigRefused`.
 */
export const read = <A, const Default>(
  environment: Environment,
  name: string,
  schema: Schema.Codec<A, string>,
  fallback: Default,
  expected: string,
): A | Default => {
  const text = environment[name]?.trim() ?? ""
  if (text === "") return fallback
  const decoded = Schema.decodeUnknownOption(schema)(text)
  if (decoded._tag === "Some") return decoded.value
  throw new ConfigRefused({ message: `${name} must be ${expected}.` })
}

export const listOf = (text: string | null): ReadonlyArray<string> =>
  text === null ? [] : text.split(",").map((part) => part.trim())
