/** What a member's money is worth: cash, and open contracts at live prices. Pure. */
import type { AccountChange, WalletSummary } from "./cash.ts"
import { amountOf, koboOf } from "./money.ts"

type Funds = Pick<WalletSummary, "available" | "inContracts">

/** Cash and stakes. A withdrawal under review is on its way out. */
const cashAndStakes = ({ available, inContracts }: Funds): bigint => koboOf(available) + koboOf(inContracts)

/** Cash, stakes and the live result of the open contracts. */
export const totalValue = (funds: Funds, liveNet: string): string =>
  amountOf(cashAndStakes(funds) + koboOf(liveNet))

/** The result of the contracts that ended today and of those that are open. */
export const todayResult = (
  { todayDividend }: Pick<WalletSummary, "todayDividend">,
  liveNet: string,
): string => amountOf(koboOf(todayDividend) + koboOf(liveNet))

/**
 * What a change adds to cash and stakes: a purchase and a refund move a stake, a settlement adds its
 * result, any other change its amount.
 */
const addedBy = ({ amount, profit, record }: Pick<AccountChange, "amount" | "profit" | "record">): bigint => {
  if (profit !== null) return koboOf(profit)
  return record?.kind === "contract" ? 0n : koboOf(amount)
}

/**
 * Cash and stakes before the oldest of these changes and after each, oldest first, then the live value.
 * An account that began with the oldest one has no value before it. `changes`: newest first.
 */
export const valueLine = (
  funds: Funds,
  changes: readonly Pick<AccountChange, "amount" | "profit" | "record">[],
  liveNet: string,
): readonly string[] => {
  let value = cashAndStakes(funds)
  const line = [value + koboOf(liveNet), value]
  for (const change of changes) {
    value -= addedBy(change)
    line.push(value)
  }
  if (value === 0n && changes.length > 0) line.pop()
  return line.toReversed().map(amountOf)
}
