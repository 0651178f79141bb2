/** What holds of the machines that move money, in any order of events. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AnyMachineSnapshot, transition } from "xstate"
import { pathOf } from "../support/explore.ts"
import { isIn, operation, type Said, type Subject, start, talk, tickets } from "../support/money-talk.ts"

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

describe.each([operation, ...tickets])("the machine of $words.stream", (subject) => {
  const { machine, words } = subject
  const { state, cause } = sendingOf(subject)
  const isSending = ({ value }: AnyMachineSnapshot) => pathOf(value) === state
  const isInDoubt = (snapshot: AnyMachineSnapshot) =>
    snapshot.hasTag("unknown") || pathOf(snapshot.value) === "pending.checking"

  it("sends once per key, ends by the report of its own key, and is the fold of its events", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
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
      { numRuns: 60 },
    )
  })
})
