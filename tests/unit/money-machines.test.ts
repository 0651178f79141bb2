import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { type AnyMachineSnapshot, initialTransition, transition } from "xstate"
import { type DepositSnapshot, depositMachine, depositProblems } from "../../machines/deposit.ts"
import { type StartedOperation, startedWithKey } from "../../src/domain/operation.ts"
import type { DepositEvent } from "../../src/events/money.ts"
import { explore, pathOf } from "../support/explore.ts"
import { at, depositWords, factsOf, keyOf, resumed } from "../support/money-events.ts"
import { alphabet, isIn, operation, type Said, start, talk } from "../support/money-talk.ts"

describe("the keys of operations", () => {
  it("are remembered up to 32, the newest last: a journal does not grow with every operation", () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
    const unused: StartedOperation = { key: null, usedKeys: [], failure: { reason: "x" } }
    const last = keys.reduce((memory, key) => startedWithKey(key, memory), unused)
    expect(last).toEqual({ key: "key 39", usedKeys: keys.slice(8), failure: null })
  })
})

describe("an operation", () => {
  const subject = operation
  const { machine, words } = subject
  const prefix = words.stream

  it("reaches every state and takes every transition it declares", () => {
    const explored = explore(machine, alphabet(subject, subject.keys.slice(0, 2)), ({ context }) => [
      context.key,
      context.usedKeys?.length,
      context.visit,
      context.draft,
      context.intent !== null,
      Math.min(context.attempt, 1),
    ])
    expect(explored.unreached).toEqual([])
    expect(explored.untaken).toEqual([])
  })

  it("sends at most once per key and never before the intent is on disk", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        const sent: string[] = []
        let snapshot = start(machine)
        for (const event of said.flat()) {
          const [next] = transition(machine, snapshot, event)
          if (isIn(next, "submitting") && !isIn(snapshot, "submitting")) {
            expect(event.type).toBe(`${prefix}.recorded`)
            expect(isIn(snapshot, "recording")).toBe(true)
            expect(event.key).toBe(next.context.key)
            sent.push(next.context.key)
          }
          snapshot = next
        }
        expect(new Set(sent).size).toBe(sent.length)
      }),
      { numRuns: 200 },
    )
  })

  it("says accepted, refused and not placed only on the server's word about its own key", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        let snapshot = start(machine)
        for (const event of said.flat()) {
          const [next] = transition(machine, snapshot, event)
          for (const [state, word] of [
            ["accepted", "accepted"],
            ["notPlaced", "voided"],
          ] as const)
            if (isIn(next, state) && !isIn(snapshot, state)) {
              expect(event).toMatchObject({ type: `${prefix}.${word}`, key: snapshot.context.key })
              expect(["submitting", "reconciling"].some((each) => isIn(snapshot, each))).toBe(true)
            }
          if (isIn(next, "refused") && !isIn(snapshot, "refused"))
            expect(event).toMatchObject({ type: `${prefix}.refused`, key: snapshot.context.key })
          snapshot = next
        }
      }),
      { numRuns: 200 },
    )
  })

  it("leaves doubt only by the server's word", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        let snapshot = start(machine)
        for (const event of said.flat()) {
          const [next] = transition(machine, snapshot, event)
          if (snapshot.hasTag("unknown") && !next.hasTag("unknown"))
            expect([`${prefix}.accepted`, `${prefix}.refused`, `${prefix}.voided`]).toContain(event.type)
          snapshot = next
        }
      }),
      { numRuns: 200 },
    )
  })

  it("waits where the token was refused, and asks when the member is back", () => {
    const refusedToken = [
      ...words.before,
      words.send(keyOf(1)),
      factsOf(prefix, keyOf(1))[0],
      factsOf(prefix, keyOf(1))[6],
    ]
    const suspended = refusedToken.reduce<AnyMachineSnapshot>(
      (snapshot, event) => transition(machine, snapshot, event)[0],
      start(machine),
    )
    expect(suspended.value).toBe("suspended")
    for (const event of [resumed, { type: `${prefix}.pauseEnded`, key: keyOf(1) }])
      expect(pathOf(transition(machine, suspended, event)[0].value)).toBe("reconciling.asking")
  })

  it("is the fold of its events: stored and replayed, the same events give the same state", () => {
    fc.assert(
      fc.property(talk(subject), (said) => {
        const received = said.flat()
        const run = (events: readonly Said[]) =>
          events.reduce((snapshot, event) => transition(machine, snapshot, event)[0], start(machine))
        const { value, context } = run(received)
        const again = run(JSON.parse(JSON.stringify(received)))
        expect({ value: again.value, context: again.context }).toEqual({ value, context })
        // What is kept is plain JSON.
        expect(JSON.parse(JSON.stringify(context))).toEqual(context)
      }),
      { numRuns: 200 },
    )
  })

  it("never sends again after a reload: whatever was under way is asked about", () => {
    const sending = [...words.before, words.send(keyOf(1))]
    for (const extra of [[], factsOf(prefix, keyOf(1)).slice(0, 1)]) {
      const received: readonly Said[] = [...sending, ...extra, { type: "journal.resumed" }]
      const after = received.reduce(
        (snapshot, event) => transition(machine, snapshot, event)[0],
        start(machine),
      )
      expect(pathOf(after.value)).toBe("reconciling.asking")
    }
  })

  it("ignores a double tap and a late answer about another key", () => {
    const once = [...words.before, words.send(keyOf(1))].reduce<AnyMachineSnapshot>(
      (snapshot, event) => transition(machine, snapshot, event)[0],
      start(machine),
    )
    expect(pathOf(once.value)).toBe("recording")
    const late = subject.keys.includes(3) ? factsOf(prefix, keyOf(3)) : []
    for (const event of [words.send(keyOf(1)), words.send(keyOf(2)), ...late]) {
      const [after, actions] = transition(machine, once, event)
      expect(after.value).toEqual(once.value)
      expect(actions).toEqual([])
    }
  })
})

describe("a refused picture of a deposit", () => {
  it("is no longer said to be refused once there is a new one", () => {
    const key = keyOf(1)
    const events: readonly DepositEvent[] = [
      ...depositWords.before,
      depositWords.send(key),
      { type: "deposit.recorded", key, at },
      { type: "deposit.refused", key, failure: { reason: "deposit.proof-unknown" }, at },
    ]
    const step = (snapshot: DepositSnapshot, event: DepositEvent) =>
      transition(depositMachine, snapshot, event)[0]
    const refused = events.reduce(step, initialTransition(depositMachine)[0])
    expect(depositProblems(refused).proof).toEqual({ reason: "deposit.proof-unknown" })
    const replaced = step(refused, { type: "deposit.proofStored", imageId: "i2", at })
    expect(depositProblems(replaced).proof).toBeUndefined()
  })
})
