import { describe, expect, it } from "vitest"
import { RECONCILE_DELAYS_MS } from "../../src/domain/limits.ts"
import {
  concernsOperation,
  doubtOf,
  isSame,
  jobWith,
  keyTimeMs,
  OPERATIONS,
  queryPause,
  resolvedBy,
  startedWithKey,
  tokenPause,
} from "../../src/domain/operation.ts"

const fresh = { key: null, usedKeys: [], failure: null }

describe("an operation that moves money", () => {
  it("is put into the outbox with its key, and only once it was confirmed", () => {
    expect(jobWith("deposit", { key: "k", visit: "v" }, { amount: "1.00" })).toEqual({
      ...{ key: "k", visit: "v", intent: { operation: "deposit", amount: "1.00" } },
    })
    expect(() => jobWith("deposit", { key: null, visit: "v" }, { amount: "1.00" })).toThrow()
    expect(() => jobWith("deposit", { key: "k", visit: "v" }, null)).toThrow()
  })

  it("is asked for by its key", () => {
    expect(doubtOf({ context: { key: "k", visit: "v" } })).toEqual({ key: "k", visit: "v" })
    expect(doubtOf({ context: { key: null, visit: null } })).toEqual({ key: "", visit: null })
  })

  it("is concerned by the facts of its own key alone", () => {
    expect(concernsOperation({ type: "order.accepted", key: "k" }, { key: "k" })).toBe(true)
    expect(concernsOperation({ type: "order.accepted", key: "j" }, { key: "k" })).toBe(false)
    expect(concernsOperation({ type: "order.change" }, { key: "k" })).toBe(false)
  })

  it.each([
    ["order.accepted", "accepted"],
    ["order.refused", "refused"],
    ["order.voided", "notPlaced"],
  ])("that ends by %s was %s", (type, outcome) => {
    expect(OPERATIONS.map((operation) => resolvedBy(operation, "v", { type }))).toEqual(
      ["order", "order-close", "deposit", "withdrawal"].map((operation) => ({
        ...{ type: "operation.found", operation, outcome, visit: "v" },
      })),
    )
  })

  it("waits longer from question to question, then always as long", () => {
    const pause = (attempt: number) => queryPause({ context: { key: "k", attempt } })
    expect(pause(1)).toEqual({ key: "k", delayMs: 500 })
    const delays = [1, 2, 3, 4, 5, 6, 60].map((attempt) => pause(attempt).delayMs)
    expect(delays).toEqual([...RECONCILE_DELAYS_MS, 8_000, 8_000])
    expect(pause(0).delayMs).toBe(500)
    expect(tokenPause({ context: { key: "k", attempt: 1 } })).toEqual({ key: "k", delayMs: 8_000 })
  })

  it("begins without the failure of the one before, whose key it remembers", () => {
    const first = startedWithKey("k1", fresh)
    expect(first).toEqual({ key: "k1", usedKeys: ["k1"], failure: null })
    const failed = { ...first, failure: { reason: "order.slippage" } }
    expect(startedWithKey("k2", failed)).toEqual({ key: "k2", usedKeys: ["k1", "k2"], failure: null })
  })

  it("remembers 32 keys, the newest last", () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
    const last = keys.reduce((memory, key) => startedWithKey(key, memory), startedWithKey("first", fresh))
    expect(last).toEqual({ key: "key 39", usedKeys: keys.slice(8), failure: null })
  })
})

it.each([
  [{ a: 1 }, { a: 1 }, true],
  [{ a: 1 }, { a: 2 }, false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, false],
  [Number.NaN, null, true],
  [undefined, undefined, true],
  [null, 0, false],
])("%j and %j are the same as JSON: %s", (one, other, same) => {
  expect(isSame(one, other)).toBe(same)
})

it("one value is the same as itself, even where it has no JSON", () => {
  const ring: { self?: object } = {}
  ring.self = ring
  expect(isSame(ring, ring)).toBe(true)
})

it.each([
  ["0189abcd-0123-7fff-8000-0123456789ab", 0x0189abcd0123],
  ["00000000-0001-7000-8000-000000000000", 1],
  ["0189abcd-0123-4fff-8000-0123456789ab", null],
  ["x0189abcd-0123-7fff-8000-0123456789ab", null],
  ["0189abcg-0123-7fff-8000-0123456789ab", null],
  ["0189ab-0123-7fff", null],
  ["", null],
])("the key %s was made at %s", (key, atMs) => {
  expect(keyTimeMs(key)).toBe(atMs)
})
