/** What becomes of an operation that a ticket has put into the outbox: alike for all four. */
import { describe } from "vitest"
import type { AnyMachineSnapshot, AnyStateMachine } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine, depositRefusal } from "../../machines/deposit.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine, withdrawalRefusal } from "../../machines/withdrawal.ts"
import { EMPTY_DRAFT } from "../../src/domain/ticket.ts"
import {
  at,
  closeWords,
  depositWords,
  english,
  factsOf,
  keyOf,
  openOrder,
  orderWords,
  quote,
  resumed,
  TIMEOUT,
  UNWRITTEN,
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
  /** The name in the ids of its actors. */
  readonly name: string
  readonly intent: object
  /** What confirming changes besides the key. */
  readonly sent?: object
  readonly accepted: object
  /** The state after a refusal, and what it changes besides the failure. */
  readonly refused: readonly [state: string, context: object, notice?: object]
  /** The event that begins another one while this one is in doubt, and what it leads to. */
  readonly another: readonly [event: Said, state: string, context: object]
  /** The same for the member's own wish. */
  readonly deferred: readonly [state: string, context: object]
}

const EMPTY_CASH = { touched: [], notice: null, intent: null, failure: null }
const TOO_MANY = { reason: "request.too-many" }
const ofWhole = { notice: { field: null, problem: TOO_MANY } }
const emptyDraft = { ...EMPTY_DRAFT, direction: "up" }
const emptyOrder = { ...EMPTY_CASH, draft: emptyDraft, orderId: null }
const emptyDeposit = { ...EMPTY_CASH, draft: { terms: null, amount: "", proofId: null }, depositId: null }
const emptyWithdrawal = { ...EMPTY_CASH, draft: { destination: null, amount: "" }, withdrawalId: null }

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
    name: "Order",
    intent: { operation: "order", ...intentAt(quote) },
    accepted: { orderId: "x1" },
    refused: [
      "editing.refused",
      { notice: { field: "product", problem: TOO_MANY }, focus: { field: "product", count: 1 } },
    ],
    another: [openOrder("v3", { startsAnother: true }), "editing.untried", { ...emptyOrder, visit: "v3" }],
    deferred: ["editing.untried", emptyOrder],
  },
  {
    machine: closeMachine,
    words: closeWords,
    notice: () => null,
    name: "Close",
    intent: { operation: "order-close", orderId: "o1" },
    accepted: {},
    refused: ["refused", {}],
    another: [
      { type: "close.open", visit: "v3", orderId: "o2", startsAnother: true, at },
      "confirming",
      { visit: "v3", orderId: "o2", failure: null },
    ],
    deferred: ["closed", {}],
  },
  {
    machine: depositMachine,
    words: depositWords,
    notice: depositRefusal,
    name: "Deposit",
    intent: { operation: "deposit", ...depositIntent },
    sent: { intent: depositIntent },
    accepted: { depositId: "x1" },
    refused: ["filling.refused", ofWhole, TOO_MANY],
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
    name: "Withdrawal",
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
    accepted: { withdrawalId: "x1" },
    refused: ["filling.refused", ofWhole, TOO_MANY],
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

describe.each(tickets)("an operation of the ticket of $words.stream", (ticket) => {
  const { machine, words, notice, name } = ticket
  const key = keyOf(1)
  const [recorded, unrecorded, accepted, refused, voided, unanswered, tokenRejected] = factsOf(
    words.stream,
    key,
  )
  const others = factsOf(words.stream, keyOf(9))
  const sending = [...words.before, words.send(key)]
  const [, begun] = [`stop begin${name}`, `start begin${name}`]
  const stop = [`stop begin${name}`]
  const follow = [`start follow${name}`, { key, visit: "v1" }] as const
  const still = (state: string, events: readonly Said[]) => events.map((event) => [event, state] as const)
  const { scenario } = scenariosOf(machine, { shows: (snapshot) => ({ notice: notice(snapshot) ?? null }) })

  scenario(
    "is put into the outbox once, with every figure",
    [
      [
        words.send(key),
        "pending.sending",
        {
          context: { key, usedKeys: [key], ...ticket.sent },
          does: [[begun, { key, visit: "v1", intent: ticket.intent }]],
        },
      ],
      ...still("pending.sending", [words.send(keyOf(2)), recorded, ...others]),
    ],
    words.before,
  )

  for (const [when, events, state] of [
    ["while it is sent", [], "pending.sending"],
    ["while it is in doubt", [resumed], "pending.checking"],
  ] as const) {
    const ends = state === "pending.sending" ? stop : [`stop follow${name}`]
    const after = [...sending, ...events]
    scenario(
      `may be accepted ${when}`,
      [
        ...still(state, others),
        [accepted, "accepted", { context: ticket.accepted, does: ends }],
        ...still("accepted", [accepted, refused, voided, unanswered]),
      ],
      after,
    )
    scenario(
      `may be refused ${when}`,
      [
        [
          refused,
          ticket.refused[0],
          {
            context: { failure: TOO_MANY, ...ticket.refused[1] },
            shows: { notice: ticket.refused[2] ?? null },
            does: ends,
          },
        ],
      ],
      after,
    )
    scenario(`may be void ${when}`, [[voided, "notPlaced", { does: ends }]], after)
  }

  scenario(
    "is not sent if it cannot be stored",
    [[unrecorded, "notRecorded", { context: { failure: UNWRITTEN }, does: stop }]],
    sending,
  )

  for (const [how, event, failure] of [
    ["is not answered", unanswered, TIMEOUT],
    ["has its token rejected", tokenRejected, null],
    ["was sent before a reload", resumed, null],
  ] as const)
    scenario(
      `is in doubt where it ${how}, and is asked for`,
      [
        [event, "pending.checking", { context: { failure }, does: [...stop, follow] }],
        ...still("pending.checking", [unanswered, unrecorded, tokenRejected, resumed, words.send(keyOf(2))]),
      ],
      sending,
    )

  scenario(
    "in doubt lets another visit begin another one",
    [
      [{ ...ticket.another[0], startsAnother: false }, "pending.checking"],
      [ticket.another[0], ticket.another[1], { context: ticket.another[2], does: [`stop follow${name}`] }],
    ],
    [...sending, resumed],
  )
  scenario(
    "in doubt lets the member begin another one",
    [
      [
        { type: `${words.stream}.defer`, at },
        ticket.deferred[0],
        { context: ticket.deferred[1], does: [`stop follow${name}`] },
      ],
    ],
    [...sending, resumed],
  )
})
