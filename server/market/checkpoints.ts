/** The published checkpoints of the market's logs. */
import { Effect } from "effect"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
import { sql } from "../db/db.ts"

/** A checkpoint with its Ed25519 signature. */
export interface SignedCheckpoint {
  readonly checkpoint: Checkpoint
  readonly signature: Uint8Array
}

interface CheckpointRow {
  readonly symbol: string
  readonly size: bigint
  readonly complete_until_ms: bigint
  readonly receipts_since_ms: bigint | null
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
    receiptsSinceMs: row.receipts_since_ms === null ? null : Number(row.receipts_since_ms),
  },
  signature: new Uint8Array(row.signature),
})

export const readCheckpoints = Effect.fnUntraced(function* (symbols: ReadonlyArray<string>) {
  const rows = yield* sql<CheckpointRow>(
    `select last.* from unnest($1::text[]) as wanted (name) cross join lateral (
       select symbol, size, complete_until_ms, receipts_since_ms, root, summary_root, signature from log_checkpoints
       where symbol = wanted.name order by complete_until_ms desc limit 1) as last`,
    [symbols],
  )
  return rows.map(signedOf)
})

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

/** Checkpoints as JSON rows, for `checkpointsSql`. */
export const checkpointsJson = (signed: readonly SignedCheckpoint[]): string =>
  JSON.stringify(
    signed.map(({ checkpoint, signature }) => ({
      symbol: checkpoint.symbol,
      complete_until_ms: checkpoint.completeUntilMs,
      size: checkpoint.size,
      root: hex(checkpoint.root),
      summary_root: hex(checkpoint.summaryRoot),
      signature: hex(signature),
      receipts_since_ms: checkpoint.receiptsSinceMs,
    })),
  )

/** The rows of `checkpointsJson` in a parameter as a table. */
export const checkpointsSql = (parameter: number): string =>
  `json_to_recordset($${parameter}::json) as c (symbol text, complete_until_ms bigint, size bigint, root text,
    summary_root text, signature text, receipts_since_ms bigint)`
