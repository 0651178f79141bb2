import { describe } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import { depositMachine, depositPhase, depositProblems, depositRefusal } from "../../machines/deposit.ts"
import type { DepositTerms } from "../../src/domain/cash-intent.ts"
import { UNSENT } from "../../src/domain/problem.ts"
import type { DepositEvent } from "../../src/events/money.ts"
import {
  at,
  depositWords,
  english,
  keyOf,
  network,
  outcomesOf,
  paymentChoice,
  ratedNetwork,
  requotedNetwork,
} from "../support/money-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

/** The phase and the tags of each state; that of a confirmed ticket is in operation.test.ts. */
const seen = {
  phase: (snapshot: AnyMachineSnapshot) =>
    snapshot.hasTag("confirmed") ? "" : depositPhase(snapshot, false),
  phases: {
    closed: "closed",
    confirmed: " confirmed",
    "filling.amounting": "amounting",
    "filling.choosing": "choosing",
    "filling.paying": "paying",
    "filling.proving": "proving",
    "filling.refused": "refused",
  },
}

const open = (visit: string): Extract<DepositEvent, { type: "deposit.open" }> => ({
  type: "deposit.open",
  visit,
  separators: english,
  at,
})
const say = (word: "leave" | "proofRemoved" | "next" | "back" | "again"): DepositEvent => ({
  type: `deposit.${word}`,
  at,
})
const [next, back] = [say("next"), say("back")]
const choose = (terms: DepositTerms): DepositEvent => ({ type: "deposit.choose", terms, at })
const requote: DepositEvent = { type: "deposit.requote", terms: requotedNetwork, at }
const change = (value: string): DepositEvent => ({ type: "deposit.change", value, at })
const proof: DepositEvent = { type: "deposit.proofStored", imageId: "i1", at }
const submit = depositWords.send
const { notRecorded } = outcomesOf("deposit", keyOf(1))
const refused = (reason: string): DepositEvent => ({
  type: "deposit.resolved",
  key: keyOf(1),
  outcome: { type: "refused", failure: { reason } },
  at,
})
const sending = [...depositWords.before, submit(keyOf(1))]
const intent = {
  networkId: "n1",
  network: "USDT-TRC20",
  address: "TXYZ",
  amount: "5000.00",
  proofId: "i1",
}
const job = (digit: number, sent: object = intent) => ({
  emits: "operation.confirmed",
  key: keyOf(digit),
  visit: "v1",
  intent: { operation: "deposit", ...sent },
})
const CHOOSE = { reason: "field.choose" }
const REQUIRED = { reason: "field.required" }
const ZERO = { reason: "field.zero" }
const draft = (terms: DepositTerms | null, amount = "", proofId: string | null = null) => ({
  draft: { terms, amount, proofId },
})

describe("a deposit", () => {
  const { begins, scenario } = scenariosOf(depositMachine, {
    ...seen,
    shows: (snapshot) => ({ problems: depositProblems(snapshot), refusal: depositRefusal(snapshot) }),
  })
  /** The step after it, and its phase, which has the step's name. */
  const step = (name: string, context = {}) => [`filling.${name}`, { context }] as const

  begins("closed", {
    context: {
      visit: null,
      separators: { decimal: ".", group: "," },
      ...draft(null),
      touched: [],
      notice: null,
      focus: null,
      intent: null,
      key: null,
      usedKeys: [],
      outcome: null,
    },
    shows: { problems: {}, refusal: null },
  })

  scenario("to a network without a rate shows its address, then asks for amount and proof", [
    [open("v1"), ...step("choosing", { visit: "v1" })],
    [next, ...step("choosing")],
    [choose(network), ...step("paying", draft(network))],
    [next, ...step("amounting")],
    [change("5000"), ...step("amounting", draft(network, "5000"))],
    [next, ...step("proving")],
    [back, ...step("amounting")],
    [back, ...step("paying")],
    [next, ...step("amounting")],
    [next, ...step("proving")],
    [proof, ...step("proving", draft(network, "5000", "i1"))],
    [say("proofRemoved"), ...step("proving", draft(network, "5000"))],
  ])
  scenario(
    "may go back to the choice of the network",
    [[back, ...step("choosing")]],
    [open("v1"), choose(network)],
  )

  scenario(
    "at a rate asks for the amount first, then shows what to send",
    [
      [choose(ratedNetwork), ...step("amounting", draft(ratedNetwork))],
      [back, ...step("choosing")],
      [choose(ratedNetwork), ...step("amounting")],
      [change("5000"), ...step("amounting", draft(ratedNetwork, "5000"))],
      [next, ...step("paying")],
      [next, ...step("proving")],
      [back, ...step("paying")],
      [requote, ...step("paying", draft(requotedNetwork, "5000"))],
      [back, ...step("amounting")],
    ],
    [open("v1")],
  )
  scenario(
    "without an amount asks for it, also at a new rate",
    [
      [requote, ...step("amounting", draft(requotedNetwork))],
      [
        next,
        "filling.amounting",
        {
          context: { touched: ["amount"], focus: { field: "amount", count: 1 } },
          shows: { problems: { amount: REQUIRED } },
        },
      ],
      [
        change("0"),
        "filling.amounting",
        { context: draft(requotedNetwork, "0"), shows: { problems: { amount: ZERO } } },
      ],
      [next, "filling.amounting", { context: { focus: { field: "amount", count: 2 } } }],
    ],
    [open("v1"), choose(ratedNetwork)],
  )
  scenario(
    "takes the locale of another visit alone",
    [
      [{ ...open("v1"), separators: { decimal: ",", group: "." } }, ...step("choosing")],
      [
        { ...open("v2"), separators: { decimal: ",", group: "." } },
        ...step("choosing", { visit: "v2", separators: { decimal: ",", group: "." } }),
      ],
    ],
    [open("v1")],
  )
  scenario(
    "whose amount is invalid asks for it at a new rate",
    [[requote, ...step("amounting", draft(requotedNetwork, "0"))]],
    [open("v1"), choose(ratedNetwork), change("5000"), next, change("0")],
  )
  scenario(
    "whose amount is invalid since it was shown what to send asks for the amount",
    [[next, ...step("amounting")]],
    [open("v1"), choose(ratedNetwork), change("5000"), next, change("0")],
  )

  scenario(
    "by a provider is sent from the amount, without address and proof",
    [
      [choose(paymentChoice), ...step("amounting", draft(paymentChoice))],
      [back, ...step("choosing")],
      [choose(paymentChoice), ...step("amounting")],
      [change("5000"), ...step("amounting", draft(paymentChoice, "5000"))],
      [
        submit(keyOf(1)),
        "confirmed",
        {
          context: {
            intent: {
              networkId: paymentChoice.networkId,
              network: paymentChoice.network,
              address: "",
              amount: "5000.00",
              way: 3,
            },
            key: keyOf(1),
            usedKeys: [keyOf(1)],
          },
          does: [
            job(1, {
              networkId: paymentChoice.networkId,
              network: paymentChoice.network,
              address: "",
              amount: "5000.00",
              way: 3,
            }),
          ],
        },
      ],
    ],
    [open("v1")],
  )

  scenario(
    "that lacks something is not sent, and shows the first step that lacks it",
    [
      [
        submit(keyOf(1)),
        "filling.choosing",
        {
          context: { touched: ["network", "amount", "proof"], focus: { field: "network", count: 1 } },
          shows: { problems: { network: CHOOSE, amount: REQUIRED, proof: CHOOSE } },
        },
      ],
      [
        choose(network),
        "filling.paying",
        { context: draft(network), shows: { problems: { amount: REQUIRED, proof: CHOOSE } } },
      ],
      [submit(keyOf(1)), "filling.amounting", { context: { focus: { field: "amount", count: 2 } } }],
      [
        change("5000"),
        "filling.amounting",
        { context: draft(network, "5000"), shows: { problems: { proof: CHOOSE } } },
      ],
      [submit(keyOf(1)), "filling.proving", { context: { focus: { field: "proof", count: 3 } } }],
      [open("v2"), "filling.proving", { context: { visit: "v2" } }],
    ],
    [open("v1")],
  )
  scenario(
    "shows the problem of the amount once that was left",
    [
      [
        say("leave"),
        "filling.paying",
        { context: { touched: ["amount"] }, shows: { problems: { amount: ZERO } } },
      ],
      [say("leave"), "filling.paying"],
    ],
    [open("v1"), choose(network), change("0")],
  )
  scenario(
    "shows the problem of an amount that is left at a rate",
    [
      [
        next,
        "filling.amounting",
        {
          context: { touched: ["amount"], focus: { field: "amount", count: 1 } },
          shows: { problems: { amount: ZERO } },
        },
      ],
    ],
    [open("v1"), choose(network), next, change("0")],
  )

  for (const [reason, field, event, state, proofId] of [
    ["deposit.network-unknown", "network", choose(network), "paying", "i1"],
    ["deposit.below-minimum", "amount", change("5000"), "refused", "i1"],
    ["deposit.proof-unknown", "proof", proof, "refused", "i1"],
    ["deposit.network-unknown", "network", say("proofRemoved"), "refused", null],
  ] as const)
    scenario(
      `shows the refusal ${reason} at its field until that changes, not after ${event.type}`,
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
        [
          event,
          `filling.${state}`,
          proofId === null
            ? { context: draft(network, "5000", proofId) }
            : { context: { notice: null }, shows: { problems: {} } },
        ],
      ],
      sending,
    )

  scenario(
    "that was refused is sent under a new key alone",
    [
      [submit(keyOf(1)), "filling.amounting", { context: { touched: ["network", "amount", "proof"] } }],
      [
        submit(keyOf(2)),
        "confirmed",
        {
          context: { key: keyOf(2), usedKeys: [keyOf(1), keyOf(2)], outcome: null, notice: null },
          shows: { refusal: null },
          does: [job(2)],
        },
      ],
    ],
    [...sending, refused("request.too-many")],
  )

  scenario(
    "at a rate is opened again at the amount",
    [
      [
        open("v2"),
        "filling.amounting",
        { context: { visit: "v2", notice: { field: null, problem: UNSENT } }, shows: { refusal: UNSENT } },
      ],
    ],
    [open("v1"), choose(ratedNetwork), change("5000"), proof, submit(keyOf(1)), notRecorded],
  )
})
