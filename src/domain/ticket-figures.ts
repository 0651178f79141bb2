/** The figures of the order ticket and its confirmation, loss first. Pure. */
import { amountOf, divideHalfEven, koboOf, priceOf, priceUnitsOf } from "./money.ts"
import type { OrderIntent } from "./ticket.ts"
import { breakEvenPrice, commissionKobo, fullLossPrice, scenario, stopOutPrice, type Terms } from "./trade.ts"

/** The price moves of the scenario line, basis points: −5 % … +5 %. */
export const SCENARIO_BPS = [-500, -400, -300, -200, -100, 0, 100, 200, 300, 400, 500] as const

export interface ScenarioPoint {
  readonly changeBps: number
  readonly price: string
  /** Signed result, and the amount that would be credited. */
  readonly net: string
  readonly credited: string
}

export interface TicketFigures {
  /** The maximum loss: the stake. */
  readonly mostLoss: string
  readonly exposure: string
  readonly commission: string
  readonly breakEven: string
  readonly stopOut: string
  /** The price at which the whole stake is lost. */
  readonly fullLoss: string
  readonly scenario: readonly ScenarioPoint[]
}

type Figured = Pick<OrderIntent, "stake" | "leverage" | "direction" | "commissionPpm" | "stopOutBps">

/** The terms of an order for the arithmetic of `trade.ts`. */
export const termsOf = (order: Figured): Terms => ({
  stakeKobo: koboOf(order.stake),
  leverage: order.leverage,
  direction: order.direction,
  commissionPpm: order.commissionPpm,
  stopOutBps: order.stopOutBps,
})

/**
 * Every figure of an order entered at `price` (canonical, positive). The real entry is the next
 * tick, so the screen says that they hold at the displayed price.
 */
export const figuresOf = (order: Figured, price: string): TicketFigures => {
  const terms = termsOf(order)
  const entry = priceUnitsOf(price)
  return {
    mostLoss: order.stake,
    exposure: amountOf(terms.stakeKobo * BigInt(order.leverage)),
    commission: amountOf(commissionKobo(terms)),
    breakEven: priceOf(breakEvenPrice(terms, entry)),
    stopOut: priceOf(stopOutPrice(terms, entry)),
    fullLoss: priceOf(fullLossPrice(terms, entry)),
    scenario: SCENARIO_BPS.map((changeBps) => {
      const { netKobo, creditedKobo } = scenario(terms, entry, changeBps)
      const moved = divideHalfEven(entry * BigInt(10_000 + changeBps), 10_000n)
      return {
        changeBps,
        price: priceOf(moved),
        net: amountOf(netKobo),
        credited: amountOf(creditedKobo),
      }
    }),
  }
}
