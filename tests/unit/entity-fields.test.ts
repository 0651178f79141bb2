import { Schema, type SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import { endpoints, stream, upload } from "../../src/contract/endpoints.ts"
import * as cash from "../../src/domain/cash.ts"
import * as entities from "../../src/domain/entities.ts"

/** The names of all fields below a schema's node, with their paths. */
const fieldsOf = (ast: SchemaAST.AST, path: string): readonly string[] => {
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.flatMap(({ name, type }) => {
        const below = `${path}.${String(name)}`
        return [below, ...fieldsOf(type, below)]
      })
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((item) => fieldsOf(item, `${path}[]`))
    case "Union":
      return ast.types.flatMap((one) => fieldsOf(one, path))
    default:
      return []
  }
}

const schemas: readonly (readonly [string, Schema.Constraint])[] = [
  ...Object.entries({ ...entities, ...cash }).flatMap(([name, exported]) =>
    Schema.isSchema(exported) ? [[name, exported] as const] : [],
  ),
  ...Object.entries(endpoints).flatMap(([name, { request, answer }]) => [
    [`${name} request`, request] as const,
    [name, answer] as const,
  ]),
  ["stream", stream.frame],
  ["member", stream.member],
  ["site", stream.site],
  ["upload", upload.answer],
]

const namesIn = (side: (schema: Schema.Constraint) => Schema.Constraint): readonly string[] =>
  schemas.flatMap(([name, schema]) => fieldsOf(side(schema).ast, name))

/** The last part of a path. */
const nameOf = (path: string): string => path.slice(path.lastIndexOf(".") + 1)

/** Spelled in camelCase by the specification itself. */
const CAMEL_ON_THE_WIRE: ReadonlySet<string> = new Set(["webPage"])

describe("the fields of entities and requests", () => {
  it("are camelCase once decoded", () => {
    const decoded = namesIn(Schema.toType)
    expect(decoded).toContain("Order.acceptedAtMs")
    expect(decoded).toContain("products[].statistics.averageBuy")
    expect(decoded).toContain("orderCreate request.takeProfit")
    expect(decoded.filter((path) => nameOf(path).includes("_"))).toEqual([])
  })

  it("are snake_case on the wire", () => {
    const encoded = namesIn(Schema.toEncoded)
    expect(encoded).toContain("Order.accepted_at_ms")
    expect(encoded).toContain("Banner.swipe_image")
    expect(encoded).toContain("orderCreate request.take_profit")
    const odd = encoded.filter((path) => /[A-Z]/.test(nameOf(path)) && !CAMEL_ON_THE_WIRE.has(nameOf(path)))
    expect(odd).toEqual([])
    expect(encoded).toHaveLength(namesIn(Schema.toType).length)
  })
})
