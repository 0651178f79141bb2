/** Whether the site is open, and the date of its terms. */
import { Effect } from "effect"
import { DEFAULT_LOCALE } from "../../src/domain/limits.ts"
import { sql } from "../db/db.ts"
import { refusal } from "./refusal.ts"

/** SQL condition: an operator has closed the site. */
export const siteClosedSql =
  "exists (select 1 from settings where name = 'website' and value->>'status' = '0')"

/** False once an operator has closed the site, in any process. */
export const isSiteOpen = Effect.fn("isSiteOpen")(function* () {
  const rows = yield* sql<{ closed: boolean }>(`select ${siteClosedSql} as closed`)
  return rows[0]?.closed !== true
})

/**
 * Refuses a call that a closed site does not accept: orders, deposits and registrations.
 * Log-ins, settlement, early closes, withdrawals, records and questions about a key never ask this.
 */
export const requireOpenSite = Effect.fn("requireOpenSite")(function* () {
  if (!(yield* isSiteOpen())) return yield* refusal("site.closed")
})

/** The date of the terms: that of the newest agreement; 0 without one. */
export const readTermsDate = Effect.fn("readTermsDate")(function* () {
  const rows = yield* sql<{ at_ms: bigint | null }>(
    `select max(at_ms) as at_ms from articles where kind = 'agreement' and language = '${DEFAULT_LOCALE}'`,
  )
  return Number(rows[0]?.at_ms ?? 0n)
})
