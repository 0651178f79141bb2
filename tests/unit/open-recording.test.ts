/** What a developer learns from a recording file: its verdict, step by step, or why it is refused. */
import {
  chainOf,
  type MachineEntry,
  machineEntry,
  machinesOf,
  mergeSteps,
  openRecording,
  type RecordedActor,
  type RecordedStream,
  rosterOf,
} from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import { assign, setup } from "xstate"
import {
  type Answer,
  type DeskRecording,
  GATE_SHUTS,
  gate,
  gateRecord,
  loanMachine,
  loanOf,
  loanStream,
  machines,
  recordedOf,
  rules,
} from "../support/loan-desk.ts"

const NO_HASH = "0".repeat(64)
const open = (recording: DeskRecording, own: readonly MachineEntry[] = machines) =>
  openRecording(rules, recording, own)

/** A recording of one stream and one actor. */
const recorded = () => recordedOf([loanOf()], [gateRecord()])

const changedStream = async (change: (stream: RecordedStream) => RecordedStream) => {
  const recording = await recorded()
  return { ...recording, streams: recording.streams.map(change) }
}
const changedActor = async (change: (actor: RecordedActor<Answer>) => RecordedActor<Answer>) => {
  const recording = await recorded()
  return { ...recording, actors: (recording.actors ?? []).map(change) }
}
const streamVerdict = async (change: (stream: RecordedStream) => RecordedStream) => {
  const { verdict } = await open(await changedStream(change))
  return { whole: verdict.isIdentical, ...verdict.streams[0] }
}
const unchained = ({ chain: _, ...stream }: RecordedStream): RecordedStream => stream

/** The stream as the first release recorded it, chained as it was read then. */
const ofFirstRelease = async (stream: RecordedStream): Promise<RecordedStream> => {
  const context = { book: "Emma", weeks: 2 }
  const earlier = {
    ...{ id: stream.id, scope: stream.scope, version: 1, seq: stream.seq, state: NO_HASH },
    base: { status: "active", value: "lent", context, children: {}, historyValue: {} },
    events: [
      { type: "loan.return", at: 1 },
      { type: "loan.lend", book: "Persuasion", weeks: 3, at: 2 },
    ],
  }
  const chain = await chainOf(rules, machines, earlier)
  return { ...earlier, ...(chain && { chain }) }
}

describe("an opened recording", () => {
  it("that is replayed unchanged is identical, in each stream, in each actor and as a whole", async () => {
    const recording = await recorded()
    const { verdict, hasSameMachines } = await open(recording)
    const same = { isIdentical: true, isChained: true, difference: null }
    const [stream, actor] = [recording.streams[0]?.state, recording.actors?.[0]?.state]
    expect(verdict).toEqual({
      ...{ isIdentical: true, roster: null, state: recording.state },
      streams: [{ id: "loan", events: 3, recorded: stream, replayed: stream, ...same }],
      actors: [{ id: "gate#1", events: 2, recorded: actor, replayed: actor, ...same }],
    })
    expect(hasSameMachines).toBe(true)
  })

  it("has the decoded events, what each begins with, and its part of the file", async () => {
    const recording = await recorded()
    const { streams, actors, recording: own } = await open(recording)
    const { stream, now } = loanOf()
    expect(streams).toMatchObject([{ id: "loan", state: recording.streams[0]?.state }])
    expect(streams[0]?.events).toEqual(
      stream.rows.map(({ event }) => ({ ...Object(event), version: undefined })),
    )
    expect([streams[0]?.entry, streams[0]?.from.value]).toEqual([machines[0], now.value])
    expect([streams[0]?.filed, actors[0]?.filed]).toEqual([recording.streams[0], recording.actors?.[0]])
    expect(own).toBe(recording)
  })

  it("merges the steps of streams and actors by their times", async () => {
    const { steps } = await open(await recorded())
    expect(steps.map(({ id, event, atMs }) => [id, event.type, atMs])).toEqual([
      ["loan", "loan.lend", 1_000],
      ["loan", "loan.renew", 1_000],
      ["gate#1", "gate.unlock", 1_501],
      ["gate#1", "gate.lock", 1_502],
      ["loan", "loan.return", 3_000],
    ])
  })

  it("of an earlier release, without actors, roster and chains, compares the ends", async () => {
    const { actors: _, roster: _roster, ...earlier } = await changedStream(unchained)
    const { verdict, actors } = await open(earlier)
    expect([verdict.isIdentical, verdict.roster, verdict.actors, actors]).toEqual([true, null, [], []])
    expect(verdict.streams).toMatchObject([{ isChained: false, isIdentical: true, difference: null }])
  })

  it("begins with the state that its file says", async () => {
    const context = { book: "Emma", days: 14 }
    const base = { status: "active", value: "lent", context, children: {}, historyValue: {} }
    const { streams } = await open(
      await changedStream((stream) => ({ ...stream, base, events: [{ type: "loan.renew", days: 1 }] })),
    )
    expect(streams[0]?.from).toMatchObject({ value: "lent", context })
  })
})

describe("a recording of an earlier version of its stream", () => {
  it("is upcast, and has no state to compare with, but each of its events", async () => {
    const earlier = await ofFirstRelease(firstOf(await recorded()))
    const opened = await open(await changedStream(() => earlier))
    const [stream] = opened.streams
    expect(stream?.from).toMatchObject({ value: "lent", context: { book: "Emma", days: 14 } })
    expect(stream?.events[1]).toEqual({ type: "loan.lend", book: "Persuasion", days: 21, at: 2 })
    expect(stream?.state).toBeNull()
    expect(opened.verdict.streams).toMatchObject([
      { isIdentical: null, recorded: null, isChained: true, difference: null },
    ])
  })

  it("is none of another release if only its states are chained differently", async () => {
    const earlier = await ofFirstRelease(firstOf(await recorded()))
    const states = (earlier.chain?.states ?? []).map(() => "0".repeat(12))
    const chain = { events: earlier.chain?.events ?? [], states }
    expect(await streamVerdict(() => ({ ...earlier, chain }))).toMatchObject({ isIdentical: null })
    const isOfThisVersion = (stream: RecordedStream) => ({
      ...stream,
      chain: { events: stream.chain?.events ?? [], states },
    })
    expect(await streamVerdict(isOfThisVersion)).toMatchObject({ isIdentical: false })
  })

  it("differs where one of its events is another", async () => {
    const earlier = await ofFirstRelease(firstOf(await recorded()))
    const events = [earlier.events[0], { type: "loan.lend", book: "Emma", weeks: 3, at: 2 }]
    expect(await streamVerdict(() => ({ ...earlier, events }))).toMatchObject({
      ...{ whole: false, isIdentical: false },
      difference: { step: 2, type: "loan.lend", what: "event" },
    })
  })

  it("is identical as a whole: nothing in it differs", async () => {
    const recording = await recorded()
    const streams = [await ofFirstRelease(firstOf(recording))]
    expect((await open({ ...recording, streams })).verdict.isIdentical).toBe(true)
  })
})

const firstOf = ({ streams: [stream] }: DeskRecording): RecordedStream => {
  if (!stream) throw new Error("the recording has no stream")
  return stream
}

describe("a changed recording", () => {
  it("differs where the recorded end is another, with or without a chain", async () => {
    const otherEnd = (stream: RecordedStream) => ({ ...stream, state: NO_HASH })
    for (const change of [otherEnd, (stream: RecordedStream) => otherEnd(unchained(stream))])
      expect(await streamVerdict(change)).toMatchObject({
        ...{ whole: false, isIdentical: false, recorded: NO_HASH, difference: null },
      })
    const { verdict } = await open(await changedActor((actor) => ({ ...actor, state: NO_HASH })))
    expect(verdict).toMatchObject({
      isIdentical: false,
      actors: [{ isIdentical: false, recorded: NO_HASH, difference: null }],
    })
  })

  it("differs where an event leads an actor elsewhere", async () => {
    const { verdict } = await open(
      await changedActor(({ chain, ...actor }) => ({
        ...actor,
        chain: { ...chain, states: chain.states.with(2, "0".repeat(12)) },
      })),
    )
    expect(verdict.actors).toMatchObject([
      { isIdentical: false, difference: { step: 2, type: "gate.lock", what: "state" } },
    ])
  })

  it("names the type of the first step that differs, and none where it is missing", async () => {
    const shorter = await streamVerdict((stream) => ({ ...stream, events: stream.events.slice(0, 2) }))
    expect(shorter.difference).toEqual({ step: 3, type: null, what: "event" })
    const began = await streamVerdict((stream) => ({ ...stream, seq: 7 }))
    expect(began.difference).toEqual({ step: 0, type: null, what: "event" })
    const { verdict } = await open(
      await changedActor(({ steps, ...actor }) => ({ ...actor, steps: steps.slice(1) })),
    )
    expect(verdict.actors[0]?.difference).toEqual({ step: 1, type: "gate.lock", what: "event" })
  })

  it("differs as a whole where a stream or an actor is missing, though the others are identical", async () => {
    const recording = await recorded()
    const { verdict } = await open({ ...recording, actors: [] })
    expect([verdict.isIdentical, verdict.roster]).toEqual([false, { key: "gate#1", what: "missing" }])
    expect(verdict.streams).toMatchObject([{ isIdentical: true }])
  })
})

describe("the machines of a recording", () => {
  it("are others where the recorded hash is another, or a chart is", async () => {
    const recording = await recorded()
    expect((await open({ ...recording, machines: NO_HASH })).hasSameMachines).toBe(false)
    const { config } = loanMachine
    const other = setup({}).createMachine({ ...Object(config), description: "as before" })
    const changed = setup({}).createMachine({ ...Object(config), on: { "loan.lose": {} } })
    const withMachine = (machine: typeof other) =>
      open(recording, [machineEntry("loan", machine, loanStream)])
    expect((await withMachine(other)).hasSameMachines).toBe(true)
    expect((await withMachine(changed)).hasSameMachines).toBe(false)
  })

  it("count once, in any order, however many actors each has", () => {
    const [loan, door] = [{ entry: { id: "loan", machine: loanMachine } }, { entry: gate }]
    const once = machinesOf([loan, door], rules.redact)
    expect(machinesOf([door, loan, door, loan], rules.redact)).toBe(once)
    expect(machinesOf([loan], rules.redact)).not.toBe(once)
  })
})

describe("a recording that cannot be replayed", () => {
  const base = { status: "active", value: "lent", context: { book: 5, days: 1 }, children: {} }
  const withEvent = (event: unknown) => (stream: RecordedStream) => ({
    ...stream,
    events: [null, event].slice(1),
  })

  it.each<[string, (stream: RecordedStream) => RecordedStream, string]>([
    ["of an unknown stream", (stream) => ({ ...stream, id: "desk" }), "unknown-stream: desk"],
    ["of version 0", (stream) => ({ ...stream, version: 0 }), "stream-version: loan: 0, 2"],
    ["of a later version", (stream) => ({ ...stream, version: 3 }), "stream-version: loan: 3, 2"],
    ["with an event of no schema", withEvent({ type: "loan.steal" }), "unknown-event: loan[0]"],
    [
      "with an event of a newer release",
      (stream) => ({ ...stream, events: [...stream.events, { type: "loan.return", at: 1, version: 2 }] }),
      "unknown-event: loan[3]",
    ],
    ["with a context of no schema", (stream) => ({ ...stream, base }), "bad-base: loan"],
  ])("%s is refused", async (_, change, message) => {
    await expect(open(await changedStream(change))).rejects.toThrow(message)
  })

  it("is refused where a machine has no stream, or two parts have one name", async () => {
    const recording = await recorded()
    const unjournaled = [machineEntry("loan", loanMachine, undefined)]
    await expect(open(recording, unjournaled)).rejects.toThrow("unknown-stream: loan")
    const twice = { ...recording, streams: [...recording.streams, ...recording.streams] }
    await expect(open(twice)).rejects.toThrow("malformed: loan twice")
    const same = await changedActor((actor) => ({ ...actor, key: "loan" }))
    await expect(open(same)).rejects.toThrow("malformed: loan twice")
  })

  it.each<[string, Partial<RecordedActor<Answer>>, string]>([
    ["an unknown machine", { machine: "desk" }, "unknown-stream: gate#1: desk"],
    ["an unknown event", { steps: [{ event: { type: "gate.steal" }, atMs: 1 }] }, "unknown-event: gate#1[0]"],
    [
      "an answer that this build cannot read",
      {
        steps: [
          { event: { type: "gate.lock" }, atMs: 1 },
          { event: { type: "gate.lock" }, atMs: 1, answer: { about: "bell", data: "unreadable" } },
        ],
      },
      "unknown-answer: gate#1[1]",
    ],
    [
      "a state that is none of its machine",
      { base: { status: "active", value: "ajar" } },
      "bad-base: gate#1",
    ],
  ])("is refused where an actor has %s", async (_, change, message) => {
    await expect(open(await changedActor((actor) => ({ ...actor, ...change })))).rejects.toThrow(message)
  })

  it.each([
    [new Error("the book is gone"), "unreplayable: loan: the book is gone"],
    ["a text", /^unreplayable: loan: $/],
  ])("is refused where its machine throws %s", async (cause, message) => {
    const fails = (): never => {
      throw cause
    }
    const failing = setup({}).createMachine({
      context: { book: null, days: 0 },
      on: { "loan.lend": { actions: assign({ book: fails }) } },
    })
    await expect(open(await recorded(), [machineEntry("loan", failing, loanStream)])).rejects.toThrow(message)
  })
})

describe("a failure that the file did not cause", () => {
  const offline = { ...loanStream, event: () => Promise.reject(new Error("the chunk is not there")) }
  const entry = machineEntry("loan", loanMachine, offline)

  it("is no refusal", async () => {
    const recording = await recorded()
    await expect(open(recording, [entry])).rejects.toThrow(/^the chunk is not there$/)
    await expect(chainOf(rules, [entry], firstOf(recording))).rejects.toThrow("the chunk is not there")
  })
})

describe("the chain of a stream", () => {
  it("is that which was written, and none where the stream cannot be opened", async () => {
    const stream = firstOf(await recorded())
    expect(await chainOf(rules, machines, stream)).toEqual(stream.chain)
    expect(stream.chain?.events).toHaveLength(4)
    expect(await chainOf(rules, machines, { ...stream, events: ["x"] })).toBeUndefined()
    expect(await chainOf(rules, [], stream)).toBeUndefined()
  })
})

describe("merged steps", () => {
  const merged = (...sources: Parameters<typeof mergeSteps>[0]) =>
    mergeSteps(sources).map(({ id, event, atMs }) => [id, event.type, atMs])
  const timed = (type: string, at: unknown) => ({ type, at })

  it("have the time that an event says, or that of the one before", () => {
    const events = [
      timed("1", 5),
      timed("2", "9"),
      timed("3", -9),
      timed("4", 0),
      { type: "5" },
      timed("6", 7),
    ]
    expect(merged({ id: "a", events })).toEqual([
      ...["1", "2", "3", "4", "5"].map((type) => ["a", type, 5]),
      ["a", "6", 7],
    ])
    expect(merged({ id: "a", events: [{ type: "1" }, timed("2", 1)] })).toEqual([
      ["a", "1", 0],
      ["a", "2", 1],
    ])
  })

  it("have the time at which they were received, where that is known", () => {
    const events = [timed("1", 5), timed("2", 50), timed("3", 6)]
    expect(merged({ id: "a", events, times: [20, 30] }, { id: "b", events: [timed("4", 25)] })).toEqual([
      ["a", "1", 20],
      ["b", "4", 25],
      ["a", "2", 30],
      ["a", "3", 30],
    ])
  })

  it("of the same time keep the order of their sources", () => {
    const [a, b] = ["a", "b"].map((id) => ({ id, events: [timed("1", 5), timed("2", 5)] }))
    expect(a && b && merged(a, b).map(([id]) => id)).toEqual(["a", "a", "b", "b"])
  })
})

it("an actor's delays are replayed as it received their ends", async () => {
  const events = [{ type: "gate.unlock", by: "Ada" }, { type: GATE_SHUTS }]
  const recording = await recordedOf([], [gateRecord({ events })])
  const { verdict, actors } = await open(recording)
  expect([verdict.isIdentical, actors[0]?.steps.map(({ event }) => event.type)]).toEqual([
    true,
    ["gate.unlock", GATE_SHUTS],
  ])
  expect(recording.roster).toEqual(rosterOf([{ key: "gate#1", from: 1_500 }]))
})
