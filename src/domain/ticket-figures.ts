/** The figures of the order ticket and its confirmation, loss first. Pure. */
import { amountOf, divideHalfEven, priceOf, priceUnitsOf } from "./money.ts"
import type { OrderIntent } from "./ticket.ts"
import {
  breakEvenPrice,
  commissionKobo,
  costShares,
  fullLossPrice,
  type LevelKind,
  levelProblem,
  orderTerms,
  scenario,
  settle,
  stopOutPrice,
} from "./trade.ts"

/** The price moves of the scenario line, basis points: −5 % … +5 %. */
export const SCENARIO_BPS = [-500, -400, -300, -200, -100, 0, 100, 200, 300, 400, 500] as const

export interface ScenarioPoint {
  readonly changeBps: number
  readonly price: string
  /** Signed result, and the amount that would be credited. */
  readonly net: string
  readonly credited: string
}

/** The result of a contract that ends at a level. */
export interface LevelResult {
  /** Signed. */
  readonly net: string
  /** The same as a share of the stake, parts per million. */
  readonly sharePpm: number
}

export interface TicketFigures {
  /** The maximum loss: the stake. */
  readonly mostLoss: string
  readonly exposure: string
  readonly commission: string
  readonly commissionSharePpm: number
  readonly breakEven: string
  readonly breakEvenMovePpm: number
  readonly stopOut: string
  /** The price at which the whole stake is lost. */
  readonly fullLoss: string
  readonly scenario: readonly ScenarioPoint[]
  /** Null where the member has set none. */
  readonly stopLoss: LevelResult | null
  readonly takeProfit: LevelResult | null
}

type Figured = Pick<OrderIntent, "stake" | "leverage" | "direction" | "commissionPpm" | "stopOutBps"> &
  Partial<Pick<OrderIntent, "stopLoss" | "takeProfit">>

/** The result of a contract entered at `price` that ends at `level`, commission included. */
export const levelResult = (order: Figured, price: string, level: string): LevelResult => {
  const terms = orderTerms(order)
  const { netKobo } = settle(terms, priceUnitsOf(price), priceUnitsOf(level))
  return {
    net: amountOf(netKobo),
    sharePpm: Number(divideHalfEven(netKobo * 1_000_000n, terms.stakeKobo)),
  }
}

export interface LevelShare {
  /** Signed share of the stake. */
  readonly percent: number
  /** The price at which the contract has this result; null where no level can be there. */
  readonly level: string | null
}

/** The levels at which a contract entered at `price` loses or gains 5 and 10 % of its stake. */
export const levelShares = (
  kind: LevelKind,
  order: Omit<Figured, "stake">,
  price: string,
): readonly LevelShare[] => {
  const entry = priceUnitsOf(price)
  const terms = orderTerms({ ...order, stake: "1.00" })
  return [5, 10].map((size) => {
    const percent = kind === "stop-loss" ? -size : size
    const level = stopOutPrice({ ...terms, stopOutBps: -100 * percent }, entry)
    const isRefused = levelProblem(kind, level, entry, { direction: terms.direction, terms }) !== null
    return { percent, level: isRefused ? null : priceOf(level) }
  })
}

/**
 * Every figure of an order entered at `price` (canonical, positive). The real entry is the next
 * tick, so the screen says that they hold at the displayed price.
 */
export const figuresOf = (order: Figured, price: string): TicketFigures => {
  const terms = orderTerms(order)
  const entry = priceUnitsOf(price)
  return {
    mostLoss: order.stake,
    exposure: amountOf(terms.stakeKobo * BigInt(order.leverage)),
    commission: amountOf(commissionKobo(terms)),
    breakEven: priceOf(breakEvenPrice(terms, entry)),
    ...costShares(terms),
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
    stopLoss: order.stopLoss ? levelResult(order, price, order.stopLoss) : null,
    takeProfit: order.takeProfit ? levelResult(order, price, order.takeProfit) : null,
  }
}
