/** How long the last withdrawals took from the request to the decision. */
import { Effect } from "effect"
import type { Withdrawal } from "../../src/domain/cash.ts"
import { CANCELLED } from "../core/member-events.ts"
import { sql } from "../db/db.ts"

/** Withdrawals that are counted. */
const COUNTED = 50
/** Fewer say too little, and too much about single ones. */
const COUNTED_MIN = 20

interface Percentiles {
  readonly decided: number
  readonly half_ms: number
  readonly most_ms: number
}

const minutesIn = (ms: number): number => Math.ceil(ms / 60_000)

/** Within how many minutes half of the last withdrawals were decided, and nine of ten. */
export const readDecidedIn = Effect.fn("readDecidedIn")(function* () {
  const [row] = yield* sql<Percentiles>(
    `select count(*)::integer as decided, percentile_disc(0.5) within group (order by took)::float8 as half_ms,
       percentile_disc(0.9) within group (order by took)::float8 as most_ms
     from (
       select reviewed_at_ms - created_at_ms as took from withdrawals
       where status <> 0 and reason is distinct from '${CANCELLED}' order by reviewed_at_ms desc limit ${COUNTED}
     ) last`,
  )
  if (row === undefined || row.decided < COUNTED_MIN) return {}
  const decidedIn = { halfMinutes: minutesIn(row.half_ms), mostMinutes: minutesIn(row.most_ms) }
  return { decidedIn } satisfies Pick<Withdrawal, "decidedIn">
})
