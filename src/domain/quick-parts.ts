/** The shares of an amount that a form offers to fill in. */
import { amountOf, koboOf } from "./money.ts"

export interface QuickPart {
  readonly percent: 25 | 50 | 75 | 100
  /** Canonical amount in whole naira (with kobo only below one naira); null below the minimum. */
  readonly amount: string | null
}

/**
 * 25, 50, 75 and 100 % of the smaller of balance and maximum, rounded down to whole naira.
 */
export const quickParts = (available: string, minimum: string, maximum: string): readonly QuickPart[] => {
  const [balance, most] = [koboOf(available), koboOf(maximum)]
  const bound = balance < most ? balance : most
  return ([25, 50, 75, 100] as const).map((percent) => {
    const exact = (bound * BigInt(percent)) / 100n
    const kobo = percent === 100 || exact < 100n ? exact : exact - (exact % 100n)
    return { percent, amount: kobo > 0n && kobo >= koboOf(minimum) ? amountOf(kobo) : null }
  })
}
