/** The key that an unreadable stream leaves in doubt, by the conventions of any release. */
import {
  type Json,
  type StoredSnapshot,
  type StreamContents,
  type StreamUpcasters,
  salvageWith,
} from "@financial-links/journal"
import { describe, expect, it } from "vitest"
import * as money from "../../src/journal/salvage.ts"

const words = salvageWith({
  isKey: (value): value is string => typeof value === "string" && value.startsWith("k"),
  outcomes: new Set(["done"]),
  facts: new Set(["done", "noted"]),
  resting: new Set(["idle"]),
})

const kept = (snapshot: Json): StoredSnapshot => ({ stream: "s", version: 1, seq: 0, atMs: 0, snapshot })
const past = (events: readonly Json[], base: Json = null, cache: Json = null): StreamContents => ({
  base: base === null ? null : kept(base),
  cache: cache === null ? null : kept(cache),
  rows: events.map((event, index) => ({ stream: "s", seq: index + 1, event })),
  isCut: false,
})
const send = (key: Json) => ({ type: "loan.send", key })
const noted = (key: Json) => ({ type: "loan.noted", key })
const done = (key: Json) => ({ type: "loan.done", key })

describe("the key in doubt", () => {
  it.each<[string, readonly Json[], string | null]>([
    ["of no event", [], null],
    ["of a command", [send("k1")], "k1"],
    ["of a command and a fact that is no outcome", [send("k1"), noted("k1")], "k1"],
    ["of a command with its outcome", [send("k1"), done("k1")], null],
    ["of a command with an outcome of more words", [send("k1"), { type: "loan.desk.done", key: "k1" }], null],
    ["of the last command", [send("k1"), done("k1"), send("k2")], "k2"],
    ["beside the outcome of another", [send("k2"), done("k1")], "k2"],
    ["of events of another shape", [null, "x", 5, { type: "loan.send" }, send(5), send("other")], null],
    ["of an event without a type", [{ key: "k1" }], "k1"],
    ["of a type that only ends like an outcome", [send("k1"), { type: "loan.undone", key: "k1" }], "k1"],
  ])("%s", (_, events, key) => {
    expect(words.keyInDoubt(past(events))).toBe(key)
  })

  it.each<[Json, string | null]>([
    [{ value: "sending", context: { key: "k9" } }, "k9"],
    [{ value: { sending: "asking" }, context: { key: "k9" } }, "k9"],
    [{ value: "of a later release", context: { key: "k9" } }, "k9"],
    [{ value: "idle", context: { key: "k9" } }, null],
    [{ value: { idle: "typing" }, context: { key: "k9" } }, null],
    [{ value: "sending", context: { key: null } }, null],
    [{ value: "sending", context: null }, null],
    [{ value: null, context: { key: "k9" } }, "k9"],
    ["damaged", null],
  ])("of the snapshot %j is %s", (snapshot, key) => {
    expect(words.keyInDoubt(past([], snapshot))).toBe(key)
    expect(words.keyInDoubt(past([done("k9")], snapshot))).toBeNull()
    expect(words.keyInDoubt(past([done("k1")], snapshot))).toBe(key)
  })

  it("is that of the later of two snapshots", () => {
    const [earlier, later] = ["k1", "k2"].map((key) => ({ value: "sending", context: { key } }))
    expect(words.keyInDoubt(past([], earlier, later))).toBe("k2")
  })

  it("is found in events of an earlier release, and in ones of a later that cannot be turned", () => {
    const upcasters: StreamUpcasters = {
      events: { "loan.ended": [({ id }) => ({ type: "loan.done", key: id })] },
      snapshots: [],
    }
    const ended = { type: "loan.ended", id: "k1" }
    expect(words.keyInDoubt(past([send("k1"), ended]), upcasters)).toBeNull()
    expect(words.keyInDoubt(past([send("k1"), ended]))).toBe("k1")
    expect(words.keyInDoubt(past([{ ...send("k1"), version: 9 }]), upcasters)).toBe("k1")
  })
})

describe("a damaged stream", () => {
  it.each<[string, readonly Json[], string | null]>([
    ["has a fact without a command", [noted("k1")], "loan.noted"],
    ["has a fact before its command", [done("k1"), send("k1")], "loan.done"],
    ["has the fact of another command", [send("k1"), noted("k2")], "loan.noted"],
    ["is none where each fact has its command", [send("k1"), noted("k1"), done("k1")], null],
    ["is none where a fact names no key", [noted(null), noted("other")], null],
  ])("%s", (_, events, type) => {
    expect(words.factBeforeCommand(past(events))).toBe(type)
  })

  it("is none where its snapshot has used the key", () => {
    const used = (usedKeys: Json, key: Json = null) => ({ value: "idle", context: { usedKeys, key } })
    expect(words.factBeforeCommand(past([noted("k1")], used(["k0", "k1"])))).toBeNull()
    expect(words.factBeforeCommand(past([noted("k1")], used([], "k1")))).toBeNull()
    expect(words.factBeforeCommand(past([noted("k1")], used(["k0"])))).toBe("loan.noted")
    expect(words.factBeforeCommand(past([noted("k1")], used("k1")))).toBe("loan.noted")
    expect(words.factBeforeCommand(past([noted("k1")], used([]), used(["k1"])))).toBeNull()
  })

  it("is one whose last fact is of a key that the machine has never used", () => {
    const fact = (events: readonly Json[], context: object) => words.factOfUnusedKey(past(events), context)
    const events = [send("k1"), noted("k1"), send("k2")]
    expect(fact(events, { usedKeys: [] })).toBe("loan.noted")
    expect(fact(events, { usedKeys: ["k2"] })).toBe("loan.noted")
    expect(fact(events, { usedKeys: ["k1"] })).toBeNull()
    expect(fact([done("k0"), ...events], { usedKeys: ["k1"] })).toBeNull()
    expect(fact([send("k1")], { usedKeys: [] })).toBeNull()
    expect(fact([noted("other")], { usedKeys: [] })).toBeNull()
    expect(fact(events, {})).toBeNull()
  })
})

describe("the words of the money streams", () => {
  const key = "0189abcd-0123-7fff-8000-0123456789ab"
  const sent = { type: "order.confirm", key }

  it.each(["resolved", "accepted", "refused", "voided", "unrecorded"])(
    "know the outcome after %s",
    (word) => {
      expect(money.keyInDoubt(past([sent]))).toBe(key)
      expect(money.keyInDoubt(past([sent, { type: `order.${word}`, key }]))).toBeNull()
      expect(money.factBeforeCommand(past([{ type: `order.${word}`, key }]))).toBe(`order.${word}`)
    },
  )

  it.each(["pauseEnded", "recorded", "tokenRejected", "unanswered"])("go on after the fact %s", (word) => {
    const fact = { type: `order.${word}`, key }
    expect(money.keyInDoubt(past([sent, fact]))).toBe(key)
    expect(money.factBeforeCommand(past([fact]))).toBe(fact.type)
    expect(money.factOfUnusedKey(past([fact]), { usedKeys: [] })).toBe(fact.type)
  })

  it("take nothing for a key that the server would not take", () => {
    expect(money.keyInDoubt(past([{ ...sent, key: "k1" }]))).toBeNull()
  })

  it("rest wherever nothing is under way", () => {
    const doubt = (value: string) => money.keyInDoubt(past([], { value, context: { key } }))
    const resting = ["accepted", "closed", "confirming", "editing", "filling", "notPlaced", "notRecorded"]
    expect([...resting, "refused", "reviewing"].filter((value) => doubt(value) !== null)).toEqual([])
    expect(["confirmed", "pending", "asking"].map(doubt)).toEqual([key, key, key])
  })
})
