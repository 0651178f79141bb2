import { describe, expect, it } from "vitest"
import { initialTransition } from "xstate"
import {
  operationInDoubt,
  operationMachine,
  operationOutcome,
  operationPhase,
} from "../../machines/operation.ts"
import { RECONCILE_DELAYS_MS } from "../../src/domain/limits.ts"
import type { OperationEvent, OperationIntent } from "../../src/events/operation.ts"
import { fold } from "../support/explore.ts"
import { at, factsOf, keyOf, quote, resumed, TIMEOUT, UNWRITTEN } from "../support/money-events.ts"
import { intentAt } from "../support/order-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: (snapshot: Parameters<typeof operationOutcome>[0]) =>
    `${operationPhase(snapshot)}${operationOutcome(snapshot) ? " resolved" : ""}`,
  phases: {
    accepted: "accepted resolved",
    notPlaced: "notPlaced resolved",
    notRecorded: "notRecorded resolved",
    "reconciling.asking": "checking unknown",
    "reconciling.pausing": "checking unknown",
    recording: "sending busy",
    refused: "refused resolved",
    submitting: "sending busy",
    suspended: "suspended unknown",
    waiting: "waiting",
  },
}

const key = keyOf(1)
const [recorded, unrecorded, accepted, refused, voided, unanswered, tokenRejected, pauseEnded] = factsOf(
  "operation",
  key,
)
const intent: OperationIntent = { operation: "order-close", orderId: "o1" }
const begin = (of: OperationIntent = intent): OperationEvent => ({
  type: "operation.begin",
  key,
  visit: "v1",
  intent: of,
  at,
})
const reconcile: OperationEvent = { type: "operation.reconcile", key, operation: "deposit", visit: "v2", at }
const TOO_MANY = { reason: "request.too-many" }
const started = (what: string, more: object = {}) => [`start ${what}Operation`, { key, ...more }] as const
const stop = (what: string) => `stop ${what}Operation`
const asked = started("ask", { operation: "order-close", intent })
const found = (outcome: string) => ({
  emits: "operation.found",
  operation: "order-close",
  outcome,
  visit: "v1",
})
const doubt = {
  key,
  operation: "order-close",
  subject: null,
  contractId: "o1",
  amount: null,
  beganAtMs: at,
  isSuspended: false,
} as const

const { begins, scenario } = scenariosOf(operationMachine, {
  ...seen,
  shows: (snapshot) => ({ doubt: operationInDoubt(snapshot) }),
})

describe("an operation", () => {
  begins("waiting", {
    context: {
      key: "",
      operation: null,
      intent: null,
      visit: null,
      beganAtMs: 0,
      attempt: 0,
      failure: null,
      id: null,
    },
    shows: { doubt: null },
  })

  scenario("is stored, then sent once, and accepted by the server's answer", [
    [recorded, "waiting"],
    [
      begin(),
      "recording",
      {
        context: { key, operation: "order-close", intent, visit: "v1", beganAtMs: at },
        does: [started("record")],
      },
    ],
    [accepted, "recording"],
    [recorded, "submitting", { does: [stop("record"), started("submit", { intent })] }],
    [recorded, "submitting"],
    [accepted, "accepted", { context: { id: "x1" }, does: [stop("submit")] }],
    [refused, "accepted"],
  ])

  scenario(
    "is not sent if it cannot be stored",
    [[unrecorded, "notRecorded", { context: { failure: UNWRITTEN }, does: [stop("record")] }]],
    [begin()],
  )

  for (const [fact, state, context] of [
    [refused, "refused", { failure: TOO_MANY }],
    [voided, "notPlaced", {}],
  ] as const) {
    scenario(
      `is ${state} by the server's answer`,
      [[fact, state, { context, does: [stop("submit")] }]],
      [begin(), recorded],
    )
  }

  for (const [fact, state, outcome, context] of [
    [accepted, "accepted", "accepted", { id: "x1" }],
    [refused, "refused", "refused", { failure: TOO_MANY }],
    [voided, "notPlaced", "notPlaced", {}],
  ] as const)
    scenario(
      `in doubt is found to be ${state}, and says so`,
      [[fact, state, { context, shows: { doubt: null }, does: [stop("ask"), found(outcome)] }]],
      [begin(), recorded, resumed],
    )

  for (const [where, events, ended] of [
    ["while it was stored", [begin()], "record"],
    ["while it was sent", [begin(), recorded], "submit"],
  ] as const)
    scenario(
      `is requested and never sent again after a reload ${where}`,
      [
        [resumed, "reconciling.asking", { shows: { doubt }, does: [stop(ended), asked] }],
        [recorded, "reconciling.asking"],
      ],
      events,
    )

  scenario(
    "is requested again and again, with longer pauses, until there is an answer",
    [
      [
        unanswered,
        "reconciling.asking",
        { context: { failure: TIMEOUT }, shows: { doubt }, does: [stop("submit"), asked] },
      ],
      ...[0, 1].flatMap((index) => [
        [
          { ...unanswered, failure: { reason: `no-answer.${index}` } },
          "reconciling.pausing",
          {
            context: { attempt: index + 1, failure: { reason: `no-answer.${index}` } },
            does: [stop("ask"), started("pause", { delayMs: RECONCILE_DELAYS_MS[index] })],
          },
        ] as const,
        [pauseEnded, "reconciling.asking", { does: [stop("pause"), asked] }] as const,
      ]),
      [resumed, "reconciling.asking", { context: { attempt: 0 }, does: [stop("ask"), asked] }],
    ],
    [begin(), recorded],
  )

  const pause = started("pause", { delayMs: RECONCILE_DELAYS_MS[4] })
  for (const event of [resumed, pauseEnded])
    scenario(
      `whose token is rejected waits, and is requested after ${event.type}`,
      [
        [
          tokenRejected,
          "suspended",
          { shows: { doubt: { ...doubt, isSuspended: true } }, does: [stop("ask"), pause] },
        ],
        [unanswered, "suspended"],
        [
          event,
          "reconciling.asking",
          { context: { attempt: 0 }, shows: { doubt }, does: [stop("pause"), asked] },
        ],
      ],
      [begin(), recorded, unanswered, unanswered, pauseEnded],
    )
  scenario(
    "whose token is rejected when it is sent waits too",
    [
      [
        tokenRejected,
        "suspended",
        { shows: { doubt: { ...doubt, isSuspended: true } }, does: [stop("submit"), pause] },
      ],
    ],
    [begin(), recorded],
  )

  scenario("that is not known but for its key is queried, never sent", [
    [
      reconcile,
      "reconciling.asking",
      {
        context: { key, operation: "deposit", visit: "v2", beganAtMs: at },
        shows: { doubt: { ...doubt, operation: "deposit", contractId: null } },
        does: [started("ask", { operation: "deposit", intent: null })],
      },
    ],
    [begin(), "reconciling.asking"],
  ])

  it.each<[OperationIntent, string | null, string | null]>([
    [{ operation: "order", ...intentAt(quote) }, "AAPL", "10000.00"],
    [
      {
        operation: "deposit",
        networkId: "n1",
        network: "USDT-TRC20",
        address: "TXYZ",
        amount: "5000.00",
        proofId: "i1",
      },
      "USDT-TRC20",
      "5000.00",
    ],
    [
      {
        operation: "withdrawal",
        destinationId: "d1",
        label: "First Bank •••• 4242",
        method: "bank",
        network: null,
        amount: "6000.00",
        fee: "50.00",
        received: "5950.00",
        arrivalMinutes: 60,
      },
      "First Bank •••• 4242",
      "6000.00",
    ],
  ])("$0.operation in doubt is listed with what it is about", (of, subject, amount) => {
    const [first] = initialTransition(operationMachine)
    expect(operationInDoubt(fold(operationMachine, first, [begin(of), recorded, resumed]))).toEqual({
      ...doubt,
      operation: of.operation,
      subject,
      contractId: null,
      amount,
    })
  })
})
