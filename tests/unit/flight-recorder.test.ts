import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { AnyMachineSnapshot } from "xstate"
import { run } from "../../scripts/run.ts"
import { createPast, type Resident } from "../../src/actors/past.ts"
import type { WrittenStream } from "../../src/actors/watcher.ts"
import { canonical, hashOf, stateHash } from "../../src/inspect/fingerprint.ts"
import { record } from "../../src/inspect/record.ts"
import {
  type Recording,
  RecordingRefused,
  readRecording,
  writeRecording,
} from "../../src/inspect/recording.ts"
import { mergeSteps, openRecording } from "../../src/inspect/replay.ts"
import { redact } from "../../src/journal/codec.ts"
import { openOrder } from "../support/money-words.ts"

const KEY = "0b0f4a52-6f3c-4c5f-8a50-0d3f0a9a1a11"
const orderEvents = [
  openOrder("v1"),
  { type: "order.change", field: "stake", value: "10000", at: 2 },
  { type: "order.leave", field: "stake", at: 3 },
  { type: "order.back", at: 9 },
]
const watchEvents = [
  { type: "watchlist.add", symbol: "AAPL", at: 1 },
  { type: "watchlist.show", symbol: "MSFT", visit: null, at: 5 },
]

let residents: readonly Resident[] = []
let folder = ""
beforeAll(async () => {
  ;({ residents } = await createPast())
  folder = mkdtempSync(join(tmpdir(), "recording-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const residentOf = (id: string): Resident => {
  const found = residents.find((one) => one.id === id)
  if (!found) throw new Error(`nobody is called ${id}`)
  return found
}

const streamOf = (id: string, events: readonly { readonly type: string }[]): WrittenStream => {
  const name = `member:ada/${id}`
  const rows = events.map((event, index) => ({ stream: name, seq: index + 1, event: redact(event) }))
  return { id, name, scope: "member", version: 1, base: null, rows }
}

const recordedOf = (...written: readonly WrittenStream[]): Promise<Recording> => {
  const states = new Map(
    written.map(({ id, rows }) => {
      const { pure } = residentOf(id)
      const events = rows.map(({ event }) => JSON.parse(JSON.stringify(event)))
      return [id, events.reduce<AnyMachineSnapshot>(pure.step, pure.initial())] as const
    }),
  )
  return record({
    written: () => Promise.resolve(written),
    stateOf: (id) => states.get(id),
    residents,
    build: "test",
    look: { locale: "en", theme: "system", isMember: true },
    nowMs: 10,
  })
}

const reasonOf = async (text: string): Promise<string> => {
  try {
    await openRecording(readRecording(text), residents)
    return "opened"
  } catch (error) {
    return error instanceof RecordingRefused ? error.reason : String(error)
  }
}

/** The file with its body changed, and a checksum that fits: as somebody would forge it. */
const forged = async (change: (body: Recording) => object): Promise<string> => {
  const recording = await recordedOf(streamOf("order", orderEvents))
  const body = redact(change(recording))
  return JSON.stringify({ format: "financial-links.recording", version: 1, checksum: hashOf(body), body })
}

const firstOf = ({ streams }: Recording) => {
  const [stream] = streams
  if (!stream) throw new Error("nothing was recorded")
  return stream
}

describe("hashes", () => {
  it("are SHA-256, whatever the text", () => {
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

  it("do not depend on the order of names", () => {
    expect(canonical({ b: [{ d: 1, c: null }], a: "x" })).toBe('{"a":"x","b":[{"c":null,"d":1}]}')
    expect(hashOf({ a: 1, b: 2 })).toBe(hashOf({ b: 2, a: 1 }))
    expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }))
  })
})

describe("a recording", () => {
  it("replays to the identical state, stream by stream and as a whole", async () => {
    const recording = await recordedOf(streamOf("order", orderEvents), streamOf("watchlist", watchEvents))
    const opened = await openRecording(readRecording(writeRecording(recording)), residents)
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

  it("goes on from the state that earlier events were let go for", async () => {
    const { pure } = residentOf("watchlist")
    const before = pure.step(pure.initial(), { type: "watchlist.add", symbol: "TSLA", at: 1 })
    const end = watchEvents.reduce<AnyMachineSnapshot>(pure.step, before)
    const kept = { stream: "s", version: 1, seq: 500, atMs: 1, snapshot: redact(pure.persist(before)) }
    const stream = { ...streamOf("watchlist", watchEvents), base: kept }
    const recording = await record({
      written: () => Promise.resolve([stream]),
      stateOf: () => end,
      residents,
      build: "test",
      look: { locale: "en", theme: "system", isMember: true },
      nowMs: 10,
    })
    expect(firstOf(recording).seq).toBe(500)
    const { verdict } = await openRecording(readRecording(writeRecording(recording)), residents)
    expect(verdict.isIdentical).toBe(true)
  })

  it("tells when the end is another one", async () => {
    const text = await forged((body) => {
      const stream = firstOf(body)
      const events = stream.events.slice(0, 2)
      return { ...body, streams: [{ ...stream, events }] }
    })
    const { verdict } = await openRecording(readRecording(text), residents)
    expect([verdict.isIdentical, verdict.streams[0]?.isIdentical]).toEqual([false, false])
  })

  it("is read again while a machine moves, and given up when none stands still", async () => {
    const { pure } = residentOf("watchlist")
    let moves = 3
    const scene = {
      written: () => Promise.resolve([streamOf("watchlist", [])]),
      stateOf: () =>
        moves-- > 0
          ? pure.step(pure.initial(), { type: "watchlist.add", symbol: `S${moves}`, at: 1 })
          : still,
      residents,
      build: "test",
      look: { locale: "en", theme: "system", isMember: true } as const,
      nowMs: 10,
    }
    const still = pure.initial()
    expect(firstOf(await record(scene)).state).toBe(stateHash(still))
    moves = Number.POSITIVE_INFINITY
    await expect(record(scene)).rejects.toThrow("stand still")
  })

  it("holds no secret that found its way into an event", async () => {
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

describe("a file from a stranger", () => {
  it("is refused with the reason", async () => {
    const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
    expect(await reasonOf(text)).toBe("opened")
    expect(await reasonOf(text.slice(0, -40))).toBe("truncated")
    expect(await reasonOf("")).toBe("truncated")
    expect(await reasonOf("[]")).toBe("foreign")
    expect(await reasonOf('{"format":"har"}')).toBe("foreign")
    expect(await reasonOf(text.replace('"version": 1', '"version": 2'))).toBe("newer")
    for (const version of ["0", "-1", "0.5", '"1"', "null"])
      expect(await reasonOf(text.replace('"version": 1', `"version": ${version}`))).toBe("foreign")
    expect(await reasonOf(text.replace('"version": 1', '"version": 9007199254740991'))).toBe("newer")
    expect(await reasonOf(text.replace('"10000"', '"90000"'))).toBe("altered")
    expect(await reasonOf("x".repeat(64 * 1024 * 1024 + 1))).toBe("too-large")
  })

  it("is refused wherever it breaks off, and wherever it is altered", async () => {
    const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
    for (let end = 0; end < text.trimEnd().length; end += 100)
      expect(await reasonOf(text.slice(0, end))).toBe("truncated")
    const body = text.indexOf('"body"')
    for (let index = body; index < text.length; index += 100) {
      const other = `${text.slice(0, index)}7${text.slice(index + 1)}`
      if (other !== text) expect(await reasonOf(other)).toMatch(/^(truncated|foreign|altered)$/)
    }
  })

  it("is refused where it goes deeper than anything that walks it could", async () => {
    const head = '{"format":"financial-links.recording","version":1,"checksum":"a","body":'
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const)
      expect(await reasonOf(`${head}${open.repeat(100_000)}1${close.repeat(100_000)}}`)).toBe("malformed")
  })

  it("touches nothing else by the names that it uses, and writes nothing but text to a terminal", async () => {
    const body = (change: string) =>
      forged((recording) => JSON.parse(JSON.stringify(recording).replace(/^\{/, `{${change},`)))
    expect(await reasonOf(await body('"__proto__":{"isMember":true}'))).toBe("opened")
    expect(await reasonOf(await body('"constructor":{"prototype":{"isMember":true}}'))).toBe("opened")
    expect(Reflect.get({}, "isMember")).toBe(undefined)
    expect(new RecordingRefused("foreign", "\u001b[2Jgone\r\n").message).toBe("foreign:  [2Jgone ")
  })

  it("is refused for what it holds, although its checksum fits", async () => {
    const changing = (change: object) => (body: Recording) => ({
      ...body,
      streams: [{ ...firstOf(body), ...change }],
    })
    expect(await reasonOf(await forged(changing({ id: "constructor" })))).toBe("malformed")
    expect(await reasonOf(await forged((body) => ({ ...body, streams: 1 })))).toBe("malformed")
    expect(await reasonOf(await forged((body) => ({ ...body, state: "0".repeat(64) })))).toBe("malformed")
    expect(await reasonOf(await forged(changing({ version: 2 })))).toBe("stream-version")
    expect(await reasonOf(await forged(changing({ base: { status: "active" } })))).toBe("bad-base")
    expect(
      await reasonOf(await forged(changing({ base: { status: "active", value: "nowhere", context: {} } }))),
    ).toBe("bad-base")
    const { context } = residentOf("order").pure.initial()
    const left = { status: "active", value: "closed", context, children: {}, historyValue: {} }
    expect(await reasonOf(await forged(changing({ base: left })))).toBe("opened")
    for (const change of [
      { status: "error" },
      { status: {} },
      { value: "constructor" },
      { value: "__proto__" },
      { value: [] },
      { value: { editing: "valueOf" } },
      { value: { editing: "drafting", closed: {} } },
      { children: { a: null } },
      { context: { ...context, more: 1 } },
    ])
      expect(await reasonOf(await forged(changing({ base: { ...left, ...change } })))).toBe("bad-base")
    const torn = { ...left, value: { editing: "drafting" }, context: { ...context, touched: 5 } }
    const events = [{ type: "order.leave", field: "stake", at: 3 }]
    expect(await reasonOf(await forged(changing({ base: torn, events })))).toBe("unreplayable")
    for (const event of [
      { type: "order.steal", at: 1 },
      { type: "order.change", field: "stake", value: 5, at: 1 },
      "x",
      null,
    ])
      expect(await reasonOf(await forged(changing({ events: [event] })))).toBe("unknown-event")
  })

  it("of any content never opens or throws anything but a refusal", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(await reasonOf(JSON.stringify(value))).toMatch(/^(foreign|truncated)$/)
      }),
    )
  })
})

it("merges streams by time and never turns one around", () => {
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

it("is replayed without a browser", { timeout: 60_000 }, async () => {
  const good = join(folder, "good.json")
  const bad = join(folder, "bad.json")
  const text = writeRecording(await recordedOf(streamOf("order", orderEvents)))
  writeFileSync(good, text)
  writeFileSync(bad, text.replace(KEY, "").slice(1))
  const replay = (...args: readonly string[]) =>
    run("node", ["scripts/replay.ts", ...args], { timeoutMs: 30_000 })
  const [done, steps, refused, usage] = [
    await replay(good),
    await replay(good, "--steps"),
    await replay(bad),
    await replay(),
  ]
  expect([done.code, done.output]).toEqual([0, expect.stringContaining("identical")])
  expect(steps.output).toContain("order.change  → order: ")
  expect([refused.code, refused.output]).toEqual([2, expect.stringContaining("Refused, truncated")])
  expect(usage.code).toBe(2)
})
