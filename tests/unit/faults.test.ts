import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { FAULT_USAGE, readFault } from "../../src/domain/fault-words.ts"
import { decideFault, type Fault, type FaultPlan, NO_FAULTS, ruleOf } from "../../src/domain/faults.ts"

const cut: Fault = { kind: "drop", when: "after", how: "cut" }
const planOf = (rules: FaultPlan["rules"], seed = "a"): FaultPlan => ({ ...NO_FAULTS, seed, rules })
const times = (plan: FaultPlan, at: string, visits = 1_000): readonly number[] =>
  Array.from({ length: visits }, (_, index) => index + 1).filter((visit) => decideFault(plan, at, visit))

describe("a fault plan", () => {
  it("meets the visits that it names, at the place that it names", () => {
    const plan = planOf([ruleOf("orderCreate", cut, { from: 2, count: 3 })])
    expect(times(plan, "orderCreate")).toEqual([2, 3, 4])
    expect(times(plan, "depositCreate")).toEqual([])
    expect(times(NO_FAULTS, "orderCreate")).toEqual([])
  })

  it("is decided by the first rule that fits", () => {
    const plan = planOf([ruleOf("order", cut, { count: 1 }), ruleOf("order", { kind: "duplicate" })])
    expect([1, 2].map((visit) => decideFault(plan, "order", visit)?.fault.kind)).toEqual([
      "drop",
      "duplicate",
    ])
  })

  it("repeats with its seed and differs with another", () => {
    const rules = [ruleOf("order", cut, { chance: 30 })]
    const first = times(planOf(rules, "one"), "order")
    expect(times(planOf(rules, "one"), "order")).toEqual(first)
    expect(times(planOf(rules, "two"), "order")).not.toEqual(first)
    expect(first.length).toBeGreaterThan(250)
    expect(first.length).toBeLessThan(350)
  })

  it("draws delays between what is asked and the jitter more", () => {
    const plan = planOf([ruleOf("order", { kind: "delay", when: "before", ms: 100, jitterMs: 50 })])
    const drawn = Array.from(
      { length: 500 },
      (_, visit) => decideFault(plan, "order", visit + 1)?.delayMs ?? 0,
    )
    expect(Math.min(...drawn)).toBe(100)
    expect(Math.max(...drawn)).toBe(150)
  })
})

describe("a fault as it is typed", () => {
  it.each<[string, Fault]>([
    ["delay 2000", { kind: "delay", when: "before", ms: 2_000, jitterMs: 0 }],
    ["delay 20 30 after", { kind: "delay", when: "after", ms: 20, jitterMs: 30 }],
    ["drop before", { kind: "drop", when: "before", how: "cut" }],
    ["drop after silence", { kind: "drop", when: "after", how: "silence" }],
    ["duplicate", { kind: "duplicate" }],
    ["reorder", { kind: "reorder", waitMs: 1_000 }],
    ["error order.slippage", { kind: "error", when: "before", reason: "order.slippage" }],
    ["status 502 after", { kind: "status", when: "after", status: 502 }],
    ["malformed", { kind: "malformed" }],
    ["misshapen", { kind: "misshapen" }],
  ])("%s is read", (typed, fault) => {
    expect(readFault(typed)).toEqual(fault)
  })

  it.each(["", "explode", "delay", "delay soon", "delay 999999", "status 200", "error"])(
    "%s is none",
    (typed) => {
      expect(readFault(typed)).toBeNull()
    },
  )

  it("is never a fault of ours, whatever is typed", () => {
    const kinds = FAULT_USAGE.map((line) => line.split(" ")[0] ?? "")
    const typed = fc.tuple(fc.constantFrom(...kinds), fc.string()).map((parts) => parts.join(" "))
    fc.assert(fc.property(typed, (text) => void readFault(text)))
  })
})
