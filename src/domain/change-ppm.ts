import { divideHalfEven, priceUnitsOf } from "./money.ts"

const MILLION = 1_000_000n

/** Change between two prices in parts per million, rounded half-even; 0 if `from` is zero. */
export const changePpm = (from: string, to: string): bigint => {
  const before = priceUnitsOf(from)
  return before === 0n ? 0n : divideHalfEven((priceUnitsOf(to) - before) * MILLION, before)
}
