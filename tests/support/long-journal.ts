import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { execute } from "../../server/db/db.ts"
import { Market } from "../../server/market/market.ts"
import { type JournalTick, nextTick } from "../../server/market/tick.ts"
import { readTicks } from "../../server/market/tick-journal.ts"

/** Appends so many ticks of Apple shares, one each millisecond, as another process would. */
export const lengthenJournal = Effect.fnUntraced(function* (count: number) {
  const ticks: JournalTick[] = []
  let [head = null] = (yield* readTicks("AAPL", 1, 10_000)).slice(-1)
  for (let i = 0; i < count && head !== null; i += 1) {
    head = nextTick("AAPL", head, head.atMs + 1, head.price + BigInt(i % 7))
    ticks.push(head)
  }
  yield* execute(
    `insert into ticks (symbol, seq, at_ms, price_units, previous_hash, hash)
     select 'AAPL', t.seq, t.at_ms, t.price, decode(t.previous, 'hex'), decode(t.hash, 'hex')
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[]) as t (seq, at_ms, price, previous, hash)`,
    [
      ticks.map((tick) => tick.seq),
      ticks.map((tick) => tick.atMs),
      ticks.map((tick) => tick.price),
      ticks.map((tick) => tick.previousHash),
      ticks.map((tick) => tick.hash),
    ],
  )
})

/** Loses the lease and takes it again after so long, which reads the end of the journal again. */
export const retakeLease = Effect.fnUntraced(function* (afterMs: number) {
  const market = yield* Market
  yield* execute("update market_lease set expires_at_ms = 0, fence = fence + 1")
  yield* TestClock.adjust(afterMs)
  yield* market.runCycle
})
