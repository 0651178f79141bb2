/** Whether the site is open, for the handlers that a closed one refuses. */
import { Effect } from "effect"
import { Db } from "../db/db.ts"
import { refusal } from "./refusal.ts"

/** SQL condition: an operator has closed the site. */
export const siteClosedSql =
  "exists (select 1 from settings where name = 'website' and value->>'status' = '0')"

/** False once an operator has closed the site, in whatever process. */
export const isSiteOpen = Effect.fn("isSiteOpen")(function* () {
  const db = yield* Db
  const rows = yield* db.query<{ closed: boolean }>(`select ${siteClosedSql} as closed`)
  return rows[0]?.closed !== true
})

/**
 * Refuses a call that a closed site does not accept: orders, deposits, log-ins and registrations.
 * Settlement, early closes, withdrawals, records and questions about a key never ask this.
 */
export const requireOpenSite = Effect.fn("requireOpenSite")(function* () {
  if (!(yield* isSiteOpen())) return yield* refusal("site.closed")
})
