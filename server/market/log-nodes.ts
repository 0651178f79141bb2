/** The stored nodes of the logs: the heads of complete tiles in both trees. */
import { Effect } from "effect"
import type { Hash } from "../../src/domain/log/merkle.ts"
import { decodeSummary, encodeSummary, type SummaryNode } from "../../src/domain/log/summary-tree.ts"
import { Db } from "../db/db.ts"

/** The heads of one complete tile of a level, in both trees. */
export interface LogNode {
  readonly symbol: string
  readonly level: number
  readonly index: number
  readonly tickHash: Hash
  readonly summary: SummaryNode
}

interface NodeRow {
  readonly idx: bigint
  readonly tick_hash: Uint8Array
  readonly content: Uint8Array
  readonly summary: Uint8Array
}

/** The nodes of a level from `from` up to and without `to`. Missing ones are left out. */
export const readNodes = Effect.fnUntraced(function* (
  symbol: string,
  level: number,
  from: number,
  to: number,
) {
  const db = yield* Db
  const rows = yield* db.query<NodeRow>(
    `select idx, tick_hash, content, summary from log_nodes
     where symbol = $1 and level = $2 and idx >= $3 and idx < $4 order by idx`,
    [symbol, level, from, to],
  )
  return rows.map(
    (row): LogNode => ({
      symbol,
      level,
      index: Number(row.idx),
      tickHash: new Uint8Array(row.tick_hash),
      summary: {
        isTile: level === 1,
        content: new Uint8Array(row.content),
        summary: decodeSummary(new Uint8Array(row.summary)),
      },
    }),
  )
})

/** The columns of nodes as arrays, for `unnest`. */
export const nodeColumns = (nodes: readonly LogNode[]) => [
  nodes.map((node) => node.symbol),
  nodes.map((node) => node.level),
  nodes.map((node) => node.index),
  nodes.map((node) => Buffer.from(node.tickHash).toString("hex")),
  nodes.map((node) => Buffer.from(node.summary.content).toString("hex")),
  nodes.map((node) => Buffer.from(encodeSummary(node.summary.summary)).toString("hex")),
]

/** The arrays of `nodeColumns` as a table, from parameter `$first` on. */
export const nodesSql = (first: number): string =>
  `unnest($${first}::text[], $${first + 1}::smallint[], $${first + 2}::bigint[], $${first + 3}::text[],
    $${first + 4}::text[], $${first + 5}::text[]) as n (symbol, level, idx, tick_hash, content, summary)`

/** Stores nodes. One that is there already stays: it follows from the same ticks. */
export const insertNodes = Effect.fnUntraced(function* (nodes: readonly LogNode[]) {
  const db = yield* Db
  yield* db.execute(insertSql, nodeColumns(nodes))
})

const insertSql = `
  insert into log_nodes (symbol, level, idx, tick_hash, content, summary)
  select symbol, level, idx, decode(tick_hash, 'hex'), decode(content, 'hex'), decode(summary, 'hex')
  from ${nodesSql(1)} on conflict do nothing`
