import { Effect } from "effect"
import { Db } from "../db/db.ts"
import type { SymbolWindow } from "./due.ts"
import type { PricePoint } from "./plan.ts"

/** Ticks of a symbol read per query while catching up. */
const CATCH_UP_TICKS = 200

/** The last processed tick of a symbol, and the pending ones after it. */
export interface PendingTicks {
  readonly before: PricePoint | null
  readonly next: ReadonlyArray<PricePoint>
}

/** One round: every symbol advances by at most one tick. */
export type Round = ReadonlyArray<SymbolWindow & { readonly before: PricePoint | null }>

/** Reads the pending ticks of each symbol. `isAll` is false when more remain. */
export const readPendingTicks = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const db = yield* Db
  const rows = yield* db.query<{
    symbol: string
    seen: bigint
    seq: bigint
    at_ms: bigint
    price_units: bigint
  }>(pendingSql, [symbols, CATCH_UP_TICKS + 1])
  const pending = new Map<string, { before: PricePoint | null; next: PricePoint[] }>()
  for (const row of rows) {
    const mark = { seq: Number(row.seq), atMs: Number(row.at_ms), price: row.price_units }
    const known = pending.get(row.symbol) ?? { before: null, next: [] }
    if (row.seq <= row.seen) known.before = mark
    else known.next.push(mark)
    pending.set(row.symbol, known)
  }
  const isAll = [...pending.values()].every(({ next }) => next.length < CATCH_UP_TICKS)
  return { pending: pending satisfies ReadonlyMap<string, PendingTicks>, isAll }
})

const pendingSql = `
  select w.symbol, coalesce(c.seq, 0) as seen, t.seq, t.at_ms, t.price_units
  from unnest($1::text[]) as w (symbol) left join settlement_cursors c on c.symbol = w.symbol
  cross join lateral (
    select seq, at_ms, price_units from ticks
    where symbol = w.symbol and seq >= coalesce(c.seq, 0) order by seq limit $2
  ) as t order by w.symbol, t.seq`

/**
 * Splits pending ticks into rounds. The last round is complete up to `completeUntilMs`, so that
 * contracts expire and orders time out even while a symbol has no ticks.
 */
export const roundsOf = (
  symbols: ReadonlyArray<string>,
  pending: ReadonlyMap<string, PendingTicks>,
  completeUntilMs: number,
  isAll: boolean,
): ReadonlyArray<Round> => {
  const length = Math.max(1, ...[...pending.values()].map(({ next }) => next.length))
  return Array.from({ length }, (_, i) =>
    symbols.flatMap((symbol) => {
      const { before, next } = pending.get(symbol) ?? { before: null, next: [] }
      const tick = next[i] ?? null
      const isLast = i >= next.length - 1
      if (tick === null && i > 0) return []
      const until = isLast && isAll ? Math.max(completeUntilMs, tick?.atMs ?? 0) : (tick?.atMs ?? 0)
      return [{ symbol, tick, before: i === 0 ? before : (next[i - 1] ?? null), completeUntilMs: until }]
    }),
  )
}

/** Advances the cursors: every contract has been processed up to the ticks of this round. */
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
