import { describe } from "vitest"
import { type RequestInput, requestMachine } from "../../machines/request.ts"
import { LOADING_DELAY_MS, REQUEST_TIMEOUT_MS, RETRY_DELAY_MS, RETRY_LIMIT } from "../../src/domain/limits.ts"
import type { RequestEvent } from "../../src/events/request.ts"
import { scenariosOf } from "../support/scenarios.ts"

const inputOf = (more: Partial<RequestInput> = {}): RequestInput => ({
  endpoint: "quotes",
  method: "GET",
  key: null,
  loading: false,
  ...more,
})
const unanswered = (kind: "abort" | "timeout" | "network" | "malformed" | "server"): RequestEvent => ({
  type: "request.unanswered",
  kind,
})
const failure = { reason: "order.sold-out" }
const outputOf = (kind: string) => ({ outcome: kind, failure: { reason: `no-answer.${kind}` } })
const attempts = (attempt: number) => ["start attempt", { attempt }] as const
const running = (call: string, indicator: string) => `running.call.${call} indicator.${indicator}`
const [shown, hidden] = [{ emits: "request.loadingShown" }, { emits: "request.loadingHidden" }]

describe("a call", () => {
  const { begins, scenario } = scenariosOf(requestMachine, { input: inputOf() })

  begins(running("attempting", "hidden"), {
    context: { ...inputOf(), timeoutMs: REQUEST_TIMEOUT_MS, attempt: 1 },
    does: [attempts(1)],
  })

  for (const kind of ["network", "server", "timeout"] as const)
    scenario(`is made again after ${kind}, so many times, and shows that the app waits`, [
      [unanswered(kind), running("pausing", "shown"), { does: ["stop attempt", shown] }],
      [RETRY_DELAY_MS - 1, running("pausing", "shown")],
      [1, running("attempting", "shown"), { context: { attempt: 2 }, does: [attempts(2)] }],
      [unanswered(kind), running("pausing", "shown"), { does: ["stop attempt"] }],
      [
        RETRY_DELAY_MS,
        running("attempting", "shown"),
        { context: { attempt: 1 + RETRY_LIMIT }, does: [attempts(1 + RETRY_LIMIT)] },
      ],
      [unanswered(kind), "failed", { does: [hidden, "stop attempt"], output: outputOf(kind) }],
    ])

  for (const kind of ["abort", "malformed"] as const)
    scenario(`is not made again after ${kind}`, [
      [unanswered(kind), "failed", { does: ["stop attempt"], output: outputOf(kind) }],
    ])

  scenario("is made again where no answer comes in time", [
    [LOADING_DELAY_MS, running("attempting", "hidden")],
    [REQUEST_TIMEOUT_MS - LOADING_DELAY_MS - 1, running("attempting", "hidden")],
    [1, running("pausing", "shown"), { does: ["stop attempt", shown] }],
  ])

  scenario("ends where it is aborted while it waits for the next attempt", [
    [unanswered("network"), running("pausing", "shown"), { does: ["stop attempt", shown] }],
    [{ type: "request.succeeded" }, running("pausing", "shown")],
    [{ type: "request.abort" }, "aborted", { does: [hidden], output: outputOf("abort") }],
  ])

  scenariosOf(requestMachine, { input: inputOf({ method: "POST", timeoutMs: 50 }) }).scenario(
    "that could act twice is not made again, and has a time of its own",
    [
      [49, running("attempting", "hidden")],
      [1, "failed", { does: ["stop attempt"], output: outputOf("timeout") }],
    ],
  )
  scenariosOf(requestMachine, { input: inputOf({ loading: true }) }).scenario(
    "that the member waits for shows so after a while",
    [
      [LOADING_DELAY_MS - 1, running("attempting", "hidden")],
      [1, running("attempting", "shown"), { does: [shown] }],
      [
        { type: "request.succeeded" },
        "succeeded",
        { does: [hidden, "stop attempt"], output: { outcome: "success", failure: null } },
      ],
    ],
  )

  for (const [event, state, outcome, why] of [
    [{ type: "request.succeeded" }, "succeeded", "success", null],
    [{ type: "request.refused", failure }, "refused", "refused", failure],
    [{ type: "request.tokenRejected" }, "rejected", "token-invalid", { reason: "session.invalid" }],
    [unanswered("malformed"), "failed", "malformed", { reason: "no-answer.malformed" }],
    [{ type: "request.abort" }, "aborted", "abort", { reason: "no-answer.abort" }],
  ] as const)
    scenario(`that is ${state} says how it ended and why`, [
      [event, state, { does: ["stop attempt"], output: { outcome, failure: why } }],
    ])
})
