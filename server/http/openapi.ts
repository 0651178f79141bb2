import { Schema } from "effect"
import { batch } from "../../src/contract/batch.ts"
import { type EndpointId, endpointIds, endpoints, upload } from "../../src/contract/endpoints.ts"
import { CODE, type EnvelopeKind, ERROR_CODE } from "../../src/contract/envelope.ts"
import { FailureData, reasons } from "../../src/contract/errors.ts"
import { LANG_OF_LOCALE } from "../../src/contract/wire-request.ts"
import { APP_VERSION, BODY_MAX_BYTES, LOCALES, UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import { PROVIDED_WAYS, PROVIDERS, type ProvidedWay } from "../../src/domain/payment.ts"
import { PaymentEvent } from "../payments/payment-events.ts"
import { SIGNATURE_HEADER } from "../payments/payment-signature.ts"
import { webhookPath } from "../payments/payment-ways.ts"

type Json = Readonly<Record<string, unknown>>

const jsonSchemaOf = (schema: Schema.Constraint, isClosed: boolean): Json =>
  Schema.toJsonSchemaDocument(schema, isClosed ? { onExcessProperty: "error" } : {}).schema

const text: Json = { type: "string" }

const successOf = (kind: EnvelopeKind, data: Json): Json =>
  kind === "errorCode"
    ? {
        type: "object",
        required: ["errorCode", "data"],
        properties: { errorCode: { const: ERROR_CODE.success }, msg: text, data },
      }
    : {
        type: "object",
        required: ["code", "data"],
        properties: { code: { const: CODE.success }, data, msg: text, message: text, show: { enum: [0, 1] } },
      }

const failureOf = (kind: EnvelopeKind): Json => {
  const codes =
    kind === "errorCode"
      ? { errorCode: { enum: [ERROR_CODE.failed, ERROR_CODE.tokenInvalid, ERROR_CODE.passwordInvalid] } }
      : { code: { enum: [CODE.failed, CODE.tokenInvalid] }, show: { enum: [0, 1] } }
  return {
    type: "object",
    required: [Object.keys(codes)[0], "data"],
    properties: { ...codes, data: { $ref: "#/components/schemas/Failure" }, msg: text, message: text },
  }
}

const answered = (description: string, schema: Json): Json => ({
  description,
  content: { "application/json": { schema } },
})

const refusedRef = (kind: EnvelopeKind): Json => ({
  $ref: `#/components/schemas/${kind === "errorCode" ? "RefusalByErrorCode" : "RefusalByCode"}`,
})

const languageParameters: ReadonlyArray<Json> = ["lang", "locale"].map((name) => ({
  $ref: `#/components/parameters/${name}`,
}))

const parametersOf = (id: EndpointId): ReadonlyArray<Json> => {
  const { method, request } = endpoints[id]
  if (method !== "GET") return languageParameters
  const schema = jsonSchemaOf(request, true)
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema: field,
  }))
  return [...languageParameters, ...fields]
}

const operationOf = (id: EndpointId): Json => {
  const { method, envelope, auth, keyed, summary, request, answer } = endpoints[id]
  const success = successOf(envelope, jsonSchemaOf(answer, false))
  const body = { required: true, content: { "application/json": { schema: jsonSchemaOf(request, true) } } }
  return {
    operationId: id,
    summary,
    ...(keyed
      ? { description: "At most one effect per `key`; a repeated call is answered with the first result." }
      : {}),
    security: auth === "member" ? [{ token: [] }] : [],
    parameters: parametersOf(id),
    ...(method === "POST" ? { requestBody: body } : {}),
    responses: {
      200: answered("Done, or refused for a reason of the business", {
        oneOf: [success, refusedRef(envelope)],
      }),
      default: answered("Not served: see the reason", refusedRef(envelope)),
    },
  }
}

const uploadOperation: Json = {
  operationId: "upload",
  summary:
    "Send an image (JPEG, PNG or WebP); it is decoded and written again, and only its owner can read it",
  security: [{ token: [] }],
  parameters: languageParameters,
  requestBody: {
    required: true,
    content: {
      "multipart/form-data": {
        schema: {
          type: "object",
          required: [upload.field],
          properties: {
            [upload.field]: {
              type: "string",
              format: "binary",
              description: `At most ${UPLOAD_MAX_BYTES} bytes`,
            },
          },
        },
      },
    },
  },
  responses: {
    200: answered("Kept", successOf("code", jsonSchemaOf(upload.answer, false))),
    default: answered("Refused", refusedRef("code")),
  },
}

const batchOperation: Json = {
  operationId: "batch",
  summary: "Several reads in one request, each answered with the status and the envelope of its endpoint",
  security: [{}, { token: [] }],
  parameters: languageParameters,
  requestBody: {
    required: true,
    content: { "application/json": { schema: jsonSchemaOf(batch.request, true) } },
  },
  responses: {
    200: answered(
      "The answers, in the order of the calls",
      successOf("code", jsonSchemaOf(batch.answer, false)),
    ),
    default: answered("Refused as a whole", refusedRef("code")),
  },
}

const webhookOperation = (way: ProvidedWay): Json => ({
  operationId: `${PROVIDERS[way]}Webhook`,
  summary: "A payment provider reports a result; it carries a signature instead of a session",
  security: [],
  parameters: [
    {
      name: SIGNATURE_HEADER,
      in: "header",
      required: true,
      description:
        't=<epoch ms>,v1=<HMAC-SHA256 of "<t>.<raw body>" with the provider\'s secret, in hexadecimal digits>',
      schema: text,
    },
  ],
  requestBody: {
    required: true,
    content: { "application/json": { schema: jsonSchemaOf(PaymentEvent, false) } },
  },
  responses: {
    200: answered("Received; a repeated event has no second effect", {
      ...successOf("code", {
        type: "object",
        properties: { effect: { enum: ["credited", "failed", "none", "repeated"] } },
      }),
    }),
    default: answered("Refused, without effect", refusedRef("code")),
  },
})

/**
 * The contract as an OpenAPI 3.1 document. It is generated from the endpoint table, so it never
 * differs from what is served.
 */
export const openApiDocument = (publicUrl: string | null): Json => ({
  openapi: "3.1.0",
  info: {
    title: "Financial Links",
    version: APP_VERSION,
    description: `Bodies are JSON of at most ${BODY_MAX_BYTES} bytes; a field that is not declared is refused.`,
  },
  servers: [{ url: publicUrl ?? "/" }],
  paths: {
    ...Object.fromEntries(
      endpointIds.map((id) => [
        `/${endpoints[id].path}`,
        { [endpoints[id].method.toLowerCase()]: operationOf(id) },
      ]),
    ),
    [`/${upload.path}`]: { post: uploadOperation },
    [`/${batch.path}`]: { post: batchOperation },
    ...Object.fromEntries(PROVIDED_WAYS.map((way) => [webhookPath(way), { post: webhookOperation(way) }])),
  },
  components: {
    securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } },
    parameters: {
      lang: {
        name: "lang",
        in: "header",
        description: "Language of messages",
        schema: { enum: [...new Set(Object.values(LANG_OF_LOCALE))] },
      },
      locale: {
        name: "locale",
        in: "header",
        description: "Language of messages, also one that `lang` has no value for; it comes before `lang`",
        schema: { enum: LOCALES },
      },
    },
    schemas: {
      Failure: {
        ...jsonSchemaOf(FailureData, false),
        description: `Reasons: ${reasons.join(", ")}, and field.*`,
      },
      RefusalByErrorCode: failureOf("errorCode"),
      RefusalByCode: failureOf("code"),
    },
  },
})
