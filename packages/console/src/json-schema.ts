/** The part of JSON Schema that the form of an event reads. */

export type Scalar = string | number | boolean | null

export interface JsonSchema {
  readonly type?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: unknown
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

const isScalar = (value: unknown): value is Scalar =>
  value === null || ["string", "number", "boolean"].includes(typeof value)

const DEFINITION = "#/$defs/"

/** The schema that a reference to a definition of `root` stands for. */
export const resolved = (schema: JsonSchema, root: JsonSchema): JsonSchema =>
  (schema.$ref?.startsWith(DEFINITION) && root.$defs?.[schema.$ref.slice(DEFINITION.length)]) || schema

export const alternatives = (schema: JsonSchema): readonly JsonSchema[] | undefined =>
  schema.anyOf ?? schema.oneOf

const isNull = ({ type }: JsonSchema): boolean => type === "null"

/** The values of a choice; null if it is none. */
export const literalsOf = (schema: JsonSchema, root: JsonSchema): readonly Scalar[] | null => {
  const own = resolved(schema, root)
  if (own.enum) return own.enum.every(isScalar) ? own.enum : null
  if ("const" in own) return isScalar(own.const) ? [own.const] : null
  if (isNull(own)) return [null]
  const all = alternatives(own)?.map((one) => literalsOf(one, root))
  return !all || all.some((one) => one === null) ? null : all.flatMap((one) => one ?? [])
}

/** The schema beside null, if there is exactly one. */
export const besideNull = (schema: JsonSchema): JsonSchema | null => {
  const all = alternatives(schema)
  if (!all?.some(isNull)) return null
  const [one, ...others] = all.filter((each) => !isNull(each))
  return one && others.length === 0 ? one : null
}
