/** What holds of the machines that move money, in any order of events. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { operationMachine } from "../../machines/operation.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { eventsOf } from "../../packages/paths/src/explore.ts"
import { casesNamed } from "../../scripts/charts/machines.ts"
import { pathOf } from "../support/explore.ts"
import {
  closeWords,
  depositWords,
  factsOf,
  keyOf,
  operationWords,
  orderWords,
  withdrawalWords,
} from "../support/money-events.ts"

type Said = { readonly type: string; readonly key?: string; readonly [more: string]: unknown }

interface Subject {
  readonly machine: AnyStateMachine
  readonly words: {
    readonly stream: "operation" | "order" | "close" | "deposit" | "withdrawal"
    readonly before: readonly Said[]
    readonly send: (key: string) => Said
  }
  /** The keys that its events may name: an operation receives only those of its own. */
  readonly keys: readonly number[]
}

/** The first one most often, so that it is used again after its outcome. */
const keys = [1, 1, 1, 2]
const subjects: readonly Subject[] = [
  { machine: operationMachine, words: operationWords, keys: [1] },
  { machine: orderMachine, words: orderWords, keys },
  { machine: closeMachine, words: closeWords, keys },
  { machine: depositMachine, words: depositWords, keys },
  { machine: withdrawalMachine, words: withdrawalWords, keys },
]

const start = (machine: AnyStateMachine): AnyMachineSnapshot => initialTransition(machine)[0]

/** Random events of the machine's table, with the useful ones often enough that operations begin. */
const talk = ({ words, keys: own }: Subject, events: readonly Said[]) =>
  fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.constantFrom(...events.map((event) => [event])) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...own).map((digit) => [...words.before, words.send(keyOf(digit))]),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(...own), fc.nat({ max: 7 }))
          .map(([digit, fact]): readonly Said[] => factsOf(words.stream, keyOf(digit)).slice(fact, fact + 1)),
      },
    ),
    { maxLength: 40 },
  )

const isIn = (snapshot: AnyMachineSnapshot, state: string): boolean =>
  pathOf(snapshot.value).split(".")[0] === state
const isRefused = ({ value }: AnyMachineSnapshot): boolean => /(^|\.)refused$/.test(pathOf(value))

/** One step of a walk. */
interface Step {
  readonly before: AnyMachineSnapshot
  readonly event: Said
  readonly after: AnyMachineSnapshot
}

/** True if the machine was not in the state before the step, and is after it. */
const enters = ({ before, after }: Step, isThere: (snapshot: AnyMachineSnapshot) => boolean): boolean =>
  isThere(after) && !isThere(before)

/** Outcomes come about by the report of the machine's own key alone. */
const expectOutcomes = (step: Step, stream: string): void => {
  const { event, before } = step
  for (const [state, word] of [
    ["accepted", "accepted"],
    ["notPlaced", "voided"],
    ["notRecorded", "unrecorded"],
  ] as const)
    if (enters(step, (snapshot) => isIn(snapshot, state)))
      expect(event).toMatchObject({ type: `${stream}.${word}`, key: before.context.key })
  if (enters(step, isRefused))
    expect(event).toMatchObject({ type: `${stream}.refused`, key: before.context.key })
}

/** A ticket sends where it is confirmed; an operation sends once its intent is on disk. */
const sendingOf = ({ words: { stream, send } }: Subject) =>
  stream === "operation"
    ? { state: "submitting", cause: (key: string) => ({ type: "operation.recorded", key }) }
    : { state: "pending.sending", cause: send }

const leavesDoubt = ["accepted", "refused", "voided", "defer"]

describe.each(subjects)("the machine of $words.stream", (subject) => {
  const { machine, words } = subject
  const { state, cause } = sendingOf(subject)
  const isSending = ({ value }: AnyMachineSnapshot) => pathOf(value) === state
  const isInDoubt = (snapshot: AnyMachineSnapshot) =>
    snapshot.hasTag("unknown") || pathOf(snapshot.value) === "pending.checking"

  it("sends once per key, ends by the report of its own key, and is the fold of its events", async () => {
    const events = eventsOf(machine, await casesNamed(words.stream))(start(machine))
    fc.assert(
      fc.property(talk(subject, events), (said) => {
        const sent: string[] = []
        let before = start(machine)
        for (const event of said.flat()) {
          const [after] = transition(machine, before, event)
          const step = { before, event, after }
          if (enters(step, isSending)) {
            expect(event).toMatchObject(cause(after.context.key))
            sent.push(after.context.key)
          }
          expectOutcomes(step, words.stream)
          if (isInDoubt(before) && !isInDoubt(after) && Reflect.get(event, "startsAnother") !== true)
            expect(leavesDoubt).toContain(event.type.split(".")[1])
          before = after
        }
        expect(new Set(sent).size).toBe(sent.length)
        const stored: readonly Said[] = JSON.parse(JSON.stringify(said.flat()))
        const again = stored.reduce(
          (snapshot, event) => transition(machine, snapshot, event)[0],
          start(machine),
        )
        expect([again.value, again.context]).toEqual([before.value, before.context])
        expect(JSON.parse(JSON.stringify(before.context))).toEqual(before.context)
      }),
      { numRuns: 100 },
    )
  })
})
