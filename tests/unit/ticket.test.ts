import { Schema } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Price, type Product } from "../../src/domain/entities.ts"
import { PRICE_MAX_UNITS } from "../../src/domain/limits.ts"
import { koboOf, priceOf } from "../../src/domain/money.ts"
import {
  boughtAgain,
  checkTicket,
  DRAFT_FIELDS,
  EMPTY_DRAFT,
  parseSlippage,
  productTerms,
  shownFacts,
  suggestedFields,
  TICKET_FIELDS,
  type TicketDraft,
  type TicketTerms,
  ticketFieldOf,
} from "../../src/domain/ticket.ts"
import { openedContract } from "../support/contracts.ts"
import { english, product, quote } from "../support/money-events.ts"

const _ordered = {
  stake: "10000.00",
  leverage: 5,
  direction: "up" as const,
  commissionPpm: 1_000,
  stopOutBps: 10_000,
}
const draft: TicketDraft = { ...EMPTY_DRAFT, direction: "up", stake: "10000", period: "7", leverage: "5" }
const ground = { product, available: "20000.00", separators: english, quote }
const german = { decimal: ",", group: "." }

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

  it("takes a stop before the stop-out price, and a target up to the largest price of the API", () => {
    const widest = { ...draft, stopLoss: "20.3455", takeProfit: "999999999999.9999" }
    const { problems, intent } = checkTicket(widest, ground)
    expect(problems).toEqual({})
    expect(Schema.is(Price)(intent?.takeProfit)).toBe(true)
    expect(Schema.is(Price)(priceOf(PRICE_MAX_UNITS + 1n))).toBe(false)
    // its use is not known before the leverage is chosen
    const { problems: early } = checkTicket({ ...draft, leverage: "", stopLoss: "1" }, ground)
    expect(Object.keys(early)).toEqual(["leverage"])
  })

  it("becomes an order with everything that was shown", () => {
    expect(checkTicket(draft, ground)).toEqual({
      problems: {},
      intent: {
        productId: "p1",
        symbol: "AAPL",
        direction: "up",
        stake: "10000.00",
        periodDays: 7,
        leverage: 5,
        commissionPpm: 1_000,
        stopOutBps: 10_000,
        quote,
        slippageBps: null,
        takeProfit: null,
        stopLoss: null,
      },
    })
  })

  const asks = (changes: Partial<TicketDraft>, terms: Partial<TicketTerms> = {}) => {
    const { problems, intent } = checkTicket({ ...draft, ...changes }, { ...ground, ...terms })
    expect(intent === null).toBe(Object.keys(problems).length > 0)
    return problems
  }
  const price = { price: "25.4000", direction: "up" }

  it.each<[string, Partial<TicketDraft>, object]>([
    ["an empty one", EMPTY_DRAFT, { direction: 1, stake: 1, period: 1, leverage: 1 }],
    ["an unknown direction", { direction: "left" }, { direction: { reason: "field.choose" } }],
    ["a period that is not offered", { period: "2" }, { period: { reason: "field.choose" } }],
    ["a leverage that is not offered", { leverage: "3" }, { leverage: { reason: "field.choose" } }],
    ["a number written otherwise", { leverage: "5.0" }, { leverage: { reason: "field.choose" } }],
    ["a small stake", { stake: "999.99" }, { stake: { reason: "field.below-minimum" } }],
    ["a large stake", { stake: "500000.01" }, { stake: { reason: "field.above-maximum" } }],
    ["more than there is", { stake: "20000.01" }, { stake: { reason: "field.above-balance" } }],
    [
      "a wide tolerance",
      { slippage: "10.01" },
      { slippage: { reason: "order.slippage-range", params: { max: 10 } } },
    ],
    [
      "a fine tolerance",
      { slippage: "0.125" },
      { slippage: { reason: "field.decimals", params: { max: 2 } } },
    ],
    ["a tolerance of words", { slippage: "few" }, { slippage: { reason: "field.not-a-percentage" } }],
    [
      "a target at the price",
      { takeProfit: "25.4" },
      { takeProfit: { reason: "order.take-profit-side", params: price } },
    ],
    [
      "a stop at the price",
      { stopLoss: "25.4" },
      { stopLoss: { reason: "order.stop-loss-side", params: price } },
    ],
    ["a stop above", { stopLoss: "25.4001" }, { stopLoss: { reason: "order.stop-loss-side" } }],
    [
      "a stop at the stop-out price",
      { stopLoss: "20.3454" },
      { stopLoss: { reason: "order.stop-loss-useless", params: { price: "20.3454" } } },
    ],
    [
      "a stop beyond it on a fall",
      { direction: "down", stopLoss: "30.5" },
      { stopLoss: { reason: "order.stop-loss-useless", params: { price: "30.4546" } } },
    ],
    ["a target too large", { takeProfit: "1000000000000" }, { takeProfit: { reason: "field.too-large" } }],
    ["a target of words", { takeProfit: "high" }, { takeProfit: { reason: "field.not-an-amount" } }],
    ["a stop of words", { stopLoss: "low" }, { stopLoss: { reason: "field.not-an-amount" } }],
  ])("is refused for %s in its field alone", (_, changes, expected) => {
    const problems = asks(changes)
    expect(Object.keys(problems)).toEqual(Object.keys(expected))
    for (const [field, problem] of Object.entries(expected))
      if (typeof problem === "object") expect(problems).toMatchObject({ [field]: problem })
  })

  it("is refused where the product cannot be bought or has no price, whatever exits are typed", () => {
    const at = (changes: Partial<typeof product>) => ({ product: { ...product, ...changes } })
    expect(asks({}, at({ soldOut: true }))).toEqual({ product: { reason: "order.sold-out" } })
    expect(asks({}, at({ isOpen: false }))).toEqual({ product: { reason: "order.market-closed" } })
    expect(asks({}, at({ soldOut: true, isOpen: false }))).toEqual({ product: { reason: "order.sold-out" } })
    expect(asks({ takeProfit: "1", stopLoss: "99" }, { quote: null })).toEqual({
      price: { reason: "order.stale-price" },
    })
    expect(Object.keys(asks({ direction: "", takeProfit: "1", stopLoss: "99" }))).toEqual(["direction"])
    expect(asks({ takeProfit: "25.4001", stopLoss: "25.3999" })).toEqual({})
  })

  it.each([
    ["", null],
    ["  ", null],
    ["0", 0],
    ["10", 1_000],
    ["0.5%", 50],
    ["0.25 % ", 25],
    ["%", "field.not-a-percentage"],
    ["5%%", "field.not-a-percentage"],
    ["1%2", "field.not-a-percentage"],
    ["5 % of it", "field.not-a-percentage"],
    ["-1", "field.not-a-percentage"],
    ["1e1", "field.not-a-percentage"],
    ["0.125", "field.decimals"],
    ["10.01", "order.slippage-range"],
  ])("takes %j as a tolerance of %s", (typed, expected) => {
    const parsed = parseSlippage(typed, english)
    expect(parsed.ok ? parsed.value : parsed.problem.reason).toBe(expected)
  })

  it("has its product's terms as they are shown", () => {
    const { productId, ...terms } = product
    const shown: Product = {
      ...terms,
      ...{ id: productId, name: "Apple", recommended: true, recentCloses: [] },
      tradingHours: { openMinute: 0, closeMinute: 1_440 },
      statistics: {
        ...{ averageBuy: "1.0000", averageSell: "1.0000", averageProfitPpm: 0, losingPpm: 0 },
        ...{ sample: 0, source: "history" },
      },
    }
    expect(productTerms(shown)).toEqual(product)
  })

  it("shows a refusal at the field that it names, else at that of its reason, else at the product", () => {
    const wire = {
      ...{ product_id: "product", direction: "direction", stake: "stake", leverage: "leverage" },
      ...{ period_days: "period", quoted_price: "price", slippage_bps: "slippage" },
      ...{ take_profit: "takeProfit", stop_loss: "stopLoss", unknown: "product" },
    }
    for (const [field, expected] of Object.entries(wire))
      expect(ticketFieldOf({ reason: "other", field })).toBe(expected)
    const reasons = {
      ...{ "insufficient-balance": "stake", "below-minimum": "stake", "above-maximum": "stake" },
      ...{ "stale-price": "price", slippage: "price", "take-profit-side": "takeProfit" },
      ...{ "stop-loss-side": "stopLoss", "sold-out": "product" },
    }
    for (const [reason, expected] of Object.entries(reasons))
      expect(ticketFieldOf({ reason: `order.${reason}` })).toBe(expected)
    expect(ticketFieldOf({ reason: "order.slippage", field: "stake" })).toBe("stake")
  })

  it("begins empty, with every field that is typed", () => {
    expect(Object.keys(EMPTY_DRAFT)).toEqual([...DRAFT_FIELDS])
    expect(Object.values(EMPTY_DRAFT).join("")).toBe("")
    expect([...TICKET_FIELDS]).toEqual(["product", "price", ...DRAFT_FIELDS])
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
      { numRuns: 200 },
    )
    expect(reached.accepted).toBeGreaterThan(30)
    expect(reached.refused).toBeGreaterThan(30)
  })
})

describe("what a ticket shows of its product and the balance", () => {
  const held = { terms: product, available: "20000.00" }
  const known = (productId: string) => ({
    terms: { ...product, productId, minStake: "2000.00" },
    available: "19000.00",
    separators: english,
  })

  it("is what the page knows, of the same product or while the machine has none", () => {
    expect(shownFacts(held, known(product.productId))).toEqual(known(product.productId))
    expect(shownFacts({ terms: null, available: "" }, known("p2"))).toEqual(known("p2"))
  })

  it("is what the machine holds, of another product or without a known balance", () => {
    expect(shownFacts(held, known("p2"))).toEqual(held)
    expect(shownFacts(held, undefined)).toEqual(held)
    expect(shownFacts({ terms: null, available: "0.00" }, undefined)).toEqual({
      terms: undefined,
      available: "0.00",
    })
  })
})

describe("a new ticket", () => {
  const terms = { ...product, periods: [1, 3], leverages: [1, 2, 5] }
  const suggested = (of: Partial<typeof terms>, available = "250000.00") =>
    suggestedFields({ terms: { ...terms, ...of }, available, separators: english }).map(([, value]) => value)

  it("suggests a small stake, the shortest period and leverage 2, as far as they are offered", () => {
    expect(suggested({})).toEqual(["10000", "1", "2"])
    expect(suggested({ periods: [7, 30], leverages: [1] })).toEqual(["10000", "7", "1"])
    expect(suggested({ minStake: "20000.50" })).toEqual(["20000.50", "1", "2"])
    expect(suggested({ maxStake: "5000.00" })).toEqual(["5000", "1", "2"])
  })

  it("suggests no stake that the balance does not allow", () => {
    expect(suggested({}, "9999.99")).toEqual(["1", "2"])
  })
})

describe("a contract that is bought again", () => {
  it("fills the ticket with what it had, and levels at the same distance from the present price", () => {
    const order = { ...openedContract, stopLoss: "24.1300", takeProfit: "27.9400" }
    expect(boughtAgain(order, "50.8000")).toEqual({
      ...{ product: "p1", direction: "up", stake: "10000.00", period: "1", leverage: "5" },
      ...{ stopLoss: "48.2600", takeProfit: "55.8800" },
    })
    expect(Object.keys(boughtAgain(openedContract, "50.8000"))).not.toContain("stopLoss")
  })
})
