/** What a ticket does with its operation: alike for all four. */
import { describe } from "vitest"
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine, depositRefusal } from "../../machines/deposit.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine, withdrawalRefusal } from "../../machines/withdrawal.ts"
import { UNSENT } from "../../src/domain/problem.ts"
import { EMPTY_DRAFT } from "../../src/domain/ticket.ts"
import {
  at,
  closeWords,
  depositWords,
  english,
  keyOf,
  openOrder,
  orderWords,
  outcomesOf,
  quote,
  resumed,
  withdrawalWords,
} from "../support/money-events.ts"
import { intentAt } from "../support/order-events.ts"
import { scenariosOf } from "../support/scenarios.ts"

type Said = { readonly type: string; readonly [more: string]: unknown }

interface Ticket {
  readonly machine: AnyStateMachine
  readonly words: {
    readonly stream: "order" | "close" | "deposit" | "withdrawal"
    readonly before: readonly Said[]
    readonly send: (key: string) => Said
  }
  readonly notice: (snapshot: AnyMachineSnapshot) => unknown
  readonly intent: object
  /** What confirming changes besides the key. */
  readonly sent?: object
  /** The state after a refusal, and what it changes besides the outcome. */
  readonly refused: readonly [state: string, context: object, notice?: object]
  /** The state in which what did not happen is edited. */
  readonly edited: string
  /** What another visit leads to then, and what it shows. */
  readonly reopened: readonly [state: string, context: object, notice?: object]
  /** The event that begins another one while this one is in doubt, and what it leads to. */
  readonly another: readonly [event: Said, state: string, context: object]
  /** The same for the member's own wish. */
  readonly deferred: readonly [state: string, context: object]
}

const EMPTY_CASH = { touched: [], notice: null, intent: null, outcome: null }
const TOO_MANY = { reason: "request.too-many" }
const ofWhole = { notice: { field: null, problem: TOO_MANY } }
const unsent = { notice: { field: null, problem: UNSENT } }
const emptyDraft = { ...EMPTY_DRAFT, direction: "up" }
const emptyOrder = { ...EMPTY_CASH, draft: emptyDraft }
const emptyDeposit = { ...EMPTY_CASH, draft: { terms: null, amount: "", proofId: null } }
const emptyWithdrawal = { ...EMPTY_CASH, draft: { destination: null, amount: "" } }

const depositIntent = {
  networkId: "n1",
  network: "USDT-TRC20",
  address: "TXYZ",
  amount: "5000.00",
  proofId: "i1",
}

const tickets: readonly Ticket[] = [
  {
    machine: orderMachine,
    words: orderWords,
    notice: () => null,
    intent: { operation: "order", ...intentAt(quote) },
    refused: [
      "editing.refused",
      { notice: { field: "product", problem: TOO_MANY }, focus: { field: "product", count: 1 } },
    ],
    edited: "editing.tried",
    reopened: ["editing.untried", { visit: "v3", notice: { field: "product", problem: UNSENT } }],
    another: [openOrder("v3", { startsAnother: true }), "editing.untried", { ...emptyOrder, visit: "v3" }],
    deferred: ["editing.untried", emptyOrder],
  },
  {
    machine: closeMachine,
    words: closeWords,
    notice: () => null,
    intent: { operation: "order-close", orderId: "o1" },
    refused: ["confirmed", {}],
    edited: "closed",
    reopened: ["confirming", { visit: "v3", orderId: "o2", outcome: null }],
    another: [
      { type: "close.open", visit: "v3", orderId: "o2", startsAnother: true, at },
      "confirming",
      { visit: "v3", orderId: "o2", outcome: null },
    ],
    deferred: ["closed", {}],
  },
  {
    machine: depositMachine,
    words: depositWords,
    notice: depositRefusal,
    intent: { operation: "deposit", ...depositIntent },
    sent: { intent: depositIntent },
    refused: ["filling.refused", ofWhole, TOO_MANY],
    edited: "filling.proving",
    reopened: ["filling.paying", { visit: "v3", ...unsent }, UNSENT],
    another: [
      { type: "deposit.open", visit: "v3", separators: english, startsAnother: true, at },
      "filling.choosing",
      { ...emptyDeposit, visit: "v3" },
    ],
    deferred: ["filling.choosing", emptyDeposit],
  },
  {
    machine: withdrawalMachine,
    words: withdrawalWords,
    notice: withdrawalRefusal,
    intent: {
      operation: "withdrawal",
      destinationId: "d1",
      label: "First Bank •••• 4242",
      method: "bank",
      network: null,
      amount: "5000.00",
      fee: "50.00",
      received: "4950.00",
      arrivalMinutes: 60,
    },
    refused: ["filling.refused", ofWhole, TOO_MANY],
    edited: "filling.drafting",
    reopened: ["filling.drafting", { visit: "v3", available: "9.00", ...unsent }, UNSENT],
    another: [
      {
        type: "withdrawal.open",
        visit: "v3",
        available: "9.00",
        separators: english,
        startsAnother: true,
        at,
      },
      "filling.drafting",
      { ...emptyWithdrawal, visit: "v3", available: "9.00" },
    ],
    deferred: ["filling.drafting", emptyWithdrawal],
  },
]

describe.each(tickets)("the ticket of $words.stream", (ticket) => {
  const { machine, words, notice } = ticket
  const key = keyOf(1)
  const outcomes = outcomesOf(words.stream, key)
  const others = Object.values(outcomesOf(words.stream, keyOf(9)))
  const sending = [...words.before, words.send(key)]
  const leave = { type: `${words.stream}.${words.stream === "close" ? "back" : "again"}`, at }
  const visit = { ...ticket.another[0], startsAnother: false }
  const still = (events: readonly Said[]) => events.map((event) => [event, "confirmed"] as const)
  const { scenario } = scenariosOf(machine, { shows: (snapshot) => ({ notice: notice(snapshot) ?? null }) })

  scenario(
    "puts its operation into the outbox once, with every figure",
    [
      [
        words.send(key),
        "confirmed",
        {
          context: { key, usedKeys: [key], ...ticket.sent },
          does: [{ emits: "operation.confirmed", key, visit: "v1", intent: ticket.intent }],
        },
      ],
      ...still([words.send(key), words.send(keyOf(2)), resumed, ...others]),
    ],
    words.before,
  )

  for (const resolved of [outcomes.accepted, outcomes.notPlaced, outcomes.notRecorded])
    scenario(
      `notes once that its operation was ${resolved.outcome.type}`,
      [
        [resolved, "confirmed", { context: { outcome: resolved.outcome } }],
        ...still(Object.values(outcomes)),
      ],
      sending,
    )
  scenario(
    "shows why its operation was refused",
    [
      [
        outcomes.refused,
        ticket.refused[0],
        {
          context: { outcome: outcomes.refused.outcome, ...ticket.refused[1] },
          shows: { notice: ticket.refused[2] ?? null },
        },
      ],
    ],
    sending,
  )

  scenario(
    "lets another visit begin another one while its operation is in doubt",
    [
      ...still([{ ...ticket.another[0], startsAnother: false }]),
      [ticket.another[0], ticket.another[1], { context: ticket.another[2] }],
    ],
    sending,
  )
  scenario(
    "lets the member begin another one while its operation is in doubt",
    [[leave, ticket.deferred[0], { context: ticket.deferred[1] }]],
    sending,
  )
  const accepted = [...sending, outcomes.accepted]
  scenario(
    "that was accepted is followed by another one when the member wants it",
    words.stream === "close"
      ? still([leave])
      : [
          ...still([{ ...visit, visit: "v1" }, words.send(keyOf(2)), { type: `${words.stream}.back`, at }]),
          [leave, ticket.deferred[0], { context: ticket.deferred[1] }],
        ],
    accepted,
  )
  scenario(
    "that was accepted is followed by another one in another visit",
    [[visit, ticket.another[1], { context: ticket.another[2] }]],
    accepted,
  )

  for (const resolved of [outcomes.notPlaced, outcomes.notRecorded]) {
    const after = [...sending, resolved]
    const { type } = resolved.outcome
    scenario(`that was ${type} may be edited`, [[{ type: `${words.stream}.back`, at }, ticket.edited]], after)
    scenario(
      `that was ${type} is opened again in another visit, with its draft`,
      [
        ...still([{ ...visit, visit: "v1" }]),
        [
          visit,
          ticket.reopened[0],
          { context: ticket.reopened[1], shows: { notice: ticket.reopened[2] ?? null } },
        ],
      ],
      after,
    )
    scenario(
      `that was ${type} is sent again under a new key alone`,
      [
        ...still([words.send(key)]),
        words.stream === "order"
          ? [words.send(keyOf(2)), "confirmed"]
          : [
              words.send(keyOf(2)),
              "confirmed",
              {
                context: { key: keyOf(2), usedKeys: [key, keyOf(2)], outcome: null },
                does: [{ emits: "operation.confirmed", key: keyOf(2), visit: "v1", intent: ticket.intent }],
              },
            ],
      ],
      after,
    )
  }
})
