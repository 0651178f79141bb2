import { describe } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import {
  withdrawalMachine,
  withdrawalPhase,
  withdrawalPreview,
  withdrawalProblems,
  withdrawalRefusal,
} from "../../machines/withdrawal.ts"
import type { WithdrawalIntent } from "../../src/domain/cash-intent.ts"
import type { WithdrawalEvent } from "../../src/events/money.ts"
import { at, destination, english, keyOf, withdrawalWords } from "../support/money-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state; that of a confirmed ticket is in operation.test.ts. */
const seen = {
  phase: (snapshot: AnyMachineSnapshot) =>
    snapshot.hasTag("confirmed") ? "" : withdrawalPhase(snapshot, false),
  phases: {
    closed: "closed",
    confirmed: " confirmed",
    "filling.drafting": "filling",
    "filling.refused": "refused",
    reviewing: "reviewing",
  },
}

const open = (visit: string, available = "20000.00"): WithdrawalEvent => ({
  type: "withdrawal.open",
  visit,
  available,
  separators: english,
  at,
})
const say = (word: "leave" | "review" | "back" | "again"): WithdrawalEvent => ({
  type: `withdrawal.${word}`,
  at,
})
const choose = (chosen: typeof destination | null): WithdrawalEvent => ({
  type: "withdrawal.choose",
  destination: chosen,
  at,
})
const change = (value: string): WithdrawalEvent => ({ type: "withdrawal.change", value, at })
const submit = withdrawalWords.send
const refused = (reason: string): WithdrawalEvent => ({
  type: "withdrawal.resolved",
  key: keyOf(1),
  outcome: { type: "refused", failure: { reason } },
  at,
})
const intent: WithdrawalIntent = {
  destinationId: "d1",
  label: "First Bank •••• 4242",
  method: "bank",
  network: null,
  amount: "5000.00",
  fee: "50.00",
  received: "4950.00",
  arrivalMinutes: 60,
}
const job = (digit: number) => ({
  emits: "operation.confirmed",
  key: keyOf(digit),
  visit: "v1",
  intent: { operation: "withdrawal", ...intent },
})
const reviewed = withdrawalWords.before
const sending = [...reviewed, submit(keyOf(1))]
const whole = { destination, amount: "5000" }
const CHOOSE = { reason: "field.choose" }

describe("a withdrawal", () => {
  const { begins, scenario } = scenariosOf(withdrawalMachine, {
    ...seen,
    shows: (snapshot) => ({
      problems: withdrawalProblems(snapshot),
      refusal: withdrawalRefusal(snapshot),
      preview: withdrawalPreview(snapshot),
    }),
  })

  begins("closed", {
    context: {
      visit: null,
      available: "0.00",
      separators: { decimal: ".", group: "," },
      draft: { destination: null, amount: "" },
      touched: [],
      notice: null,
      focus: null,
      intent: null,
      key: null,
      usedKeys: [],
      outcome: null,
    },
    shows: { problems: {}, refusal: null, preview: null },
  })

  scenario("shows what would be received as soon as it is complete, and fixes it at its review", [
    [open("v1"), "filling.drafting", { context: { visit: "v1", available: "20000.00" } }],
    [change("5000"), "filling.drafting", { context: { draft: { destination: null, amount: "5000" } } }],
    [choose(destination), "filling.drafting", { context: { draft: whole }, shows: { preview: intent } }],
    [say("review"), "reviewing", { context: { intent } }],
    [open("v2"), "reviewing"],
    [change("6000"), "reviewing"],
    [say("back"), "filling.drafting"],
  ])

  scenario(
    "follows the balance and the locale",
    [
      [
        { type: "withdrawal.informed", available: "100.00", separators: { decimal: ",", group: "." }, at },
        "filling.drafting",
        {
          context: { available: "100.00", separators: { decimal: ",", group: "." } },
          shows: { preview: null },
        },
      ],
      [open("v1", "1.00"), "filling.drafting"],
      [
        open("v2", "30000.00"),
        "filling.drafting",
        { context: { visit: "v2", available: "30000.00", separators: english }, shows: { preview: intent } },
      ],
    ],
    [open("v1"), choose(destination), change("5000")],
  )

  scenario(
    "shows the problem of the amount once it was left, and every problem at its review",
    [
      [
        say("leave"),
        "filling.drafting",
        { context: { touched: ["amount"] }, shows: { problems: { amount: { reason: "field.zero" } } } },
      ],
      [
        say("review"),
        "filling.drafting",
        {
          context: { touched: ["amount", "destination"], focus: { field: "amount", count: 1 } },
          shows: { problems: { amount: { reason: "field.zero" }, destination: CHOOSE } },
        },
      ],
      [say("leave"), "filling.drafting"],
      [
        change("5000"),
        "filling.drafting",
        {
          context: { draft: { destination: null, amount: "5000" } },
          shows: { problems: { destination: CHOOSE } },
        },
      ],
      [say("review"), "filling.drafting", { context: { focus: { field: "destination", count: 2 } } }],
    ],
    [open("v1"), change("0")],
  )

  for (const [reason, field, event, context] of [
    ["withdrawal.insufficient-balance", "amount", change("5000"), {}],
    ["withdrawal.destination-unknown", "destination", choose(destination), {}],
  ] as const)
    scenario(
      `shows the refusal ${reason} at its field until that changes`,
      [
        [
          refused(reason),
          "filling.refused",
          {
            context: {
              outcome: { type: "refused", failure: { reason } },
              notice: { field, problem: { reason } },
              focus: { field, count: 1 },
            },
            shows: { problems: { [field]: { reason } } },
          },
        ],
        [open("v1", "1.00"), "filling.refused"],
        [event, "filling.drafting", { context: { notice: null, ...context }, shows: { problems: {} } }],
      ],
      sending,
    )

  scenario(
    "shows a refusal of the whole until it is reviewed again",
    [
      [say("leave"), "filling.refused", { context: { touched: ["amount"] } }],
      [say("review"), "reviewing", { context: { notice: null, outcome: null }, shows: { refusal: null } }],
      [submit(keyOf(1)), "reviewing"],
      [
        submit(keyOf(2)),
        "confirmed",
        {
          context: { key: keyOf(2), usedKeys: [keyOf(1), keyOf(2)] },
          does: [job(2)],
        },
      ],
    ],
    [...sending, refused("request.too-many")],
  )

  scenario(
    "that was refused is reviewed at the balance of now",
    [
      [
        say("review"),
        "filling.drafting",
        {
          context: { touched: ["amount", "destination"], focus: { field: "amount", count: 1 } },
          shows: { problems: { amount: { reason: "field.above-balance", params: { available: "600.00" } } } },
        },
      ],
    ],
    [
      ...sending,
      refused("request.too-many"),
      { type: "withdrawal.informed", available: "600.00", separators: english, at },
    ],
  )
  scenario(
    "that was refused is a draft in another visit",
    [[open("v2"), "filling.drafting", { context: { visit: "v2" } }]],
    [...sending, refused("request.too-many")],
  )
  scenario(
    "that is invalid after a refusal shows its problems",
    [
      [
        say("review"),
        "filling.drafting",
        {
          context: { touched: ["amount", "destination"], focus: { field: "destination", count: 1 } },
          shows: { problems: { destination: CHOOSE } },
        },
      ],
    ],
    [...sending, refused("request.too-many"), choose(null)],
  )
})
