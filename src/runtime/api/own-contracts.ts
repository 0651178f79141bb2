/** The member's contracts as far back as a check needs them. */
import { Effect } from "effect"
import type { Order, Page } from "../../domain/entities.ts"
import { PAGE_SIZE_MAX } from "../../domain/limits.ts"
import type { Call } from "./query-cache.ts"

/** Pages that are asked for. */
const PAGES_MAX = 20

/** The contracts accepted since a time, newest first; whether they are all. */
export const readContracts = async (
  call: Call,
  sinceMs: number,
): Promise<{ readonly orders: readonly Order[]; readonly isWhole: boolean }> => {
  const orders: Order[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const request = { limit: String(PAGE_SIZE_MAX), ...(cursor !== null && { cursor }) }
    const page: Page<Order> = await Effect.runPromise(call("orders", request, { quiet: true }))
    orders.push(...page.items)
    cursor = page.nextCursor
    if (cursor === null || (page.items.at(-1)?.acceptedAtMs ?? 0) < sinceMs) return { orders, isWhole: true }
  }
  return { orders, isWhole: false }
}
