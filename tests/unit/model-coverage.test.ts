import { describe, expect, it } from "vitest"
import { createActor } from "xstate"
import { withdrawalMachine } from "../../machines/withdrawal.ts"
import type { WithdrawalEvent } from "../../src/events/money.ts"
import { createCoverage } from "../model/harness/coverage.ts"
import type { ActorRun, RecordedStep } from "../model/harness/recorder.ts"
import { at, english, resumed } from "../support/money-events.ts"

const open: WithdrawalEvent = {
  type: "withdrawal.open",
  visit: "v1",
  available: "200000.00",
  separators: english,
  at,
}
const change: WithdrawalEvent = { type: "withdrawal.change", value: "5000", at }
const informed = (available: string): WithdrawalEvent => ({
  type: "withdrawal.informed",
  available,
  separators: english,
  at,
})

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** An app's run that received these events. */
const runOf = (...events: readonly WithdrawalEvent[]): ActorRun => {
  const actor = createActor(withdrawalMachine)
  const begin = plain(actor.getPersistedSnapshot())
  actor.start()
  const steps = events.map((event): RecordedStep => {
    actor.send(event)
    const { value, context } = actor.getSnapshot()
    return { event, value, context: plain(context), actions: [], emitted: [] }
  })
  return { key: "first", id: "withdrawal", machine: "withdrawal", begin, steps }
}

/** A run that resumed from a journal of these events. */
const resumedFrom = (...events: readonly WithdrawalEvent[]): ActorRun => {
  const actor = createActor(withdrawalMachine).start()
  for (const event of [...events, resumed]) actor.send(event)
  const begin = plain(actor.getPersistedSnapshot())
  return { key: "resumed", id: "withdrawal", machine: "withdrawal", begin, steps: [] }
}

const problemsOf = (...actorRuns: readonly ActorRun[]): readonly string[] =>
  createCoverage(withdrawalMachine).add("a path", actorRuns, true).problems

describe("the coverage of the model runs", () => {
  const events = [open, change, informed("195000.00"), informed("190000.00")]

  it("expects an app to resume with every event", () => {
    expect(problemsOf(runOf(...events), resumedFrom(...events))).toEqual([])
  })

  it.each([3, 2])("lets a reload lose the last facts, of which %i events were written", (written) => {
    expect(problemsOf(runOf(...events), resumedFrom(...events.slice(0, written)))).toEqual([])
  })

  it("objects to an app that lost what the member entered", () => {
    const [problem = ""] = problemsOf(runOf(...events), resumedFrom(open))
    expect(problem).toMatch(/^withdrawal: the app resumed with /)
  })

  it("objects to an app that lost a fact before what the member entered", () => {
    const run = runOf(open, informed("190000.00"), change)
    expect(problemsOf(run, resumedFrom(open, change))).toEqual([
      'withdrawal: the app resumed with available "200000.00" instead of available "190000.00"',
    ])
  })
})
