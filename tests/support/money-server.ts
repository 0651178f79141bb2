/**
 * A small real server for the operations that move money, made from the endpoint table: one effect
 * per key, tombstones for keys asked about too early, and faults on demand.
 */
import { Schema } from "effect"
import { type EndpointId, endpoints } from "../../src/contract/endpoints.ts"
import { failureBody, successBody } from "../../src/contract/envelope.ts"
import type { FailureData } from "../../src/contract/errors.ts"
import { type Answer, answering, json, type Observed, silence } from "./answering-server.ts"
import { acceptedContract } from "./contracts.ts"
import { encodeAnswer } from "./encoded-answer.ts"

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

const refused = (failure: FailureData, status?: number): Answer =>
  json(failureBody("code", failure, "No."), status)
const cut: Answer = (response) => void response.destroy()

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

  const operate = (name: EndpointId, { body, headers }: Observed): Answer => {
    const asked = Schema.decodeUnknownSync(endpoints[name].request)(JSON.parse(body))
    const key = "key" in asked ? String(asked.key) : ""
    requests.push({ path: endpoints[name].path, token: String(headers.token), key })
    if (fault === "token") return refused({ reason: "session.invalid" }, 401)
    if (fault === "500-before") return refused({ reason: "system.internal" }, 500)
    if (fault === "lost-before") return cut
    if (fault === "refused" || fault === "refused-lost") {
      stored.set(key, { state: "refused" })
      return fault === "refused" ? refused(REFUSAL) : cut
    }
    const outcome = act(key)
    if (fault === "lost") return cut
    if (fault === "conflict") return refused({ reason: "operation.key-conflict" })
    if (fault === "silent") return silence
    if (fault === "malformed") return json('{"code":1,"data":{"id"')
    if (fault === "wrong-shape") return json(successBody("code", { id: 7 }))
    if (fault === "500") return refused({ reason: "system.internal" }, 500)
    if (outcome.state !== "done") return refused({ reason: "operation.voided" })
    return json(successBody("code", answers(1_000, outcome.id)[name]))
  }

  const answerQuestion = ({ body, headers }: Observed): Answer => {
    const { key, operation } = Schema.decodeUnknownSync(question.request)(JSON.parse(body))
    requests.push({ path: question.path, token: String(headers.token), key, operation })
    const wrong = questionFaults.shift() ?? "none"
    if (wrong === "malformed") return json("<html>")
    if (wrong !== "none") return cut
    const known: Stored = stored.get(key) ?? { state: "unknown" }
    stored.set(key, known)
    const refusal = known.state === "refused" ? { ...REFUSAL, message: "No." } : null
    return json(
      successBody("code", { state: known.state, id: known.state === "done" ? known.id : null, refusal }),
    )
  }

  const { url, close } = await answering((response, received) => {
    const path = received.url.slice(1)
    const name = OPERATIONS[path]
    const answer = name === undefined ? answerQuestion(received) : operate(name, received)
    answer(response, received)
  })
  return {
    baseUrl: url,
    /** How many operations took effect. */
    effects: () => effects,
    sent: () => requests.filter(({ path }) => path !== question.path),
    asked: () => requests.filter(({ path }) => path === question.path),
    fail: (operation: Fault, ...questions: readonly Fault[]) => {
      fault = operation
      questionFaults = [...questions]
    },
    stop: close,
  }
}

export type MoneyServer = Awaited<ReturnType<typeof startMoneyServer>>
