import { Effect } from "effect"
import type { PriceUnits } from "../../src/domain/money.ts"
import { sql } from "../db/db.ts"
import { engineNow } from "../db/outer-clocks.ts"
import { checkpointsJson, checkpointsSql, type SignedCheckpoint } from "./checkpoints.ts"
import type { Lease } from "./lease.ts"
import { type JournalTick, unpackTicks } from "./tick.ts"
import { type LogNode, nodesJson, nodesSql } from "./tick-log/log-nodes.ts"

interface TickRow {
  readonly symbol: string
  readonly seq: bigint
  readonly at_ms: bigint
  readonly price_units: PriceUnits
  readonly previous_hash: string
  readonly hash: string
}

const columns = `symbol, seq, at_ms, price_units, encode(previous_hash, 'hex') as previous_hash,
  encode(hash, 'hex') as hash`

const journalTick = (row: TickRow): JournalTick => ({
  symbol: row.symbol,
  seq: Number(row.seq),
  atMs: Number(row.at_ms),
  price: row.price_units,
  previousHash: row.previous_hash,
  hash: row.hash,
})

/** What a cycle adds to the journal: ticks, and at times tiles of their log and checkpoints. */
export interface Appended {
  readonly ticks: ReadonlyArray<JournalTick>
  readonly nodes: ReadonlyArray<LogNode>
  readonly checkpoints: ReadonlyArray<SignedCheckpoint>
}

/**
 * Appends what a cycle adds and extends the lease in one statement. False when the lease is lost;
 * nothing is written then.
 */
export const appendTicks = Effect.fnUntraced(function* (
  lease: Lease,
  { ticks, nodes, checkpoints }: Appended,
) {
  const [hasTiles, hasCheckpoints] = [nodes.length > 0, checkpoints.length > 0]
  const rows = yield* sql(statementFor(hasTiles, hasCheckpoints), [
    lease.holder,
    lease.fence,
    lease.durationMs,
    ticksJson(ticks),
    ...(hasTiles ? [nodesJson(nodes)] : []),
    ...(hasCheckpoints ? [checkpointsJson(checkpoints)] : []),
  ])
  return rows.length > 0
})

/** Ticks as JSON rows. One parameter is planned and read faster than an array for each column. */
const ticksJson = (ticks: ReadonlyArray<JournalTick>): string =>
  JSON.stringify(
    ticks.map(({ symbol, seq, atMs, price, previousHash, hash }) => ({
      symbol,
      seq,
      at_ms: atMs,
      price_units: String(price),
      previous_hash: previousHash,
      hash,
    })),
  )

const appendedSql = `
  with held as (
    update market_lease set expires_at_ms = ${engineNow} + $3::bigint
    where name = 'market' and holder = $1 and fence = $2 returning fence
  ), appended as (
    insert into ticks (symbol, seq, at_ms, price_units, previous_hash, hash)
    select t.symbol, t.seq, t.at_ms, t.price_units, decode(t.previous_hash, 'hex'), decode(t.hash, 'hex')
    from held cross join json_to_recordset($4::json) as t
      (symbol text, seq bigint, at_ms bigint, price_units bigint, previous_hash text, hash text)
  )`

/** The first parameter after that of the ticks. */
const LOG_PARAMETER = 5

const tilesSql = `, tiles as (
    insert into log_nodes (symbol, level, idx, tick_hash, content, summary)
    select n.symbol, n.level, n.idx, decode(n.tick_hash, 'hex'), decode(n.content, 'hex'), decode(n.summary, 'hex')
    from held cross join ${nodesSql(LOG_PARAMETER)}
    on conflict do nothing
  )`

const publishedSql = (parameter: number): string => `, published as (
    insert into log_checkpoints (symbol, complete_until_ms, size, root, summary_root, signature, receipts_since_ms)
    select c.symbol, c.complete_until_ms, c.size, decode(c.root, 'hex'), decode(c.summary_root, 'hex'),
      decode(c.signature, 'hex'), c.receipts_since_ms
    from held cross join ${checkpointsSql(parameter)}
  )`

/**
 * The statement with the parts that a cycle needs: most append ticks alone, some publish checkpoints, and
 * few complete tiles. The embedded engine plans a statement each time it runs.
 */
const appendStatements = [false, true].map((hasTiles) =>
  [false, true].map((hasCheckpoints) => {
    const published = publishedSql(hasTiles ? LOG_PARAMETER + 1 : LOG_PARAMETER)
    const parts = `${hasTiles ? tilesSql : ""}${hasCheckpoints ? published : ""}`
    return `${appendedSql}${parts} select fence from held`
  }),
)
const statementFor = (hasTiles: boolean, hasCheckpoints: boolean): string =>
  appendStatements[hasTiles ? 1 : 0]?.[hasCheckpoints ? 1 : 0] ?? ""

export const readHeads = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const rows = yield* sql<TickRow>(
    `select last.* from unnest($1::text[]) as wanted (name) cross join lateral (
       select ${columns} from ticks where symbol = wanted.name order by seq desc limit 1) as last`,
    [symbols],
  )
  return rows.map(journalTick)
})

/** Ticks from `fromSeq` on, in order, packed or not. */
export const readTicks = Effect.fnUntraced(function* (symbol: string, fromSeq: number, limit: number) {
  const loose = yield* readLooseTicks(symbol, fromSeq, limit)
  if (loose[0]?.seq === fromSeq) return loose
  const packed = yield* readPackedTicks(symbol, fromSeq, limit)
  return [...packed, ...loose].slice(0, limit)
})

interface BlockRow {
  readonly first_seq: bigint
  readonly previous_hash: string
  readonly bytes: Uint8Array
}

/** Packed ticks. Each is older than every unpacked one. */
const readPackedTicks = Effect.fnUntraced(function* (symbol: string, fromSeq: number, limit: number) {
  const rows = yield* sql<BlockRow>(
    `select first_seq, encode(previous_hash, 'hex') as previous_hash, bytes from tick_blocks
     where symbol = $1 and last_seq >= $2 and first_seq < $2::bigint + $3::bigint order by last_seq`,
    [symbol, fromSeq, limit],
  )
  return rows
    .flatMap(({ first_seq, previous_hash, bytes }) =>
      unpackTicks({ symbol, firstSeq: Number(first_seq), previousHash: previous_hash, bytes }),
    )
    .filter((tick) => tick.seq >= fromSeq)
})

/** Unpacked ticks from `fromSeq` on, in order. */
export const readLooseTicks = Effect.fnUntraced(function* (symbol: string, fromSeq: number, limit: number) {
  const rows = yield* sql<TickRow>(
    `select ${columns} from ticks where symbol = $1 and seq >= $2 order by seq limit $3`,
    [symbol, fromSeq, limit],
  )
  return rows.map(journalTick)
})

/**
 * Unpacked ticks up to `toMs`, in order, the first `limit` of them. They begin with the last one at or
 * before `fromMs`: it shows whether the one after it is the next.
 */
export const readTicksAround = Effect.fnUntraced(function* (
  symbol: string,
  fromMs: number,
  toMs: number,
  limit: number,
) {
  const rows = yield* sql<TickRow>(
    `select ${columns} from ticks where symbol = $1 and at_ms <= $3 and at_ms >= coalesce(
       (select max(at_ms) from ticks where symbol = $1 and at_ms <= $2), $2) order by at_ms limit $4`,
    [symbol, fromMs, toMs, limit],
  )
  return rows.map(journalTick)
})

/** Open, high and low since `fromMs` and the price before. Null figures where there is no tick. */
export const readDay = Effect.fnUntraced(function* (symbol: string, fromMs: number) {
  const rows = yield* sql<{
    open: bigint | null
    high: bigint | null
    low: bigint | null
    before: bigint | null
  }>(
    `select max(price_units) as high, min(price_units) as low,
       (select price_units from ticks where symbol = $1 and at_ms >= $2 order by at_ms limit 1) as open,
       (select price_units from ticks where symbol = $1 and at_ms < $2 order by at_ms desc limit 1) as before
     from ticks where symbol = $1 and at_ms >= $2`,
    [symbol, fromMs],
  )
  return rows[0] ?? { open: null, high: null, low: null, before: null }
})
