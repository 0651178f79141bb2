/** A form for the events of a machine, made from their schema. Fields are typed as text. */
import { Schema, SchemaAST } from "effect"
import type { EventSchema } from "../../packages/journal/src/declaration.ts"
import { REDACTED } from "../../packages/journal/src/redact.ts"
import type { StreamDeclaration } from "../events/declaration.ts"
import { redact } from "../journal/redact.ts"
import { createIdempotencyKey } from "../runtime/idempotency-key.ts"

type Scalar = string | number | boolean | null

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

/** Values as typed, by path. */
export type TypedFields = Readonly<Record<string, string>>

export type FieldProblem =
  | { readonly kind: "number" | "json" | "missing" }
  /** In the words of the schema. */
  | { readonly kind: "refused"; readonly words: string }

export type FilledEvent =
  | { readonly ok: true; readonly event: { readonly type: string } }
  | { readonly ok: false; readonly problems: Readonly<Record<string, FieldProblem>> }

const literalsOf = (ast: SchemaAST.AST): readonly Scalar[] | null => {
  if (SchemaAST.isLiteral(ast)) return typeof ast.literal === "bigint" ? null : [ast.literal]
  if (SchemaAST.isNull(ast)) return [null]
  if (!SchemaAST.isUnion(ast)) return null
  const all = ast.types.map(literalsOf)
  return all.some((one) => one === null) ? null : all.flatMap((one) => one ?? [])
}

/** The schema beside null, if there is exactly one. */
const besideNull = (ast: SchemaAST.AST): SchemaAST.AST | null => {
  if (!SchemaAST.isUnion(ast) || !ast.types.some(SchemaAST.isNull)) return null
  const [one, ...others] = ast.types.filter((each) => !SchemaAST.isNull(each))
  return one && others.length === 0 ? one : null
}

const kindOf = (ast: SchemaAST.AST): FieldKind => {
  if (SchemaAST.isString(ast)) return "text"
  if (SchemaAST.isNumber(ast)) return "number"
  if (SchemaAST.isBoolean(ast)) return "boolean"
  return literalsOf(ast) ? "choice" : "json"
}

/** The sender stamps these. */
const stamps: Readonly<Record<string, FormField["whenEmpty"]>> = { at: "now", key: "new-key" }

const fieldsOf = (ast: SchemaAST.AST, path: string): readonly FormField[] => {
  const isOptional = SchemaAST.isOptional(ast)
  if (SchemaAST.isObjects(ast) && !isOptional && ast.indexSignatures.length === 0)
    return ast.propertySignatures.flatMap(({ name, type }) => fieldsOf(type, `${path}.${String(name)}`))
  const inner = literalsOf(ast) ? null : besideNull(ast)
  const shown = inner ?? ast
  const whenEmpty = isOptional ? "omitted" : inner ? "null" : stamps[path]
  return [{ path, kind: kindOf(shown), options: literalsOf(shown) ?? [], whenEmpty }]
}

const formOf = (ast: SchemaAST.AST): EventForm | null => {
  if (!SchemaAST.isObjects(ast)) return null
  const named = ast.propertySignatures.find(({ name }) => name === "type")?.type
  if (!named || !SchemaAST.isLiteral(named) || typeof named.literal !== "string") return null
  const fields = ast.propertySignatures
    .filter(({ name }) => name !== "type")
    .flatMap(({ name, type }) => fieldsOf(type, String(name)))
  return { type: named.literal, fields }
}

const lastName = (path: string): string => path.slice(path.lastIndexOf(".") + 1)

/** Sent by the app alone, at a restart. */
const RESUMED = "journal.resumed"

const holdsSecret = ({ fields }: EventForm): boolean =>
  fields.some(({ path }) => JSON.stringify(redact({ [lastName(path)]: "x" })).includes(REDACTED))

/**
 * Events of a money machine that name an operation: they send it, or are facts about it that only
 * the server may decide.
 */
const isOfOperation = ({ fields }: EventForm): boolean => fields.some(({ path }) => path === "key")

/** True for a stream whose machine moves money. */
export const movesMoney = (
  id: string,
  stream: Pick<StreamDeclaration, "sendingState"> | undefined,
): boolean => stream?.sendingState !== undefined || id === "operation"

/**
 * A form for each event that may be sent by hand: none that restarts an actor or holds a secret,
 * and of a money machine none that sends an operation or reports about one.
 */
export const eventForms = ({ ast }: EventSchema, isMoney: boolean): readonly EventForm[] =>
  (SchemaAST.isUnion(ast) ? ast.types : [ast])
    .flatMap((one) => formOf(one) ?? [])
    .filter((form) => form.type !== RESUMED && !holdsSecret(form) && !(isMoney && isOfOperation(form)))

const OMITTED = Symbol("omitted")

const emptyValue = ({ whenEmpty, kind }: FormField, nowMs: number): unknown => {
  if (whenEmpty === "omitted") return OMITTED
  if (whenEmpty === "null") return null
  if (whenEmpty === "now") return nowMs
  if (whenEmpty === "new-key") return createIdempotencyKey()
  return kind === "text" ? "" : undefined
}

/** Undefined: nothing that the kind can be. */
const fieldValue = (field: FormField, typed: string, nowMs: number): unknown => {
  if (typed === "") return emptyValue(field, nowMs)
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
  schema: EventSchema,
  form: EventForm,
  typed: TypedFields,
  nowMs: number,
): FilledEvent => {
  const made: Record<string, unknown> = { type: form.type }
  const problems: Record<string, FieldProblem> = {}
  for (const field of form.fields) {
    const text = (typed[field.path] ?? "").trim()
    const value = fieldValue(field, text, nowMs)
    if (value === undefined) problems[field.path] = { kind: problemKind(field, text) }
    else if (value !== OMITTED) put(made, field.path, value)
  }
  if (Object.keys(problems).length > 0) return { ok: false, problems }
  const result = Schema.toStandardSchemaV1(schema)["~standard"].validate(made)
  if (result instanceof Promise) return { ok: false, problems: {} }
  if (!result.issues) return { ok: true, event: result.value }
  for (const { path = [], message } of result.issues) {
    const names = path.map((segment) => String(typeof segment === "object" ? segment.key : segment))
    const at = form.fields.find((field) => `${names.join(".")}.`.startsWith(`${field.path}.`))
    problems[at?.path ?? ""] ??= { kind: "refused", words: message }
  }
  return { ok: false, problems }
}
