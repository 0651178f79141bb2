import { describe, expect, it } from "vitest"
import {
  createCallLog,
  type LoggedCall,
  readEarlierCalls,
  TEXT_MAX_CHARS,
  writeEarlierCalls,
} from "../../src/devtools/call-log.ts"

const storageOf = () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  }
  return { kept, open: () => storage }
}

const call = (endpoint: string, envelope: string = ""): LoggedCall => ({
  key: endpoint,
  endpoint,
  method: "GET",
  request: {},
  startedAtMs: 1,
  attempts: [{ status: 200, bytes: envelope.length, afterMs: 5, envelope }],
  tries: 1,
  outcome: "success",
  tookMs: 6,
  isEarlier: false,
})

describe("the calls before a reload", () => {
  it("are those of the last document, marked, below the new ones", () => {
    const { open } = storageOf()
    writeEarlierCalls(open, [call("second"), call("first")])
    const calls = createCallLog(() => 2, readEarlierCalls(open)).list()
    expect(calls.map(({ endpoint, isEarlier }) => [endpoint, isEarlier])).toEqual([
      ["second", true],
      ["first", true],
    ])
    expect(new Set(calls.map(({ key }) => key)).size).toBe(2)
  })

  it("are the newest that fit into the limit", () => {
    const { open, kept } = storageOf()
    const calls = Array.from({ length: 60 }, (_, index) => call(`e${index}`, "x".repeat(10_000)))
    writeEarlierCalls(open, calls)
    const read = readEarlierCalls(open)
    expect(read[0]?.endpoint).toBe("e0")
    expect(read.length).toBeGreaterThan(30)
    expect(read.length).toBeLessThan(60)
    for (const text of kept.values()) expect(text.length).toBeLessThan(TEXT_MAX_CHARS + 1_000)
  })

  it("are none after the console was turned off, in a full storage, or where something else is stored", () => {
    const { open, kept } = storageOf()
    writeEarlierCalls(open, [call("first")])
    for (const name of kept.keys()) kept.set(name, '[{"endpoint":5}]')
    expect(readEarlierCalls(open)).toEqual([])
    writeEarlierCalls(open, [])
    expect(kept.size).toBe(0)
    const full = () => ({
      ...open(),
      setItem: () => {
        throw new Error("QuotaExceededError")
      },
    })
    expect(() => writeEarlierCalls(full, [call("first")])).not.toThrow()
  })
})
