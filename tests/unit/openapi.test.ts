import { describe, expect, it } from "vitest"
import { openApiDocument } from "../../server/http/openapi.ts"
import { endpointIds, endpoints, keyedOperations } from "../../src/contract/endpoints.ts"
import { REASONS } from "../../src/contract/errors.ts"
import { LOCALES, UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"

const site = openApiDocument("https://links.example")

/** The part of the document at a path of names; undefined where there is none. */
const at = (...names: readonly string[]): unknown =>
  names.reduce((part: unknown, name) => Reflect.get(Object(part), name), site)

const languages = [{ $ref: "#/components/parameters/lang" }, { $ref: "#/components/parameters/locale" }]

/** A JSON answer in one of the envelopes. */
const json = (schema: unknown) => ({
  description: expect.any(String),
  content: { "application/json": { schema } },
})
const success = {
  errorCode: { required: ["errorCode", "data"], properties: { errorCode: { const: 0 } } },
  code: { required: ["code", "data"], properties: { code: { const: 1 } } },
} as const
const refused = {
  errorCode: { $ref: "#/components/schemas/RefusalByErrorCode" },
  code: { $ref: "#/components/schemas/RefusalByCode" },
} as const

describe("the OpenAPI document", () => {
  it.each(endpointIds)("has %s under its path and method, with its envelope and who may call it", (id) => {
    const { path, method, envelope, auth, summary } = endpoints[id]
    const operations = at("paths", `/${path}`)
    expect(Object.keys(Object(operations))).toEqual([method.toLowerCase()])
    expect(Object.values(Object(operations))[0]).toMatchObject({
      operationId: id,
      summary,
      security: auth === "member" ? [{ token: [] }] : [],
      responses: {
        200: json({ oneOf: [{ type: "object", ...success[envelope] }, refused[envelope]] }),
        default: json(refused[envelope]),
      },
    })
  })

  it("asks for the fields of a POST in a closed body, and for the language in headers", () => {
    expect(at("paths", "/api/login/account", "post")).toMatchObject({
      parameters: languages,
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: expect.arrayContaining(["username", "password"]),
              additionalProperties: false,
            },
          },
        },
      },
    })
  })

  it("asks for the fields of a GET in the address, and says which are needed", () => {
    expect(at("paths", "/api/market/ticks", "get")).not.toHaveProperty("requestBody")
    const parameters = at("paths", "/api/market/ticks", "get", "parameters")
    expect(parameters).toEqual(expect.arrayContaining(languages))
    for (const [name, required] of [
      ["symbol", true],
      ["from_seq", true],
      ["limit", false],
    ] as const)
      expect(parameters).toContainEqual({
        name,
        in: "query",
        required,
        schema: expect.objectContaining({ type: "string" }),
      })
    expect(at("paths", "/api/wallet/summary", "get", "parameters")).toEqual(expect.arrayContaining(languages))
  })

  it("says of the operations under a key alone that a repeated call has one effect", () => {
    const described = endpointIds.filter(
      (id) =>
        at("paths", `/${endpoints[id].path}`, endpoints[id].method.toLowerCase(), "description") !==
        undefined,
    )
    expect(described).toEqual(endpointIds.filter((id) => endpoints[id].keyed))
    expect(described).toEqual(expect.arrayContaining(Object.keys(keyedOperations)))
  })

  it("has what is no endpoint: uploads, batches and the reports of payment providers", () => {
    const form = ["requestBody", "content", "multipart/form-data", "schema"]
    expect(at("paths", "/api/upload/image", "post", ...form, "required")).toEqual(["file"])
    expect(at("paths", "/api/upload/image", "post", ...form, "properties", "file")).toMatchObject({
      format: "binary",
      description: `At most ${UPLOAD_MAX_BYTES} bytes`,
    })
    expect(at("paths", "/api/upload/image", "post")).toMatchObject({
      operationId: "upload",
      security: [{ token: [] }],
      parameters: languages,
      responses: { 200: json({ type: "object", ...success.code }), default: json(refused.code) },
    })
    expect(at("paths", "/api/batch", "post")).toMatchObject({
      operationId: "batch",
      // with a token or without
      security: [{}, { token: [] }],
      parameters: languages,
      requestBody: { required: true, content: json({ type: "object", additionalProperties: false }).content },
      responses: { 200: json({ type: "object", ...success.code }), default: json(refused.code) },
    })
    for (const way of ["alipay", "wechat"])
      expect(at("paths", `/api/pay/webhook/${way}`, "post")).toMatchObject({
        operationId: `${way}Webhook`,
        security: [],
        parameters: [{ name: "payment-signature", in: "header", required: true, schema: { type: "string" } }],
        requestBody: { required: true, content: json({ type: "object" }).content },
        responses: {
          200: json({
            properties: {
              code: { const: 1 },
              data: { properties: { effect: { enum: ["credited", "failed", "none", "repeated"] } } },
            },
          }),
          default: json(refused.code),
        },
      })
  })

  it("has refusals with their codes and every reason, and the values of the headers", () => {
    const failure = { $ref: "#/components/schemas/Failure" }
    expect(at("components")).toMatchObject({
      securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } },
      parameters: {
        lang: { name: "lang", in: "header", schema: { enum: expect.arrayContaining(["de_DE", "en_US"]) } },
        locale: { name: "locale", in: "header", schema: { enum: LOCALES } },
      },
      schemas: {
        RefusalByErrorCode: {
          type: "object",
          required: ["errorCode", "data"],
          properties: { errorCode: { enum: [1, -1, 1007] }, data: failure, msg: { type: "string" } },
        },
        RefusalByCode: {
          type: "object",
          required: ["code", "data"],
          properties: { code: { enum: [0, -1] }, show: { enum: [0, 1] }, data: failure },
        },
      },
    })
    const reasons = String(at("components", "schemas", "Failure", "description"))
      .replace(/^Reasons: /, "")
      .split(/, (?:and )?/)
    expect(reasons).toEqual([...Object.keys(REASONS), "field.*"])
  })

  it("has an id of its own for each operation, by which clients are generated", () => {
    const ids = [...JSON.stringify(site).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(endpointIds.length + 4)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it("refers to nothing that it does not have", () => {
    const references = [...JSON.stringify(site).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path]) => path ?? "",
    )
    expect(references.length).toBeGreaterThan(100)
    const missing = references.filter((path) => at(...path.split("/")) === undefined)
    expect([...new Set(missing)]).toEqual([])
  })

  it("names the address of the site, and else where it was read", () => {
    expect(site).toMatchObject({ openapi: "3.1.0", servers: [{ url: "https://links.example" }] })
    expect(openApiDocument(null)).toMatchObject({ servers: [{ url: "/" }] })
  })
})
