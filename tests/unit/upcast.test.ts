/** Events of earlier releases become those of this one at reading, step by step. */
import {
  eventReader,
  type Stored,
  type StreamUpcasters,
  UnknownVersion,
  upcastEvent,
  upcastSnapshot,
  withVersion,
} from "@financial-links/journal"
import { Schema, type SchemaAST } from "effect"
import { describe, expect, it } from "vitest"
import { createTimeTravelActors } from "../../src/devtools/time-travel-actors.ts"
import * as cash from "../../src/domain/cash.ts"
import * as entities from "../../src/domain/entities.ts"
import { closeStream, depositStream, orderStream, withdrawalStream } from "../../src/events/money.ts"
import {
  closeUpcasters,
  depositUpcasters,
  orderUpcasters,
  withdrawalUpcasters,
} from "../../src/events/money-upcast.ts"
import { keyOf } from "../support/money-events.ts"

const { machines } = await createTimeTravelActors()
const streams = machines.flatMap(({ id, stream }) => (stream ? [{ id, stream }] : []))

/** Two steps: a field gets another name, then another unit. */
const planted: StreamUpcasters = {
  events: {
    "counter.add": [
      ({ by, ...event }) => ({ ...event, count: by }),
      ({ count, ...event }) => ({ ...event, countTimesTen: Number(count) * 10 }),
    ],
  },
  snapshots: [({ value, context }) => ({ value: value === "on" ? "running" : value, context })],
}

describe("upcasting", () => {
  it("goes step by step from the version that was stored, and from 1 where none was", () => {
    const now = { type: "counter.add", countTimesTen: 20 }
    expect(upcastEvent(planted, { type: "counter.add", by: 2 })).toEqual(now)
    expect(upcastEvent(planted, { type: "counter.add", by: 2, version: 1 })).toMatchObject(now)
    expect(upcastEvent(planted, { type: "counter.add", count: 2, version: 2 })).toMatchObject(now)
    expect(upcastEvent(planted, { ...now, version: 3 })).toMatchObject(now)
  })

  it("leaves events that have not changed, and values that are no events", () => {
    for (const same of [
      { type: "counter.send" },
      { type: "__proto__" },
      { at: 1 },
      { type: 5, version: 2 },
      "x",
      5,
      null,
      [],
    ])
      expect(upcastEvent(planted, same)).toBe(same)
    expect(upcastEvent(undefined, { type: "counter.add", by: 2 })).toEqual({ type: "counter.add", by: 2 })
  })

  it.each([4, 99])("refuses version %j as of a newer release", (version) => {
    const event = { type: "counter.add", version }
    expect(() => upcastEvent(planted, event)).toThrow(UnknownVersion)
    expect(() => upcastEvent(planted, event)).toThrow("newer release")
  })

  it.each([0, -1, 1.5, "1", null, {}])("refuses version %j, which is none", (version) => {
    expect(() => upcastEvent(planted, { type: "counter.add", version })).toThrow("no version")
    expect(() => upcastEvent(undefined, { type: "counter.send", version })).toThrow("no version")
  })

  it("does not change what it is given", () => {
    const stored = Object.freeze({ type: "counter.add", by: 2 })
    upcastEvent(planted, stored)
    expect(stored).toEqual({ type: "counter.add", by: 2 })
  })

  it("turns a snapshot into that of the stream's version", () => {
    const stream = { version: 2, upcasters: planted }
    const snapshot = { value: "on", context: { sum: 5 } }
    expect(upcastSnapshot(stream, 1, snapshot)).toEqual({ value: "running", context: { sum: 5 } })
    expect(upcastSnapshot(stream, 2, snapshot)).toBe(snapshot)
    for (const version of [0, 3, "1", null])
      expect(() => upcastSnapshot(stream, version, snapshot)).toThrow(UnknownVersion)
    expect(() => upcastSnapshot(stream, 3, snapshot)).toThrow(
      "the snapshot is of version 3, of a newer release",
    )
  })

  it("leaves a snapshot of the stream's version, also where no step leads to it", () => {
    const snapshot = { value: "on" }
    expect(upcastSnapshot({ version: 5 }, 5, snapshot)).toBe(snapshot)
    expect(() => upcastSnapshot({ version: 5 }, 4, snapshot)).toThrow(UnknownVersion)
  })

  it("says by its name that a version is not known", () => {
    expect(new UnknownVersion("loan.lend", 3, 2)).toMatchObject({
      ...{ name: "UnknownVersion", message: "loan.lend is of version 3, of a newer release" },
    })
  })

  it("marks an event with the version of its type, and only one that has changed", () => {
    expect(withVersion(planted, { type: "counter.add" })).toEqual({ type: "counter.add", version: 3 })
    const unchanged = { type: "counter.send" }
    expect(withVersion(planted, unchanged)).toBe(unchanged)
  })
})

describe.each(streams)("the stream of $id", ({ stream }) => {
  it("has a step for the snapshots of each version", () => {
    expect(stream.version).toBe((stream.upcasters?.snapshots.length ?? 0) + 1)
  })

  it("has steps only to events that it reads", async () => {
    const { ast } = await stream.event()
    const types = literalsOf(ast)
    for (const type of Object.keys(stream.upcasters?.events ?? {}).filter((each) => !GONE.test(each)))
      expect(types).toContain(type)
  })
})

/** Events of earlier releases, which are read as others. */
const GONE = /\.(?:defer|accepted|refused|voided|unrecorded|recorded|unanswered|tokenRejected|pauseEnded)$/

const literalsOf = (ast: SchemaAST.AST): readonly unknown[] => {
  if (ast._tag === "Union") return ast.types.flatMap(literalsOf)
  if (ast._tag !== "Objects") return []
  return ast.propertySignatures.flatMap(({ name, type }) =>
    name === "type" && type._tag === "Literal" ? [type.literal] : [],
  )
}

// What releases up to 7ecc564 stored.
const product = {
  ...{ id: "aapl", symbol: "AAPL", name: "Apple", min_stake: "1000.00", max_stake: "500000.00" },
  ...{ leverages: [1, 2], periods: [1, 30], commission_ppm: 1_000, stop_out_bps: 10_000, sold_out: false },
  ...{ recommended: true, trading_hours: { open_minute: 0, close_minute: 1440 }, is_open: true },
  ...{ statistics: { average_buy: "120.5224", losing_ppm: 480_000 }, recent_closes: ["164.6000"] },
}
const figures = { leverages: [1, 2], periods: [1, 30] }
const terms = {
  ...{ productId: "aapl", symbol: "AAPL", minStake: "1000.00", maxStake: "500000.00", ...figures },
  ...{ commissionPpm: 1_000, stopOutBps: 10_000, soldOut: false, isOpen: true },
}
const rate = { id: "r1", asset: "USDT", decimals: 6, price: "1600.0000", at_ms: 5, expires_at_ms: 9 }
const agreed = { rateId: "r1", asset: "USDT", decimals: 6, price: "1600.0000", atMs: 5, expiresAtMs: 9 }
const bounds = { minimum: "1000.00", maximum: "50000.00" }
const network = { id: "n1", network: "USDT-TRC20", address: "TXYZ", ...bounds, arrival_minutes: 1 }
const deposited = { networkId: "n1", network: "USDT-TRC20", address: "TXYZ", ...bounds }
const payment = { id: "alipay", network: "alipay", address: "", ...bounds, arrival_minutes: 0, way: 3 }
const paid = { networkId: "alipay", network: "alipay", address: "", ...bounds, way: 3 }
const crypto = { method: "crypto", network: "BTC", ...bounds, fee: "50.00" }
const destination = {
  ...{ id: "d1", label: "BTC bc1q…" },
  terms: { ...crypto, format: "bitcoin", arrival_minutes: 60 },
}
const chosen = { destinationId: "d1", label: "BTC bc1q…", ...crypto, arrivalMinutes: 60 }
const separators = { decimal: ".", group: "," }
const facts = { available: "20000.00", separators, at: 1 }

const rated = { ...destination, terms: { ...destination.terms, rate } }
const opened = { visit: "v1", direction: "up", ...facts }

const failure = { reason: "request.too-many" }
const key = keyOf(1)

/** What a ticket of earlier releases received of its operation. */
const ringSteps = ([stream, upcasters]: readonly [string, StreamUpcasters]) => {
  const resolved = (outcome: object) => ({ type: `${stream}.resolved`, key, outcome })
  const after = {
    defer: { type: stream === "close" ? "close.back" : `${stream}.again` },
    accepted: resolved({ type: "accepted", id: "x" }),
    refused: resolved({ type: "refused", failure }),
    voided: resolved({ type: "notPlaced" }),
    unrecorded: resolved({ type: "notRecorded", failure }),
    recorded: { type: "journal.resumed" },
    unanswered: { type: "journal.resumed" },
    tokenRejected: { type: "journal.resumed" },
    pauseEnded: { type: "journal.resumed" },
  }
  const held = (word: string) => ({
    key,
    ...(word === "accepted" && { id: "x" }),
    ...(["refused", "unrecorded", "unanswered"].includes(word) && { failure }),
  })
  return Object.entries(after).map(
    ([word, holds]) => [`${stream}.${word}`, upcasters, held(word), holds] as const,
  )
}
const ofTickets = [
  ["order", orderUpcasters],
  ["close", closeUpcasters],
  ["deposit", depositUpcasters],
  ["withdrawal", withdrawalUpcasters],
] as const

/** What each event held and holds, besides its type and time. */
const steps: readonly (readonly [type: string, StreamUpcasters, before: object, after: object])[] = [
  ...ofTickets.flatMap(ringSteps),
  ["order.open", orderUpcasters, { product, ...opened }, { terms, ...opened }],
  ["order.informed", orderUpcasters, { product, ...facts }, { terms, ...facts }],
  ["deposit.choose", depositUpcasters, { network }, { terms: deposited }],
  ["deposit.choose", depositUpcasters, { network: payment }, { terms: paid }],
  [
    "deposit.requote",
    depositUpcasters,
    { network: { ...network, rate } },
    { terms: { ...deposited, rate: agreed } },
  ],
  ["withdrawal.choose", withdrawalUpcasters, { destination }, { destination: chosen }],
  [
    "withdrawal.choose",
    withdrawalUpcasters,
    { destination: rated },
    { destination: { ...chosen, rate: agreed } },
  ],
  ["withdrawal.choose", withdrawalUpcasters, { destination: null }, { destination: null }],
]
const moneyStreams = [orderStream, closeStream, depositStream, withdrawalStream]

describe("the step from version 1 to 2", () => {
  it.each(steps)("of %s keeps the ids and figures that were agreed", async (type, upcasters, held, holds) => {
    const [before, after] = [held, holds].map((fields) => ({ type, at: 1, ...fields }))
    const [step] = upcasters.events[type] ?? []
    expect(step?.({ ...before })).toMatchObject({ ...after })
    const stream = moneyStreams.find((each) => each.upcasters === upcasters)
    expect(stream && eventReader(await stream.event(), upcasters)([before])).toEqual([after])
  })

  it("is tried for every event that has one", () => {
    const tried = steps.map(([type]) => type)
    for (const { upcasters } of moneyStreams)
      for (const type of Object.keys(upcasters?.events ?? {})) expect(tried).toContain(type)
  })

  it.each<[string, StreamUpcasters, Stored, Stored]>([
    ["order", orderUpcasters, { product, quote: null }, { terms, quote: null }],
    ["order without a product", orderUpcasters, { product: null }, { terms: null }],
    [
      "deposit",
      depositUpcasters,
      { visit: "v", draft: { network, amount: "5", proofId: null } },
      { visit: "v", draft: { terms: deposited, amount: "5", proofId: null } },
    ],
    [
      "deposit without a network",
      depositUpcasters,
      { draft: { network: null, amount: "", proofId: "i1" } },
      { draft: { terms: null, amount: "", proofId: "i1" } },
    ],
    [
      "withdrawal",
      withdrawalUpcasters,
      { draft: { destination, amount: "5" } },
      { draft: { destination: chosen, amount: "5" } },
    ],
  ])("of the context of %s does too", (_, upcasters, before, after) => {
    const [step] = upcasters.snapshots
    expect(step?.({ value: "v", context: before })).toEqual({ value: "v", context: after })
    expect(() => step?.({ value: "v", context: null })).toThrow("there is no context")
  })

  it.each<[unknown, unknown, unknown]>([
    [{ pending: "checking" }, "confirmed", null],
    ["accepted", "confirmed", { type: "accepted", id: "x" }],
    ["notPlaced", "confirmed", { type: "notPlaced" }],
    ["notRecorded", "confirmed", { type: "notRecorded", failure }],
    [{ filling: "refused" }, { filling: "refused" }, { type: "refused", failure }],
  ])("of a ticket in %j keeps its outcome", (value, state, outcome) => {
    const context = { key, failure, depositId: "x" }
    expect(depositUpcasters.snapshots.at(-1)?.({ value, context })).toEqual({
      ...{ value: state, context: { key, outcome }, children: {} },
    })
    const { orderId, ...closed } = Object(
      closeUpcasters.snapshots.at(-1)?.({ value, context: { key, failure, orderId: "x" } }).context,
    )
    expect([orderId, closed]).toEqual(["x", { key, outcome }])
  })

  it("refuses what no release has stored", () => {
    const read = (stored: Stored) => () => upcastEvent(orderUpcasters, stored)
    expect(read({ type: "order.open", ...facts })).toThrow("there is no product")
    expect(read({ type: "order.open", product: null, ...facts })).toThrow("there is no product")
  })
})

describe("the events and contexts of journals", () => {
  /** Every object below a schema's node. */
  const objectsIn = (ast: SchemaAST.AST): readonly SchemaAST.AST[] => {
    switch (ast._tag) {
      case "Objects":
        return [ast, ...ast.propertySignatures.flatMap(({ type }) => objectsIn(type))]
      case "Arrays":
        return [...ast.elements, ...ast.rest].flatMap(objectsIn)
      case "Union":
        return ast.types.flatMap(objectsIn)
      default:
        return []
    }
  }
  const apiEntities = new Set(
    Object.values({ ...entities, ...cash }).flatMap((exported) =>
      Schema.isSchema(exported) ? objectsIn(exported.ast) : [],
    ),
  )

  it.each(streams)("hold no entity of the API: $id", async ({ stream }) => {
    const schemas = [await stream.event(), await stream.context?.()]
    const held = schemas.flatMap((schema) => (schema ? objectsIn(schema.ast) : []))
    expect(held.length).toBeGreaterThan(0)
    expect(held.filter((each) => apiEntities.has(each))).toEqual([])
  })
})
