import { Effect } from "effect"
import { Db } from "../db/db.ts"
import type { SymbolWindow } from "./due.ts"
import type { PricePoint } from "./plan.ts"

/** Ticks of a symbol taken at a time when there is something to catch up on. */
const CATCH_UP_TICKS = 200

/** What settlement has not seen of a symbol: the last tick it has, and those after it. */
export interface PendingTicks {
  readonly before: PricePoint | null
  readonly next: ReadonlyArray<PricePoint>
}

/** Symbols advance together, one tick each a round. */
export type Round = ReadonlyArray<SymbolWindow & { readonly before: PricePoint | null }>

/** Reads how far each symbol has been settled, and what has come since. `isAll` is false where more remains. */
export const readPendingTicks = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const db = yield* Db
  const rows = yield* db.query<{
    symbol: string
    seen: bigint
    seq: bigint
    at_ms: bigint
    price_units: bigint
  }>(unseenSql, [symbols, CATCH_UP_TICKS + 1])
  const unseen = new Map<string, { before: PricePoint | null; next: PricePoint[] }>()
  for (const row of rows) {
    const mark = { seq: Number(row.seq), atMs: Number(row.at_ms), price: row.price_units }
    const known = unseen.get(row.symbol) ?? { before: null, next: [] }
    if (row.seq <= row.seen) known.before = mark
    else known.next.push(mark)
    unseen.set(row.symbol, known)
  }
  const isAll = [...unseen.values()].every(({ next }) => next.length < CATCH_UP_TICKS)
  return { unseen: unseen satisfies ReadonlyMap<string, PendingTicks>, isAll }
})

const unseenSql = `
  select w.symbol, coalesce(c.seq, 0) as seen, t.seq, t.at_ms, t.price_units
  from unnest($1::text[]) as w (symbol) left join settlement_cursors c on c.symbol = w.symbol
  cross join lateral (
    select seq, at_ms, price_units from ticks
    where symbol = w.symbol and seq >= coalesce(c.seq, 0) order by seq limit $2
  ) as t order by w.symbol, t.seq`

/**
 * Cuts what is unseen into rounds. The journal is complete up to a tick, and, behind the last one, up to `completeUntilMs`:
 * so contracts expire and orders time out even where a symbol is silent.
 */
export const roundsOf = (
  symbols: ReadonlyArray<string>,
  unseen: ReadonlyMap<string, PendingTicks>,
  completeUntilMs: number,
  isAll: boolean,
): ReadonlyArray<Round> => {
  const length = Math.max(1, ...[...unseen.values()].map(({ next }) => next.length))
  return Array.from({ length }, (_, i) =>
    symbols.flatMap((symbol) => {
      const { before, next } = unseen.get(symbol) ?? { before: null, next: [] }
      const tick = next[i] ?? null
      const isLast = i >= next.length - 1
      if (tick === null && i > 0) return []
      const until = isLast && isAll ? Math.max(completeUntilMs, tick?.atMs ?? 0) : (tick?.atMs ?? 0)
      return [{ symbol, tick, before: i === 0 ? before : (next[i - 1] ?? null), completeUntilMs: until }]
    }),
  )
}

/** Notes that every contract has been held against the ticks of this round. */
export const advanceCursors = Effect.fnUntraced(function* (round: Round, fence: bigint) {
  const db = yield* Db
  const seen = round.filter((window) => window.tick !== null)
  if (seen.length === 0) return
  yield* db.execute(
    `insert into settlement_cursors (symbol, seq)
     select t.symbol, t.seq from unnest($1::text[], $2::bigint[]) as t (symbol, seq)
     where exists (select 1 from market_lease where name = 'market' and fence = $3)
     on conflict (symbol) do update set seq = greatest(settlement_cursors.seq, excluded.seq)`,
    [seen.map((window) => window.symbol), seen.map((window) => window.tick?.seq ?? 0), fence],
  )
})
