/** What home asks for, before it is there to ask. */
import type { Queries } from "./query-cache.ts"

/** Besides the balance: so that home is not drawn as a shape first where the answers are there by then. */
const besides = ["banners", "placards", "products"] as const

/** Asks all of it. Resolves when what an earlier visit knew of the balance is at hand. Never rejects. */
export const prefetchHome = (queries: Queries): Promise<void> => {
  const known = queries.prefetch("walletSummary", {})
  for (const endpoint of besides) queries.query(endpoint, {}).refresh()
  return known
}
