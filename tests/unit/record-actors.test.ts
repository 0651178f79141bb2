/** Actors without a journal: what is written of each, within which limits, and what opens again. */
import {
  type ActorRecord,
  ANSWERS_MAX_CHARS,
  folded,
  foldOf,
  hashOf,
  openActor,
  RECORDED_ACTOR_LIMIT,
  RECORDED_STEP_LIMIT,
  type RecordedActor,
  RecordingRefused,
  recordActors,
} from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { type AnyStateMachine, assign, createActor, setup } from "xstate"
import { type Answer, GATE_SHUTS, gate, gateRecord, rules } from "../support/loan-desk.ts"

const record = (...records: readonly ActorRecord<Answer>[]) => recordActors(rules, records)
const recordOne = async (given: ActorRecord<Answer>): Promise<RecordedActor<Answer>> => {
  const [actor] = await record(given)
  if (!actor) throw new Error("the actor is not recorded")
  return actor
}
const withRules = (change: Partial<typeof rules.actors>) => ({
  ...rules,
  actors: { ...rules.actors, ...change },
})
const lock = { type: "gate.lock" }
const locks = (count: number) => Array.from({ length: count }, () => lock)

describe("a recorded actor", () => {
  it("has its steps in order, each with its time and its answer, and both ends", async () => {
    const answers = [undefined, { about: "bell", data: "rung" }]
    const actor = await recordOne({ ...gateRecord({ answers }), id: "gate:north", page: "p1" })
    const { chain, ...rest } = actor
    const by = "[redacted]"
    expect(rest).toEqual({
      ...{ key: "gate#1", id: "gate:north", machine: "gate", page: "p1", startedAtMs: 1_500 },
      steps: [
        { event: { type: "gate.unlock", by: "Ada" }, atMs: 1_501 },
        { event: lock, atMs: 1_502, answer: { about: "bell", data: "rung" } },
      ],
      base: {
        ...{ status: "active", value: { lock: "shut", bell: {} }, context: { by: null } },
        ...{ children: {}, historyValue: {} },
      },
      state: hashOf({ status: "active", value: { lock: "shut", bell: {} }, context: { by: "Ada" } }),
    })
    expect(chain.events).toHaveLength(3)
    const masked = await recordOne(gateRecord({ answers }))
    expect([masked.page, masked.steps[0]?.event]).toEqual([null, { type: "gate.unlock", by }])
    expect(masked.state).toBe(
      hashOf({ status: "active", value: { lock: "shut", bell: {} }, context: { by } }),
    )
  })

  it("masks what it begins with, and lets its answers be masked", async () => {
    const from = gate.pure.step(gate.pure.initial(), { type: "gate.unlock", ...{ by: "Ada" } })
    const about = (mask: (value: unknown) => unknown) => ({ about: JSON.stringify(mask({ by: "Ada" })) })
    const given = { ...gateRecord({ events: [lock] }), from, answers: new Map([[0, about]]) }
    const actor = await recordOne(given)
    expect(actor.base).toMatchObject({ context: { by: "[redacted]" } })
    expect(actor.steps[0]?.answer).toEqual({ about: '{"by":"[redacted]"}' })
  })

  it("that its page stopped has the state that it had before, and one that ended its own", async () => {
    const actor = createActor(gate.machine).start()
    for (const event of [{ type: "gate.unlock", by: "Ada" }, lock]) actor.send(event)
    const running = { ...gateRecord(), now: actor.getSnapshot() }
    actor.stop()
    const stopped = { ...running, now: actor.getSnapshot() }
    expect([running.now.status, stopped.now.status]).toEqual(["active", "stopped"])
    expect((await recordOne(stopped)).state).toBe((await recordOne(running)).state)
    const machine = setup({}).createMachine({
      ...{ context: { by: null }, initial: "open" },
      states: { open: { on: { "gate.lock": "gone" } }, gone: { type: "final" } },
    })
    const pure = foldOf<AnyStateMachine>(machine, undefined)
    const from = pure.initial()
    const ended = { ...gateRecord({ events: [lock] }), from, now: pure.step(from, lock) }
    const [done] = await recordActors(withRules({ machineOf: () => ({ ...gate, machine, pure }) }), [ended])
    expect(done?.state).toBe(hashOf({ status: "done", value: "gone", context: { by: null } }))
  })

  it("is left out where it could not be opened again, and the others stay", async () => {
    const stray = gateRecord({ key: "gate#2", events: [{ type: "gate.steal" }] })
    const all = [gateRecord(), stray, gateRecord({ key: "gate#3" })]
    expect((await record(...all)).map(({ key }) => key)).toEqual(["gate#1", "gate#3"])
  })

  it("is of a machine that the project records", async () => {
    const { machine: _, ...rest } = gateRecord({ key: "other" })
    const other = { ...rest, machine: setup({}).createMachine({ id: "other" }) }
    expect((await record(gateRecord(), other)).map(({ key }) => key)).toEqual(["gate#1"])
  })

  it("passes on a failure that is not of the actor", async () => {
    let isAsked = false
    const machineOf = () => {
      if (isAsked) throw new TypeError("a rule of the project is wrong")
      isAsked = true
      return gate
    }
    await expect(recordActors(withRules({ machineOf }), [gateRecord()])).rejects.toThrow(
      "a rule of the project is wrong",
    )
  })
})

describe("the recorded actors are", () => {
  it("the newest, in the order in which they started", async () => {
    const many = Array.from({ length: RECORDED_ACTOR_LIMIT + 1 }, (_, index) =>
      gateRecord({ key: `gate#${index}`, events: [] }),
    )
    expect((await record(...many)).map(({ key }) => key)).toEqual(many.slice(1).map(({ key }) => key))
    expect(await record(...many.slice(1))).toHaveLength(RECORDED_ACTOR_LIMIT)
  })

  it("those with 20 000 steps together, and none that is older than one too many", async () => {
    const oldest = gateRecord({ key: "oldest", events: [] })
    const older = (count: number) => gateRecord({ key: "older", events: locks(count) })
    const newer = gateRecord({ key: "newer", events: locks(5_000) })
    const within = await record(oldest, older(RECORDED_STEP_LIMIT - 5_000), newer)
    expect(within.map(({ key }) => key)).toEqual(["oldest", "older", "newer"])
    const beyond = await record(oldest, older(RECORDED_STEP_LIMIT - 4_999), newer)
    expect(beyond.map(({ key }) => key)).toEqual(["newer"])
  })
})

describe("recorded answers", () => {
  /** An answer that is so long as JSON. */
  const answerOf = (chars: number): Answer => {
    const empty = JSON.stringify({ about: "bell", data: "" }).length
    return { about: "bell", data: "x".repeat(chars - empty) }
  }
  const half = ANSWERS_MAX_CHARS / 2
  const keptOf = (actors: readonly RecordedActor<Answer>[]) =>
    actors.map(({ steps }) => steps.map(({ answer }) => answer?.data !== undefined))

  it("have 8 MiB together; of more the oldest lose their data", async () => {
    const of = async (first: number) =>
      keptOf(await record(gateRecord({ answers: [answerOf(first), answerOf(half)] })))
    expect(await of(half)).toEqual([[true, true]])
    expect(await of(half + 1)).toEqual([[false, true]])
  })

  it("share that among the actors", async () => {
    const older = (chars: number) => gateRecord({ key: "older", answers: [answerOf(chars)] })
    const newer = gateRecord({ key: "newer", answers: [answerOf(half)] })
    expect(keptOf(await record(older(half), newer))).toEqual([
      [true, false],
      [true, false],
    ])
    expect(keptOf(await record(older(half + 1), newer))).toEqual([
      [false, false],
      [true, false],
    ])
  })

  it("leave room that one without data did not take", async () => {
    const answers = [answerOf(half), answerOf(ANSWERS_MAX_CHARS + 1)]
    expect(keptOf(await record(gateRecord({ answers })))).toEqual([[true, false]])
  })

  it("have no data that could not be read again", async () => {
    const actor = await recordOne(gateRecord({ answers: [{ about: "bell", data: "unreadable" }] }))
    expect(actor.steps[0]?.answer).toEqual({ about: "bell" })
  })
})

describe("an opened actor", () => {
  const opened = async (change: Partial<RecordedActor<Answer>> = {}) => {
    const actor = await recordOne(gateRecord({ answers: [{ about: "bell", data: "rung" }] }))
    return openActor(rules, { ...actor, ...change })
  }
  const withEvent = (event: unknown) => opened({ steps: [{ event, atMs: 5 }] })

  it("has its decoded steps, its beginning and its part of the file", async () => {
    const { from, filed, entry, ...rest } = await opened()
    expect(rest).toEqual({
      ...{ key: "gate#1", id: "gate", page: undefined, startedAtMs: 1_500 },
      steps: [
        { event: { type: "gate.unlock", by: "[redacted]" }, atMs: 1_501, answer: "rung" },
        { event: lock, atMs: 1_502, answer: undefined },
      ],
    })
    expect([from.value, entry, filed.key]).toEqual([{ lock: "shut", bell: {} }, gate, "gate#1"])
    expect((await opened({ page: "p1" })).page).toBe("p1")
  })

  it("begins with the state that its file says", async () => {
    const value = { lock: "open", bell: {} }
    const base = { status: "active", value, context: { by: "Eve" }, children: {}, historyValue: {} }
    expect((await opened({ base })).from).toMatchObject({ value, context: { by: "Eve" } })
  })

  it("takes the end of a delay of its machine, and no other", async () => {
    const { steps } = await withEvent({ type: GATE_SHUTS, more: "x" })
    expect(steps).toEqual([{ event: { type: GATE_SHUTS }, atMs: 5, answer: undefined }])
    for (const event of [
      { type: "xstate.after.2000.gate.lock.open" },
      { type: `not.${GATE_SHUTS}` },
      { type: 5 },
      { ...lock, type: "gate.steal" },
      {},
      null,
      "gate.lock",
    ])
      await expect(withEvent(event)).rejects.toThrow(/^unknown-event: gate#1\[0\]$/)
  })

  it("is refused with the reason", async () => {
    await expect(opened({ machine: "desk" })).rejects.toThrow(/^unknown-stream: gate#1: desk$/)
    await expect(opened({ base: null })).rejects.toThrow(/^bad-base: gate#1$/)
    const unreadable = { event: lock, atMs: 5, answer: { about: "bell", data: "unreadable" } }
    await expect(opened({ steps: [{ event: lock, atMs: 5 }, unreadable] })).rejects.toThrow(
      /^unknown-answer: gate#1\[1\]$/,
    )
  })

  it("is chained from its key, id, machine, page, start and beginning on", async () => {
    const actor = await recordOne(gateRecord())
    const { events } = actor.chain
    expect(events[0]).toBe(
      hashOf(["gate#1", 1_500, ["gate", "gate", null, JSON.parse(JSON.stringify(actor.base))]]).slice(0, 12),
    )
    expect(events[2]).toBe(hashOf([events[1] ?? "", { event: lock, atMs: 1_502 }]).slice(0, 12))
  })

  it.each([
    [new Error("the bell is gone"), "the bell is gone"],
    ["a text", ""],
  ])("is refused where its machine throws %s", async (cause, message) => {
    const fails = (): never => {
      throw cause
    }
    const failing = setup({}).createMachine({
      context: { by: null },
      on: { "gate.lock": { actions: assign({ by: fails }) } },
    })
    const from = { status: "active", value: {}, context: { by: null }, children: {}, historyValue: {} }
    const machineOf = () => ({ ...gate, machine: failing, pure: foldOf(failing, undefined) })
    const actor = { ...(await recordOne(gateRecord({ events: [lock] }))), base: from }
    const open = await openActor(withRules({ machineOf }), actor)
    expect(() => folded(open, rules.redact)).toThrow(
      new RecordingRefused("unreplayable", `gate#1: ${message}`),
    )
  })
})
