/** The machines that put operations into the outbox. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AnyMachineSnapshot, transition } from "xstate"
import { explore, pathOf } from "../support/explore.ts"
import { factsOf, keyOf, resumed } from "../support/money-events.ts"
import { alphabet, isIn, type Said, start, talk, tickets } from "../support/money-talk.ts"

const isRefused = ({ value }: AnyMachineSnapshot): boolean => /(^|\.)refused$/.test(pathOf(value))
const isInDoubt = ({ value }: AnyMachineSnapshot): boolean => pathOf(value) === "pending.checking"

describe.each(tickets)("the ticket of $words.stream", (subject) => {
  const { machine, words } = subject
  const prefix = words.stream
  const run = (events: readonly Said[]) =>
    events.reduce<AnyMachineSnapshot>(
      (snapshot, event) => transition(machine, snapshot, event)[0],
      start(machine),
    )
  const sending = [...words.before, words.send(keyOf(1))]
  const checking = [...sending, factsOf(prefix, keyOf(1))[5]]

  it("reaches every state and takes every transition it declares", () => {
    const explored = explore(machine, alphabet(subject, [1, 2]), ({ context }) => [
      context.key,
      context.usedKeys.length,
      context.visit,
      context.draft,
      context.intent !== null,
    ])
    expect(explored.unreached).toEqual([])
    expect(explored.untaken).toEqual([])
  })

  it("puts an operation into the outbox once per key, and only when it is confirmed", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        const begun: string[] = []
        let snapshot = start(machine)
        for (const event of said.flat()) {
          const [next] = transition(machine, snapshot, event)
          if (pathOf(next.value) === "pending.sending" && pathOf(snapshot.value) !== "pending.sending") {
            expect(event).toEqual(words.send(next.context.key))
            begun.push(next.context.key)
          }
          snapshot = next
        }
        expect(new Set(begun).size).toBe(begun.length)
      }),
      { numRuns: 200 },
    )
  })

  it("says accepted, refused and not placed only when that is reported of its own key", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        let snapshot = start(machine)
        for (const event of said.flat()) {
          const [next] = transition(machine, snapshot, event)
          const { key } = snapshot.context
          for (const [state, word] of [
            ["accepted", "accepted"],
            ["notPlaced", "voided"],
            ["notRecorded", "unrecorded"],
          ] as const)
            if (isIn(next, state) && !isIn(snapshot, state)) {
              expect(event).toMatchObject({ type: `${prefix}.${word}`, key })
              expect(isIn(snapshot, "pending")).toBe(true)
            }
          if (isRefused(next) && !isRefused(snapshot))
            expect(event).toMatchObject({ type: `${prefix}.refused`, key })
          snapshot = next
        }
      }),
      { numRuns: 200 },
    )
  })

  it("leaves doubt only by an outcome, or when the member starts another one", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        let snapshot = start(machine)
        for (const event of said.flat()) {
          const [next] = transition(machine, snapshot, event)
          if (isInDoubt(snapshot) && !isInDoubt(next))
            expect(
              ["accepted", "refused", "voided", "defer"].includes(event.type.split(".")[1] ?? "") ||
                Reflect.get(event, "startsAnother") === true,
            ).toBe(true)
          snapshot = next
        }
      }),
      { numRuns: 200 },
    )
  })

  it("keeps an operation in doubt where an event of an earlier release opens the page anew", () => {
    const opened = { ...words.before[0], visit: "v9" }
    const after = run([...checking, { type: `${prefix}.open`, ...opened }])
    expect(pathOf(after.value)).toBe("pending.checking")
    expect(after.context.visit).toBe("v1")
  })

  it("does not begin again after a reload: the outbox is asked what became of it", () => {
    for (const under of [sending, [...sending, factsOf(prefix, keyOf(1))[0]]]) {
      const after = run([...under, resumed])
      expect(pathOf(after.value)).toBe("pending.checking")
      expect(after.context.key).toBe(keyOf(1))
    }
  })

  it("is in doubt after silence, and after a refused token", () => {
    for (const fact of factsOf(prefix, keyOf(1)).slice(5, 7))
      expect(pathOf(run([...sending, fact]).value)).toBe("pending.checking")
  })

  it("ignores a double tap and a late report about another key", () => {
    const once = run(sending)
    for (const event of [words.send(keyOf(1)), words.send(keyOf(2)), ...factsOf(prefix, keyOf(3))]) {
      const [after, actions] = transition(machine, once, event)
      expect(after.value).toEqual(once.value)
      expect(actions).toEqual([])
    }
  })

  it("is the fold of its events: stored and replayed, the same events give the same state", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        const received = said.flat()
        const { value, context } = run(received)
        const again = run(JSON.parse(JSON.stringify(received)))
        expect({ value: again.value, context: again.context }).toEqual({ value, context })
        expect(JSON.parse(JSON.stringify(context))).toEqual(context)
      }),
      { numRuns: 200 },
    )
  })
})
