import { Effect } from "effect"
import { DEFAULT_LOCALE } from "../../src/domain/limits.ts"
import { Db } from "../db/db.ts"

/** The date of the terms: that of the newest agreement; 0 without one. */
export const readTermsDate = Effect.fn("readTermsDate")(function* () {
  const db = yield* Db
  const rows = yield* db.query<{ at_ms: bigint | null }>(
    `select max(at_ms) as at_ms from articles where kind = 'agreement' and language = '${DEFAULT_LOCALE}'`,
  )
  return Number(rows[0]?.at_ms ?? 0n)
})
