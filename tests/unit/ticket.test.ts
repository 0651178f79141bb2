import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  checkDeposit,
  checkWithdrawal,
  type DepositDraft,
  depositFieldOf,
} from "../../src/domain/cash-intent.ts"
import { koboOf, parseAmountInput, priceUnitsOf, separatorsOf } from "../../src/domain/money.ts"
import { checkTicket, EMPTY_DRAFT, type TicketDraft } from "../../src/domain/ticket.ts"
import { figuresOf, quickParts, SCENARIO_BPS } from "../../src/domain/ticket-figures.ts"
import { destination, english, network, paymentChoice, product, quote } from "../support/money-events.ts"

const ordered = {
  stake: "10000.00",
  leverage: 5,
  direction: "up" as const,
  commissionPpm: 1_000,
  stopOutBps: 10_000,
}
const draft: TicketDraft = { ...EMPTY_DRAFT, direction: "up", stake: "10000", period: "7", leverage: "5" }
const ground = { product, available: "20000.00", separators: english, quote }
const german = { decimal: ",", group: "." }

describe("the figures of a ticket", () => {
  it("say the loss first: stake, commission, break-even, stop-out", () => {
    const figures = figuresOf(ordered, "25.4000")
    expect(figures).toMatchObject({
      mostLoss: "10000.00",
      exposure: "50000.00",
      commission: "50.00",
      breakEven: "25.4254",
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

  it("offer parts of the smaller of balance and bound, in whole naira, and none below the minimum", () => {
    const amounts = (available: string) =>
      quickParts(available, "1000.00", "500000.00").map((part) => part.amount)
    expect(amounts("20001.99")).toEqual(["5000.00", "10000.00", "15001.00", "20001.99"])
    expect(amounts("9000000.00")).toEqual(["125000.00", "250000.00", "375000.00", "500000.00"])
    expect(amounts("1500.00")).toEqual([null, null, "1125.00", "1500.00"])
    expect(amounts("0.00")).toEqual([null, null, null, null])
  })
})

describe("a draft", () => {
  it("becomes an order with canonical figures, in any locale", () => {
    const typed = { ...draft, stake: "10.000,50", takeProfit: "26,1", stopLoss: "25,1234", slippage: "0,5" }
    const { intent, problems } = checkTicket(typed, { ...ground, separators: german })
    expect(problems).toEqual({})
    expect(intent).toMatchObject({
      stake: "10000.50",
      takeProfit: "26.1000",
      stopLoss: "25.1234",
      slippageBps: 50,
      periodDays: 7,
    })
  })

  it("takes exits on the other side when it bets on a fall", () => {
    const down = { ...draft, direction: "down", takeProfit: "25", stopLoss: "26" }
    expect(checkTicket(down, ground).problems).toEqual({})
    const turned = { ...down, takeProfit: "26", stopLoss: "25" }
    expect(Object.keys(checkTicket(turned, ground).problems)).toEqual(["takeProfit", "stopLoss"])
  })

  /**
   * Each field is valid in most draws, so that many drafts pass as a whole; the rest is arbitrary
   * text.
   */
  const mostly = (valid: fc.Arbitrary<string>) =>
    fc.oneof({ weight: 24, arbitrary: valid }, { weight: 1, arbitrary: fc.string() })
  const drafts = fc.record({
    direction: mostly(fc.constantFrom("up", "down")),
    stake: mostly(fc.integer({ min: 900_00, max: 21_000_00 }).map((kobo) => (kobo / 100).toFixed(2))),
    period: mostly(fc.constantFrom(...product.periods.map(String))),
    leverage: mostly(fc.constantFrom(...product.leverages.map(String))),
    slippage: mostly(fc.constantFrom("", "0", "0.5", "1")),
    takeProfit: mostly(fc.constantFrom("", "", "", "24", "26")),
    stopLoss: mostly(fc.constantFrom("", "", "", "24", "26")),
  })

  it("has an intent exactly when it has no problem, and the intent keeps the stake's bounds", () => {
    const reached = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(drafts, (draw) => {
        const { intent, problems } = checkTicket(draw, ground)
        expect(intent === null).toBe(Object.keys(problems).length > 0)
        reached[intent === null ? "refused" : "accepted"] += 1
        if (intent === null) return
        expect(koboOf(intent.stake) >= koboOf(product.minStake)).toBe(true)
        expect(koboOf(intent.stake) <= koboOf(ground.available)).toBe(true)
        expect([intent.direction, intent.periodDays, intent.leverage].map(String)).toEqual([
          draw.direction,
          draw.period,
          draw.leverage,
        ])
      }),
      { numRuns: 500 },
    )
    console.log(`ticket drafts: ${reached.accepted} accepted, ${reached.refused} refused`)
    expect(reached.accepted).toBeGreaterThan(100)
    expect(reached.refused).toBeGreaterThan(50)
  })
})

describe("an amount of the member's locale", () => {
  it.each([
    ["de", "1.234,56", "1234.56"],
    ["fr", "1 234,56", "1234.56"],
    ["en", "1,234.56", "1234.56"],
    ["pt", "1.234,5", "1234.50"],
    ["ja", "1,234", "1234.00"],
    ["vi", "1.234,56", "1234.56"],
  ])("is read in %s", (tag, typed, value) => {
    const bounds = { minimum: null, maximum: null, available: null }
    expect(parseAmountInput(typed, separatorsOf(tag), bounds)).toEqual({ ok: true, value })
  })
})

describe("deposits and withdrawals", () => {
  it("hold an amount against the network's bounds", () => {
    const filled: DepositDraft = { terms: network, amount: "99.99", proofId: "i1" }
    expect(checkDeposit(filled, english).problems).toEqual({
      amount: { reason: "field.below-minimum", params: { min: "100.00" } },
    })
    expect(checkDeposit({ ...filled, amount: "100" }, english).intent?.amount).toBe("100.00")
    expect(Object.keys(checkDeposit({ terms: null, amount: "", proofId: null }, english).problems)).toEqual([
      "network",
      "amount",
      "proof",
    ])
  })

  it("need no proof for a payment, and send none that is left of a deposit", () => {
    const checked = checkDeposit({ terms: paymentChoice, amount: "1000", proofId: "i1" }, english)
    expect(checked).toEqual({
      problems: {},
      intent: { networkId: "alipay", network: "alipay", address: "", amount: "1000.00", way: 3 },
    })
    const unproved = checkDeposit({ terms: paymentChoice, amount: "1000", proofId: null }, english)
    expect(unproved).toEqual(checked)
    const draft: DepositDraft = { terms: paymentChoice, amount: "999.99", proofId: null }
    expect(checkDeposit(draft, english)).toMatchObject({
      problems: { amount: { reason: "field.below-minimum" } },
      intent: null,
    })
    expect(depositFieldOf({ reason: "payment.way-unknown" })).toBe("network")
  })

  it("fix fee, received amount and arrival before anything is sent", () => {
    expect(checkWithdrawal({ destination, amount: "5000" }, "20000.00", english).intent).toEqual({
      destinationId: "d1",
      label: destination.label,
      method: "bank",
      network: null,
      amount: "5000.00",
      fee: "50.00",
      received: "4950.00",
      arrivalMinutes: 60,
    })
    const over = checkWithdrawal({ destination, amount: "20000.01" }, "20000.00", english)
    expect(over.problems.amount?.reason).toBe("field.above-balance")
  })

  it("never say that nothing or less would arrive", () => {
    const dear = { ...destination, minimum: "1.00", fee: "50.00" }
    const { intent, problems } = checkWithdrawal({ destination: dear, amount: "50" }, "20000.00", english)
    expect(intent).toBeNull()
    expect(problems.amount).toEqual({ reason: "withdrawal.below-fee", params: { fee: "50.00" } })
  })
})
