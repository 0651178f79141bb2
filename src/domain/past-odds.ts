/** What a contract would have come to, begun at each day of a symbol's published closes. Pure. */
import { amountOf, divideHalfEven, type PriceUnits, priceUnitsOf } from "./money.ts"
import { triggersOf } from "./settlement-plan.ts"
import type { OrderIntent } from "./ticket.ts"
import { orderTerms, settle } from "./trade.ts"

/** With fewer contracts than these the past says too little. */
export const PAST_CONTRACTS_MIN = 250

/** A contract at a price, from which its levels keep their distance. */
export type PastContract = Pick<
  OrderIntent,
  | "stake"
  | "leverage"
  | "direction"
  | "commissionPpm"
  | "stopOutBps"
  | "periodDays"
  | "takeProfit"
  | "stopLoss"
> & { readonly price: string }

/** Without levels the price says nothing, so that a new one changes nothing. */
export const pastContractOf = (
  {
    stake,
    leverage,
    direction,
    commissionPpm,
    stopOutBps,
    periodDays,
    takeProfit,
    stopLoss,
  }: Omit<PastContract, "price">,
  price: string,
): PastContract => ({
  ...{ stake, leverage, direction, commissionPpm, stopOutBps, periodDays, takeProfit, stopLoss },
  price: takeProfit === null && stopLoss === null ? "1.0000" : price,
})

export interface PastOdds {
  /** How many contracts were begun and have ended. */
  readonly contracts: number
  /** Ended by stop-out or stop-loss, parts per million: at least, since only closes are seen. */
  readonly stoppedPpm: number
  readonly gainedPpm: number
  /** Signed results. */
  readonly worst: string
  readonly middle: string
  readonly best: string
}

type Close = PriceUnits | null

export const closePrices = (closes: readonly (string | null)[]): readonly Close[] =>
  closes.map((close) => (close === null ? null : priceUnitsOf(close)))

/**
 * Each contract enters at a close and ends at the first later one at or past its levels or its stop-out,
 * otherwise at the last of its period; one whose period is not over is left out. Null with too few.
 */
export const pastOdds = (contract: PastContract, closes: readonly Close[]): PastOdds | null => {
  const terms = orderTerms(contract)
  const levelsAt = movedLevels(contract)
  const nets: bigint[] = []
  let stopped = 0
  for (let start = 0; start + contract.periodDays < closes.length; start++) {
    const entry = closes[start]
    if (entry == null) continue
    const { low, high } = triggersOf({ terms, ...levelsAt(entry) }, entry)
    let exit = entry
    for (let day = start + 1; day <= start + contract.periodDays; day++) {
      const close = closes[day]
      if (close == null) continue
      exit = close
      const isLow = low !== null && close <= low
      if (!isLow && (high === null || close < high)) continue
      if (isLow === (terms.direction === "up")) stopped++
      break
    }
    nets.push(settle(terms, entry, exit).netKobo)
  }
  return nets.length < PAST_CONTRACTS_MIN ? null : summed(nets, stopped)
}

/** The levels of a contract that enters at another price, at the same distance in proportion. */
const movedLevels = ({ price, takeProfit, stopLoss }: PastContract) => {
  const units = priceUnitsOf(price)
  const moved = (level: string | null) => {
    const levelUnits = level === null ? null : priceUnitsOf(level)
    return (entry: PriceUnits) => (levelUnits === null ? null : divideHalfEven(levelUnits * entry, units))
  }
  const [profitAt, stopAt] = [moved(takeProfit), moved(stopLoss)]
  return (entry: PriceUnits) => ({ takeProfit: profitAt(entry), stopLoss: stopAt(entry) })
}

const summed = (nets: bigint[], stopped: number): PastOdds => {
  const sorted = nets.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const share = (count: number) => Math.round((count / nets.length) * 1_000_000)
  const at = (index: number) => amountOf(sorted[index] ?? 0n)
  return {
    contracts: nets.length,
    stoppedPpm: share(stopped),
    gainedPpm: share(nets.filter((net) => net > 0n).length),
    worst: at(0),
    middle: at(Math.floor((nets.length - 1) / 2)),
    best: at(nets.length - 1),
  }
}
