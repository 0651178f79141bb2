/** Contracts whose levels were changed: what settles them, and what a verifier says of false changes. */
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { verify } from "../../server/verify/verify.ts"
import { openRecording, readRecording } from "../../src/devtools/recordings.ts"
import {
  checkSettlement,
  hashBefore,
  type KnownMarket,
  marketKeyText,
  marketWithKey,
} from "../../src/domain/check-settlement.ts"
import type { Amendment, Order, OrderDetail } from "../../src/domain/entities.ts"
import { type Confirmed, differsFromConfirmed, readEvidence } from "../../src/domain/evidence.ts"
import { priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { type Contract, planSettlement } from "../../src/domain/settlement-plan.ts"
import { amendmentText } from "../../src/domain/tick-log/receipt.ts"
import { decodeProof, encodeProof, spanOf } from "../../src/domain/tick-log/settlement-proof.ts"
import type { LoggedTick } from "../../src/domain/tick-log/tile.ts"
import { contractFrom } from "../../src/domain/verify-settlement.ts"
import { createMarketTrust } from "../../src/runtime/api/market-trust.ts"
import { evidenceFile } from "../../src/runtime/hooks/contract-evidence.ts"
import { checkpointOf, signedAmendment, signedCheckpoint } from "../support/market-log.ts"
import {
  accepted,
  answered,
  at,
  ended,
  journal,
  key,
  published,
  seenIn,
} from "../support/proved-contracts.ts"
import { machines } from "../support/recordings.ts"

type Change = { readonly at: number; readonly takeProfit?: bigint; readonly stopLoss?: bigint }

/** An order whose levels were changed after these ticks, each time as the server signs it. */
const amended = (changes: readonly Change[], agreed: Partial<Order> = {}): Order => {
  const order = accepted(agreed)
  const amendments: Amendment[] = []
  for (const [index, change] of changes.entries()) {
    const amendment = {
      number: index + 1,
      takeProfit: change.takeProfit === undefined ? null : priceOf(change.takeProfit),
      stopLoss: change.stopLoss === undefined ? null : priceOf(change.stopLoss),
      atMs: at(change.at - 1).atMs + 500,
      previous: hashBefore(withHistory(order, amendments), amendments.at(-1)),
      checkpoint: signedCheckpoint(checkpointOf("AAPL", journal, change.at), key),
    }
    amendments.push(signedAmendment(order.id, amendment, key))
  }
  return withHistory(order, amendments)
}

const withHistory = (order: Order, amendments: readonly Amendment[]): Order => {
  const { takeProfit, stopLoss } = order.levelHistory?.agreed ?? order
  const { takeProfit: profit, stopLoss: stop } = amendments.at(-1) ?? { takeProfit, stopLoss }
  return {
    ...order,
    ...{ takeProfit: profit, stopLoss: stop },
    levelHistory: { agreed: { takeProfit, stopLoss }, amendments },
  }
}

const peak = at(705).price - 100n
/** The price between tick 300 and the peak stays below this. */
const above = peak + 50_000n
/** Take-profit far above, brought down to the peak after tick 400: ends at the peak. */
const lowered = amended([{ at: 400, takeProfit: peak }], { takeProfit: priceOf(above) })
const known: KnownMarket = marketWithKey(key.publicKey)
const verdict = async (detail: OrderDetail, differs: Partial<KnownMarket> = {}) =>
  seenIn(await checkSettlement(detail, { ...known, ...differs }))
const hashOf = (text: string) => createHash("sha256").update(text).digest("hex")

describe("changed levels", () => {
  it("act from the first tick later than their acceptance, and the ones before until then", () => {
    const contract = contractFrom(accepted())
    const mark = (seq: number, price: bigint) => ({ seq, atMs: contract.acceptedAtMs + 1_000 * seq, price })
    const ticks = [mark(1, 250_000n), mark(2, 251_000n), mark(3, 252_000n), mark(4, 251_000n)]
    const endOf = (amendments: Contract["amendments"]) => {
      const changed = { ...contract, takeProfit: 252_000n, amendments }
      const slice = { ticks, completeUntilMs: 0 }
      const [decision] = planSettlement([changed], () => slice, { dayMs: 1, orderOpenTimeoutMs: 1 })
      return decision?.kind === "ended" ? decision.ending.exit.seq : decision?.kind
    }
    const levels = { takeProfit: 250_500n, stopLoss: null }
    const removed = { takeProfit: null, stopLoss: null }
    const timeOf = (seq: number) => mark(seq, 0n).atMs
    expect(endOf([])).toBe(3)
    expect(endOf([{ ...levels, atMs: timeOf(1) }])).toBe(2)
    expect(endOf([{ ...levels, atMs: timeOf(2) }])).toBe(3)
    expect(endOf([{ ...removed, atMs: timeOf(2) }])).toBe("opened")
    expect(endOf([{ ...removed, atMs: timeOf(3) }])).toBe(3)
    const back = [
      { ...removed, atMs: timeOf(2) },
      { ...levels, atMs: timeOf(3) },
    ]
    expect(endOf(back)).toBe(4)
  })

  it("that are the same as before, or come after the end, change nothing", () => {
    const contract = { ...contractFrom(accepted({ takeProfit: priceOf(peak) })), dayMs: 1_000_000 }
    const marks = journal.map((tick, index) => ({ ...tick, seq: index + 1 }))
    const plan = (amendments: Contract["amendments"]) =>
      planSettlement([{ ...contract, amendments }], () => ({ ticks: marks, completeUntilMs: 0 }), {
        dayMs: 1,
        orderOpenTimeoutMs: 1,
      })
    const before = plan([])
    const { takeProfit, stopLoss } = contract
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 100, max: 1_499 }), { maxLength: 5 }), (times) => {
        const same = times.toSorted((a, b) => a - b).map((n) => ({ takeProfit, stopLoss, atMs: at(n).atMs }))
        expect(plan(same)).toEqual(before)
      }),
      { numRuns: 30 },
    )
    expect(plan([{ takeProfit: null, stopLoss: null, atMs: at(720).atMs }])).toEqual(before)
  })
})

describe("the proof of a contract whose levels were changed", () => {
  const end = published(lowered, journal)

  it("opens the ticks around each change, and sums up what lies between", async () => {
    const spansOf = (order: Order) => decodeProof(answered(order).proof ?? "")?.opened.map(spanOf)
    const last = (order: Order) => (order.exitSeq ?? 0) + 1
    expect(spansOf(end)).toEqual([{ from: 99, to: last(end) }])
    const between = published(amended([{ at: 600, takeProfit: above }]), journal)
    expect(spansOf(between)).toEqual([
      { from: 99, to: 256 },
      { from: 512, to: 768 },
      { from: 1_024, to: last(between) },
    ])
    expect(await verdict(answered(between))).toBe("verified")
    const detail = answered(end)
    const proof = decodeProof(detail.proof ?? "") ?? expect.fail("unreadable")
    expect(encodeProof(proof)).toBe(detail.proof)
    expect([end.state, await verdict(detail)]).toEqual(["closed_early", "verified"])
  })

  it("has a version of its own, so that a verifier without amendments cannot read it", () => {
    const bytes = Buffer.from(answered(end).proof ?? "", "base64url")
    expect([
      bytes[0],
      Buffer.from(answered(published(accepted(), journal)).proof ?? "", "base64url")[0],
    ]).toEqual([3, 2])
    expect(decodeProof(Buffer.concat([Buffer.of(2), bytes.subarray(1)]).toString("base64url"))).toBeNull()
  })

  it("holds for many changes in many tiles", async () => {
    const many = amended(
      [300, 301, 600, 1_000].map((n, index) => ({ at: n, stopLoss: 100_000n + BigInt(index) })),
    )
    expect(await verdict(answered(published(many, journal)))).toBe("verified")
  })
})

describe("a false change is named", () => {
  const history = (order: Order, amendments: readonly Amendment[]): Order => ({
    ...order,
    ...(amendments.at(-1) === undefined
      ? {}
      : { takeProfit: amendments.at(-1)?.takeProfit ?? null, stopLoss: amendments.at(-1)?.stopLoss ?? null }),
    levelHistory: { agreed: order.levelHistory?.agreed ?? { takeProfit: null, stopLoss: null }, amendments },
  })
  const far = priceUnitsOf(priceOf(above))
  const twice = amended([
    { at: 300, takeProfit: far },
    { at: 400, takeProfit: far + 1n },
    { at: 500, takeProfit: peak },
  ])
  const [first, second, third] = twice.levelHistory?.amendments ?? []
  if (first === undefined || second === undefined || third === undefined) throw new Error("three changes")
  const of = (...amendments: readonly Amendment[]) =>
    verdict(answered(published(history(twice, amendments), journal)))

  it("where nothing is false, none", async () => {
    expect(await of(first, second, third)).toBe("verified")
  })

  it.each<[string, readonly Amendment[]]>([
    ["amendment-forged", [first, second, { ...third, takeProfit: priceOf(far + 2n) }]],
    ["amendment-forged", [{ ...first, atMs: first.atMs - 1 }, second, third]],
    ["amendment-forged", [first, second, { ...third, previous: first.previous ?? "" }]],
    ["amendment-dropped", [first, third]],
    ["amendment-dropped", [second, third]],
    ["amendment-order", [second, first, third]],
    ["amendment-order", [first, first, second]],
  ])("%s, by its own text", async (reason, amendments) => {
    expect(await of(...amendments)).toBe(reason)
  })

  it("dropped or exchanged, by what the device keeps", async () => {
    const amendmentTerms = [first, second, third].map((each) => hashOf(amendmentText("o1", each)))
    const seen = (order: Order) => verdict(answered(published(order, journal)), { amendmentTerms })
    expect(await seen(twice)).toBe("verified")
    expect(await seen(history(twice, [first, second]))).toBe("amendment-dropped")
    expect(await seen(accepted())).toBe("amendment-dropped")
    const other = amended([
      { at: 300, takeProfit: far },
      { at: 400, takeProfit: far + 1n },
      { at: 500, takeProfit: far },
    ])
    expect(await seen(other)).toBe("amendment-forged")
  })

  it("back-dated, though it is signed", async () => {
    const backDated = (atMs: number) => {
      const late = { ...first, atMs, checkpoint: signedCheckpoint(checkpointOf("AAPL", journal, 400), key) }
      return of(signedAmendment("o1", late, key))
    }
    expect(await backDated(at(399).atMs + 500)).toBe("verified")
    expect(await backDated(at(398).atMs + 500)).toBe("amendment-time")
    const early = signedAmendment("o1", { ...first, atMs: twice.acceptedAtMs - 1 }, key)
    expect(await of(early)).toBe("amendment-time")
    const unordered = { ...second, atMs: first.atMs - 1, previous: hashBefore(twice, first) }
    expect(await of(first, signedAmendment("o1", unordered, key))).toBe("amendment-time")
  })

  it("level, where it was settled by the levels before", async () => {
    const { levelHistory: _, ...bare } = lowered
    const byOld = published({ ...bare, takeProfit: priceOf(above), stopLoss: null }, journal)
    const { takeProfit, stopLoss, levelHistory } = lowered
    const claimed = { ...byOld, takeProfit, stopLoss, ...(levelHistory ? { levelHistory } : {}) }
    expect(await verdict(answered(claimed))).toBe("level")
    // by the new level, which was not in force yet
    const peakTick = journal.findIndex(({ price }, n) => n > 100 && price >= peak)
    const late = amended([{ at: peakTick + 10, takeProfit: peak }])
    const entry = { ...at(100), seq: 101 }
    const exit = { ...at(peakTick), seq: peakTick + 1 }
    const early = ended(late, entry, entry.atMs + 1_000_000, { state: "closed_early", exit, atMs: exit.atMs })
    expect(await verdict(answered(early))).toBe("level")
    // other levels on the contract than the last change says
    expect(await verdict(answered({ ...published(lowered, journal), takeProfit: null }))).toBe("level")
  })

  it("hidden in tiles that are summed up only: an end between the changes", async () => {
    const ticks: readonly LoggedTick[] = journal
    const open = amended(
      [
        { at: 200, takeProfit: far },
        { at: 1_100, takeProfit: far + 1n },
      ],
      {
        takeProfit: priceOf(far),
      },
    )
    expect(await verdict(answered(published(open, ticks)))).toBe("verified")
    const low = amended([
      { at: 200, takeProfit: peak },
      { at: 1_100, takeProfit: far },
    ])
    const last = published(open, ticks)
    const { takeProfit, stopLoss, levelHistory } = low
    const late = { ...last, takeProfit, stopLoss, ...(levelHistory ? { levelHistory } : {}) }
    expect(await verdict(answered(late))).toBe("level")
  })
})

describe("the evidence file of a contract", () => {
  const amendmentsOf = (order: Order) => order.levelHistory?.amendments ?? []
  const order = published(
    amended([
      { at: 300, takeProfit: above, stopLoss: 100_000n },
      { at: 400, takeProfit: peak },
    ]),
    journal,
  )
  const keyAt = (atMs: number) =>
    `${atMs
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-000000000000`
  const bought = {
    ...{ operation: "order", productId: order.productId, symbol: order.symbol, direction: order.direction },
    ...{ stake: order.stake, periodDays: 1, leverage: 5, commissionPpm: 1_000, stopOutBps: 10_000 },
    ...{ quote: { price: order.quotedPrice, seq: 99, receivedAtMs: 1 }, slippageBps: null },
    ...{ takeProfit: null, stopLoss: null },
  }
  const change = (number: number) => ({
    ...{ operation: "order-amend", orderId: "o1", number },
    ...{
      takeProfit: amendmentsOf(order)[number]?.takeProfit,
      stopLoss: amendmentsOf(order)[number]?.stopLoss,
    },
  })

  /** Made on a device on which it was bought and changed twice. */
  const made = async () => {
    const openStore = () => Promise.reject(new Error("nothing is stored"))
    const market = marketKeyText(key.publicKey)
    const device = createMarketTrust({ openStore, loadConfig: () => Promise.reject(), now: () => 1 })
    const learn = (count: number, intent: Confirmed["intent"]) => {
      const answeredAtMs = order.acceptedAtMs + count
      const amendments = amendmentsOf(order).slice(0, count)
      const answer = withHistory({ ...order, closeRequestedAtMs: null }, amendments)
      device.learnReceipt(answer, { key: keyAt(answeredAtMs - 1), intent, answeredAtMs })
    }
    learn(0, bought)
    for (const number of [0, 1]) learn(number + 1, change(number))
    const scene = { locale: "en", theme: "system", isMember: true } as const
    const trust = { ...device, key: () => Promise.resolve(market) }
    return evidenceFile({ ...answered(order), marketKey: market }, trust, {
      ...{ scene, build: "test", nowMs: 2 },
    })
  }
  const verdictIn = async (file: string, forge: (order: Order) => Order = (same) => same) => {
    const { contract, seen } = readEvidence(file) ?? expect.fail("no evidence")
    const forged = forge(contract.order)
    const detail = forged === contract.order ? contract : { ...contract, ...answered(forged) }
    return seenIn((await verify(detail, null, { seen })).verdict)
  }

  it("verifies by what the device kept, and opens in time travel with each confirmation", async () => {
    const file = await made()
    expect(await verdictIn(file)).toBe("verified")
    const opened = await openRecording(readRecording(file), machines)
    expect(opened.verdict.isIdentical).toBe(true)
    const confirmed = opened.steps.flatMap(({ event }) => ("intent" in event ? [event.intent] : []))
    expect(confirmed).toEqual([bought, change(0), change(1)])
    expect(readEvidence(JSON.stringify(answered(order)))).toBeNull()
  })

  it("with forged, dropped or reordered changes is refused by their name", async () => {
    const file = await made()
    const [first, second] = amendmentsOf(order)
    if (first === undefined || second === undefined) throw new Error("two changes")
    const forging = (amendments: readonly Amendment[]) => (honest: Order) =>
      published(withHistory(honest, amendments), journal)
    expect(await verdictIn(file, forging([first]))).toBe("amendment-dropped")
    expect(await verdictIn(file, forging([]))).toBe("amendment-dropped")
    expect(await verdictIn(file, forging([second, first]))).toBe("amendment-order")
    expect(await verdictIn(file, forging([first, { ...second, takeProfit: priceOf(above) }]))).toBe(
      "amendment-forged",
    )
  })

  it("names the figures that differ from what was confirmed", async () => {
    const evidence = readEvidence(await made()) ?? expect.fail("no evidence")
    expect(differsFromConfirmed(evidence)).toEqual([])
    const { contract } = evidence
    const forged = { ...contract, order: { ...contract.order, stake: "10000.01", leverage: 10 } }
    expect(differsFromConfirmed({ ...evidence, contract: forged })).toEqual(["stake", "leverage"])
    const moved = { ...contract, order: withHistory(order, amendmentsOf(order).slice(0, 1)) }
    expect(differsFromConfirmed({ ...evidence, contract: moved })).toEqual(["takeProfit of change 2"])
  })
})
