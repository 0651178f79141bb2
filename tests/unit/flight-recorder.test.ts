import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import { mergeSteps } from "../../packages/journal/src/open-recording.ts"
import { canonical, hashOf, stateHash } from "../../packages/journal/src/state-hash.ts"
import { makeRecording, openRecording, readRecording, writeRecording } from "../../src/devtools/recordings.ts"
import { redact } from "../../src/journal/redact.ts"
import {
  firstOf,
  forged,
  machineEntryOf,
  machines,
  orderEvents,
  recordedOf,
  streamOf,
} from "../support/recordings.ts"

const watchEvents = [
  { type: "watchlist.add", symbol: "AAPL", at: 1 },
  { type: "watchlist.show", symbol: "MSFT", visit: null, at: 5 },
]

describe("hashes", () => {
  it("are SHA-256 of any text", () => {
    for (const text of [
      "",
      "abc",
      "ä€😀",
      "x".repeat(55),
      "x".repeat(56),
      "x".repeat(64),
      "x".repeat(100_001),
    ])
      expect(hashOf(text)).toBe(createHash("sha256").update(JSON.stringify(text)).digest("hex"))
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
        expect(hashOf(text)).toBe(createHash("sha256").update(JSON.stringify(text)).digest("hex"))
      }),
    )
  })

  it("do not depend on the order of keys", () => {
    expect(canonical({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }))
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }))
  })
})

describe("a recording", () => {
  it("replays to the identical state, stream by stream and as a whole", async () => {
    const recording = await recordedOf(streamOf("order", orderEvents), streamOf("watchlist", watchEvents))
    const opened = await openRecording(readRecording(writeRecording(recording)), machines)
    const { verdict } = opened
    expect(opened.hasSameMachines).toBe(true)
    expect(verdict.streams.map(({ id, events, isIdentical }) => [id, events, isIdentical])).toEqual([
      ["order", 4, true],
      ["watchlist", 2, true],
    ])
    expect([verdict.isIdentical, verdict.state]).toEqual([true, recording.state])
    expect(opened.steps.map(({ event }) => event.type)).toEqual([
      "watchlist.add",
      "watchlist.show",
      "order.open",
      "order.change",
      "order.leave",
      "order.back",
    ])
  })

  it("starts from the base snapshot of a compacted stream", async () => {
    const { pure } = machineEntryOf("watchlist")
    const before = pure.step(pure.initial(), { type: "watchlist.add", symbol: "TSLA", at: 1 })
    const end = watchEvents.reduce<AnyMachineSnapshot>(pure.step, before)
    const kept = { stream: "s", version: 1, seq: 500, atMs: 1, snapshot: redact(pure.persist(before)) }
    const stream = { ...streamOf("watchlist", watchEvents), base: kept }
    const recording = await makeRecording({
      readJournal: () => Promise.resolve([stream]),
      snapshotOf: () => end,
      actors: () => [],
      machines,
      build: "test",
      scene: { locale: "en", theme: "system", isMember: true },
      nowMs: 10,
    })
    expect(firstOf(recording).seq).toBe(500)
    const { verdict } = await openRecording(readRecording(writeRecording(recording)), machines)
    expect(verdict.isIdentical).toBe(true)
  })

  it("reports a different end", async () => {
    const text = await forged((body) => {
      const stream = firstOf(body)
      const events = stream.events.slice(0, 2)
      return { ...body, streams: [{ ...stream, events }] }
    })
    const { verdict } = await openRecording(readRecording(text), machines)
    expect([verdict.isIdentical, verdict.streams[0]?.isIdentical]).toEqual([false, false])
  })

  it("is read again while a machine moves, and fails if it moves all the time", async () => {
    const { pure } = machineEntryOf("watchlist")
    let moves = 3
    const source = {
      readJournal: () => Promise.resolve([streamOf("watchlist", [])]),
      snapshotOf: () =>
        moves-- > 0
          ? pure.step(pure.initial(), { type: "watchlist.add", symbol: `S${moves}`, at: 1 })
          : still,
      actors: () => [],
      machines,
      build: "test",
      scene: { locale: "en", theme: "system", isMember: true } as const,
      nowMs: 10,
    }
    const still = pure.initial()
    expect(firstOf(await makeRecording(source)).state).toBe(stateHash(still, redact))
    moves = Number.POSITIVE_INFINITY
    await expect(makeRecording(source)).rejects.toThrow("machines moved")
  })

  it("holds no secret that an event contains", async () => {
    const stray = {
      type: "watchlist.add",
      symbol: "4111111111111111",
      token: "tok-canary",
      password: "pw-canary",
      at: 1,
    }
    const recording = await recordedOf(streamOf("watchlist", [stray]))
    expect(writeRecording(recording)).not.toMatch(/4111111111111111|tok-canary|pw-canary/)
  })
})

it("merges streams by time and keeps the order within each", () => {
  const timed = (type: string, at: number) => ({ type, at })
  const steps = mergeSteps([
    { id: "a", events: [timed("1", 5), timed("2", 3), { type: "3" }] },
    { id: "b", events: [timed("4", 4)] },
  ])
  expect(steps.map(({ event, atMs }) => [event.type, atMs])).toEqual([
    ["4", 4],
    ["1", 5],
    ["2", 5],
    ["3", 5],
  ])
})
