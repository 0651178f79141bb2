import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { koboOf, priceUnitsOf, quickParts } from "../../src/domain/money.ts"
import { EMPTY_DRAFT, type TicketDraft } from "../../src/domain/ticket.ts"
import { figuresOf, levelResult, levelShares, SCENARIO_BPS } from "../../src/domain/ticket-figures.ts"
import { english, product, quote } from "../support/money-events.ts"

const ordered = {
  stake: "10000.00",
  leverage: 5,
  direction: "up" as const,
  commissionPpm: 1_000,
  stopOutBps: 10_000,
}
const _draft: TicketDraft = { ...EMPTY_DRAFT, direction: "up", stake: "10000", period: "7", leverage: "5" }
const _ground = { product, available: "20000.00", separators: english, quote }
const _german = { decimal: ",", group: "." }

describe("the figures of a ticket", () => {
  it("say the loss first: stake, commission, break-even, stop-out", () => {
    const figures = figuresOf(ordered, "25.4000")
    expect(figures).toMatchObject({
      mostLoss: "10000.00",
      exposure: "50000.00",
      commission: "50.00",
      commissionSharePpm: 5_000,
      breakEven: "25.4254",
      breakEvenMovePpm: 1_000,
      stopOut: "20.3454",
      fullLoss: "20.3454",
    })
    expect(figures.scenario.map((point) => [point.changeBps, point.net])).toEqual([
      [-500, "-2550.00"],
      [-400, "-2050.00"],
      [-300, "-1550.00"],
      [-200, "-1050.00"],
      [-100, "-550.00"],
      [0, "-50.00"],
      [100, "450.00"],
      [200, "950.00"],
      [300, "1450.00"],
      [400, "1950.00"],
      [500, "2450.00"],
    ])
  })

  it("never lose more than the stake, and lose the commission if the price does not change", () => {
    const anOrder = fc.record({
      stake: fc.integer({ min: 100, max: 100_000_000 }).map((kobo) => (kobo / 100).toFixed(2)),
      leverage: fc.constantFrom(1, 2, 5, 20, 100),
      direction: fc.constantFrom("up" as const, "down" as const),
      commissionPpm: fc.constantFrom(0, 500, 1_000, 5_000),
      stopOutBps: fc.constantFrom(5_000, 10_000),
    })
    fc.assert(
      fc.property(anOrder, fc.integer({ min: 1_000, max: 9_999_999 }), (order, units) => {
        const figures = figuresOf(order, (units / 10_000).toFixed(4))
        const nets = figures.scenario.map((point) => koboOf(point.net))
        for (const net of nets) expect(net >= -koboOf(figures.mostLoss)).toBe(true)
        const still = nets[SCENARIO_BPS.indexOf(0)]
        expect(still).toBe(-koboOf(figures.commission))
        expect(priceUnitsOf(figures.stopOut) >= 0n).toBe(true)
      }),
    )
  })

  it("show each price of the scenario, and what it would credit", () => {
    const { scenario } = figuresOf(ordered, "25.4000")
    expect(scenario.filter(({ changeBps }) => Math.abs(changeBps) === 100 || changeBps === 0)).toEqual([
      { changeBps: -100, price: "25.1460", net: "-550.00", credited: "9450.00" },
      { changeBps: 0, price: "25.4000", net: "-50.00", credited: "9950.00" },
      { changeBps: 100, price: "25.6540", net: "450.00", credited: "10450.00" },
    ])
  })

  it("lose the whole stake at a price of zero without leverage and commission", () => {
    const plain = { ...ordered, leverage: 1, commissionPpm: 0 }
    expect(figuresOf(plain, "25.4000")).toMatchObject({ stopOut: "0.0000", fullLoss: "0.0000" })
    const early = figuresOf({ ...plain, stopOutBps: 5_000 }, "25.4000")
    expect(early).toMatchObject({ stopOut: "12.7000", fullLoss: "0.0000" })
  })

  it("say what each level means in money, and name none that was not set", () => {
    const up = figuresOf({ ...ordered, stopLoss: "24.3840", takeProfit: "25.9100" }, "25.4000")
    expect(up.stopLoss).toEqual({ net: "-2050.00", sharePpm: -205_000 })
    expect(up.takeProfit).toEqual({ net: "953.94", sharePpm: 95_394 })
    const down = figuresOf({ ...ordered, direction: "down", stopLoss: "26.4160" }, "25.4000")
    expect(down).toMatchObject({ stopLoss: { net: "-2050.00" }, takeProfit: null })
    // beyond the stop-out price the loss is the stake
    expect(levelResult(ordered, "25.4000", "1.0000")).toEqual({ net: "-10000.00", sharePpm: -1_000_000 })
  })

  it("offer the levels of 5 and 10 % of the stake, commission included, as far as they can act", () => {
    for (const direction of ["up", "down"] as const)
      for (const kind of ["stop-loss", "take-profit"] as const)
        for (const { percent, level } of levelShares(kind, { ...ordered, direction }, "25.4000")) {
          const { sharePpm } = levelResult({ ...ordered, direction }, "25.4000", level ?? "")
          expect(Math.abs(sharePpm - percent * 10_000), `${direction} ${kind}`).toBeLessThan(20)
          expect(Math.sign(percent)).toBe(kind === "stop-loss" ? -1 : 1)
        }
    // the commission alone takes 6 % of this stake, so no price above the entry loses 5 %
    const dear = { ...ordered, leverage: 60 }
    expect(levelShares("stop-loss", dear, "25.4000").map(({ level }) => level !== null)).toEqual([
      false,
      true,
    ])
  })

  it("offer parts below one naira to the kobo", () => {
    const amounts = (available: string, minimum: string) =>
      quickParts(available, minimum, "500000.00").map((part) => part.amount)
    expect(amounts("1.99", "0.01")).toEqual(["0.49", "0.99", "1.00", "1.99"])
    expect(amounts("0.00", "0.00")).toEqual([null, null, null, null])
    expect(amounts("4000.00", "1000.00")).toEqual(["1000.00", "2000.00", "3000.00", "4000.00"])
    expect(quickParts("8.00", "0.01", "9.00").map((part) => part.percent)).toEqual([25, 50, 75, 100])
  })

  it("offer parts of the smaller of balance and bound, in whole naira, and none below the minimum", () => {
    const amounts = (available: string) =>
      quickParts(available, "1000.00", "500000.00").map((part) => part.amount)
    expect(amounts("20001.99")).toEqual(["5000.00", "10000.00", "15001.00", "20001.99"])
    expect(amounts("9000000.00")).toEqual(["125000.00", "250000.00", "375000.00", "500000.00"])
    expect(amounts("1500.00")).toEqual([null, null, "1125.00", "1500.00"])
    expect(amounts("0.00")).toEqual([null, null, null, null])
  })
})
