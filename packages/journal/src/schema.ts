/** The smallest schemas, each a Standard Schema: for events without a schema library, and for files. */

/** The part of a Standard Schema that a stream uses: of Zod, Valibot, ArkType, Effect and others. */
export interface StandardSchema<Value> {
  readonly "~standard": {
    readonly version: 1
    readonly vendor: string
    readonly validate: (value: unknown) => StandardResult<Value> | Promise<StandardResult<Value>>
  }
}

type StandardResult<Value> =
  | { readonly value: Value; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/** What a schema gives. */
export type ValueOf<Schema> = Schema extends StandardSchema<infer Value> ? Value : never

/** A schema that answers later is none for a fold. */
export const validated = <Value>(schema: StandardSchema<Value>, value: unknown): StandardResult<Value> => {
  const result = schema["~standard"].validate(value)
  if (result instanceof Promise) throw new Error("the schema is asynchronous")
  return result
}

export const schemaOf = <Value>(
  validate: (value: unknown) => StandardResult<Value>,
): StandardSchema<Value> => ({
  "~standard": { version: 1, vendor: "xstate-journal", validate },
})

const failed = (message: string) => ({ issues: [{ message }] })

const schemaFor = <Value>(isValue: (value: unknown) => value is Value, what: string) =>
  schemaOf<Value>((value) => (isValue(value) ? { value } : failed(`is not ${what}`)))

const isText = (value: unknown): value is string => typeof value === "string"
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value)

export const text = schemaFor(isText, "text")
export const whole = schemaFor(isWhole, "a whole number")
/** Anything but what is absent. */
export const anything = schemaFor((value): value is unknown => value !== undefined, "there")

export const textUpTo = (length: number) =>
  schemaFor((value): value is string => isText(value) && value.length <= length, `text of ${length} at most`)

export const textLike = (pattern: RegExp) =>
  schemaFor((value): value is string => isText(value) && pattern.test(value), `text like ${pattern}`)

export const wholeFrom = (least: number) =>
  schemaFor((value): value is number => isWhole(value) && value >= least, `${least} or more`)

export const literal = <const Value extends string>(only: Value) =>
  schemaFor((value): value is Value => value === only, only)

export const optional = <Value>(schema: StandardSchema<Value>) =>
  schemaOf<Value | undefined>((value) => (value === undefined ? { value } : validated(schema, value)))

export const nullOr = <Value>(schema: StandardSchema<Value>) =>
  schemaOf<Value | null>((value) => (value === null ? { value } : validated(schema, value)))

export const listOf = <Value>(schema: StandardSchema<Value>, most: number) =>
  schemaOf<readonly Value[]>((value) => {
    if (!Array.isArray(value) || value.length > most) return failed(`is not a list of ${most} at most`)
    const list: Value[] = []
    for (const [index, one] of value.entries()) {
      const result = validated(schema, one)
      if (result.issues) return failed(`[${index}] ${result.issues[0]?.message}`)
      list.push(result.value)
    }
    return { value: list }
  })

/** The fields of an object; others are left out. */
export const readFields = (fields: object, value: unknown) => {
  if (typeof value !== "object" || value === null) return failed("is not an object")
  const read: unknown[][] = []
  for (const [name, field] of Object.entries<StandardSchema<unknown>>({ ...fields })) {
    const result = validated(field, Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined)
    if (result.issues) return failed(`${name} ${result.issues[0]?.message}`)
    if (result.value !== undefined) read.push([name, result.value])
  }
  return { value: Object.fromEntries(read) }
}

export const struct = <Value extends object>(
  fields: {
    readonly [Name in keyof Value]-?: StandardSchema<Value[Name]>
  },
) => schemaOf<Value>((value) => readFields(fields, value))

/** The value of the first schema that takes it. */
export const oneOf = <Values extends readonly unknown[]>(
  ...schemas: { readonly [Index in keyof Values]: StandardSchema<Values[Index]> }
) =>
  schemaOf<Values[number]>((value) => {
    for (const schema of schemas) {
      const result = validated(schema, value)
      if (!result.issues) return result
    }
    return failed("is none of these")
  })
