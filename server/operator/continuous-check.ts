/** Checks the books while the site runs, a slice at a time, and stops writes at the first difference. */
import { Effect, Metric } from "effect"
import { Config } from "../config.ts"
import { type BookDifference, checkThrough, sentenceOf, UNCHECKED } from "../core/book-checks.ts"
import { recordDecision } from "../core/decision.ts"
import { logFailure, logNameOf } from "../core/log-failure.ts"
import { metrics } from "../core/metrics.ts"
import { readReadOnly, stopWrites } from "../core/read-only.ts"
import { SLICED, type Sliced, sliceAfter } from "../core/slices.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { readSnapshot } from "../db/snapshot.ts"
import { Market } from "../market/market.ts"

/** Where the next slice begins; any process may check it. */
const readProgress = Effect.fnUntraced(function* (sliced: Sliced) {
  const rows = yield* sql<{ after: string }>("select after from check_progress where sliced = $1", [sliced])
  return rows[0]?.after ?? ""
})

const keepProgress = Effect.fnUntraced(function* (sliced: Sliced, after: string) {
  yield* execute(
    `insert into check_progress (sliced, after) values ($1, $2)
     on conflict (sliced) do update set after = excluded.after`,
    [sliced, after],
  )
})

/** The log names the invariant only: `check` and `events` say which rows. */
const stopAt = Effect.fnUntraced(function* (difference: BookDifference) {
  const reason = sentenceOf(difference)
  const decision = { command: "writes stopped", subject: difference.subject, who: "service", why: reason }
  const isFirst = yield* transaction(
    Effect.tap(stopWrites(reason), (isNew) => (isNew ? recordDecision(decision) : Effect.void)),
  )
  if (!isFirst) return
  yield* Metric.update(metrics.bookDifferences, 1)
  yield* Effect.annotateLogs(
    Effect.logError(
      `The books differ, and writes are stopped: ${difference.invariant}. Run the operator command check.`,
    ),
    { alarm: "integrity" },
  )
})

/** The first difference in the slice after a key; the log names members that cannot be checked. */
const checkSliceAfter = Effect.fnUntraced(function* (sliced: Sliced, after: string) {
  const slice = yield* sliceAfter(sliced, after)
  const differences = yield* checkThrough(sliced, slice, readSnapshot)
  for (const { invariant, member } of differences)
    if (invariant === UNCHECKED)
      yield* Effect.logError(
        `The books of member ${logNameOf(member ?? "")} cannot be checked. Run the operator command check.`,
      )
  return { difference: differences.find(({ invariant }) => invariant !== UNCHECKED), upTo: slice.upTo }
})

/** Slices of each kind that are checked at a time, each alone. */
const SLICES_AT_A_TIME = 5

/**
 * Checks the next slices of everything that is sliced, and starts over after the last. Returns false
 * when writes are stopped.
 */
export const checkNextSlices = Effect.fn("checkNextSlices")(function* () {
  if ((yield* readReadOnly()) !== null) return false
  for (const sliced of SLICED)
    for (let count = 1; count <= SLICES_AT_A_TIME; count += 1) {
      const after = yield* readProgress(sliced)
      const { difference, upTo } = yield* checkSliceAfter(sliced, after)
      if (difference !== undefined) {
        yield* stopAt(difference)
        return false
      }
      yield* keepProgress(sliced, upTo ?? "")
      if (upTo === null) break
    }
  return true
})

/** Checks in the process that leads the market, forever. A failed check is logged and made later. */
export const runContinuousCheck = Effect.gen(function* () {
  const { checkEveryMs } = yield* Config
  const { leadership } = yield* Market
  if (checkEveryMs === 0) return yield* Effect.never
  const check = Effect.suspend(() => (leadership() === null ? Effect.void : checkNextSlices()))
  return yield* check.pipe(
    Effect.catch((error) => logFailure("The books are checked later", error)),
    Effect.andThen(Effect.sleep(checkEveryMs)),
    Effect.forever,
  )
})
