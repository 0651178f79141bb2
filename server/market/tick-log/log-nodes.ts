/** The stored nodes of the logs: the heads of complete tiles in both trees. */
import { Effect } from "effect"
import type { Hash } from "../../../src/domain/tick-log/merkle.ts"
import { decodeSummary, encodeSummary, type SummaryNode } from "../../../src/domain/tick-log/summary-tree.ts"
import { execute, sql } from "../../db/db.ts"

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
  const rows = yield* sql<NodeRow>(
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

/** Nodes as JSON rows, for `nodesSql`. */
export const nodesJson = (nodes: readonly LogNode[]): string =>
  JSON.stringify(
    nodes.map(({ symbol, level, index, tickHash, summary: { content, summary } }) => ({
      symbol,
      level,
      idx: index,
      tick_hash: Buffer.from(tickHash).toString("hex"),
      content: Buffer.from(content).toString("hex"),
      summary: Buffer.from(encodeSummary(summary)).toString("hex"),
    })),
  )

/** The rows of `nodesJson` in a parameter as a table. */
export const nodesSql = (parameter: number): string =>
  `json_to_recordset($${parameter}::json) as n
    (symbol text, level smallint, idx bigint, tick_hash text, content text, summary text)`

/** Stores nodes. One that is there already stays: it follows from the same ticks. */
export const insertNodes = Effect.fnUntraced(function* (nodes: readonly LogNode[]) {
  yield* execute(insertSql, [nodesJson(nodes)])
})

const insertSql = `
  insert into log_nodes (symbol, level, idx, tick_hash, content, summary)
  select symbol, level, idx, decode(tick_hash, 'hex'), decode(content, 'hex'), decode(summary, 'hex')
  from ${nodesSql(1)} on conflict do nothing`
