/** The invariants, read from the tables by other code than the product's. */
import { Effect } from "effect"
import { sql } from "../../server/db/db.ts"
import { findProblems } from "../support/invariants.ts"

/**
 * The books of some members: balances are the fold of postings and of events, what is locked is what
 * is open, and events are numbered without a gap (C1, C2, C5 to C7).
 */
export const findMemberProblems = Effect.fnUntraced(function* (memberIds: ReadonlyArray<string>) {
  const rows = yield* sql<{ member_id: string; what: string }>(memberSql, [memberIds])
  return rows.map(({ member_id, what }) => `the books of ${member_id} do not agree: ${what}`)
})

const memberSql = `
  select b.member_id, row_to_json(b)::text || row_to_json(p)::text || row_to_json(e)::text || row_to_json(l)::text as what
  from balances b cross join lateral (
    select coalesce(sum(amount) filter (where account = 'available'), 0) as available,
      coalesce(sum(amount) filter (where account = 'contracts'), 0) as contracts,
      coalesce(sum(amount) filter (where account = 'withdrawals'), 0) as withdrawals
    from postings where member_id = b.member_id
  ) p cross join lateral (
    select coalesce(sum(available), 0) as available, coalesce(sum(contracts), 0) as contracts,
      coalesce(sum(withdrawals), 0) as withdrawals, count(*) as events, coalesce(max(number), 0) as last
    from member_events where member_id = b.member_id
  ) e cross join lateral (
    select coalesce((select sum(stake) from orders where member_id = b.member_id and state in ('accepted', 'opened')), 0)
        as contracts,
      coalesce((select sum(amount) from withdrawals where member_id = b.member_id and status = 0), 0) as withdrawals
  ) l
  where b.member_id = any($1::text[]) and ((b.available, b.contracts, b.withdrawals)
      is distinct from (p.available, p.contracts, p.withdrawals)
    or (b.available, b.contracts, b.withdrawals) is distinct from (e.available, e.contracts, e.withdrawals)
    or (b.contracts, b.withdrawals) is distinct from (l.contracts, l.withdrawals)
    or e.events <> b.revision or e.last <> b.revision or b.available < 0)`

interface Tick {
  readonly seq: bigint
  readonly at_ms: bigint
  readonly price_units: bigint
}

interface Contract {
  readonly id: string
  readonly symbol: string
  readonly direction: "up" | "down"
  readonly state: string
  readonly stake: bigint
  readonly leverage: number
  readonly period_days: number
  readonly commission_ppm: number
  readonly stop_out_bps: number
  readonly quoted_price: bigint
  readonly slippage_bps: number | null
  readonly take_profit: bigint | null
  readonly stop_loss: bigint | null
  readonly accepted_at_ms: bigint
  readonly close_requested_at_ms: bigint | null
  readonly day_ms: bigint
  readonly open_timeout_ms: bigint
  readonly rules_version: number | null
  readonly entry_seq: bigint | null
  readonly exit_seq: bigint | null
  readonly closed_at_ms: bigint | null
  readonly net: bigint | null
  readonly credited: bigint | null
  readonly cancel_reason: string | null
}

interface Expected {
  readonly state: string
  readonly atMs: bigint
  readonly entrySeq: bigint | null
  readonly exitSeq: bigint | null
  readonly net: bigint | null
  readonly credited: bigint
  readonly reason: string | null
}

/** Rounds half to even. The divisor is positive. */
const quotient = (dividend: bigint, divisor: bigint): bigint => {
  const floor = dividend / divisor - (dividend % divisor < 0n ? 1n : 0n)
  const twice = 2n * (dividend - floor * divisor)
  return twice > divisor || (twice === divisor && floor % 2n !== 0n) ? floor + 1n : floor
}

/** The net result in millionths of a kobo times the entry price, before it is capped or rounded. */
const exactNet = (c: Contract, entry: bigint, exit: bigint): bigint => {
  const exposure = c.stake * BigInt(c.leverage)
  const gain = c.direction === "up" ? exit - entry : entry - exit
  return exposure * gain * 1_000_000n - exposure * BigInt(c.commission_ppm) * entry
}

const endedAt = (c: Contract, entry: Tick, exit: Tick, state: string, atMs: bigint): Expected => {
  const rounded = quotient(exactNet(c, entry.price_units, exit.price_units), entry.price_units * 1_000_000n)
  const net = rounded < -c.stake ? -c.stake : rounded
  return { state, atMs, entrySeq: entry.seq, exitSeq: exit.seq, net, credited: c.stake + net, reason: null }
}

const reached = (c: Contract, price: bigint): "take-profit" | "stop-loss" | null => {
  const reaches = (target: bigint | null, isAbove: boolean) =>
    target !== null && (isAbove ? price >= target : price <= target)
  if (reaches(c.take_profit, c.direction === "up")) return "take-profit"
  return reaches(c.stop_loss, c.direction === "down") ? "stop-loss" : null
}

/** Lost at least the fraction of the stake at which it is stopped out. */
const isLost = (c: Contract, entry: bigint, price: bigint): boolean =>
  exactNet(c, entry, price) * 10_000n <= -c.stake * BigInt(c.stop_out_bps) * entry * 1_000_000n

/** What becomes of a contract, from the product's rules and the whole journal of its symbol (C6). */
const expectedOf = (c: Contract, ticks: ReadonlyArray<Tick>): Expected => {
  const at = ticks.findIndex((tick) => tick.at_ms > c.accepted_at_ms)
  const entry = ticks[at]
  const deadline = c.accepted_at_ms + c.open_timeout_ms
  const cancelled = (reason: string, atMs: bigint): Expected => ({
    ...{ state: "cancelled", atMs, entrySeq: null, exitSeq: null, net: null },
    ...{ credited: c.stake, reason },
  })
  if (entry === undefined || entry.at_ms > deadline) return cancelled("no-tick", deadline)
  const worse = c.direction === "up" ? entry.price_units - c.quoted_price : c.quoted_price - entry.price_units
  if (c.slippage_bps !== null && worse * 10_000n > c.quoted_price * BigInt(c.slippage_bps))
    return cancelled("slippage", entry.at_ms)
  const passed = c.rules_version === null ? null : reached(c, entry.price_units)
  if (passed !== null) return cancelled(`${passed}-passed`, entry.at_ms)
  const expiry = entry.at_ms + BigInt(c.period_days) * c.day_ms
  let last = entry
  for (const tick of ticks.slice(at + 1)) {
    if (tick.at_ms > expiry) break
    if (isLost(c, entry.price_units, tick.price_units))
      return endedAt(c, entry, tick, "stopped_out", tick.at_ms)
    const isAsked = c.close_requested_at_ms !== null && tick.at_ms > c.close_requested_at_ms
    if (isAsked || reached(c, tick.price_units) !== null)
      return endedAt(c, entry, tick, "closed_early", tick.at_ms)
    last = tick
  }
  return endedAt(c, entry, last, "settled", expiry)
}

const asText = (expected: Expected): string =>
  JSON.stringify(expected, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value))

const foundOf = (c: Contract): Expected => ({
  state: c.state,
  atMs: c.closed_at_ms ?? 0n,
  entrySeq: c.entry_seq,
  exitSeq: c.exit_seq,
  net: c.net,
  credited: c.credited ?? -1n,
  reason: c.cancel_reason,
})

/** Checks everything; each ended contract once. */
export const makeFullCheck = () => {
  const recomputed = new Set<string>()
  const check = Effect.gen(function* () {
    const problems: string[] = [...(yield* findProblems)]
    const ended = yield* sql<Contract>(
      "select * from orders where state not in ('accepted', 'opened') and id <> all($1::text[]) order by id",
      [[...recomputed]],
    )
    const ticks = yield* sql<Tick & { symbol: string }>(
      "select symbol, seq, at_ms, price_units from ticks order by symbol, seq",
    )
    const bySymbol = Map.groupBy(ticks, ({ symbol }) => symbol)
    for (const contract of ended) {
      recomputed.add(contract.id)
      const expected = asText(expectedOf(contract, bySymbol.get(contract.symbol) ?? []))
      const found = asText(foundOf(contract))
      if (expected !== found) problems.push(`C6 contract ${contract.id}: ${found} instead of ${expected}`)
    }
    return problems
  })
  return { check, recomputed: () => recomputed.size }
}
