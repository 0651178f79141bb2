/** The published checkpoints of the market's logs. */
import { Effect } from "effect"
import type { Checkpoint } from "../../src/domain/log/signed-note.ts"
import { Db } from "../db/db.ts"

/** A checkpoint with its Ed25519 signature. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly signature: Uint8Array
}

interface CheckpointRow {
  readonly symbol: string
  readonly size: bigint
  readonly complete_until_ms: bigint
  readonly root: Uint8Array
  readonly summary_root: Uint8Array
  readonly signature: Uint8Array
}

const signedOf = (row: CheckpointRow): SignedCheckpoint => ({
  checkpoint: {
    symbol: row.symbol,
    size: Number(row.size),
    root: new Uint8Array(row.root),
    summaryRoot: new Uint8Array(row.summary_root),
    completeUntilMs: Number(row.complete_until_ms),
  },
  signature: new Uint8Array(row.signature),
})

/** The last checkpoint of each symbol that has one. */
export const readCheckpoints = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const db = yield* Db
  const rows = yield* db.query<CheckpointRow>(
    `select last.* from unnest($1::text[]) as wanted (name) cross join lateral (
       select symbol, size, complete_until_ms, root, summary_root, signature from log_checkpoints
       where symbol = wanted.name order by complete_until_ms desc limit 1) as last`,
    [symbols],
  )
  return rows.map(signedOf)
})

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** The columns of checkpoints as arrays, for `unnest`. */
export const checkpointColumns = (signed: readonly SignedCheckpoint[]) => [
  signed.map(({ checkpoint }) => checkpoint.symbol),
  signed.map(({ checkpoint }) => checkpoint.completeUntilMs),
  signed.map(({ checkpoint }) => checkpoint.size),
  signed.map(({ checkpoint }) => hex(checkpoint.root)),
  signed.map(({ checkpoint }) => hex(checkpoint.summaryRoot)),
  signed.map(({ signature }) => hex(signature)),
]

/** The arrays of `checkpointColumns` as a table, from parameter `$first` on. */
export const checkpointsSql = (first: number): string =>
  `unnest($${first}::text[], $${first + 1}::bigint[], $${first + 2}::bigint[], $${first + 3}::text[],
    $${first + 4}::text[], $${first + 5}::text[])
   as c (symbol, complete_until_ms, size, root, summary_root, signature)`
