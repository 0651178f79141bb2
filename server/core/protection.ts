/**
 * What a member's own limits leave of stakes and deposits. The row of balances keeps a rest that is
 * never more than the truth, so that the statement that locks a stake compares two numbers under its
 * lock. Where it is too small, or of another day, it is computed from the contracts, and the order is
 * tried once more.
 */

import { Effect } from "effect"
import { accountDayNumber } from "../../src/domain/account-day.ts"
import { CURRENCY } from "../../src/domain/limits.ts"
import { amountOf, type Kobo } from "../../src/domain/money.ts"
import {
  AMOUNT_LIMITS,
  type DaySums,
  dayStartMs,
  freesAtMs,
  LIMIT_DAYS,
  LIMIT_NAMES,
  type LimitedKind,
  type LimitPeriod,
  type Limits,
  sumOfDays,
  type WaitingLimit,
} from "../../src/domain/protection.ts"
import { execute, sql, transaction } from "../db/db.ts"
import { databaseNowSql } from "../db/outer-clocks.ts"
import { refusal } from "./refusal.ts"

/** The protection of a member who has changed nothing has revision 0 and no row. */
export interface StoredProtection {
  readonly revision: number
  readonly limits: Limits
  readonly waiting: Readonly<Partial<Record<string, WaitingLimit>>>
  readonly pausedUntilMs: number | null
  readonly excludedUntilMs: number | null
}

interface Row {
  readonly revision: number
  readonly limits: Readonly<Record<string, string>>
  readonly waiting: Readonly<Record<string, { readonly units: string; readonly fromMs: number }>>
  readonly paused_until_ms: bigint | null
  readonly excluded_until_ms: bigint | null
}

const msOf = (ms: bigint | null): number | null => (ms === null ? null : Number(ms))

/** Stored where no limit is to be in force: a null would be left out of an event. */
export const NO_LIMIT = "none"

export const readProtection = Effect.fn("readProtection")(function* (memberId: string) {
  const rows = yield* sql<Row>(
    "select revision, limits, waiting, paused_until_ms, excluded_until_ms from protections where id = $1",
    [memberId],
  )
  const [row] = rows
  const { limits = {}, waiting = {} } = row ?? {}
  const stored: StoredProtection = {
    revision: row?.revision ?? 0,
    limits: Object.fromEntries(Object.entries(limits).map(([name, units]) => [name, BigInt(units)])),
    waiting: Object.fromEntries(
      Object.entries(waiting).map(([name, { units, fromMs }]) => [
        name,
        { units: units === NO_LIMIT ? null : BigInt(units), fromMs },
      ]),
    ),
    pausedUntilMs: msOf(row?.paused_until_ms ?? null),
    excludedUntilMs: msOf(row?.excluded_until_ms ?? null),
  }
  return stored
})

/** The database's time: the clock of one process must not end a wait. */
export const protectionNow = Effect.gen(function* () {
  const rows = yield* sql<{ now_ms: bigint }>(`select (${yield* databaseNowSql})::bigint as now_ms`)
  return Number(rows[0]?.now_ms ?? 0n)
})

const awayRefusal = ({ pausedUntilMs, excludedUntilMs }: StoredProtection, nowMs: number) => {
  if (excludedUntilMs !== null && excludedUntilMs > nowMs)
    return refusal("member.excluded", { params: { until: excludedUntilMs } })
  if (pausedUntilMs !== null && pausedUntilMs > nowMs)
    return refusal("member.paused", { params: { until: pausedUntilMs } })
  return null
}

/** Until when a member takes a pause or is excluded; null for one who does neither. */
export const readAway = Effect.fn("readAway")(function* (memberId: string) {
  const { pausedUntilMs, excludedUntilMs } = yield* readProtection(memberId)
  const untilMs = Math.max(pausedUntilMs ?? 0, excludedUntilMs ?? 0)
  return untilMs > (yield* protectionNow) ? untilMs : null
})

/**
 * Refuses to bring money back that is on its way out, of a member who stays away or limits losses. Once
 * the member's balance is locked.
 */
export const requireReturnable = Effect.fn("requireReturnable")(function* (memberId: string) {
  const stored = yield* readProtection(memberId)
  const away = awayRefusal(stored, yield* protectionNow)
  if (away !== null) return yield* away
  if (longest(stored.limits, "loss") > 0) return yield* refusal("withdrawal.loss-limit")
})

interface Source extends Readonly<Record<"from" | "at" | "amount" | "where", string>> {
  /** Rows that one statement reads. A member's contracts lie together, deposits among those of others. */
  readonly rows: number
}

const SOURCES: Readonly<Record<LimitedKind, Source>> = {
  deposit: {
    rows: 150,
    from: "deposits",
    at: "created_at_ms",
    amount: "amount",
    where: "(status = 1 or status = 0 and (expires_at_ms is null or expires_at_ms > $3::bigint))",
  },
  stake: {
    rows: 1_000,
    from: "orders",
    at: "accepted_at_ms",
    amount: "stake",
    where: "state <> 'cancelled'",
  },
  loss: {
    rows: 1_000,
    from: "orders",
    at: "closed_at_ms",
    amount: "-net",
    where: "state in ('settled', 'stopped_out', 'closed_early')",
  },
}

interface PageRow {
  readonly sums: Readonly<Record<string, string>>
  readonly rows: bigint
  readonly last: bigint | null
}

/** Contracts that ended are in an index of their own, which has the condition. */
const pageSql = ({ rows, from, at, amount, where }: Source, isIndexed: boolean) => `
  with page as materialized (
    select ${at} as at_ms, case when ${where} then ${amount} else 0 end as amount from ${from}
    where member_id = $1 and ${at} > $2::bigint and $3::bigint > 0 ${isIndexed ? `and ${where}` : ""}
    order by ${at} fetch first ${rows} rows with ties
  )
  select (select coalesce(json_object_agg(day, total), '{}') from (
      select (at_ms + 3600000) / 86400000 as day, sum(amount)::text as total from page group by 1
    ) d) as sums, count(*) as rows, max(at_ms) as last from page`

/** What a member staked, lost or deposited since a time, by the day. */
export const readDays = Effect.fnUntraced(function* (
  memberId: string,
  kind: LimitedKind,
  sinceMs: number,
  nowMs: number,
) {
  const text = pageSql(SOURCES[kind], kind === "loss")
  const sums = new Map<number, Kobo>()
  for (let after: bigint | null = BigInt(sinceMs) - 1n; after !== null; ) {
    const [page]: ReadonlyArray<PageRow> = yield* sql<PageRow>(text, [memberId, after, nowMs])
    for (const [day, total] of Object.entries(page?.sums ?? {}))
      sums.set(Number(day), (sums.get(Number(day)) ?? 0n) + BigInt(total))
    after = page === undefined || page.rows < BigInt(SOURCES[kind].rows) ? null : page.last
  }
  return sums
})

/** The days that the limits of a kind look back to. */
export const longest = (limits: Limits, kind: LimitedKind): number =>
  Math.max(
    0,
    ...Object.entries(AMOUNT_LIMITS).map(([name, limit]) =>
      limit.kind === kind && limits[limitName(name)] !== undefined ? LIMIT_DAYS[limit.period] : 0,
    ),
  )

const limitName = (name: string) => LIMIT_NAMES.find((each) => each === name) ?? "session_minutes"

/** What is used of the limits of a kind. `always` counts on each day: what open contracts can lose. */
export interface KindUse {
  readonly sums: DaySums
  readonly always: Kobo
}

/** What is used of every limit of a kind that is in force, or of all where `days` says how far back. */
export const readUse = Effect.fnUntraced(function* (
  memberId: string,
  kind: LimitedKind,
  at: { readonly nowMs: number; readonly days: number; readonly contracts: Kobo },
) {
  const { nowMs, days, contracts } = at
  const sums =
    days === 0
      ? new Map<number, Kobo>()
      : yield* readDays(memberId, kind, dayStartMs(accountDayNumber(nowMs) - days + 1), nowMs)
  const use: KindUse = { sums, always: kind === "loss" ? contracts : 0n }
  return use
})

export interface ExceededLimit {
  readonly kind: LimitedKind
  readonly period: LimitPeriod
  readonly limit: Kobo
  readonly rest: Kobo
  readonly fromMs: number | null
}

interface Rest {
  readonly rest: Kobo | null
  readonly exceeded: ExceededLimit | null
}

const smaller = (a: Kobo | null, b: Kobo): Kobo => (a === null || b < a ? b : a)

/** What the limits of a kind leave on a day, and the smallest that `wanted` exceeds. */
export const restOf = (
  limits: Limits,
  kind: LimitedKind,
  { sums, always }: KindUse,
  { today, wanted }: { readonly today: number; readonly wanted: Kobo },
): Rest => {
  let found: Rest = { rest: null, exceeded: null }
  for (const [name, { kind: ofKind, period }] of Object.entries(AMOUNT_LIMITS)) {
    const limit = limits[limitName(name)]
    if (ofKind !== kind || limit === undefined) continue
    const left = limit - sumOfDays(sums, today, period) - always
    const rest = left > 0n ? left : 0n
    const isSmallest = found.exceeded === null || rest < found.exceeded.rest
    const fromMs = () => freesAtMs(sums, today, { period, limit, wanted, always })
    found = {
      rest: smaller(found.rest, rest),
      exceeded:
        rest < wanted && isSmallest ? { kind, period, limit, rest, fromMs: fromMs() } : found.exceeded,
    }
  }
  return found
}

const paramsOf = ({ kind, period, limit, rest, fromMs }: ExceededLimit) => ({
  ...{ kind, period, max: amountOf(limit), rest: amountOf(rest) },
  from: fromMs ?? 0,
})

const orderRefusal = (exceeded: ExceededLimit) => {
  const { from, ...params } = paramsOf(exceeded)
  return exceeded.fromMs === null
    ? refusal("order.over-own-limit", { field: "stake", params })
    : refusal("order.own-limit", { field: "stake", params: { ...params, from } })
}

const depositRefusal = (exceeded: ExceededLimit) => {
  const { kind: _, from, ...params } = paramsOf(exceeded)
  return exceeded.fromMs === null
    ? refusal("deposit.over-own-limit", { field: "amount", params })
    : refusal("deposit.own-limit", { field: "amount", params: { ...params, from } })
}

/** SQL condition of a row `b` of balances: a stake at a time is within what is left. */
export const withinRestSql = (alias: string, stake: string, atMs: string): string =>
  `(${alias}.stake_rest is null or ${alias}.stake_rest >= ${stake} and ${alias}.stake_rest_day = (${atMs} + 3600000) / 86400000
      and coalesce(${alias}.orders_rest, 1) > 0)`

/** The rest of a member without limits of stakes and losses, but with one of open contracts. */
const UNLIMITED: Kobo = 2n ** 62n

const storeRest = (memberId: string, rest: Kobo | null, day: number | null, orders: number | null) =>
  execute(
    `update balances set stake_rest = $3::bigint, stake_rest_day = $4::bigint, orders_rest = $5::integer
     where member_id = $1 and asset = $2`,
    [memberId, CURRENCY, rest, day, orders],
  )

interface Held {
  readonly contracts: Kobo
  readonly is_limited: boolean
}

/** Locks the member's balance, so that what is read next stays true until the transaction ends. */
export const lockBalance = Effect.fnUntraced(function* (memberId: string) {
  const rows = yield* sql<Held>(
    `select contracts, stake_rest is not null as is_limited from balances
     where member_id = $1 and asset = $2 for update`,
    [memberId, CURRENCY],
  )
  return rows[0] ?? { contracts: 0n, is_limited: false }
})

/** How many contracts are open, counted up to a limit of them. */
export const countOpen = Effect.fnUntraced(function* (memberId: string, limit: bigint) {
  const rows = yield* sql<{ open: bigint }>(
    `select count(*) as open from (
       select 1 from orders where member_id = $1 and state in ('accepted', 'opened') limit $2
     ) o`,
    [memberId, limit],
  )
  return Number(rows[0]?.open ?? 0n)
})

/** Marks the rest as of no day after a change of the limits: the next order computes it. */
export const forgetRest = (memberId: string) => storeRest(memberId, 0n, 0, null)

/**
 * Computes what a member may stake, and stores it. Refuses a stake that is not within it. False where
 * the member has no such limit: then another cause stopped the order.
 */
export const renewRest = Effect.fn("renewRest")(function* (memberId: string, wanted: Kobo, nowMs: number) {
  const { contracts, is_limited } = yield* lockBalance(memberId)
  if (!is_limited) return { isLimited: false, refused: null }
  const stored = yield* readProtection(memberId)
  const away = awayRefusal(stored, nowMs)
  if (away !== null) return { isLimited: true, refused: away }
  const { limits } = stored
  const today = accountDayNumber(nowMs)
  let rest: Kobo | null = null
  let exceeded: ExceededLimit | null = null
  for (const kind of ["stake", "loss"] as const) {
    const use = yield* readUse(memberId, kind, { nowMs, days: longest(limits, kind), contracts })
    const found = restOf(limits, kind, use, { today, wanted })
    if (found.rest !== null) rest = smaller(rest, found.rest)
    exceeded = exceeded ?? found.exceeded
  }
  const { open_contracts: openMax } = limits
  const orders =
    openMax === undefined ? null : Math.max(0, Number(openMax) - (yield* countOpen(memberId, openMax)))
  const isUnlimited = rest === null && orders === null
  yield* storeRest(memberId, isUnlimited ? null : (rest ?? UNLIMITED), isUnlimited ? null : today, orders)
  if (exceeded !== null) return { isLimited: true, refused: orderRefusal(exceeded) }
  const isFull = orders === 0 && openMax !== undefined
  return {
    isLimited: true,
    refused: isFull ? refusal("order.own-open-limit", { params: { max: Number(openMax) } }) : null,
  }
}, transaction)

/**
 * Refuses that an open contract may lose more than a limit of losses leaves beside what was lost and the
 * whole stakes of the others: the limit may have become tighter since its acceptance.
 */
export const requireLossWithin = Effect.fn("requireLossWithin")(function* (
  memberId: string,
  { stake, wanted }: { readonly stake: Kobo; readonly wanted: Kobo },
  nowMs: number,
) {
  const { limits } = yield* readProtection(memberId)
  const days = longest(limits, "loss")
  if (days === 0) return
  const { contracts } = yield* lockBalance(memberId)
  const use = yield* readUse(memberId, "loss", { nowMs, days, contracts: contracts - stake })
  const { exceeded } = restOf(limits, "loss", use, { today: accountDayNumber(nowMs), wanted })
  if (exceeded === null) return
  const { from: _, ...params } = paramsOf(exceeded)
  return yield* refusal("order.over-own-limit", { field: "stop_loss", params })
})

/**
 * Refuses a deposit over a limit of the member's own, or during a pause. In the transaction that books
 * it, once the member's balance is locked.
 */
export const requireDepositWithin = Effect.fn("requireDepositWithin")(function* (
  memberId: string,
  wanted: Kobo,
) {
  const stored = yield* readProtection(memberId)
  if (stored.revision === 0) return
  const nowMs = yield* protectionNow
  const away = awayRefusal(stored, nowMs)
  if (away !== null) return yield* away
  const days = longest(stored.limits, "deposit")
  if (days === 0) return
  const use = yield* readUse(memberId, "deposit", { nowMs, days, contracts: 0n })
  const { exceeded } = restOf(stored.limits, "deposit", use, { today: accountDayNumber(nowMs), wanted })
  if (exceeded !== null) return yield* depositRefusal(exceeded)
})
