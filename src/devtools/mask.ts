/**
 * Masks what says who a member is: letters become "x" and digits "0". The length and the kinds of
 * characters stay, so that a machine decides the same in replay.
 */
import { type Schema, SchemaAST } from "effect"
import { endpointIds, endpoints } from "../contract/endpoints.ts"
import { visitorForms } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { PERSONAL } from "../domain/personal.ts"
import type { FieldRule } from "../domain/validate.ts"
import { type Json, REDACTED, redact } from "../journal/redact.ts"

const isMarked = SchemaAST.resolveAt<boolean>(PERSONAL)

const isPersonal = (ast: SchemaAST.AST): boolean =>
  isMarked(ast) === true || (ast._tag === "Union" && ast.types.some(isPersonal))

const partsOf = (ast: SchemaAST.AST): readonly SchemaAST.AST[] => {
  switch (ast._tag) {
    case "Union":
      return ast.types
    case "Arrays":
      return [...ast.elements, ...ast.rest]
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => type)
    default:
      return []
  }
}

/** The names of the fields that a schema marks as personal, as the app has them. */
export const personalNamesOf = (schema: Pick<Schema.Top, "ast">): readonly string[] => {
  const visit = (ast: SchemaAST.AST): readonly string[] => [
    ...(ast._tag === "Objects"
      ? ast.propertySignatures.flatMap(({ name, type }) =>
          typeof name === "string" && isPersonal(type) ? [name] : [],
        )
      : []),
    ...partsOf(ast).flatMap(visit),
  ]
  return visit(SchemaAST.toType(schema.ast))
}

const rules: readonly FieldRule[] = Object.values({ ...visitorForms, ...memberForms }).flat()

/** Of every answer of the server and of every form. */
export const PERSONAL_NAMES: ReadonlySet<string> = new Set([
  ...endpointIds.flatMap((id) => personalNamesOf(endpoints[id].answer)),
  ...rules.filter((rule) => rule.isPersonal).map(({ name }) => name),
])

export const maskText = (text: string): string =>
  text === REDACTED ? text : text.replaceAll(/[\p{L}\p{M}]/gu, "x").replaceAll(/\p{N}/gu, "0")

const maskObject = (value: object, names: ReadonlySet<string>): Json => {
  const entries = Object.entries(value)
  // { field: "holder", value: "…" }
  const isNamed = entries.some(
    ([name, inner]) => name === "field" && typeof inner === "string" && names.has(inner),
  )
  return Object.fromEntries(
    entries.map(([name, inner]): [string, Json] => {
      const isMasked = names.has(name) || (isNamed && name === "value")
      return [name, isMasked ? maskAll(inner, names) : maskWithin(inner, names)]
    }),
  )
}

const maskWithin = (value: unknown, names: ReadonlySet<string>): Json => {
  if (Array.isArray(value)) return value.map((one) => maskWithin(one, names))
  return typeof value === "object" && value !== null ? maskObject(value, names) : redact(value)
}

/** A text or a list of texts under a personal name. */
const maskAll = (value: unknown, names: ReadonlySet<string>): Json => {
  if (typeof value === "string") return maskText(value)
  return Array.isArray(value) ? value.map((one) => maskAll(one, names)) : maskWithin(value, names)
}

/** The rows of this list have the accounts of other members as ids. */
const hasPersonalIds = (actor: string): boolean => actor.startsWith("list:promoteLists")

/** What a recording says of an actor: redacted like the journal, and personal texts masked. */
export const maskOf = (actor: string): ((value: unknown) => Json) => {
  const names = hasPersonalIds(actor) ? new Set([...PERSONAL_NAMES, "ids"]) : PERSONAL_NAMES
  return (value) => maskWithin(redact(value), names)
}
