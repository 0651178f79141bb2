import { describe, expect, it } from "vitest"
import { type Decided, deliveriesOf } from "../../server/payment-simulator/deliveries.ts"

const decided: Decided = { payment: "p", amount: "1000.00", choice: "pay", seed: "s", lateMs: 8_000 }
const many = (changes: Partial<Decided> = {}) =>
  Array.from({ length: 300 }, (_, index) => deliveriesOf({ ...decided, payment: `p${index}`, ...changes }))
const genuineOf = (all: ReturnType<typeof deliveriesOf>) =>
  all.filter(({ isForged, eventId }) => !isForged && !eventId.endsWith("-first"))

describe("the simulator's webhooks", () => {
  it("are the same for the same seed, and others for another", () => {
    expect(many()).toEqual(many())
    expect(many()).not.toEqual(many({ seed: "t" }))
  })

  it("report what the visitor chose, once or twice with one event id", () => {
    for (const [choice, result, failure] of [
      ["pay", "success", undefined],
      ["cancel", "fail", "cancelled"],
      ["expire", "fail", "expired"],
    ] as const)
      for (const all of many({ choice })) {
        const genuine = genuineOf(all)
        expect([1, 2]).toContain(genuine.length)
        expect(new Set(genuine.map(({ eventId }) => eventId)).size).toBe(1)
        expect(genuine[0]).toMatchObject({ result, ...(failure && { failure }) })
      }
  })

  it("are forged before, doubled and outdated after, for a third of the payments each", () => {
    const all = many()
    const shareOf = (has: (each: (typeof all)[number]) => boolean) => all.filter(has).length / all.length
    for (const share of [
      shareOf((each) => each[0]?.isForged === true),
      shareOf((each) => genuineOf(each).length === 2),
      shareOf((each) => each.at(-1)?.eventId.endsWith("-first") === true),
    ]) {
      expect(share).toBeGreaterThan(0.2)
      expect(share).toBeLessThan(0.5)
    }
  })

  it("decline amounts ending in .13 and delay those ending in .17", () => {
    for (const all of many({ amount: "1000.13" }))
      expect(genuineOf(all)[0]).toMatchObject({ result: "fail", failure: "declined", delayMs: 0 })
    for (const all of many({ amount: "1000.17" })) for (const each of all) expect(each.delayMs).toBe(8_000)
    for (const all of many({ amount: "1000.17", choice: "cancel" })) expect(all[0]?.delayMs).toBe(0)
  })
})
