import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { reasons } from "../../src/contract/errors.ts"
import {
  decideFault,
  FAULT_DELAY_MAX_MS,
  FAULT_USAGE,
  type Fault,
  type FaultPlan,
  formatDevice,
  formatFault,
  NO_FAULTS,
  parseDevice,
  parseFault,
  parseRule,
  ruleOf,
} from "../../src/contract/faults.ts"

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
    expect(parseFault(typed)).toEqual(fault)
  })

  it.each([
    ...["", "explode", "toString", "delay", "delay soon", "delay -1", "delay 999999", "delay 1 2 3"],
    ...["drop", "drop afterr silence", "drop after before", "duplicate twice", "reorder later"],
    ...["error", "error 5", "status 200", "status 502 later", "malformed after", "misshapen 1"],
  ])("%s is none", (typed) => {
    expect(parseFault(typed)).toBeNull()
  })

  it("is never a fault of ours, whatever is typed", () => {
    const kinds = FAULT_USAGE.map((line) => line.split(" ")[0] ?? "")
    const typed = fc.tuple(fc.constantFrom(...kinds), fc.string()).map((parts) => parts.join(" "))
    fc.assert(fc.property(typed, (text) => void parseFault(text)))
  })

  it("is shown in the words in which it would be typed, each kind of it", () => {
    const ms = fc.integer({ min: 0, max: FAULT_DELAY_MAX_MS })
    const when = fc.constantFrom("before" as const, "after" as const)
    const one = <Kind extends Fault["kind"]>(kind: Kind) => fc.constant(kind)
    const faults: { readonly [Kind in Fault["kind"]]: fc.Arbitrary<Extract<Fault, { kind: Kind }>> } = {
      delay: fc.record({ kind: one("delay"), when, ms, jitterMs: ms }),
      drop: fc.record({ kind: one("drop"), when, how: fc.constantFrom("cut" as const, "silence" as const) }),
      duplicate: fc.record({ kind: one("duplicate") }),
      reorder: fc.record({ kind: one("reorder"), waitMs: ms }),
      error: fc.record({ kind: one("error"), when, reason: fc.constantFrom(...reasons) }),
      status: fc.record({ kind: one("status"), when, status: fc.integer({ min: 400, max: 599 }) }),
      malformed: fc.record({ kind: one("malformed") }),
      misshapen: fc.record({ kind: one("misshapen") }),
    }
    const any: fc.Arbitrary<Fault> = fc.oneof(...Object.values(faults))
    fc.assert(
      fc.property(any, (fault) => {
        expect(parseFault(formatFault(fault))).toEqual(fault)
      }),
    )
    for (const reason of reasons) expect(parseFault(`error ${reason}`)).toMatchObject({ reason })
  })
})

describe("a rule as it is typed", () => {
  const typed = { at: " quotes ", fault: "duplicate" }

  it("has default values for omitted settings", () => {
    const usual = ruleOf("quotes", { kind: "duplicate" })
    expect(parseRule(typed)).toEqual(usual)
    expect(parseRule({ ...typed, from: "", count: "", chance: "" })).toEqual(usual)
    expect(usual).toMatchObject({ from: 1, count: null, chance: 100 })
  })

  it("has what is said of it", () => {
    const rest = { from: 2, count: 3, chance: 0 }
    expect(parseRule({ ...typed, from: "2", count: "3", chance: "0" })).toEqual(
      ruleOf("quotes", { kind: "duplicate" }, rest),
    )
  })

  it.each([
    ["no place", { at: " " }, "fault"],
    ["no fault", { fault: "twice" }, "fault"],
    ["a first time before the first", { from: "0" }, "numbers"],
    ["no time at all", { count: "0" }, "numbers"],
    ["more than certain", { chance: "101" }, "numbers"],
    ["less than impossible", { chance: "-1" }, "numbers"],
    ["half a time", { count: "1.5" }, "numbers"],
    ["a word for a number", { from: "soon" }, "numbers"],
  ])("is refused for %s", (_what, part, unread) => {
    expect(parseRule({ ...typed, ...part })).toBe(unread)
  })
})

describe("what is wrong with a device as it is typed", () => {
  const bent = { skewMs: -60_000, storage: "blocked", network: "slow" } as const

  it("leaves unconfigured points unchanged", () => {
    expect(parseDevice({}, bent)).toEqual(bent)
    expect(parseDevice({ clock: "", storage: "", network: "" }, bent)).toEqual(bent)
    expect(parseDevice({ clock: "5", network: "off" }, bent)).toEqual({ ...bent, skewMs: 5, network: "off" })
    expect(parseDevice({ clock: "0", storage: "works", network: "on" }, bent)).toEqual(NO_FAULTS.client)
  })

  it.each([{ clock: "soon" }, { clock: "1.5" }, { clock: "--1" }, { storage: "half" }, { network: "fast" }])(
    "is refused for %o",
    (typed) => {
      expect(parseDevice(typed, bent)).toBeNull()
    },
  )

  it("is shown in the same words, and in none where all is well", () => {
    expect(formatDevice(bent)).toBe("clock -60000 ms · storage blocked · network slow")
    expect(formatDevice(NO_FAULTS.client)).toBe("")
  })
})
