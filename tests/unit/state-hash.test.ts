/** Hashes that are equal on every device: of JSON, of a machine's state and of its chart. */
import {
  canonical,
  hashOf,
  machinesHash,
  redact,
  redactedState,
  redactWith,
  stateHash,
} from "@financial-links/journal"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { setup } from "xstate"
import { loanOf } from "../support/loan-desk.ts"

describe("canonical JSON", () => {
  it("has its names in order, at every depth, and its lists as they are", () => {
    expect(canonical({ b: { d: 1, c: [2, 1, null] }, a: null, B: "x" })).toBe(
      '{"B":"x","a":null,"b":{"c":[2,1,null],"d":1}}',
    )
    expect(canonical([{ b: 1, a: 2 }, null, "x", true])).toBe('[{"a":2,"b":1},null,"x",true]')
    expect(canonical(null)).toBe("null")
  })

  it("does not depend on the order in which names were set", () => {
    const names = fc.uniqueArray(fc.string({ maxLength: 3 }), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(names, (given) => {
        const text = (order: readonly string[]) =>
          canonical(Object.fromEntries(order.map((name) => [name, given.indexOf(name)])))
        expect(text(given.toReversed())).toBe(text(given))
        expect(text(given.toSorted())).toBe(text(given))
      }),
    )
  })

  it("has the hash that other programs compute", () => {
    // printf '{"a":1,"b":[null]}' | sha256sum
    expect(hashOf({ b: [null], a: 1 })).toBe(
      "8977f14eaca9917791c9fe76774f63718de7578b62a92953e793da962a11a29e",
    )
  })
})

describe("a state", () => {
  const { now } = loanOf("loan", [{ type: "loan.lend", book: "Emma", days: 14, at: 1 }])

  it("is status, value and context, without secrets", () => {
    expect(redactedState(now, redact)).toEqual({
      ...{ status: "active", value: "lent", context: { book: "Emma", days: 14 } },
    })
    const withoutBooks = redactWith({ names: ["book"] })
    const hidden = { status: "active", value: "lent", context: { book: "[redacted]", days: 14 } }
    expect(redactedState(now, withoutBooks)).toEqual(hidden)
    expect(stateHash(now, withoutBooks)).toBe(hashOf(hidden))
  })

  it("has another hash where one of the three is another", () => {
    const same = stateHash(now, redact)
    expect(stateHash(loanOf("loan").now, redact)).not.toBe(same)
    expect(hashOf({ status: "done", value: "lent", context: { book: "Emma", days: 14 } })).not.toBe(same)
  })
})

describe("the hash of machines", () => {
  const door = { initial: "shut", states: { shut: { on: { open: "ajar" } }, ajar: {} } }
  const of = (...configs: readonly (readonly [string, object])[]) =>
    machinesHash(
      configs.map(([id, config]) => ({ id, machine: setup({}).createMachine(config) })),
      redact,
    )

  it("is that of their ids and charts in the order of their text", () => {
    expect(of(["b", {}], ["a", door])).toBe(
      hashOf([
        ["a", door],
        ["b", {}],
      ]),
    )
  })

  it("does not depend on their order", () => {
    const all = [
      ["a", door],
      ["b", { ...door, initial: "ajar" }],
      ["c", {}],
    ] as const
    const hash = of(...all)
    for (const order of [
      [1, 0, 2],
      [2, 1, 0],
      [0, 2, 1],
      [1, 2, 0],
    ])
      expect(of(...order.flatMap((at) => all.slice(at, at + 1)))).toBe(hash)
    expect(of(...all.slice(1))).not.toBe(hash)
  })

  it("is that of what has effect, at any depth: descriptions and types have none", () => {
    const shut = { ...door.states.shut, description: "locked at night" }
    const described = { ...door, types: {}, description: "a door", states: { ...door.states, shut } }
    expect(of(["door", described])).toBe(of(["door", door]))
    expect(of(["door", { ...door, initial: "ajar" }])).not.toBe(of(["door", door]))
    expect(of(["gate", door])).not.toBe(of(["door", door]))
    expect(of(["door", { ...door, meta: { description: "x" } }])).not.toBe(of(["door", door]))
  })

  it("is that of the actions' names, and not of what they do", () => {
    const named = (ring: () => void) => ({
      id: "bell",
      machine: setup({ actions: { ring } }).createMachine({ entry: "ring" }),
    })
    expect(machinesHash([named(() => {})], redact)).toBe(machinesHash([named(() => void 5)], redact))
    expect(of(["bell", {}])).not.toBe(machinesHash([named(() => {})], redact))
  })

  it("has no secret of a chart", () => {
    const withPin = (pin: string) => of(["door", { ...door, meta: { pin } }])
    expect(withPin("1234")).toBe(withPin("5678"))
  })
})
