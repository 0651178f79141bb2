import { Effect } from "effect"
import type { Contract, PricePoint } from "../../src/domain/settlement-plan.ts"
import type { StoredLevels } from "../core/level-history.ts"
import { sql } from "../db/db.ts"
import type { OrderRow } from "../orders/read-orders.ts"

/** Contracts that one search finds at most: each has its own statement, with a literal limit. */
export type FoundMax = 200 | 1_000 | 10_000

/**
 * One symbol in one settlement round: its next ticks, in order, and the time up to which its journal
 * is complete.
 */
export interface SymbolWindow {
  readonly symbol: string
  readonly ticks: ReadonlyArray<PricePoint>
  readonly completeUntilMs: number
}

interface Found {
  /** Those of one member follow each other. */
  readonly due: ReadonlyArray<ContractRow>
  /** True when there are no more. */
  readonly isAll: boolean
}

/** A contract can be due for two reasons at once. */
const foundOf = (rows: ReadonlyArray<{ readonly packed: Packed }>, most: FoundMax): Found => ({
  due: [...new Map(rows.map(({ packed }) => [packed[0], unpack(packed)])).values()],
  isAll: rows.length < most,
})

const lowest = (prices: ReadonlyArray<bigint>): bigint | null =>
  prices.reduce<bigint | null>((low, price) => (low === null || price < low ? price : low), null)

const highest = (prices: ReadonlyArray<bigint>): bigint | null =>
  prices.reduce<bigint | null>((high, price) => (high === null || price > high ? price : high), null)

const pricesOf = ({ ticks }: SymbolWindow) => ticks.map(({ price }) => price)

/**
 * A change of levels is written some time after the moment that it names: ticks meanwhile were judged by
 * the levels before. No statement takes as long.
 */
const AMENDING_MAX_MS = 30_000

/**
 * Contracts changed since then are judged again at each tick, from the change on: ticks up to it by the
 * levels before, which are in no index.
 */
export const amendedFromMs = (ticks: ReadonlyArray<PricePoint>): number | null =>
  ticks[0] === undefined ? null : ticks[0].atMs - AMENDING_MAX_MS

/**
 * Open contracts that may end in these windows, without `leftAlone`. Each branch walks its own
 * partial index and stops at the limit, so that contracts that are not due cost nothing.
 */
export const findEnding = Effect.fnUntraced(function* (
  windows: ReadonlyArray<SymbolWindow>,
  leftAlone: ReadonlyArray<string>,
  most: FoundMax,
) {
  const rows = yield* sql<{ packed: Packed }>(endingSql[most], [
    windows.map(({ symbol }) => symbol),
    windows.map((window) => lowest(pricesOf(window))),
    windows.map((window) => highest(pricesOf(window))),
    windows.map(({ ticks }) => ticks.at(-1)?.atMs ?? null),
    windows.map(({ completeUntilMs }) => completeUntilMs),
    leftAlone,
    windows.map(({ ticks }) => amendedFromMs(ticks)),
  ])
  return foundOf(rows, most)
})

/** Accepted orders whose entry or cancellation is in these windows, without `leftAlone`. */
export const findOpening = Effect.fnUntraced(function* (
  windows: ReadonlyArray<SymbolWindow>,
  orderOpenTimeoutMs: number,
  leftAlone: ReadonlyArray<string>,
  most: FoundMax,
) {
  const rows = yield* sql<{ packed: Packed }>(openingSql[most], [
    windows.map(({ symbol }) => symbol),
    windows.map(({ ticks }) => ticks.at(-1)?.atMs ?? null),
    windows.map(({ completeUntilMs }) => completeUntilMs),
    orderOpenTimeoutMs,
    leftAlone,
  ])
  return foundOf(rows, most)
})

/** Reads one contract that has not ended. Null where it has. */
export const readContract = Effect.fnUntraced(function* (id: string) {
  const rows = yield* sql<{ packed: Packed }>(
    `select ${packed} from orders o where o.id = $1 and o.state in ('accepted', 'opened')`,
    [id],
  )
  const row = rows[0]
  return row === undefined ? null : unpack(row.packed)
})

/**
 * A contract as one JSON array with integers as text. It parses four times as fast as twenty
 * columns.
 */
type Packed = readonly [
  id: string,
  symbol: string,
  direction: ContractRow["direction"],
  leverage: number,
  period_days: number,
  commission_ppm: number,
  stop_out_bps: number,
  slippage_bps: number | null,
  stake: string,
  quoted_price: string,
  accepted_at_ms: string,
  take_profit: string | null,
  stop_loss: string | null,
  opened_at_ms: string | null,
  opening_price: string | null,
  entry_seq: string | null,
  expires_at_ms: string | null,
  close_requested_at_ms: string | null,
  day_ms: string | null,
  open_timeout_ms: string | null,
  rules_version: ContractRow["rules_version"],
  level_history: StoredLevels,
]

const packed = `json_build_array(o.id, o.symbol, o.direction, o.leverage, o.period_days, o.commission_ppm, o.stop_out_bps,
  o.slippage_bps, o.stake::text, o.quoted_price::text, o.accepted_at_ms::text, o.take_profit::text, o.stop_loss::text,
  o.opened_at_ms::text, o.opening_price::text, o.entry_seq::text, o.expires_at_ms::text, o.close_requested_at_ms::text,
  o.day_ms::text, o.open_timeout_ms::text, o.rules_version, o.level_history) as packed`

const bigOrNull = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const unpack = (values: Packed): ContractRow => ({
  id: values[0],
  symbol: values[1],
  direction: values[2],
  leverage: values[3],
  period_days: values[4],
  commission_ppm: values[5],
  stop_out_bps: values[6],
  slippage_bps: values[7],
  stake: BigInt(values[8]),
  quoted_price: BigInt(values[9]),
  accepted_at_ms: BigInt(values[10]),
  take_profit: bigOrNull(values[11]),
  stop_loss: bigOrNull(values[12]),
  opened_at_ms: bigOrNull(values[13]),
  opening_price: bigOrNull(values[14]),
  entry_seq: bigOrNull(values[15]),
  expires_at_ms: bigOrNull(values[16]),
  close_requested_at_ms: bigOrNull(values[17]),
  day_ms: bigOrNull(values[18]),
  open_timeout_ms: bigOrNull(values[19]),
  rules_version: values[20],
  level_history: values[21],
})

interface Branch {
  readonly state: "accepted" | "opened"
  readonly condition: string
  /** As in the index, so that the planner walks the index from its due end. */
  readonly order: string
  /** The parameter with the ids that are left alone. */
  readonly leftAlone: string
}

const branch = ({ state, condition, order, leftAlone }: Branch, most: FoundMax) =>
  `(select o.member_id, ${packed} from orders o where o.symbol = w.symbol and o.state = '${state}' and ${condition}
      and o.id <> all(${leftAlone}::text[])
    order by ${order} limit ${most})`

/**
 * The branches of each window, up to the limit. It is literal: with a parameter the planner plans every
 * query again once there are many contracts. Sorted after the limit, so that one statement writes those of
 * one member.
 */
const search = (windows: string, branches: readonly Branch[], most: FoundMax) => `
  select found.packed from (
    select due.* from ${windows}
    cross join lateral (${branches.map((each) => branch(each, most)).join(" union all ")}) as due
    limit ${most}
  ) as found order by found.member_id collate "C"`

const ending = (condition: string, order: string): Branch => ({
  state: "opened",
  condition,
  order,
  leftAlone: "$6",
})

const searchEnding = (most: FoundMax) =>
  search(
    `unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $7::bigint[])
      as w (symbol, low, high, tick_at, until, amended_from)`,
    [
      ending("o.trigger_low >= w.low", "o.trigger_low desc"),
      ending("o.trigger_high <= w.high", "o.trigger_high"),
      ending("o.expires_at_ms <= w.until", "o.expires_at_ms"),
      ending("o.close_requested_at_ms < w.tick_at", "o.close_requested_at_ms"),
      ending("o.amended_at_ms >= w.amended_from", "o.amended_at_ms desc"),
    ],
    most,
  )

const searchOpening = (most: FoundMax) =>
  search(
    "unnest($1::text[], $2::bigint[], $3::bigint[]) as w (symbol, tick_at, until)",
    [
      {
        state: "accepted",
        condition: "o.accepted_at_ms < greatest(coalesce(w.tick_at, 0), w.until - $4::bigint + 1)",
        order: "o.accepted_at_ms",
        leftAlone: "$5",
      },
    ],
    most,
  )

const endingSql: Readonly<Record<FoundMax, string>> = {
  200: searchEnding(200),
  1000: searchEnding(1_000),
  10000: searchEnding(10_000),
}
const openingSql: Readonly<Record<FoundMax, string>> = {
  200: searchOpening(200),
  1000: searchOpening(1_000),
  10000: searchOpening(10_000),
}

/** The columns that settlement reads. */
export type ContractRow = Pick<
  OrderRow,
  | "id"
  | "symbol"
  | "direction"
  | "stake"
  | "leverage"
  | "period_days"
  | "commission_ppm"
  | "stop_out_bps"
  | "quoted_price"
  | "slippage_bps"
  | "take_profit"
  | "stop_loss"
  | "accepted_at_ms"
  | "opened_at_ms"
  | "opening_price"
  | "entry_seq"
  | "expires_at_ms"
  | "close_requested_at_ms"
  | "day_ms"
  | "open_timeout_ms"
  | "rules_version"
  | "level_history"
>

/** A contract in the types of settlement. */
export const contractOf = (row: ContractRow): Contract => ({
  id: row.id,
  symbol: row.symbol,
  terms: {
    stakeKobo: row.stake,
    leverage: row.leverage,
    direction: row.direction,
    commissionPpm: row.commission_ppm,
    stopOutBps: row.stop_out_bps,
  },
  periodDays: row.period_days,
  dayMs: row.day_ms === null ? null : Number(row.day_ms),
  openTimeoutMs: row.open_timeout_ms === null ? null : Number(row.open_timeout_ms),
  rulesVersion: row.rules_version,
  quotedPrice: row.quoted_price,
  slippageBps: row.slippage_bps,
  ...levelsOf(row),
  acceptedAtMs: Number(row.accepted_at_ms),
  closeRequestedAtMs: row.close_requested_at_ms === null ? null : Number(row.close_requested_at_ms),
  opened: openedOf(row),
})

/** The levels of its acceptance, and what replaced them. */
const levelsOf = (row: ContractRow): Pick<Contract, "takeProfit" | "stopLoss" | "amendments"> => {
  const [agreed, ...amendments] = (row.level_history ?? []).map(([takeProfit, stopLoss, atMs]) => ({
    takeProfit: bigOrNull(takeProfit),
    stopLoss: bigOrNull(stopLoss),
    atMs,
  }))
  const { takeProfit, stopLoss } = agreed ?? { takeProfit: row.take_profit, stopLoss: row.stop_loss }
  return { takeProfit, stopLoss, amendments }
}

const openedOf = (row: ContractRow): Contract["opened"] =>
  row.opened_at_ms === null ||
  row.opening_price === null ||
  row.entry_seq === null ||
  row.expires_at_ms === null
    ? null
    : {
        entry: { seq: Number(row.entry_seq), atMs: Number(row.opened_at_ms), price: row.opening_price },
        expiresAtMs: Number(row.expires_at_ms),
      }
