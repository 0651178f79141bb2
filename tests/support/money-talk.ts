/** Everything that may be said to the money machines, in any order. */
import fc from "fast-check"
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { operationMachine } from "../../machines/operation.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { pathOf } from "./explore.ts"
import {
  at,
  closeWords,
  depositWords,
  destination,
  english,
  factsOf,
  keyOf,
  network,
  openOrder,
  operationWords,
  orderWords,
  paymentChoice,
  product,
  quote,
  ratedNetwork,
  requotedNetwork,
  resumed,
  withdrawalWords,
} from "./money-events.ts"

export type Said = { readonly type: string; readonly key?: string; readonly [more: string]: unknown }

/** Everything else that may be said to each machine. */
export const otherWords: Readonly<Record<string, readonly Said[]>> = {
  order: [
    openOrder("v2"),
    openOrder("v3", { startsAnother: true }),
    { type: "order.defer", at },
    {
      type: "order.informed",
      terms: product,
      available: "5000.00",
      separators: { decimal: ",", group: "." },
      at,
    },
    { type: "order.change", field: "stake", value: "-1", at },
    { type: "order.leave", field: "stake", at },
    { type: "order.review", quote: null, at },
    { type: "order.requote", quote, at },
    { type: "order.requote", quote: null, at },
    { type: "order.back", at },
    { type: "order.again", at },
    { type: "order.confirm", key: keyOf(9), isLive: false, at },
  ] as const,
  operation: [{ type: "operation.reconcile", key: keyOf(1), operation: "order", visit: "v1", at }] as const,
  close: [
    { type: "close.open", visit: "v2", orderId: "o1", at },
    { type: "close.open", visit: "v3", orderId: "o2", startsAnother: true, at },
    { type: "close.defer", at },
    { type: "close.back", at },
  ] as const,
  deposit: [
    { type: "deposit.open", visit: "v2", separators: { decimal: ".", group: "," }, at },
    { type: "deposit.open", visit: "v3", separators: english, startsAnother: true, at },
    { type: "deposit.defer", at },
    { type: "deposit.choose", terms: network, at },
    { type: "deposit.choose", terms: ratedNetwork, at },
    { type: "deposit.choose", terms: paymentChoice, at },
    { type: "deposit.requote", terms: requotedNetwork, at },
    { type: "deposit.change", value: "1", at },
    { type: "deposit.leave", at },
    { type: "deposit.proofRemoved", at },
    { type: "deposit.next", at },
    { type: "deposit.back", at },
    { type: "deposit.again", at },
  ] as const,
  withdrawal: [
    {
      type: "withdrawal.open",
      visit: "v2",

      available: "20000.00",
      separators: { decimal: ".", group: "," },
      at,
    },
    { type: "withdrawal.open", visit: "v3", available: "1.00", separators: english, startsAnother: true, at },
    { type: "withdrawal.defer", at },
    { type: "withdrawal.informed", available: "1.00", separators: { decimal: ".", group: "," }, at },
    { type: "withdrawal.choose", destination: null, at },
    { type: "withdrawal.choose", destination, at },
    { type: "withdrawal.leave", at },
    { type: "withdrawal.back", at },
    { type: "withdrawal.again", at },
  ] as const,
}

export interface Subject {
  readonly machine: AnyStateMachine
  readonly words: {
    readonly stream: "operation" | "order" | "close" | "deposit" | "withdrawal"
    readonly before: readonly Said[]
    readonly send: (key: string) => Said
  }
  /** The keys that its events may name: an operation receives only those of its own. */
  readonly keys: readonly number[]
}

/** The machine that sends and asks. */
export const operation: Subject = { machine: operationMachine, words: operationWords, keys: [1] }

/** The machines that put operations into the outbox. */
export const tickets: readonly Subject[] = [
  { machine: orderMachine, words: orderWords, keys: [1, 2, 3] },
  { machine: closeMachine, words: closeWords, keys: [1, 2, 3] },
  { machine: depositMachine, words: depositWords, keys: [1, 2, 3] },
  { machine: withdrawalMachine, words: withdrawalWords, keys: [1, 2, 3] },
]

export const alphabet = ({ words }: Subject, keys: readonly number[]): readonly Said[] => [
  ...words.before,
  ...keys.flatMap((digit) => [words.send(keyOf(digit)), ...factsOf(words.stream, keyOf(digit))]),
  resumed,
  ...(otherWords[words.stream] ?? []),
]

export const start = (machine: AnyStateMachine): AnyMachineSnapshot => initialTransition(machine)[0]
export const isIn = (snapshot: AnyMachineSnapshot, state: string): boolean =>
  pathOf(snapshot.value).split(".")[0] === state

/** Random talk, with the useful words said often enough that operations get under way. */
export const talk = (subject: Subject) =>
  fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...alphabet(subject, subject.keys).map((event) => [event])) },
      {
        weight: 1,
        arbitrary: fc
          .constantFrom(...subject.keys)
          .map((digit): readonly Said[] => [...subject.words.before, subject.words.send(keyOf(digit))]),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(...subject.keys), fc.nat({ max: 7 }))
          .map(([digit, fact]) => factsOf(subject.words.stream, keyOf(digit)).slice(fact, fact + 1)),
      },
    ),
    { maxLength: 40 },
  )
