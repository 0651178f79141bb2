import { describe, expect, it } from "vitest"
import { embedded, postgresql } from "../support/engines.ts"
import { findBinaries, openPostgres } from "../support/postgres.ts"
import { postgresSurgeon, torture, type Verdict } from "./torture.ts"

/** `npm run test:torture` sets 100 kills and checks the time to reopen, because it runs alone. */
const given = process.env.TORTURE_ROUNDS
const seed = Number(process.env.TORTURE_SEED ?? 20_260_101)
const REOPENED_WITHIN_MS = 3_000

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const report = (name: string, verdict: Verdict): void => {
  const { reopenedMs, sent, acknowledged, doubts, settlementsChecked } = verdict
  const longest = Math.max(...reopenedMs)
  console.log(
    `kill -9 [${name}]: ${verdict.rounds} kills (seed ${seed}), ${sent} operations, ${acknowledged} acknowledged and all there, ` +
      `${doubts} in doubt and all whole or absent, ${settlementsChecked} settlements recomputed; ` +
      `reopened in ${median(reopenedMs)} ms (median), ${longest} ms at most`,
  )
  if (given !== undefined) expect(median(reopenedMs)).toBeLessThanOrEqual(REOPENED_WITHIN_MS)
}

const tortureEmbedded = async (rounds: number) =>
  report("embedded", await torture(embedded, rounds, seed, () => null))

describe("a server killed with -9 under load", () => {
  it("recovers from one kill", { timeout: 240_000, tags: ["exhaustive"] }, () => tortureEmbedded(1))

  const rounds = Number(given ?? 10)
  const options = { timeout: 120_000 + rounds * 120_000, tags: ["torture"] }

  it("loses and duplicates nothing on the embedded engine", options, () => tortureEmbedded(rounds))

  it.skipIf(!process.env.DATABASE_URL && findBinaries() === null)(
    "loses and duplicates nothing on PostgreSQL, with backends killed too",
    options,
    async () => {
      // A separate cluster, because killing a backend restarts all of it; durable, because recovery
      // keeps only flushed data.
      const cluster = await openPostgres({ isDurable: true })
      if (cluster === null) throw new Error("PostgreSQL was there a moment ago")
      try {
        const isOurs = !process.env.DATABASE_URL
        const verdict = await torture(postgresql(cluster.url), rounds, seed, ({ env }) =>
          postgresSurgeon(env.DATABASE_URL ?? "", isOurs),
        )
        report("postgresql", verdict)
      } finally {
        await cluster.stop()
      }
    },
  )
})
