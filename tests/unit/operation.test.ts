import { describe, expect, it } from "vitest"
import { RECONCILE_DELAYS_MS } from "../../src/domain/limits.ts"
import {
  concernsOperation,
  confirmedWith,
  failureIn,
  idIn,
  isSame,
  isUnsent,
  keyTimeMs,
  mayReopen,
  OPERATIONS,
  type Outcome,
  progressOf,
  queryPause,
  resolvedBy,
  startedWithKey,
  tokenPause,
} from "../../src/domain/operation.ts"

const fresh = { key: null, usedKeys: [], outcome: null }

describe("an operation that moves money", () => {
  it("is put into the outbox with its key, and only once it was confirmed", () => {
    expect(confirmedWith("deposit", { key: "k", visit: "v" }, { amount: "1.00" })).toEqual({
      ...{ type: "operation.confirmed", key: "k", visit: "v" },
      intent: { operation: "deposit", amount: "1.00" },
    })
    expect(() => confirmedWith("deposit", { key: null, visit: "v" }, { amount: "1.00" })).toThrow()
    expect(() => confirmedWith("deposit", { key: "k", visit: "v" }, null)).toThrow()
  })

  it("is concerned by the first outcome of its own key alone", () => {
    const event = { type: "order.resolved", key: "k" }
    expect(concernsOperation(event, { key: "k", outcome: null })).toBe(true)
    expect(concernsOperation(event, { key: "k", outcome: { type: "notPlaced" } })).toBe(false)
    expect(concernsOperation({ ...event, key: "j" }, { key: "k", outcome: null })).toBe(false)
    expect(concernsOperation({ type: "order.change" }, { key: "k", outcome: null })).toBe(false)
  })

  const failure = { reason: "order.slippage" }
  it.each<[Outcome | null, { readonly [about: string]: unknown }]>([
    [null, { shows: ["sending", "checking"], isUnsent: false, failure: null, id: null }],
    [
      { type: "accepted", id: "x" },
      { shows: ["accepted"], isUnsent: false, failure: null, id: "x" },
    ],
    [
      { type: "refused", failure },
      { shows: ["refused"], isUnsent: false, failure, id: null },
    ],
    [{ type: "notPlaced" }, { shows: ["notPlaced"], isUnsent: true, failure: null, id: null }],
    [
      { type: "notRecorded", failure },
      { shows: ["notRecorded"], isUnsent: true, failure, id: null },
    ],
  ])("whose outcome is %j is shown so", (outcome, about) => {
    const ticket = { outcome }
    const shows = [...new Set([true, false].map((isSending) => progressOf(ticket, isSending)))]
    expect({ shows, isUnsent: isUnsent(ticket), failure: failureIn(ticket), id: idIn(ticket) }).toEqual(about)
  })

  it("is left by another visit once its outcome is known, before that only on request", () => {
    const accepted = { outcome: { type: "accepted", id: "x" }, visit: "v" } as const
    const inDoubt = { outcome: null, visit: "v" }
    expect(["v", "w"].map((visit) => mayReopen(accepted, { visit, startsAnother: true }))).toEqual([
      false,
      true,
    ])
    expect(mayReopen(inDoubt, { visit: "w" })).toBe(false)
    expect(mayReopen(inDoubt, { visit: "w", startsAnother: true })).toBe(true)
  })

  it.each([
    ["order.accepted", "accepted"],
    ["order.refused", "refused"],
    ["order.voided", "notPlaced"],
  ])("that ends by %s was %s", (type, outcome) => {
    expect(OPERATIONS.map((operation) => resolvedBy(operation, "v", { type }))).toEqual(
      ["order", "order-close", "order-amend", "deposit", "withdrawal", "withdrawal-cancel"].map(
        (operation) => ({
          ...{ type: "operation.found", operation, outcome, visit: "v" },
        }),
      ),
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
    expect(first).toEqual({ key: "k1", usedKeys: ["k1"], outcome: null })
    const failed = { ...first, outcome: { type: "refused", failure } } as const
    expect(startedWithKey("k2", failed)).toEqual({ key: "k2", usedKeys: ["k1", "k2"], outcome: null })
  })

  it("remembers 32 keys, the newest last", () => {
    const keys = Array.from({ length: 40 }, (_, index) => `key ${index}`)
    const last = keys.reduce((memory, key) => startedWithKey(key, memory), startedWithKey("first", fresh))
    expect(last).toEqual({ key: "key 39", usedKeys: keys.slice(8), outcome: null })
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
