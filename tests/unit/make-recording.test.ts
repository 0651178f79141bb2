/** What a recording holds of the journal, the machines and the other actors, and when it is made. */
import {
  chainOf,
  hashOf,
  type Json,
  machinesOf,
  makeRecording,
  overallState,
  type RecordingSource,
  redactWith,
  rosterOf,
  type StoredSnapshot,
  stateHash,
} from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import {
  type Answer,
  gate,
  gateRecord,
  loanEvents,
  loanOf,
  machines,
  recordedOf,
  rules,
  sourceOf,
} from "../support/loan-desk.ts"

type Source = RecordingSource<{ readonly desk: string }, Answer>

const lent = { status: "active", value: "lent", children: {}, historyValue: {} }
const baseOf = (snapshot: Json, version = 2): StoredSnapshot => ({
  ...{ stream: "desk/loan", version, seq: 40, atMs: 5, snapshot },
})
const recordedBase = async (base: StoredSnapshot, id = "loan") => {
  const { streams } = await recordedOf([loanOf(id, loanEvents, base)])
  return streams.map(({ base: written, seq }) => [written, seq])
}

describe("a recording", () => {
  it("holds what each stream received, its state now, and what the project says", async () => {
    const [loan, branch] = [loanOf(), loanOf("branch.north", loanEvents.slice(0, 1))]
    const recording = await recordedOf([loan, branch])
    const { streams, roster, machines: hash, actors, ...rest } = recording
    expect(rest).toEqual({
      ...{ app: { version: "2.0.0", build: "b7" }, recordedAtMs: 9_000, scene: { desk: "north" } },
      state: overallState(streams),
    })
    const written = [loan, branch].map(({ stream, now }) => ({
      ...{ id: stream.id, scope: "desk", version: 2, base: null, seq: 0 },
      events: stream.rows.map(({ event }) => event),
      state: stateHash(now, rules.redact),
    }))
    expect(streams.map(({ chain: _, ...stream }) => stream)).toEqual(written)
    for (const [index, stream] of written.entries())
      expect(streams[index]?.chain).toEqual(await chainOf(rules, machines, stream))
    expect(streams.map(({ chain }) => chain?.events.length)).toEqual([4, 2])
    expect(actors).toEqual([])
    expect(roster).toEqual(rosterOf(["loan", "branch.north"].map((key) => ({ key, from: 0 }))))
    expect(hash).toBe(
      machinesOf(
        machines.map((entry) => ({ entry })),
        rules.redact,
      ),
    )
  })

  it("holds the actors without a journal, and counts their machines", async () => {
    const { actors, roster, machines: hash } = await recordedOf([loanOf()], [gateRecord()])
    expect(actors?.map(({ key, id, machine, page }) => [key, id, machine, page])).toEqual([
      ["gate#1", "gate", "gate", null],
    ])
    expect(roster).toEqual(
      rosterOf([
        { key: "loan", from: 0 },
        { key: "gate#1", from: 1_500 },
      ]),
    )
    const [loan] = machines
    expect(hash).toBe(machinesOf([...(loan ? [{ entry: loan }] : []), { entry: gate }], rules.redact))
  })

  it("begins a compacted stream with its snapshot, in the form of this release", async () => {
    const now = { ...lent, context: { book: "Emma", days: 14 } }
    expect(await recordedBase(baseOf(now))).toEqual([[now, 40]])
    const earlier = { ...lent, context: { book: "Emma", weeks: 2 } }
    expect(await recordedBase(baseOf(earlier, 1))).toEqual([[now, 40]])
    expect(await recordedBase(baseOf(null, 1))).toEqual([[null, 40]])
  })

  it("holds a snapshot that cannot be upcast as it is: its stream has no chain", async () => {
    const earlier = { ...lent, context: { book: "Emma", weeks: 2 } }
    expect(await recordedBase(baseOf(earlier, 1), "unknown")).toEqual([[earlier, 40]])
    expect(await recordedBase(baseOf("damaged", 1))).toEqual([["damaged", 40]])
    expect(await recordedBase(baseOf("Bearer 4539578763621486"))).toEqual([["[redacted]", 40]])
    const recording = await recordedOf([loanOf("unknown"), loanOf("loan", loanEvents, baseOf("damaged"))])
    expect(recording.streams.map(({ id, chain }) => [id, chain])).toEqual([
      ["unknown", undefined],
      ["loan", undefined],
    ])
    expect(recording.streams.every((stream) => !("chain" in stream))).toBe(true)
    const [loan] = machines
    expect(recording.machines).toBe(machinesOf(loan ? [{ entry: loan }] : [], rules.redact))
  })

  it("leaves out a stream whose actor is not there", async () => {
    const source = sourceOf([loanOf(), loanOf("branch.north")])
    const snapshotOf = (id: string) => (id === "loan" ? undefined : source.snapshotOf(id))
    const { streams } = await makeRecording(rules, { ...source, snapshotOf })
    expect(streams.map(({ id }) => id)).toEqual(["branch.north"])
  })

  it("masks events, beginning and state by the actor that they are of", async () => {
    const withoutBooks = redactWith({ names: ["book"] })
    const masking = {
      ...rules,
      maskOf: (actor: string) => (actor === "loan" ? withoutBooks : rules.redact),
    }
    const base = baseOf({ ...lent, context: { book: "Emma", days: 14 } })
    const first = loanEvents.slice(0, 1)
    const source = sourceOf([loanOf("loan", first, base), loanOf("branch.north", first, base)])
    const { streams } = await makeRecording(masking, source)
    const [loan, branch] = streams.map(({ chain: _, ...stream }) => JSON.stringify(stream))
    expect(loan).not.toContain("Emma")
    expect(branch).toContain("Emma")
    const masked = { status: "active", value: "lent", context: { book: "[redacted]", days: 14 } }
    expect(streams[0]?.state).toBe(hashOf(masked))
    expect(streams[1]?.state).toBe(hashOf({ ...masked, context: { book: "Emma", days: 14 } }))
  })
})

describe("the journal is read", () => {
  const [loan, branch] = [loanOf(), loanOf("branch.north")]
  const shorter = { ...loan.stream, rows: loan.stream.rows.slice(1) }
  const renamed = { ...loan.stream, name: "desk/other" }

  /** A source whose journal is another at each read; the last stays. */
  const changing = (...reads: readonly Awaited<ReturnType<Source["readJournal"]>>[]) => {
    let count = 0
    const source: Source = {
      ...sourceOf([loan, branch]),
      readJournal: () => {
        count += 1
        return Promise.resolve(reads[count - 1] ?? reads.at(-1) ?? [])
      },
    }
    return { source, reads: () => count }
  }

  it("twice where nothing moves", async () => {
    const { source, reads } = changing([loan.stream])
    await makeRecording(rules, source)
    expect(reads()).toBe(2)
  })

  it.each([
    ["an event", [shorter]],
    ["the name of a stream", [renamed]],
    ["the number of streams", [loan.stream, branch.stream]],
    ["the number of streams, with the first one gone", []],
    ["one of several streams", [shorter, branch.stream], [loan.stream, branch.stream]],
  ])("again where %s changed between two reads", async (_, before, after = [loan.stream]) => {
    const { source, reads } = changing(before, after)
    const { streams } = await makeRecording(rules, source)
    expect(reads()).toBe(4)
    expect(streams.map(({ events }) => events.length)).toEqual(after.map(({ rows }) => rows.length))
  })

  it("again while a machine moves, and 20 times at most", async () => {
    const { source, reads } = changing([branch.stream, loan.stream])
    let moves = 3
    const moving = (): AnyMachineSnapshot => (moves-- > 0 ? loanOf("loan", []).now : loan.now)
    const snapshotOf = (id: string) => (id === "loan" ? moving() : branch.now)
    const { streams } = await makeRecording(rules, { ...source, snapshotOf })
    expect(streams[1]?.state).toBe(stateHash(loan.now, rules.redact))
    expect(reads()).toBe(6)
    moves = Number.POSITIVE_INFINITY
    await expect(makeRecording(rules, { ...source, snapshotOf })).rejects.toThrow(
      "the machines moved during 20 reads of the journal",
    )
    expect(reads()).toBe(46)
  })

  it("and what rejects there rejects the recording", async () => {
    const readJournal = () => Promise.reject(new Error("there is no journal"))
    await expect(makeRecording(rules, { ...sourceOf([]), readJournal })).rejects.toThrow("no journal")
  })
})
