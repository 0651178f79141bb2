import { describe } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import { closeMachine, closePhase } from "../../machines/close.ts"
import type { CloseEvent } from "../../src/events/money.ts"
import { at, closeWords, keyOf, outcomesOf } from "../support/money-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state; that of a confirmed ticket is in operation.test.ts. */
const seen = {
  phase: (snapshot: AnyMachineSnapshot) => (snapshot.hasTag("confirmed") ? "" : closePhase(snapshot, false)),
  phases: { closed: "closed", confirmed: " confirmed", confirming: "confirming" },
}

const open = (visit: string, orderId = "o1"): CloseEvent => ({ type: "close.open", visit, orderId, at })
const back: CloseEvent = { type: "close.back", at }
const confirm = closeWords.send
const { accepted, refused } = outcomesOf("close", keyOf(1))
const sending = [open("v1"), confirm(keyOf(1))]

describe("the early close of a contract", () => {
  const { begins, scenario } = scenariosOf(closeMachine, { ...seen })
  const job = (digit: number, visit: string, orderId: string) => ({
    emits: "operation.confirmed",
    key: keyOf(digit),
    visit,
    intent: { operation: "order-close", orderId },
  })

  begins("closed", {
    context: {
      ...{ visit: null, orderId: null, change: null, limit: null, key: null, usedKeys: [] },
      outcome: null,
    },
  })

  scenario("is asked about before it is sent, and may be cancelled", [
    [confirm(keyOf(1)), "closed"],
    [open("v1"), "confirming", { context: { visit: "v1", orderId: "o1" } }],
    [open("v1", "o2"), "confirming"],
    [open("v2", "o2"), "confirming", { context: { visit: "v2", orderId: "o2" } }],
    [back, "closed"],
    [open("v2", "o2"), "confirming"],
  ])

  const change = { number: 2, takeProfit: null, stopLoss: "24.0000" }
  scenario("may be a change of its levels, which is sent as that", [
    [
      { type: "close.open", visit: "v1", orderId: "o1", change, at },
      "confirming",
      { context: { visit: "v1", orderId: "o1", change } },
    ],
    [
      confirm(keyOf(1)),
      "confirmed",
      {
        context: { key: keyOf(1), usedKeys: [keyOf(1)], limit: null },
        does: [
          {
            ...{ emits: "operation.confirmed", key: keyOf(1), visit: "v1" },
            intent: { operation: "order-amend", orderId: "o1", ...change },
          },
        ],
      },
    ],
  ])

  scenario(
    "that was refused shows why until the message is closed",
    [
      [open("v1", "o2"), "confirmed"],
      [confirm(keyOf(2)), "confirmed"],
      [back, "closed"],
    ],
    [...sending, refused],
  )
  scenario(
    "that was refused is asked about again in another visit",
    [[open("v2", "o2"), "confirming", { context: { visit: "v2", orderId: "o2", outcome: null } }]],
    [...sending, refused],
  )
  scenario(
    "of another contract has a key of its own",
    [
      [confirm(keyOf(1)), "confirming"],
      [
        confirm(keyOf(2)),
        "confirmed",
        {
          context: { key: keyOf(2), usedKeys: [keyOf(1), keyOf(2)] },
          does: [job(2, "v3", "o3")],
        },
      ],
      [accepted, "confirmed"],
    ],
    [...sending, { type: "close.open", visit: "v3", orderId: "o3", startsAnother: true, at }],
  )
})
