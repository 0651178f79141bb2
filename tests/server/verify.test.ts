import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Schema } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { tickOf } from "../../server/market/tick.ts"
import { readTicks } from "../../server/market/tick-journal.ts"
import { closeOrder } from "../../server/orders/close-order.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { readOrder } from "../../server/orders/read-orders.ts"
import { readDetail, verify } from "../../server/verify/verify.ts"
import { successBody } from "../../src/contract/envelope.ts"
import { checkpointNote, contractFileText, marketKeyText } from "../../src/domain/check-receipt.ts"
import { type Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import type { Checkpoint } from "../../src/domain/log/signed-note.ts"
import { memoryDatabase } from "../support/database.ts"
import {
  callOf,
  fund,
  newKey,
  testMarketKey,
  tickCycles,
  tradingLayer,
  wantedOrder,
} from "../support/trading.ts"

const me = callOf("m1")

/**
 * A contract that expired, one that was closed early and one that is still open, with the whole
 * journal.
 */
const trade = Effect.gen(function* () {
  yield* tickCycles(3)
  yield* fund("m1", 1_000_000_00n)
  const full = yield* createOrder(yield* wantedOrder(), me)
  const early = yield* createOrder(yield* wantedOrder({ direction: "down" }), me)
  yield* tickCycles(5)
  yield* closeOrder({ key: newKey(), id: early.id }, me)
  yield* tickCycles(60)
  const open = yield* createOrder(yield* wantedOrder(), me)
  yield* tickCycles(1)
  return {
    settled: yield* readOrder({ id: full.id }, me),
    closed: yield* readOrder({ id: early.id }, me),
    running: yield* readOrder({ id: open.id }, me),
    ticks: (yield* readTicks("AAPL", 1, 200)).map(tickOf),
  }
})

let traded: Effect.Success<typeof trade>
const folder = mkdtempSync(join(tmpdir(), "links-verify-"))
beforeAll(async () => {
  traded = await Effect.runPromise(Effect.provide(trade, tradingLayer(memoryDatabase)))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const withOrder = (detail: OrderDetail, differs: Partial<Order>): OrderDetail => ({
  ...detail,
  order: { ...detail.order, ...differs },
})

/** The answer as an earlier release gave it. */
const oldForm = ({ proof: _p, marketKey: _m, ...detail }: OrderDetail): OrderDetail => {
  const { dayMs: _d, openTimeoutMs: _o, checkpoint: _c, receipt: _r, ...order } = detail.order
  return { ...detail, order }
}

const failed = async (detail: OrderDetail, path: ReadonlyArray<Tick> | null = null) =>
  (await verify(oldForm(detail), path)).findings
    .filter((finding) => !finding.holds)
    .map((finding) => finding.check)

/** The answers of the API, as a member saves them. */
const wireDetail = Schema.encodeSync(OrderDetail)
const wireTicks = Schema.encodeSync(Schema.Array(Tick))

const nextPrice = (price: string) => `${price.slice(0, -1)}${price.endsWith("1") ? "2" : "1"}`

describe("the offline verifier", () => {
  it("verifies the server's proofs, and the old form from the surrounding ticks and the whole path", async () => {
    for (const detail of [traded.settled, traded.closed]) {
      const proved = await verify(detail, null)
      expect(proved).toMatchObject({ agrees: true, verdict: { kind: "verified", isAnchored: true } })
      for (const path of [null, traded.ticks])
        expect(await verify(oldForm(detail), path)).toMatchObject({
          agrees: true,
          verdict: { kind: "old-form" },
        })
    }
    expect((await verify(traded.running, null)).verdict.kind).toBe("running")
  })

  it("accepts no other key than the one it is given, and no old form with one", async () => {
    const { settled } = traded
    expect((await verify(settled, null, { marketKey: settled.marketKey ?? null })).agrees).toBe(true)
    const other = marketKeyText(new Uint8Array(32).fill(1))
    expect((await verify(settled, null, { marketKey: other })).verdict).toMatchObject({
      kind: "refused",
      reason: "key",
    })
    expect((await verify(settled, null, { marketKey: "no key" })).verdict).toMatchObject({
      kind: "refused",
      reason: "key",
    })
    expect((await verify(oldForm(settled), null, { marketKey: other })).verdict).toMatchObject({
      reason: "missing",
    })
  })

  it.each(["net", "gross", "commission", "credited"] as const)("finds a changed %s", async (field) => {
    expect(await failed(withOrder(traded.settled, { [field]: "1.00" }))).toEqual(["result"])
  })

  it("finds a changed price in the journal by its hash", async () => {
    const { settled } = traded
    const tampered = settled.exitTicks.map((tick) =>
      tick.seq === settled.order.exitSeq ? { ...tick, price: nextPrice(tick.price) } : tick,
    )
    expect(await failed({ ...settled, exitTicks: tampered })).toEqual(["exit-chain", "exit-tick"])
  })

  it("finds a wrong entry or exit", async () => {
    const { settled, closed } = traded
    const other = settled.entryTicks.at(-1)
    const laterEntry = { entrySeq: other?.seq ?? 0, openingPrice: other?.price ?? "" }
    expect(await failed(withOrder(settled, laterEntry))).toContain("entry-tick")
    const before = settled.exitTicks[0]
    const earlierExit = { exitSeq: before?.seq ?? 0, closingPrice: before?.price ?? "" }
    expect(await failed(withOrder(settled, earlierExit))).toContain("exit-tick")
    expect(await failed(withOrder(closed, { closeRequestedAtMs: 1 }))).toContain("exit-tick")
  })

  it("finds omitted ticks", async () => {
    const { settled, closed } = traded
    const gap = settled.entryTicks.filter((_, i) => i !== 1)
    expect(await failed({ ...settled, entryTicks: gap })).toEqual(["entry-chain"])
    const hidden = settled.entryTicks.filter((tick) => tick.seq >= (settled.order.entrySeq ?? 0))
    expect(await failed({ ...settled, entryTicks: hidden })).toEqual(["entry-tick"])
    expect(await failed(settled, traded.ticks.slice(0, 20))).toEqual(["path"])
    const withoutEntry = traded.ticks.filter((tick) => tick.seq > (closed.order.entrySeq ?? 0))
    expect(await failed(closed, withoutEntry)).toEqual(["path"])
    expect(
      await failed(
        settled,
        traded.ticks.filter((tick) => tick.seq !== 30),
      ),
    ).toEqual(["path"])
  })

  it("finds a late exit, when given the path", async () => {
    const { settled, ticks } = traded
    const entry = settled.order.entrySeq ?? 0
    const passed = ticks.find((tick) => tick.seq > entry + 10)
    const promised = withOrder(settled, {
      stopLoss: passed?.price ?? null,
      takeProfit: passed?.price ?? null,
    })
    expect(await failed(promised)).not.toContain("path")
    expect(await failed(promised, ticks)).toContain("path")
  })

  it("reads the answer with or without its envelope, and the file that the app saves", () => {
    const detail = traded.settled
    expect(readDetail(JSON.stringify(wireDetail(detail)))).toEqual(detail)
    expect(readDetail(JSON.stringify(successBody("code", wireDetail(detail))))).toEqual(detail)
    expect(readDetail(contractFileText(detail))).toEqual(detail)
    expect(() => readDetail("{}")).toThrow()
    expect(() => readDetail("<html>")).toThrow()
  })

  it("compares the log with a checkpoint that is given, where the proof shows how they relate", async () => {
    const { settled } = traded
    const { order } = settled
    const given = (checkpoint: string) => verify(settled, null, { checkpoint })
    expect(await given(order.checkpoint ?? "")).toMatchObject({ agrees: true, continuity: "continues" })
    const { verdict } = await verify(settled, null)
    if (verdict.kind !== "verified") throw new Error("not verified")
    expect(await given(verdict.note)).toMatchObject({ agrees: true, continuity: "continues" })
    const sign = (checkpoint: Checkpoint) =>
      checkpointNote(checkpoint, testMarketKey.signCheckpoint(checkpoint), testMarketKey.publicKey)
    const forked = sign({ ...verdict.checkpoint, root: new Uint8Array(32) })
    expect(await given(forked)).toMatchObject({ agrees: false, verdict: { reason: "rollback" } })
    const larger = sign({ ...verdict.checkpoint, size: verdict.checkpoint.size + 1 })
    expect(await given(larger)).toMatchObject({ agrees: true, continuity: "unknown" })
    await expect(given("no checkpoint")).rejects.toThrow("another market")
    const unkeyed = await verify(oldForm(settled), null, { checkpoint: order.checkpoint ?? "" })
    expect(unkeyed).toMatchObject({ agrees: true, verdict: { kind: "old-form" }, continuity: null })
  })

  it("is a command with exit codes", () => {
    const verifyFile = (name: string, content: string, ...args: string[]) => {
      const path = join(folder, name)
      writeFileSync(path, content)
      const main = join(import.meta.dirname, "../../server/verify/main.ts")
      const { status, stdout, stderr } = spawnSync(process.execPath, [main, path, ...args], {
        encoding: "utf8",
      })
      return { status, output: stdout + stderr }
    }
    const settledKey = traded.settled.marketKey ?? ""
    const ticksFile = join(folder, "ticks.json")
    writeFileSync(ticksFile, JSON.stringify(successBody("code", wireTicks(traded.ticks))))
    const good = verifyFile("good.json", JSON.stringify(wireDetail(traded.settled)))
    expect(good).toMatchObject({ status: 0 })
    expect(good.output).toContain("The settlement is verified")
    expect(good.output).toContain(`compare it with the market's: ${traded.settled.marketKey}`)
    const keyFile = join(folder, "market.key")
    writeFileSync(keyFile, `${marketKeyText(new Uint8Array(32).fill(1))}\n`)
    const foreign = verifyFile("good.json", JSON.stringify(wireDetail(traded.settled)), "--key", keyFile)
    expect(foreign).toMatchObject({ status: 1 })
    expect(foreign.output).toContain("REFUSED (key)")
    const witness = join(folder, "witness.json")
    const cosigned = verifyFile("good.json", JSON.stringify(wireDetail(traded.settled)), "--witness", witness)
    expect(cosigned).toMatchObject({ status: 0 })
    const [, witnessKey = "", note = ""] =
      /Cosigned by (\S+)\n([\s\S]+?\n\n(?:\u2014 .+\n)+)/.exec(cosigned.output) ?? []
    const checkpoint = join(folder, "checkpoint")
    writeFileSync(checkpoint, note)
    const trusted = ["--checkpoint", checkpoint, "--cosigned-by", witnessKey]
    const compared = verifyFile("good.json", JSON.stringify(wireDetail(traded.settled)), ...trusted)
    expect(compared).toMatchObject({ status: 0 })
    expect(compared.output).toContain("Its log is that of the checkpoint you gave")
    expect(compared.output).toContain("was cosigned by witness at")
    writeFileSync(checkpoint, note.split("\n").slice(0, -2).join("\n").concat("\n"))
    const bare = verifyFile("good.json", JSON.stringify(wireDetail(traded.settled)), ...trusted)
    expect(bare).toMatchObject({ status: 1 })
    expect(bare.output).toContain("not cosigned by witness")
    const old = JSON.stringify(wireDetail(oldForm(traded.settled)))
    const stripped = verifyFile("old.json", old, "--checkpoint", checkpoint, "--key", settledKey)
    expect(stripped.output).toContain("REFUSED (stripped)")
    const agreed = verifyFile("old.json", old, "--ticks", ticksFile)
    expect(agreed).toMatchObject({ status: 0 })
    expect(agreed.output).toContain("Old form: only the ticks around entry and exit")
    const forged = withOrder(traded.settled, { net: "123.45" })
    const bad = verifyFile("bad.json", JSON.stringify(wireDetail(forged)))
    expect(bad.status).toBe(1)
    expect(bad.output).toContain("REFUSED (amounts)")
    const oldBad = verifyFile("old-bad.json", JSON.stringify(wireDetail(oldForm(forged))))
    expect(oldBad.status).toBe(1)
    for (const { output } of [bad, oldBad])
      expect(output).toContain(`published 123.45, recomputed ${traded.settled.order.net}`)
    expect(verifyFile("running.json", JSON.stringify(wireDetail(traded.running))).status).toBe(2)
    expect(verifyFile("junk.json", "junk").status).toBe(2)
  })
})
