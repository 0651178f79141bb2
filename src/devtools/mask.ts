/**
 * Masks what says who a member is: letters become "x" and digits "0". The length and the kinds of
 * characters stay, so that a machine decides the same in replay.
 */
import { type Json, REDACTED } from "@financial-links/journal"
import { type Schema, SchemaAST } from "effect"
import { type EndpointId, endpointIds, endpoints } from "../contract/endpoints.ts"
import { visitorForms } from "../domain/forms.ts"
import { memberForms } from "../domain/member-forms.ts"
import { PERSONAL } from "../domain/personal.ts"
import type { FieldRule } from "../domain/validate.ts"
import { FeedbackEvent } from "../events/feedback.ts"
import { redact } from "../journal/redact.ts"
import { queries } from "../navigation/route-queries.ts"
import { ROUTES } from "../navigation/routes.ts"

const markOf = SchemaAST.resolveAt<boolean | string>(PERSONAL)

/** Marked for every place, or with `here` for this one too. */
const isPersonal = (ast: SchemaAST.AST, here: boolean): boolean =>
  markOf(ast) === true ||
  (here && markOf(ast) === "here") ||
  (ast._tag === "Union" && ast.types.some((type) => isPersonal(type, here)))

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

/**
 * The names of the fields that a schema marks as personal, as the app has them. `here`: with those that
 * are personal in this schema alone.
 */
export const personalNamesOf = (schema: Pick<Schema.Top, "ast">, here = false): readonly string[] => {
  const visit = (ast: SchemaAST.AST): readonly string[] => [
    ...(ast._tag === "Objects"
      ? ast.propertySignatures.flatMap(({ name, type }) =>
          typeof name === "string" && isPersonal(type, here) ? [name] : [],
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

/** The personal parameters of each page, by its path. */
const parameters: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  ROUTES.flatMap(({ path, name, alias }) => {
    const query = Object.entries(queries).find(([page]) => page === name)?.[1]
    const names = new Set(query ? personalNamesOf(query, true) : [])
    return names.size === 0 ? [] : [path, ...(alias ? [alias] : [])].map((each) => [each, names] as const)
  }),
)

/** Masks the personal parameters of each URL in a text. */
const maskUrls = (text: string): string =>
  text.replaceAll(/((?:\/[\w-]+)+)\?([^\s#]*)/g, (whole, path: string, query: string) => {
    const names = parameters.get(path)
    if (names === undefined) return whole
    const pairs = query.split("&").map((pair) => {
      const [name = "", ...value] = pair.split("=")
      return names.has(name) ? `${name}=${maskText(value.join("="))}` : pair
    })
    return `${path}?${pairs.join("&")}`
  })

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
  if (typeof value === "string") return maskUrls(value)
  return typeof value === "object" && value !== null ? maskObject(value, names) : redact(value)
}

/** A text or a list of texts under a personal name. */
const maskAll = (value: unknown, names: ReadonlySet<string>): Json => {
  if (typeof value === "string") return maskText(value)
  return Array.isArray(value) ? value.map((one) => maskAll(one, names)) : maskWithin(value, names)
}

/** The rows of this list have the accounts of other members as ids. */
const hasPersonalIds = (actor: string): boolean => actor.startsWith("list:promoteLists")

/** What the machine of questions and toasts says in sentences; `loadings` is a list of them. */
const SENTENCES = new Set([...PERSONAL_NAMES, ...personalNamesOf(FeedbackEvent, true), "loadings"])

const namesFor = (actor: string): ReadonlySet<string> => {
  if (actor === "feedback") return SENTENCES
  return hasPersonalIds(actor) ? new Set([...PERSONAL_NAMES, "ids"]) : PERSONAL_NAMES
}

/** What a recording says of an actor: redacted like the journal, and personal texts masked. */
export const maskOf = (actor: string): ((value: unknown) => Json) => {
  const names = namesFor(actor)
  return (value) => maskWithin(redact(value), names)
}

/** Masks in an answer what its own schema marks. */
export const maskAnswer = (endpoint: EndpointId, data: unknown): Json =>
  maskWithin(redact(data), new Set(personalNamesOf(endpoints[endpoint].answer, true)))
