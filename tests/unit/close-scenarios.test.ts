import { describe } from "vitest"
import { closeMachine, closePhase } from "../../machines/close.ts"
import type { CloseEvent } from "../../src/events/money.ts"
import { at, closeWords, factsOf, keyOf, resumed } from "../support/money-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state. */
const seen = {
  phase: closePhase,
  phases: {
    accepted: "accepted",
    closed: "closed",
    confirming: "confirming",
    notPlaced: "notPlaced",
    notRecorded: "notRecorded",
    "pending.checking": "checking",
    "pending.sending": "sending busy",
    refused: "refused",
  },
}

const open = (visit: string, orderId = "o1"): CloseEvent => ({ type: "close.open", visit, orderId, at })
const back: CloseEvent = { type: "close.back", at }
const confirm = closeWords.send
const fact = (word: string, digit = 1) => {
  const found = factsOf("close", keyOf(digit)).find(({ type }) => type === `close.${word}`)
  if (found === undefined) throw new Error(`there is no fact ${word}`)
  return found
}
const sending = [open("v1"), confirm(keyOf(1))]

describe("the early close of a contract", () => {
  const { begins, scenario } = scenariosOf(closeMachine, { ...seen })
  const job = (digit: number, visit: string, orderId: string) => ({
    key: keyOf(digit),
    visit,
    intent: { operation: "order-close", orderId },
  })

  begins("closed", { context: { visit: null, orderId: null, key: null, usedKeys: [], failure: null } })

  scenario("is asked about before it is sent, and may be cancelled", [
    [confirm(keyOf(1)), "closed"],
    [open("v1"), "confirming", { context: { visit: "v1", orderId: "o1" } }],
    [open("v1", "o2"), "confirming"],
    [open("v2", "o2"), "confirming", { context: { visit: "v2", orderId: "o2" } }],
    [back, "closed"],
    [open("v2", "o2"), "confirming"],
  ])

  for (const [word, state] of [
    ["unrecorded", "notRecorded"],
    ["voided", "notPlaced"],
  ] as const) {
    scenario(
      `that was ${word} is retried under a new key alone`,
      [
        [open("v1", "o2"), state],
        [confirm(keyOf(1)), state],
        [
          confirm(keyOf(2)),
          "pending.sending",
          {
            context: { key: keyOf(2), usedKeys: [keyOf(1), keyOf(2)], failure: null },
            does: [["start beginClose", job(2, "v1", "o1")]],
          },
        ],
      ],
      [...sending, fact(word)],
    )
    scenario(`that was ${word} may be cancelled`, [[back, "closed"]], [...sending, fact(word)])
    scenario(
      `that was ${word} is asked about anew in another visit`,
      [[open("v2", "o2"), "confirming", { context: { visit: "v2", orderId: "o2", failure: null } }]],
      [...sending, fact(word)],
    )
  }

  scenario(
    "that was refused shows why until the message is closed",
    [
      [open("v1", "o2"), "refused"],
      [confirm(keyOf(2)), "refused"],
      [back, "closed"],
    ],
    [...sending, fact("refused")],
  )
  scenario(
    "that was refused is asked about anew in another visit",
    [[open("v2", "o2"), "confirming", { context: { visit: "v2", orderId: "o2", failure: null } }]],
    [...sending, fact("refused")],
  )
  scenario(
    "that was accepted stays so in its visit",
    [
      [open("v1", "o2"), "accepted"],
      [back, "accepted"],
      [open("v2", "o2"), "confirming", { context: { visit: "v2", orderId: "o2" } }],
    ],
    [...sending, fact("accepted")],
  )
  scenario(
    "of another contract has a key of its own",
    [
      [confirm(keyOf(1)), "confirming"],
      [
        confirm(keyOf(2)),
        "pending.sending",
        {
          context: { key: keyOf(2), usedKeys: [keyOf(1), keyOf(2)] },
          does: [["start beginClose", job(2, "v3", "o3")]],
        },
      ],
      [fact("accepted", 1), "pending.sending"],
    ],
    [...sending, resumed, { type: "close.open", visit: "v3", orderId: "o3", startsAnother: true, at }],
  )
})
