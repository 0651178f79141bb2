import { Effect } from "effect"
import { checkBooks, sentenceOf } from "../../server/core/book-checks.ts"
import { findCountDifferences } from "../../server/core/invitation-counts.ts"
import { appendEvent, PROJECTIONS } from "../../server/core/member-events.ts"
import { findDifferences } from "../../server/core/projections.ts"
import { type Db, sql } from "../../server/db/db.ts"

/** Broken invariants of the books, one sentence each. */
export type Problems = ReadonlyArray<string>

/** The checks of `operator check`, for tests. */
export const findProblems: Effect.Effect<Problems, never, Db> = Effect.gen(function* () {
  const counts = yield* findCountDifferences()
  return [
    ...(yield* checkBooks()).map(sentenceOf),
    ...counts.map(({ table, id, what }) => `${table} ${id}: ${what}`),
  ]
}).pipe(Effect.orDie)

/**
 * Appends events for rows that a test has written past the server, so that they count as what the
 * events say.
 */
export const appendPlanted: Effect.Effect<void, never, Db> = Effect.gen(function* () {
  for (const { table, id, what } of yield* findDifferences()) {
    const kind = plantedKinds.find((one) => PROJECTIONS[one].table === table)
    if (kind === undefined) continue
    const rows = yield* sql<{ member_id: string }>(`select member_id from ${table} where id = $1`, [id])
    const columns = what.startsWith("no event") ? ("all" as const) : what.split(", ")
    for (const { member_id } of rows)
      yield* appendEvent(member_id, {
        ...{ kind, subject: id, from: null, to: "planted", columns },
        ...{ who: "test", why: "" },
      })
  }
}).pipe(Effect.orDie)

const plantedKinds = ["order", "deposit", "withdrawal", "bank-card", "crypto-address"] as const
