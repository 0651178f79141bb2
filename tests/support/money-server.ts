/**
 * A small real server for the operations that move money, made from the endpoint table: one effect
 * per key, tombstones for keys asked about too early, and faults on demand.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { Schema } from "effect"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { failureBody, successBody } from "../../src/contract/envelope.ts"
import type { FailureData } from "../../src/contract/errors.ts"
import { encodeAnswer } from "../../src/runtime/effects/call.ts"
import { acceptedContract } from "./contracts.ts"

/** A fault in the answer to an operation. "before": the operation had no effect. */
export type Fault =
  | "none"
  | "lost"
  | "silent"
  | "malformed"
  | "wrong-shape"
  | "500"
  | "500-before"
  | "lost-before"
  | "token"
  | "refused"
  | "refused-lost"
  | "conflict"

type Stored =
  | { readonly state: "done"; readonly id: string }
  | { readonly state: "refused" }
  | { readonly state: "unknown" }

const OPERATIONS: Readonly<Record<string, EndpointId>> = {
  [endpoints.orderCreate.path]: "orderCreate",
  [endpoints.orderClose.path]: "orderClose",
  [endpoints.depositCreate.path]: "depositCreate",
  [endpoints.paymentCreate.path]: "paymentCreate",
  [endpoints.withdrawalCreate.path]: "withdrawalCreate",
}

const REFUSAL: FailureData = {
  reason: "order.insufficient-balance",
  field: "stake",
  params: { available: "5.00" },
}

const bodyOf = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString("utf8"))
}

const reply = (response: ServerResponse, status: number, body: unknown) =>
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(typeof body === "string" ? body : JSON.stringify(body))

/** Valid answers; only the id matters. */
const answers = (at: number, id: string): Readonly<Record<string, unknown>> => {
  const order = encodeAnswer("orderCreate", { ...acceptedContract, id, acceptedAtMs: at })
  const review = {
    id,
    at_ms: at,
    currency: "NGN",
    number: "5000.00",
    status: 0,
    reason: null,
    reviewed_at_ms: null,
  }
  return {
    orderCreate: order,
    orderClose: order,
    depositCreate: { ...review, network: "USDT-TRC20", address: "TXYZ", proof_image: "i1" },
    paymentCreate: {
      ...review,
      network: "Alipay",
      address: "",
      payment: { way: 3, link: "https://pay.example/", expires_at_ms: at },
    },
    withdrawalCreate: {
      ...review,
      fee: "50.00",
      real_number: "4950.00",
      method: "bank",
      network: null,
      address: "x",
    },
  }
}

const question = endpoints.operationVoid

/** Starts the server on a free port. */
export const startMoneyServer = async () => {
  const stored = new Map<string, Stored>()
  const requests: {
    readonly path: string
    readonly token: string | undefined
    readonly key: string
    /** Of a question: the kind of operation that it asks about. */
    readonly operation?: string | null
  }[] = []
  let effects = 0
  let fault: Fault = "none"
  let questionFaults: Fault[] = []

  const act = (key: string): Stored => {
    const known = stored.get(key)
    if (known) return known
    effects += 1
    const done: Stored = { state: "done", id: `x${effects}` }
    stored.set(key, done)
    return done
  }
  const refuse = (response: ServerResponse, failure: FailureData, status = 200) =>
    reply(response, status, failureBody("code", failure, "No."))

  const operate = async (name: EndpointId, request: IncomingMessage, response: ServerResponse) => {
    const body = Schema.decodeUnknownSync(endpoints[name].request)(await bodyOf(request))
    const key = "key" in body ? String(body.key) : ""
    requests.push({ path: endpoints[name].path, token: String(request.headers.token), key })
    if (fault === "token") return refuse(response, { reason: "session.invalid" }, 401)
    if (fault === "500-before") return refuse(response, { reason: "system.internal" }, 500)
    if (fault === "lost-before") return request.socket.destroy()
    if (fault === "refused" || fault === "refused-lost") {
      stored.set(key, { state: "refused" })
      return fault === "refused" ? refuse(response, REFUSAL) : request.socket.destroy()
    }
    const outcome = act(key)
    if (fault === "lost") return request.socket.destroy()
    if (fault === "conflict") return refuse(response, { reason: "operation.key-conflict" })
    if (fault === "silent") return undefined
    if (fault === "malformed") return reply(response, 200, '{"code":1,"data":{"id"')
    if (fault === "wrong-shape") return reply(response, 200, successBody("code", { id: 7 }))
    if (fault === "500") return refuse(response, { reason: "system.internal" }, 500)
    if (outcome.state !== "done") return refuse(response, { reason: "operation.voided" })
    return reply(response, 200, successBody("code", answers(1_000, outcome.id)[name]))
  }

  const answerQuestion = async (request: IncomingMessage, response: ServerResponse) => {
    const { key, operation } = Schema.decodeUnknownSync(question.request)(await bodyOf(request))
    requests.push({ path: question.path, token: String(request.headers.token), key, operation })
    const wrong = questionFaults.shift() ?? "none"
    if (wrong === "token") return refuse(response, { reason: "session.invalid" }, 401)
    if (wrong === "500") return refuse(response, { reason: "system.internal" }, 500)
    if (wrong === "malformed") return reply(response, 200, "<html>")
    if (wrong !== "none") return request.socket.destroy()
    const known: Stored = stored.get(key) ?? { state: "unknown" }
    stored.set(key, known)
    const refusal = known.state === "refused" ? { ...REFUSAL, message: "No." } : null
    return reply(
      response,
      200,
      successBody("code", { state: known.state, id: known.state === "done" ? known.id : null, refusal }),
    )
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    const path = url.pathname.slice(1)
    const name = OPERATIONS[path]
    if (path !== question.path && name === undefined) return void reply(response, 404, "{}")
    const answered = name === undefined ? answerQuestion(request, response) : operate(name, request, response)
    answered.catch((error: unknown) => reply(response, 400, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    /** How many operations took effect. */
    effects: () => effects,
    sent: () => requests.filter(({ path }) => path !== question.path),
    asked: () => requests.filter(({ path }) => path === question.path),
    fail: (operation: Fault, ...questions: readonly Fault[]) => {
      fault = operation
      questionFaults = [...questions]
    },
    stop: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

export type MoneyServer = Awaited<ReturnType<typeof startMoneyServer>>
