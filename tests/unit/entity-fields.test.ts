import { Schema, type SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import { endpoints, stream, upload } from "../../src/contract/endpoints.ts"
import * as alert from "../../src/domain/alert.ts"
import * as assetRate from "../../src/domain/asset-rate.ts"
import * as cash from "../../src/domain/cash.ts"
import * as content from "../../src/domain/content.ts"
import * as entities from "../../src/domain/entities.ts"
import * as failure from "../../src/domain/failure.ts"
import * as invitation from "../../src/domain/invitation.ts"
import * as login from "../../src/domain/login.ts"
import * as memberEvent from "../../src/domain/member-event.ts"
import * as payment from "../../src/domain/payment.ts"
import * as streamMessages from "../../src/domain/stream-messages.ts"

interface SchemaNode {
  readonly path: string
  readonly ast: SchemaAST.AST
}

/** A schema's node and all below it, with their paths. */
const nodesOf = (ast: SchemaAST.AST, path: string): readonly SchemaNode[] => {
  const below = (): readonly SchemaNode[] => {
    switch (ast._tag) {
      case "Objects":
        return ast.propertySignatures.flatMap(({ name, type }) => nodesOf(type, `${path}.${String(name)}`))
      case "Arrays":
        return [...ast.elements, ...ast.rest].flatMap((item) => nodesOf(item, `${path}[]`))
      case "Union":
        return ast.types.flatMap((one) => nodesOf(one, path))
      default:
        return []
    }
  }
  return [{ path, ast }, ...below()]
}

/** The names of all fields below a schema's node, with their paths. */
const fieldsOf = (root: SchemaAST.AST, name: string): readonly string[] =>
  nodesOf(root, name).flatMap(({ path, ast }) =>
    ast._tag === "Objects" ? ast.propertySignatures.map((field) => `${path}.${String(field.name)}`) : [],
  )

const domain = {
  ...entities,
  ...content,
  ...cash,
  ...assetRate,
  ...alert,
  ...memberEvent,
  ...invitation,
  ...login,
  ...failure,
  ...payment,
}
type Named = readonly (readonly [string, Schema.Constraint])[]
const ofDomain: Named = Object.entries({ ...domain, ...streamMessages }).flatMap(([name, exported]) =>
  Schema.isSchema(exported) ? [[name, exported] as const] : [],
)
const schemas: Named = [
  ...ofDomain,
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

const onTheWire = (name: string): string =>
  CAMEL_ON_THE_WIRE.has(name) ? name : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

describe("the fields of entities and requests", () => {
  it("are camelCase once decoded", () => {
    const decoded = namesIn(Schema.toType)
    expect(decoded).toContain("Order.acceptedAtMs")
    expect(decoded).toContain("products[].statistics.averageBuy")
    expect(decoded).toContain("orderCreate request.takeProfit")
    expect(decoded.filter((path) => nameOf(path).includes("_"))).toEqual([])
  })

  it("are the same in snake_case on the wire", () => {
    const encoded = namesIn(Schema.toEncoded)
    expect(encoded).toContain("Order.accepted_at_ms")
    expect(encoded).toContain("Banner.swipe_image")
    expect(encoded).toContain("orderCreate request.take_profit")
    expect(encoded.map(nameOf).toSorted()).toEqual(
      namesIn(Schema.toType).map(nameOf).map(onTheWire).toSorted(),
    )
  })

  it("are there in each entity", () => {
    const empty = ofDomain
      .flatMap(([name, schema]) => nodesOf(Schema.toType(schema).ast, name))
      .filter(
        ({ ast }) => ast._tag === "Objects" && fieldsOf(ast, "").length + ast.indexSignatures.length === 0,
      )
    expect(empty.map(({ path }) => path)).toEqual([])
  })
})

/** A member's device of an earlier release knows no others, and the server's records hold them. */
const VALUES = {
  "AccountChange.code": "100 103 104 200 201 203 214",
  "AccountChange.record.kind": "contract deposit withdrawal",
  "Deposit.status": "0 1 2",
  "DepositPayment.way": "2 3",
  "Withdrawal.method": "bank crypto",
  "WithdrawalTerms.format": "tron ethereum bitcoin ripple",
  "Order.direction": "up down",
  "Order.status": "pending completed",
  "Order.state": "accepted opened settled stopped_out closed_early cancelled",
  "Order.cancelReason": "no-tick slippage take-profit-passed stop-loss-passed",
  "ProductStatistics.source": "settled history",
  "User.verification": "none pending verified rejected",
  "CreditScore.factors[].factor": "base verified deposits contracts tenure",
  "Article.kind": "company culture awards risk agreement help",
  "SystemConfig.website.status": "0 1",
  "SystemConfig.style.theme": "system",
  "SystemConfig.paymentWays[].way": "1 2 3",
  "MemberEvent.kind":
    "order close amend deposit withdrawal real-name bank-card crypto-address balance session password limit lock factor operator alert protection",
  "MemberEvent.by": "member service",
  "MemberEvent.contract.ending": "settled stopped_out closed_early take-profit stop-loss cancelled",
  "MemberEvents.type": "member",
  NoticeKind: "order deposit withdrawal real-name balance session factor alert close",
  "QuoteFrame.type": "snapshot frame",
  "SiteState.type": "site",
  "Login.state": "current open ended refused",
  "Login.browser": "chrome edge firefox opera safari samsung wechat other",
  "Login.system": "android chromeos ios linux macos windows other",
}

describe("the formats of the wire", () => {
  it("have pages with their items and the cursor of the next one", () => {
    const page = { items: ["a", "b"], nextCursor: "c" }
    const onWire = { items: ["a", "b"], next_cursor: "c" }
    expect(Schema.decodeUnknownSync(entities.pageOf(Schema.String))(onWire)).toEqual(page)
    expect(Schema.encodeSync(entities.pageOf(Schema.String))(page)).toEqual(onWire)
  })

  it("have a failure's parameters as texts and numbers", () => {
    const params = { min: "100.00", seconds: 30 }
    const decoded = Schema.decodeUnknownSync(failure.Failure)({ reason: "field.below-minimum", params })
    expect(decoded).toEqual({ reason: "field.below-minimum", params })
    expect(Schema.is(failure.Failure)({ ...decoded, params: { min: true } })).toBe(false)
  })

  const zero32 = "0".repeat(32)
  it.each([
    [
      entities.Amount,
      ["0.00", "-0.01", "10000.00", "999999999999999.99"],
      ["", "1", "1.0", "1.000", "01.00", "+1.00", "1,00", "1e3", "x1.00", "1.00x", "1000000000000000.00"],
    ],
    [
      entities.Price,
      ["0.0001", "25.4000", "999999999999.9999"],
      ["-1.0000", "25.4", "25.40000", "025.4000", "a25.4000", "25.4000a", "1000000000000.0000"],
    ],
    [entities.Id, ["a", "A-z_09", "x".repeat(64)], ["", "x".repeat(65), "a b", "../a", "é"]],
    [
      entities.Key,
      [`0189abcd-0123-7fff-8000-0123456789ab`],
      [
        zero32,
        "",
        `x0189abcd-0123-7fff-8000-0123456789ab`,
        `0189abcd-0123-7fff-8000-0123456789abc`,
        "0189ABCD-0123-7fff-8000-0123456789ab",
        "0189abcg-0123-7fff-8000-0123456789ab",
      ],
    ],
    [
      assetRate.AssetAmount,
      ["0", "0.5", "12", "31.25", "9".repeat(30), `0.${"0".repeat(17)}1`],
      ["", "01", "1.", ".5", "1.50", "-1", "1e3", "a1", "1a", "9".repeat(31), `0.${"0".repeat(18)}1`],
    ],
  ] as const)("take these and refuse those", (schema, taken, refusedTexts) => {
    const takes = Schema.is(schema)
    expect(taken.filter((text) => !takes(text))).toEqual([])
    expect(refusedTexts.filter((text) => takes(text))).toEqual([])
  })
})

describe("the values of a field on the wire", () => {
  const values = new Map<string, string[]>()
  for (const [name, schema] of schemas)
    for (const { path, ast } of nodesOf(Schema.toType(schema).ast, name))
      if (ast._tag === "Literal") values.set(path, [...(values.get(path) ?? []), String(ast.literal)])

  it.each(Object.entries(VALUES))("%s are %s", (path, expected) => {
    expect(values.get(path)?.join(" ")).toBe(expected)
  })
})
