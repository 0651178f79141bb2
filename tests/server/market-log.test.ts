import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Db } from "../../server/db/db.ts"
import { buildMissingTiles } from "../../server/market/build-tiles.ts"
import { Market } from "../../server/market/market.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { readNodes } from "../../server/market/tick-log/log-nodes.ts"
import { readLogStatus } from "../../server/market/tick-log/log-status.ts"
import { buildTiles, loadLog, logHeads } from "../../server/market/tick-log/tick-log.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { marketKeyText, openCheckpoint } from "../../src/domain/check-settlement.ts"
import { TILE_WIDTH } from "../../src/domain/tick-log/tile.ts"
import { checkpointOf, logFile } from "../support/market-log.ts"
import { type LogServer, openLogServer } from "../support/tick-log-server.ts"
import { callOf, fund, testMarketKey, tickCycles, wantedOrder } from "../support/trading.ts"

const CYCLES = 600

let log: LogServer
beforeAll(async () => {
  log = await openLogServer(CYCLES)
})
afterAll(() => log.stop())

const forget = (symbol: string) =>
  Effect.flatMap(Db, (db) => db.execute("delete from log_nodes where symbol = $1", [symbol]))
const ticksOf = (symbol: string) => log.run(readTicks(symbol, 1, 10_000))
const at = (path: string) => fetch(`${log.url}/log/${path}`)
const bytesAt = async (path: string) => new Uint8Array(await (await at(path)).arrayBuffer())
const textAt = async (path: string) => (await at(path)).text()

describe("the tiles of a log", () => {
  it("have the heads that all ticks below them give", async () => {
    const ticks = await ticksOf("AAPL")
    const loaded = await log.run(loadLog("AAPL", ticks.length))
    if (loaded === null) throw new Error("the log is not loaded")
    const { size, root, summaryRoot } = checkpointOf("AAPL", ticks)
    expect(logHeads(loaded)).toEqual({ size, root, summaryRoot })
    expect(await log.run(readNodes("AAPL", 1, 0, 10))).toHaveLength(Math.floor(CYCLES / TILE_WIDTH))
  })

  it("are built again for a journal without them, some at a time, in any number of passes", async () => {
    const built = await log.run(readNodes("BTC", 1, 0, 10))
    await log.run(forget("BTC"))
    expect(await log.run(loadLog("BTC", CYCLES))).toBeNull()
    expect(await log.run(buildTiles("BTC", CYCLES, 1))).toBe(1)
    expect(await log.run(buildTiles("BTC", CYCLES, 1))).toBe(1)
    expect(await log.run(buildTiles("BTC", CYCLES, 1))).toBe(0)
    expect(await log.run(readNodes("BTC", 1, 0, 10))).toEqual(built)
    await log.run(forget("BTC"))
    expect(await log.run(buildMissingTiles())).toBe(built.length)
    expect(await log.run(readNodes("BTC", 1, 0, 10))).toEqual(built)
  })

  it("are not built across a gap in the journal", async () => {
    const { execute } = await log.run(Db)
    await log.run(forget("SP500"))
    await log.run(execute("delete from ticks where symbol = 'SP500' and seq = 300"))
    expect(await log.run(buildTiles("SP500", CYCLES, 8))).toBe(0)
    expect(await log.run(loadLog("SP500", CYCLES))).toBeNull()
  })
})

describe("the public files of a log", () => {
  it("are the key, the last checkpoint signed with it, and tiles and entries of any width", async () => {
    const { publicKey } = testMarketKey
    expect(await textAt("key")).toBe(`${marketKeyText(publicKey)}\n`)
    const note = await textAt("AAPL/checkpoint")
    const ticks = await ticksOf("AAPL")
    expect(await openCheckpoint(note, "AAPL", publicKey)).toEqual(
      checkpointOf("AAPL", ticks, ticks.length, ticks.at(-1)?.atMs),
    )
    for (const path of ["tile/0/000", "tile/0/001", "tile/1/000.p/2", "tile/0/002.p/1", "tile/0/002.p/88"])
      expect(await bytesAt(`AAPL/${path}`), path).toEqual(logFile("AAPL", ticks, path))
    for (const path of ["summaries/0/000.p/2", "summaries/0/000.p/1"])
      expect(await bytesAt(`AAPL/${path}`), path).toEqual(logFile("AAPL", ticks, path))
    expect((await textAt("symbols")).split("\n")).toContain("AAPL")
    for (const path of ["tile/entries/000", "tile/entries/001.p/17", "tile/entries/002.p/88"])
      expect(await bytesAt(`AAPL/${path}`), path).toEqual(logFile("AAPL", ticks, path))
  })

  it("may be kept for ever, but for the checkpoint and the key, and read by any site", async () => {
    const kept = async (path: string) => (await at(path)).headers.get("cache-control")
    expect(await kept("AAPL/tile/0/000")).toContain("immutable")
    expect(await kept("AAPL/checkpoint")).toBe("public, max-age=2")
    const { headers } = await fetch(`${log.url}/log/AAPL/tile/0/000`, { method: "HEAD" })
    expect(headers.get("access-control-allow-origin")).toBe("*")
    expect(headers.get("content-length")).toBe("8192")
  })

  it("are answered with 404 where the log has no such file, and never with another one", async () => {
    for (const path of [
      "AAPL/tile/0/003",
      "AAPL/tile/0/002",
      "AAPL/tile/0/002.p/89",
      "AAPL/tile/1/000",
      "AAPL/tile/1/000.p/3",
      "AAPL/tile/0/000.p/0",
      "AAPL/tile/0/000.p/256",
      "AAPL/tile/0/0",
      "AAPL/tile/64/000",
      "AAPL/tile/entries/003",
      "AAPL/tile/0/x000/000",
      "AAPL/tile/-1/000",
      "AAPL/summaries/0/000",
      "AAPL/summaries/0/000.p/3",
      "AAPL/summaries/entries/000.p/2",
      "AAPL/summaries/1/000.p/1",
      "AAPL/nothing",
      "AAPL",
      "UNKNOWN/checkpoint",
      "%E0%A4%A/checkpoint",
    ])
      expect((await at(path)).status, path).toBe(404)
  })
})

describe("a checkpoint", () => {
  const lastOf = async (symbol: string) => {
    const checkpoint = await openCheckpoint(
      await textAt(`${symbol}/checkpoint`),
      symbol,
      testMarketKey.publicKey,
    )
    if (checkpoint === null) throw new Error("the log has no checkpoint")
    return checkpoint
  }

  it("says since when each contract carries one: from the first tick on where the log is as old", async () => {
    const [first] = await ticksOf("AAPL")
    expect((await lastOf("AAPL")).receiptsSinceMs).toBe(first?.atMs)
    const order = await log.run(
      Effect.gen(function* () {
        yield* fund("m1", 1_000_000_00n)
        return yield* createOrder(yield* wantedOrder(), callOf("m1"))
      }),
    )
    expect(order.checkpoint).toBe(await textAt("AAPL/checkpoint"))
    expect(order.acceptedAtMs).toBeGreaterThanOrEqual(first?.atMs ?? Number.POSITIVE_INFINITY)
  })

  it("keeps that date, and sets it an hour ahead where earlier ones did not say it", async () => {
    const { receiptsSinceMs } = await lastOf("BTC")
    await log.run(tickCycles(2))
    expect((await lastOf("BTC")).receiptsSinceMs).toBe(receiptsSinceMs)
    const { execute } = await log.run(Db)
    await log.run(execute("update log_checkpoints set receipts_since_ms = null where symbol = 'BTC'"))
    await log.run(execute("update market_lease set fence = fence + 1, expires_at_ms = 0"))
    await log.run(tickCycles(3))
    const after = await lastOf("BTC")
    expect(after.receiptsSinceMs).toBeGreaterThan(after.completeUntilMs + 3_590_000)
  })
})

describe("a journal with a gap", () => {
  it("gets no further checkpoint, which its status says, and the others do", async () => {
    const before = await Promise.all(["SP500", "BTC"].map((symbol) => textAt(`${symbol}/checkpoint`)))
    const market = await log.run(Market)
    // another process takes over and loads the logs again
    await log.run(
      Effect.flatMap(Db, (db) => db.execute("update market_lease set fence = fence + 1, expires_at_ms = 0")),
    )
    await log.run(tickCycles(3))
    await log.run(tickCycles(3))
    expect(market.leadership()).not.toBeNull()
    const statuses = await log.run(readLogStatus())
    const statusOf = (symbol: string) => statuses.find((each) => each.symbol === symbol)
    expect(statusOf("SP500")).toMatchObject({ state: "gap", gapAfter: 299 })
    expect(statusOf("AAPL")).toMatchObject({ state: "published", gapAfter: null })
    expect(statusOf("AAPL")?.published).toBe(statusOf("AAPL")?.ticks)
    expect(await textAt("SP500/checkpoint")).toBe(before[0])
    expect(await textAt("BTC/checkpoint")).not.toBe(before[1])
  })
})
