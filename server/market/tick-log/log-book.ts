import { Effect } from "effect"
import { checkpointNote } from "../../../src/domain/check-settlement.ts"
import type { Db, DbError } from "../../db/db.ts"
import { readCheckpoints, type SignedCheckpoint } from "../checkpoints.ts"
import type { MarketKey } from "../market-key.ts"
import type { JournalTick } from "../tick.ts"
import type { LogNode } from "./log-nodes.ts"
import { appendToLog, emptyLog, loadLog, logHeads, type TickLog } from "./tick-log.ts"

/** What the ticks of one cycle add to the logs. `commit` takes it over once it is stored. */
interface LogStep {
  readonly nodes: ReadonlyArray<LogNode>
  readonly checkpoints: ReadonlyArray<SignedCheckpoint>
  readonly commit: () => void
}

/** The logs of the symbols in memory, as far as this process knows them. */
export interface LogBook {
  /** Reads the published checkpoints and forgets the logs: the journal may have changed. */
  readonly reload: (symbols: ReadonlyArray<string>) => Effect.Effect<void, DbError, Db>
  /** Loads the logs that are not known, once their tiles are built. */
  readonly load: (heads: ReadonlyMap<string, JournalTick>) => Effect.Effect<void, DbError, Db>
  /** The step for ticks whose followers are all later than `nowMs`. */
  readonly step: (ticks: ReadonlyArray<JournalTick>, nowMs: number) => LogStep
  /** No tick may be appended with this time or an earlier one: a checkpoint said so. */
  readonly signedUntilMs: () => number
  /** The last published checkpoint of a symbol as a signed note. Null before the first. */
  readonly checkpointOf: (symbol: string) => string | null
}

/** How long processes of an earlier release may still accept orders beside this one. */
const UPGRADE_MS = 3_600_000

/**
 * From when on each accepted contract carries a checkpoint: at once where the log is as old as the
 * market.
 */
const receiptsBegin = ({ ticks }: TickLog, atMs: number): number =>
  ticks.size === 1 ? atMs : atMs + UPGRADE_MS

export const makeLogBook = (key: MarketKey["Service"], checkpointMs: number): LogBook => {
  let logs: ReadonlyMap<string, TickLog> = new Map()
  const checkpoints = new Map<string, SignedCheckpoint>()
  // each order carries one
  const notes = new Map<string, string>()
  const take = (signed: SignedCheckpoint) => {
    const { checkpoint, signature } = signed
    checkpoints.set(checkpoint.symbol, signed)
    notes.set(checkpoint.symbol, checkpointNote(checkpoint, signature, key.publicKey))
  }
  const untilOf = (symbol: string) => checkpoints.get(symbol)?.checkpoint.completeUntilMs ?? 0

  const publish = (log: TickLog, nowMs: number): ReadonlyArray<SignedCheckpoint> => {
    if (log.ticks.size === 0 || nowMs - untilOf(log.symbol) < checkpointMs) return []
    const completeUntilMs = Math.max(nowMs, log.lastAtMs)
    const receiptsSinceMs =
      checkpoints.get(log.symbol)?.checkpoint.receiptsSinceMs ?? receiptsBegin(log, completeUntilMs)
    const checkpoint = { symbol: log.symbol, ...logHeads(log), completeUntilMs, receiptsSinceMs }
    return [{ checkpoint, signature: key.signCheckpoint(checkpoint) }]
  }

  return {
    reload: Effect.fnUntraced(function* (symbols) {
      logs = new Map()
      for (const signed of yield* readCheckpoints(symbols)) take(signed)
    }),
    load: Effect.fnUntraced(function* (heads) {
      for (const [symbol, head] of heads) {
        const log = logs.has(symbol) ? null : yield* loadLog(symbol, head.seq)
        if (log !== null) logs = new Map([...logs, [symbol, log]])
      }
    }),
    step: (ticks, nowMs) => {
      const after = new Map(logs)
      const nodes = ticks.flatMap((tick) => {
        // The first tick of a symbol begins its log.
        const log = logs.get(tick.symbol) ?? (tick.seq === 1 ? emptyLog(tick.symbol) : undefined)
        if (log === undefined) return []
        const appended = appendToLog(log, tick)
        after.set(tick.symbol, appended.log)
        return appended.nodes
      })
      const published = [...after.values()].flatMap((log) => publish(log, nowMs))
      const commit = () => {
        logs = after
        for (const signed of published) take(signed)
      }
      return { nodes, checkpoints: published, commit }
    },
    signedUntilMs: () => Math.max(0, ...[...checkpoints.keys()].map(untilOf)),
    checkpointOf: (symbol) => notes.get(symbol) ?? null,
  }
}
