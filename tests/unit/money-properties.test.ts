/** What holds of the machines that move money, in any order of events. */
import { eventsOf } from "@financial-links/paths"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from "xstate"
import { closeMachine } from "../../machines/close.ts"
import { depositMachine } from "../../machines/deposit.ts"
import { operationMachine } from "../../machines/operation.ts"
import { orderMachine } from "../../machines/order.ts"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import { casesNamed } from "../../scripts/charts/machines.ts"
import { pathOf } from "../support/explore.ts"
import {
  closeWords,
  depositWords,
  factsOf,
  keyOf,
  operationWords,
  orderWords,
  outcomesOf,
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

const reportsOf = (stream: Subject["words"]["stream"], key: string): readonly Said[] =>
  stream === "operation" ? factsOf(stream, key) : Object.values(outcomesOf(stream, key))

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
          .map(([digit, fact]): readonly Said[] =>
            reportsOf(words.stream, keyOf(digit)).slice(fact, fact + 1),
          ),
      },
    ),
    { maxLength: 40 },
  )

const isIn = (snapshot: AnyMachineSnapshot, state: string): boolean =>
  pathOf(snapshot.value).split(".")[0] === state

/** One step of a walk. */
interface Step {
  readonly before: AnyMachineSnapshot
  readonly event: Said
  readonly after: AnyMachineSnapshot
}

/** True if the machine was not in the state before the step, and is after it. */
const enters = ({ before, after }: Step, isThere: (snapshot: AnyMachineSnapshot) => boolean): boolean =>
  isThere(after) && !isThere(before)

const WORDS = {
  accepted: "accepted",
  notPlaced: "voided",
  notRecorded: "unrecorded",
  refused: "refused",
} as const

/** Outcomes come about by the report of the machine's own key alone. */
const expectOutcomes = (step: Step, stream: string): void => {
  const { event, before } = step
  for (const [outcome, word] of Object.entries(WORDS)) {
    const isThere = (snapshot: AnyMachineSnapshot) =>
      stream === "operation" ? isIn(snapshot, outcome) : snapshot.context.outcome?.type === outcome
    if (!enters(step, isThere)) continue
    const report = stream === "operation" ? { type: `operation.${word}` } : { outcome: { type: outcome } }
    expect(event).toMatchObject({ key: before.context.key, ...report })
  }
}

/** A ticket sends under each key that it takes; an operation sends once its intent is on disk. */
const isSentIn = ({ before, after }: Step, stream: string): boolean =>
  stream === "operation"
    ? isIn(after, "submitting") && !isIn(before, "submitting")
    : after.context.key !== before.context.key

const leavesDoubt = ["accepted", "refused", "voided", "resolved", "again", "back"]

describe.each(subjects)("the machine of $words.stream", (subject) => {
  const { machine, words } = subject
  const cause = (key: string) =>
    words.stream === "operation" ? { type: "operation.recorded", key } : words.send(key)
  const isInDoubt = (snapshot: AnyMachineSnapshot) =>
    snapshot.hasTag("unknown") || (snapshot.hasTag("confirmed") && snapshot.context.outcome === null)

  it("sends once per key, ends by the report of its own key, and is the fold of its events", async () => {
    const events = eventsOf(machine, await casesNamed(words.stream))(start(machine))
    fc.assert(
      fc.property(talk(subject, events), (said) => {
        const sent: string[] = []
        let before = start(machine)
        for (const event of said.flat()) {
          const [after] = transition(machine, before, event)
          const step = { before, event, after }
          if (isSentIn(step, words.stream)) {
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
