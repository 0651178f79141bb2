import type { Order } from "../../src/domain/entities.ts"
import { priceOf } from "../../src/domain/money.ts"

/**
 * The levels of a contract's acceptance and each change, with prices in units; null where they never
 * changed.
 */
export type StoredLevels =
  | readonly (readonly [takeProfit: string | null, stopLoss: string | null, atMs: number])[]
  | null

const priceIn = (units: string | null): string | null => (units === null ? null : priceOf(BigInt(units)))

/** The levels of a contract on the wire, without checkpoints and signatures. */
export const levelHistoryOf = (stored: StoredLevels): Pick<Order, "levelHistory"> => {
  const [first, ...rest] = stored ?? []
  if (first === undefined) return {}
  const levels = ([takeProfit, stopLoss]: typeof first) => ({
    takeProfit: priceIn(takeProfit),
    stopLoss: priceIn(stopLoss),
  })
  const amendments = rest.map((each, index) => ({ number: index + 1, ...levels(each), atMs: each[2] }))
  return { levelHistory: { agreed: levels(first), amendments } }
}
