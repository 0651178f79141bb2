/** The order of open contracts in a list. Pure. */
import type { Order } from "./entities.ts"
import { koboOf } from "./money.ts"
import { liveResult } from "./position.ts"

export const CONTRACT_SORTS = ["newest", "time", "best", "worst", "symbol"] as const
/** Newest, next to end, greatest profit, greatest loss first; by symbol. */
export type ContractSort = (typeof CONTRACT_SORTS)[number]

/** The result of a contract in kobo; null without one. */
type ResultOf = (order: Order) => bigint | null

/** The live results in kobo at these prices. */
export const resultsAt = (
  orders: readonly Order[],
  priceOf: (symbol: string) => string | undefined,
): ReadonlyMap<string, bigint> =>
  new Map(
    orders.flatMap((order) => {
      const price = priceOf(order.symbol)
      const result = price === undefined ? null : liveResult(order, price)
      return result === null ? [] : [[order.id, koboOf(result.net)] as const]
    }),
  )

const compare = (a: bigint, b: bigint): number => (a === b ? 0 : a < b ? -1 : 1)

/** What is unknown comes last. */
const lastIfNull =
  (rank: (order: Order) => bigint | null) =>
  (a: Order, b: Order): number => {
    const [first, second] = [rank(a), rank(b)]
    return first === null || second === null
      ? Number(first === null) - Number(second === null)
      : compare(first, second)
  }

const negative = (value: bigint | null): bigint | null => (value === null ? null : -value)

/** Contracts in an order; those that compare equal stay newest first. */
export const sortContracts = (
  orders: readonly Order[],
  sort: ContractSort,
  resultOf: ResultOf,
): readonly Order[] => {
  if (sort === "newest") return orders
  if (sort === "symbol") return orders.toSorted((a, b) => a.symbol.localeCompare(b.symbol))
  const ranks: Readonly<Record<"time" | "best" | "worst", (order: Order) => bigint | null>> = {
    time: ({ expiresAtMs }) => (expiresAtMs === null ? null : BigInt(expiresAtMs)),
    best: (order) => negative(resultOf(order)),
    worst: resultOf,
  }
  return orders.toSorted(lastIfNull(ranks[sort]))
}
