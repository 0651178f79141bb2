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
import { checkpointNote, contractFileText, marketKeyText } from "../../src/domain/check-settlement.ts"
import { type Order, OrderDetail, Tick } from "../../src/domain/entities.ts"
import type { Checkpoint } from "../../src/domain/tick-log/signed-note.ts"
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

  it("finds ticks that are omitted from the path", async () => {
    const { settled, closed } = traded
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

  const file = (name: string, content: unknown) => {
    const path = join(folder, name)
    writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content))
    return path
  }
  const run = (...args: readonly string[]) => {
    const main = join(import.meta.dirname, "../../server/verify/main.ts")
    const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], { encoding: "utf8" })
    return { status, output: stdout + stderr }
  }
  const good = () => file("good.json", wireDetail(traded.settled))
  const forged = () => withOrder(traded.settled, { net: "123.45" })
  const expectPrinted = ({ status, output }: ReturnType<typeof run>, code: number, ...texts: string[]) => {
    expect(status, output).toBe(code)
    for (const text of texts) expect(output).toContain(text)
  }

  it("is a command with exit codes", () => {
    const { marketKey, order } = traded.settled
    expectPrinted(run(good()), 0, "The settlement is verified", marketKey ?? "")
    expectPrinted(
      run(file("bad.json", wireDetail(forged()))),
      1,
      "REFUSED (amounts)",
      `published 123.45, recomputed ${order.net}`,
    )
    expect(run(file("junk.json", "junk")).status).toBe(2)
  })

  it("is a command that takes keys, checkpoints and ticks", { tags: ["exhaustive"] }, () => {
    const { settled, running, ticks } = traded
    const foreign = file("market.key", `${marketKeyText(new Uint8Array(32).fill(1))}\n`)
    expectPrinted(run(good(), "--key", foreign), 1, "REFUSED (key)")
    const cosigned = run(good(), "--witness", join(folder, "witness.json"))
    expect(cosigned).toMatchObject({ status: 0 })
    const [, witnessKey = "", note = ""] =
      /Cosigned by (\S+)\n([\s\S]+?\n\n(?:\u2014 .+\n)+)/.exec(cosigned.output) ?? []
    const trusted = ["--checkpoint", file("checkpoint", note), "--cosigned-by", witnessKey]
    expectPrinted(
      run(good(), ...trusted),
      0,
      "Its log is that of the checkpoint you gave",
      "was cosigned by witness at",
    )
    const bare = file("checkpoint", note.split("\n").slice(0, -2).join("\n").concat("\n"))
    expectPrinted(run(good(), ...trusted), 1, "not cosigned by witness")
    const old = file("old.json", wireDetail(oldForm(settled)))
    const stripped = run(old, "--checkpoint", bare, "--key", settled.marketKey ?? "")
    expect(stripped.output).toContain("REFUSED (stripped)")
    const path = file("ticks.json", successBody("code", wireTicks(ticks)))
    expectPrinted(run(old, "--ticks", path), 0, "Old form: only the ticks around entry and exit")
    expectPrinted(
      run(file("old-bad.json", wireDetail(oldForm(forged())))),
      1,
      `published 123.45, recomputed ${settled.order.net}`,
    )
    expect(run(file("running.json", wireDetail(running))).status).toBe(2)
  })
})
