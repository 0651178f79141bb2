import { describe, expect, it } from "vitest"
import { type AnyActor, createActor, type InspectionEvent, setup } from "xstate"
import { chartOf } from "../src/chart.ts"
import { takenIds, tracerOf } from "../src/taken-transitions.ts"

const machine = setup({
  types: { events: {} as { type: "door.push" } | { type: "door.knock" } },
  guards: { isLate: () => true },
}).createMachine({
  id: "door",
  initial: "closed",
  states: {
    closed: { on: { "door.push": { target: "opening" } } },
    opening: { always: [{ target: "open", guard: "isLate" }] },
    open: {},
  },
})

/**
 * XState names the transitions of a microstep in `_transitions` alone: an upgrade that renames it
 * fails here.
 */
const upgraded =
  "XState no longer publishes `_transitions` in @xstate.microstep: adapt packages/paths/src/taken-transitions.ts"

const microstepsOf = (actor: AnyActor, act: () => void): readonly InspectionEvent[] => {
  const inspected: InspectionEvent[] = []
  actor.system.inspect((event) => void inspected.push(event))
  act()
  return inspected.filter(({ type }) => type === "@xstate.microstep")
}

describe("the transitions of an event", () => {
  const taken = ["door.closed|door.push|0", "door.opening|always|0"]

  it("are published by XState in the inspection event of each microstep", () => {
    const actor = createActor(machine).start()
    const microsteps = microstepsOf(actor, () => actor.send({ type: "door.push" }))
    for (const microstep of microsteps) expect(microstep, upgraded).toHaveProperty("_transitions")
    const ids = microsteps.flatMap((event) => (event.type === "@xstate.microstep" ? takenIds(event) : []))
    expect(ids, upgraded).toEqual(taken)
  })

  it("are traced without an actor, eventless ones included, under the ids of the chart", () => {
    const tracer = tracerOf(machine)
    const { snapshot } = tracer.start()
    const step = tracer.step(snapshot, { type: "door.push" })
    expect([step.snapshot.value, step.taken], upgraded).toEqual(["open", taken])
    const known = chartOf(machine).transitions.map(({ id }) => id)
    expect(known).toEqual(expect.arrayContaining(taken))
  })

  it("are none for an event that the machine ignores", () => {
    const tracer = tracerOf(machine)
    const { snapshot } = tracer.start()
    expect(tracer.step(snapshot, { type: "door.knock" }).taken).toEqual([])
  })

  it("are traced from any earlier snapshot", () => {
    const tracer = tracerOf(machine)
    const { snapshot } = tracer.start()
    const first = tracer.step(snapshot, { type: "door.push" })
    const second = tracer.step(snapshot, { type: "door.push" })
    expect(second).toEqual(first)
  })

  it("run no effect", () => {
    let runs = 0
    const withEntry = setup({
      actions: {
        run: () => {
          runs += 1
        },
      },
    }).createMachine({
      id: "acting",
      entry: "run",
      on: { go: { actions: "run" } },
    })
    const tracer = tracerOf(withEntry)
    const { snapshot } = tracer.start()
    expect(tracer.step(snapshot, { type: "go" }).taken).toEqual(["acting|go|0"])
    expect(runs).toBe(0)
  })
})
