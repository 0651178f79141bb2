/** A form for the events of a machine, made from their JSON Schema. Fields are typed as text. */

/** Decides whether an event is valid: the interface of standardschema.dev. */
export interface StandardSchema {
  readonly "~standard": { readonly validate: (value: unknown) => Validated | Promise<Validated> }
}

type Validated =
  | { readonly value: unknown; readonly issues?: undefined }
  | { readonly issues: readonly Issue[] }

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

export type FieldKind = "text" | "number" | "boolean" | "choice" | "json"

export interface FormField {
  /** "terms.symbol" */
  readonly path: string
  readonly kind: FieldKind
  /** Of a choice; empty for other kinds. */
  readonly options: readonly Scalar[]
  /** What an empty field stands for; undefined: itself. */
  readonly whenEmpty: "omitted" | "null" | "now" | "new-key" | undefined
}

export interface EventForm {
  readonly type: string
  readonly fields: readonly FormField[]
}

/** Fields, by their path, that the sender stamps if they are empty. */
export type Stamps = Readonly<Record<string, "now" | "new-key">>

/** Values as typed, by path. */
export type TypedFields = Readonly<Record<string, string>>

export type FieldProblem =
  | { readonly kind: "number" | "json" | "missing" }
  /** In the words of the schema. */
  | { readonly kind: "refused"; readonly words: string }

export type FilledEvent =
  | { readonly ok: true; readonly event: { readonly type: string } }
  | { readonly ok: false; readonly problems: Readonly<Record<string, FieldProblem>> }

interface Reading {
  readonly root: JsonSchema
  readonly stamps: Stamps
}

const kindOf = (schema: JsonSchema, root: JsonSchema): FieldKind => {
  if (literalsOf(schema, root)) return "choice"
  const { type } = resolved(schema, root)
  if (type === "string") return "text"
  if (type === "number" || type === "integer") return "number"
  return type === "boolean" ? "boolean" : "json"
}

const fieldsOf = (
  given: JsonSchema,
  path: string,
  isRequired: boolean,
  read: Reading,
): readonly FormField[] => {
  const { root, stamps } = read
  const schema = resolved(given, root)
  if (schema.properties && isRequired)
    return Object.entries(schema.properties).flatMap(([name, inner]) =>
      fieldsOf(inner, `${path}.${name}`, schema.required?.includes(name) ?? false, read),
    )
  const options = literalsOf(schema, root)
  const inner = options ? null : besideNull(schema)
  const whenEmpty = isRequired ? (inner ? "null" : stamps[path]) : "omitted"
  return [{ path, kind: kindOf(inner ?? schema, root), options: options ?? [], whenEmpty }]
}

const formOf = (given: JsonSchema, read: Reading): EventForm | null => {
  const schema = resolved(given, read.root)
  const [type] = (schema.properties?.type && literalsOf(schema.properties.type, read.root)) ?? []
  if (typeof type !== "string") return null
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== "type")
    .flatMap(([name, inner]) => fieldsOf(inner, name, schema.required?.includes(name) ?? false, read))
  return { type, fields }
}

/** A form for each event of a schema: an object with a literal `type`, or a union of such objects. */
export const formsOf = (root: JsonSchema, stamps: Stamps = {}): readonly EventForm[] => {
  const whole = resolved(root, root)
  return (alternatives(whole) ?? [whole]).flatMap((one) => formOf(one, { root, stamps }) ?? [])
}

/** What the sender puts into empty fields. */
export interface Stamp {
  readonly nowMs: number
  readonly newKey: () => string
}

const OMITTED = Symbol("omitted")

const emptyValue = ({ whenEmpty, kind }: FormField, stamp: Stamp): unknown => {
  if (whenEmpty === "omitted") return OMITTED
  if (whenEmpty === "null") return null
  if (whenEmpty === "now") return stamp.nowMs
  if (whenEmpty === "new-key") return stamp.newKey()
  return kind === "text" ? "" : undefined
}

/** Undefined: nothing that the kind can be. */
const fieldValue = (field: FormField, typed: string, stamp: Stamp): unknown => {
  if (typed === "") return emptyValue(field, stamp)
  const { kind, options } = field
  if (kind === "number") return Number.isFinite(Number(typed)) ? Number(typed) : undefined
  if (kind === "boolean") return typed === "true"
  if (kind === "choice") return options.find((option) => String(option) === typed)
  if (kind === "text") return typed
  try {
    return JSON.parse(typed) as unknown
  } catch {
    return undefined
  }
}

const problemKind = ({ kind }: FormField, typed: string): "number" | "json" | "missing" =>
  typed !== "" && (kind === "number" || kind === "json") ? kind : "missing"

/** Sets a value at "terms.symbol"; objects on the way are created. */
const put = (object: Record<string, unknown>, path: string, value: unknown): void => {
  const [name = "", ...rest] = path.split(".")
  if (rest.length === 0) {
    object[name] = value
    return
  }
  const inner: Record<string, unknown> = { ...Object(object[name]) }
  put(inner, rest.join("."), value)
  object[name] = inner
}

/** The event that the fields make; or what is wrong, by the path of a field ("" for the whole). */
export const fillEvent = (
  schema: StandardSchema,
  form: EventForm,
  typed: TypedFields,
  stamp: Stamp,
): FilledEvent => {
  const made: Record<string, unknown> = { type: form.type }
  const problems: Record<string, FieldProblem> = {}
  for (const field of form.fields) {
    const text = (typed[field.path] ?? "").trim()
    const value = fieldValue(field, text, stamp)
    if (value === undefined) problems[field.path] = { kind: problemKind(field, text) }
    else if (value !== OMITTED) put(made, field.path, value)
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const result = schema["~standard"].validate(made)
  if (result instanceof Promise) return { ok: false, problems: {} }
  if (!result.issues) return { ok: true, event: { ...made, ...Object(result.value), type: form.type } }
  for (const { path = [], message } of result.issues) {
    const names = path.map((segment) => String(typeof segment === "object" ? segment.key : segment))
    const at = form.fields.find((field) => `${names.join(".")}.`.startsWith(`${field.path}.`))
    problems[at?.path ?? ""] ??= { kind: "refused", words: message }
  }
  return { ok: false, problems }
}

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
