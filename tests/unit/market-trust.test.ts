import { createHash } from "node:crypto"
import { Context, Effect } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { openedSpans, proofParts, proveParts } from "../../server/market/prove-settlement.ts"
import { tickText } from "../../src/domain/chain.ts"
import { marketKeyText } from "../../src/domain/check-settlement.ts"
import type { Order, OrderDetail, SystemConfig } from "../../src/domain/entities.ts"
import { memberHash } from "../../src/domain/limit-promise.ts"
import { encodeProof } from "../../src/domain/tick-log/settlement-proof.ts"
import { checkpointText } from "../../src/domain/tick-log/signed-note.ts"
import { summaryOf, summaryRoot } from "../../src/domain/tick-log/summary-tree.ts"
import type { LoggedTick } from "../../src/domain/tick-log/tile.ts"
import { verifyOldForm } from "../../src/domain/verify-old-form.ts"
import { askOperation, submitOperation } from "../../src/runtime/actors/outbox.ts"
import { createMarketTrust } from "../../src/runtime/api/market-trust.ts"
import { openMarketTrustStore } from "../../src/runtime/api/market-trust-store.ts"
import { Api, Receipts } from "../../src/runtime/api/services.ts"
import { checkOnDevice } from "../../src/runtime/hooks/use-settlement-check.ts"
import { type Answer, answering } from "../support/answering-server.ts"
import { freshBrowser } from "../support/journal-host.ts"
import {
  checkpointOf,
  detailWith,
  logFile,
  logSource,
  newSigningKey,
  proofOf,
  signedCheckpoint,
  signedPromise,
  withReceipt,
} from "../support/market-log.ts"
import {
  accepted,
  answered,
  at,
  journal,
  key,
  published,
  seenIn,
  settled,
} from "../support/proved-contracts.ts"

beforeEach(freshBrowser)
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const close of closing.splice(0)) await close()
})

const label = { simulated: true, source: "", licence: "", priceUnits: {}, dayMs: 1, frameMs: 1 }
const configWith = (publicKey: Uint8Array): SystemConfig => ({
  website: { status: 1, pageStatus: 0, pageUrl: "" },
  login: { helpArticleId: null, passwordArticleId: null, termsAtMs: 0 },
  tabbar: { pages: [] },
  style: { theme: "system" },
  webPage: { title: "" },
  domain: "",
  logo: "",
  icon: "",
  shareList: [],
  linkHosts: [],
  registrationBonus: "0.00",
  market: { ...label, key: marketKeyText(publicKey) },
  demo: true,
})

/** The app on one device: opened again it knows what it knew. */
const openDevice = (publicKey = key.publicKey, openStore = openMarketTrustStore) =>
  createMarketTrust({ openStore, loadConfig: async () => configWith(publicKey), now: Date.now })

/** A server that publishes the log of these ticks, and as its last checkpoint this one. */
const publish = async (
  ticks: readonly LoggedTick[],
  checkpoint: string | null = null,
  source = logSource("AAPL", ticks),
) => {
  const answer: Answer = (response, { url }) => {
    const path = url.replace("/log/AAPL/", "")
    const file = path === "checkpoint" ? checkpoint : logFile("AAPL", ticks, path, source)
    response.writeHead(file === null ? 404 : 200).end(file ?? undefined)
  }
  const server = await answering(answer)
  closing.push(server.close)
  return server
}

const nowhere = "http://127.0.0.1:9"
/** The same journal, but for one tick after the end of the contracts. */
const rewritten = journal.map((tick, index) => (index === 1_450 ? { ...tick, price: tick.price + 1n } : tick))
/** An honest answer in the log of the first ticks. */
const inLogOf = (order: Order, ticks: readonly LoggedTick[], size: number): OrderDetail => {
  const proof = proofOf(order, ticks, 100, checkpointOf("AAPL", ticks, size), key)
  return { ...detailWith(withReceipt(order, key), null, key), proof: encodeProof(proof) }
}
const seen = async (...checked: Parameters<typeof checkOnDevice>) => {
  const { verdict, isCompared } = await checkOnDevice(...checked)
  return `${seenIn(verdict)}${isCompared ? "" : ", not compared"}`
}

describe("the key of the market", () => {
  it("is the first one that the configuration named, on this device for good", async () => {
    const { url } = await publish(journal)
    openDevice().learnKey(configWith(key.publicKey))
    expect(await seen(answered(settled), openDevice(), url)).toBe("verified")
    const other = newSigningKey()
    const forged = {
      ...detailWith(withReceipt(settled, other), null, other),
      proof: encodeProof(proofOf(settled, journal, 100, checkpointOf("AAPL", journal), other)),
    }
    const device = openDevice(other.publicKey)
    device.learnKey(configWith(other.publicKey))
    expect(await seen(forged, device, url)).toBe("key")
    expect(await seen(answered(settled), openDevice(other.publicKey), url)).toBe("verified")
  })

  it("is requested where the configuration has not come, and never taken from the answer", async () => {
    const other = newSigningKey()
    const device = openDevice(other.publicKey)
    expect(await seen(answered(settled), device, nowhere)).toBe("key")
  })

  it("is remembered as long as the page lives where the device stores nothing", async () => {
    const device = openDevice(newSigningKey().publicKey, () => Promise.reject(new Error("blocked")))
    device.learnKey(configWith(key.publicKey))
    device.learnKey(configWith(newSigningKey().publicKey))
    expect(await seen(answered(settled), device, nowhere)).toBe("verified")
  })
})

describe("a promise of a member's own limits", () => {
  it("that this device keeps is evidence against the market that dropped it, for this member alone", async () => {
    const promise = {
      ...{ member: memberHash("m1"), number: 1, previous: "", atMs: settled.acceptedAtMs - 1, waiting: {} },
      ...{ limits: { stake_day: settled.stake }, pausedUntilMs: null, excludedUntilMs: null },
    }
    const { url } = await publish(journal)
    openDevice().learnPromise("m1", signedPromise(promise, key))
    const check = async (id: string, others: readonly Order[]) => {
      const owner = { id, readOthers: async () => others }
      return seenIn((await checkOnDevice(answered(settled), openDevice(), url, Math.random, owner)).verdict)
    }
    const other = { ...settled, id: "o2", acceptedAtMs: settled.acceptedAtMs - 1 }
    expect(await check("m1", [other])).toBe("limit")
    expect(await check("m1", [])).toBe("verified")
    expect(await check("m2", [other])).toBe("verified")
  })
})

describe("the log that this device has seen", () => {
  it("may grow, and is compared by its published tiles alone", async () => {
    const server = await publish(journal)
    const check = (size: number) => seen(inLogOf(settled, journal, size), openDevice(), server.url)
    expect(await check(1_200)).toBe("verified")
    expect(await check(1_500)).toBe("verified")
    const paths = server.received.map(({ url }) => url)
    expect(paths).toContain("/log/AAPL/tile/0/005.p/220")
    expect(paths.every((path) => /^\/log\/AAPL\/(?:tile|summaries)\//.test(path))).toBe(true)
    // an earlier one that was never seen belongs to it too
    expect(await check(1_300)).toBe("verified")
  })

  it("is not replaced by a rewritten one, whichever is larger", async () => {
    const { url } = await publish(rewritten)
    const honest = await publish(journal)
    const device = openDevice()
    for (const size of [1_200, 1_480])
      expect(await seen(inLogOf(settled, journal, size), device, honest.url)).toBe("verified")
    expect(await seen(inLogOf(settled, rewritten, 1_500), device, url)).toBe("rollback")
    expect(await seen(inLogOf(settled, rewritten, 1_470), device, url)).toBe("rollback")
    // what was refused is not remembered
    expect(await seen(inLogOf(settled, journal, 1_480), device, nowhere)).toBe("verified")
  })

  it("is known offline: a rewritten one of that size is refused, another size is not compared", async () => {
    const device = openDevice()
    expect(await seen(answered(settled), device, nowhere)).toBe("verified")
    expect(await seen(answered(settled), openDevice(), nowhere)).toBe("verified")
    expect(await seen(answered(settled, rewritten), device, nowhere)).toBe("rollback")
    expect(await seen(inLogOf(settled, journal, 1_400), device, nowhere)).toBe("verified, not compared")
  })

  it("holds the checkpoint of every accepted order, also of one that is not checked", async () => {
    const { url } = await publish(rewritten)
    const late = { ...accepted(), id: "late" }
    const checkpoint = signedCheckpoint(checkpointOf("AAPL", journal, 1_460), key)
    const device = openDevice()
    device.learnReceipt({ ...late, checkpoint })
    expect(await device.receiptOf("late")).toMatchObject({ note: checkpoint })
    expect(await seen(inLogOf(settled, rewritten, 1_500), openDevice(), url)).toBe("rollback")
  })
})

describe("a few tiles of the log, opened at random", () => {
  const check = (detail: OrderDetail, url: string, random?: () => number) =>
    checkOnDevice(detail, openDevice(), url, random)

  it("are recomputed between entry and exit, where the proof has opened nothing", async () => {
    const server = await publish(journal)
    expect(await check(answered(settled), server.url)).toMatchObject({ openedTiles: 3 })
    const entries = server.received.map(({ url }) => url).filter((url) => url.includes("/entries/"))
    expect(entries.toSorted()).toEqual(["001", "002", "003"].map((tile) => `/log/AAPL/tile/entries/${tile}`))
  })

  it("refuse a log whose price summaries are not those of its ticks, although its market signed them", async () => {
    const hidden = (ticks: readonly LoggedTick[]) => {
      const summary = summaryOf(ticks)
      return ticks[0] === at(512) ? { ...summary, highest: summary.first } : summary
    }
    const lying = logSource("AAPL", journal, hidden)
    const checkpoint = {
      ...checkpointOf("AAPL", journal),
      summaryRoot: summaryRoot(lying.summaryNode({ from: 0, to: 5 })),
    }
    const parts = proofParts(openedSpans({ entrySeq: 101, exitSeq: settled.exitSeq }, 1_500), 100, 1_500)
    const signature = key.sign(checkpointText(checkpoint))
    const proof = encodeProof({ checkpoint, signature, ...proveParts(lying, parts) })
    const { url } = await publish(journal, null, lying)
    const detail = { ...answered(settled), proof }
    expect(seenIn((await check(detail, nowhere)).verdict)).toBe("verified")
    expect(seenIn((await check(detail, url, () => 0.5)).verdict)).toBe("tiles")
  })

  it("are none where the log is out of reach", async () => {
    expect(await check(answered(settled), nowhere)).toMatchObject({ openedTiles: 0, isCompared: true })
  })
})

describe("a contract that was accepted with a checkpoint", () => {
  const { proof: _p, marketKey: _m, ...bare } = answered(settled)
  const { dayMs: _d, openTimeoutMs: _o, checkpoint: _c, receipt: _r, ...order } = bare.order
  const stripped: OrderDetail = { ...bare, order }

  it("is never shown in the old form", async () => {
    const device = openDevice()
    expect(await seen(stripped, device, nowhere)).toBe("old-form")
    device.learnReceipt(accepted())
    // written before the next page of the device is opened
    await device.receiptOf(accepted().id)
    expect(await seen(stripped, openDevice(), nowhere)).toBe("stripped")
  })

  it("is known elsewhere by the date since when the log signs receipts, as it was seen or is published", async () => {
    const device = openDevice()
    expect(await seen(answered(settled), device, nowhere)).toBe("verified")
    expect(await seen(stripped, device, nowhere)).toBe("stripped")
    const before = { ...stripped, order: { ...stripped.order, acceptedAtMs: at(0).atMs - 1 } }
    expect(await seen(before, device, nowhere)).toBe("old-form")

    freshBrowser()
    const since = (atMs: number) =>
      signedCheckpoint(checkpointOf("AAPL", journal, 1_500, at(1_499).atMs, atMs), key)
    const { acceptedAtMs } = settled
    const { url } = await publish(journal, since(acceptedAtMs))
    expect(await seen(stripped, openDevice(), url)).toBe("stripped")
    // a checkpoint of before the receipts names no date
    const undated = signedCheckpoint(checkpointOf("AAPL", journal, 1_000, at(999).atMs, null), key)
    const earlier = openDevice()
    earlier.learnReceipt({ ...accepted(), id: "early", checkpoint: undated })
    await earlier.receiptOf("early")
    expect(await seen(stripped, earlier, url)).toBe("stripped")
    freshBrowser()
    const later = await publish(journal, since(acceptedAtMs + 1))
    expect(await seen(stripped, openDevice(), later.url)).toBe("old-form")
    const foreign = signedCheckpoint(checkpointOf("AAPL", journal), newSigningKey())
    const forged = await publish(journal, foreign)
    expect(await seen(stripped, openDevice(), forged.url)).toBe("old-form")
  })

  it("with an earlier date is refused where the log has other ticks than the answer shows", async () => {
    const honest = await publish(journal, signedCheckpoint(checkpointOf("AAPL", journal), key))
    const movedMs = at(120).atMs
    const moved = <T extends { readonly atMs: number }>(tick: T): T => ({
      ...tick,
      atMs: tick.atMs - movedMs,
    })
    const rechained = (ticks: OrderDetail["entryTicks"]): OrderDetail["entryTicks"] => {
      let previousHash = ticks[0]?.previousHash ?? ""
      return ticks.map(moved).map((tick) => {
        const unsigned = { ...tick, previousHash }
        previousHash = createHash("sha256").update(tickText(unsigned)).digest("hex")
        return { ...unsigned, hash: previousHash }
      })
    }
    const { acceptedAtMs, expiresAtMs, closedAtMs } = order
    const early: OrderDetail = {
      ...stripped,
      order: {
        ...order,
        acceptedAtMs: acceptedAtMs - movedMs,
        expiresAtMs: expiresAtMs === null ? null : expiresAtMs - movedMs,
        closedAtMs: closedAtMs === null ? null : closedAtMs - movedMs,
      },
      entryTicks: rechained(stripped.entryTicks),
      exitTicks: rechained(stripped.exitTicks),
    }
    expect((await verifyOldForm(early))?.holds).toBe(true)
    expect(await seen(early, openDevice(), nowhere)).toBe("old-form")
    expect(await seen(early, openDevice(), honest.url)).toBe("ticks")
    // a contract of before the receipts, with the ticks of the log
    const since = signedCheckpoint(
      checkpointOf("AAPL", journal, 1_500, at(1_499).atMs, acceptedAtMs + 1),
      key,
    )
    const { url } = await publish(journal, since)
    expect(await seen(stripped, openDevice(), url)).toBe("old-form")
    // a log that a gap ends before the contract
    const short = await publish(journal, signedCheckpoint(checkpointOf("AAPL", journal, 64), key))
    expect(await seen(early, openDevice(), short.url)).toBe("old-form")
  })

  it("cannot change that checkpoint afterwards", async () => {
    const device = openDevice()
    device.learnReceipt(accepted())
    const checkpoint = signedCheckpoint(checkpointOf("AAPL", journal, 99), key)
    const later = published(accepted({ checkpoint, acceptedAtMs: at(99).atMs + 500 }), journal)
    const proof = proofOf(later, journal, 99, checkpointOf("AAPL", journal), key)
    const detail = { ...answered(later), proof: encodeProof(proof) }
    expect(await seen(detail, device, nowhere)).toBe("anchor")
    expect(await seen(answered(settled), device, nowhere)).toBe("verified")
  })

  it("cannot be given another time of acceptance afterwards, nor other terms", async () => {
    const device = openDevice()
    // the member's app may write amounts shorter than they are answered
    device.learnReceipt(accepted({ stake: accepted().stake.replace(".00", "") }))
    // another page of the device reads the store, which holds the receipt by then
    await device.receiptOf(accepted().id)
    const signedAgain = (differs: Partial<Order>) =>
      inLogOf(published(accepted(differs), journal), journal, journal.length)
    const later = signedAgain({ acceptedAtMs: at(104).atMs + 500 })
    // signed, anchored and settled by the rules: only the device knows better
    expect(await seen(later, openDevice(), nowhere)).toBe("terms")
    expect(await seen(signedAgain({ stopLoss: "1.0000" }), device, nowhere)).toBe("terms")
    expect(await seen(answered(settled), device, nowhere)).toBe("verified")
    freshBrowser()
    expect(await seen(later, openDevice(), nowhere)).toBe("verified")
  })

  it("cannot be given another time of its early close afterwards, nor be settled without it", async () => {
    const closedAt = (index: number) => accepted({ closeRequestedAtMs: at(index).atMs + 500 })
    const settledIn = (wanted: Order) => inLogOf(published(wanted, journal), journal, journal.length)
    const device = openDevice()
    device.learnReceipt(accepted())
    device.learnReceipt(closedAt(300))
    await device.receiptOf(accepted().id)
    const [honest, moved, unclosed] = [closedAt(300), closedAt(310), accepted()].map(settledIn)
    if (!honest || !moved || !unclosed) throw new Error("there is no answer")
    expect(honest.order.state).toBe("closed_early")
    expect(moved.order.closingPrice).not.toBe(honest.order.closingPrice)
    // signed, anchored and settled by the rules: only the device knows better
    for (const other of [moved, unclosed]) {
      expect(await seen(other, device, nowhere)).toBe("terms")
      expect(await seen(other, openDevice(), nowhere)).toBe("terms")
    }
    expect(await seen(honest, device, nowhere)).toBe("verified")
    freshBrowser()
    expect(await seen(moved, openDevice(), nowhere)).toBe("verified")
  })
  it("is remembered of a close whose answer was lost", async () => {
    const device = openDevice()
    const order = accepted({ closeRequestedAtMs: at(300).atMs + 500 })
    const answers = new Map<string, object>([
      ["operationVoid", { state: "done", id: order.id, refusal: null }],
      ["order", { order }],
    ])
    const services = Context.make(Receipts, {
      keep: (known, confirmed) => Effect.sync(() => device.learnReceipt(known, confirmed)),
    }).pipe(
      Context.add(Api, { call: (name) => Effect.succeed(JSON.parse(JSON.stringify(answers.get(name)))) }),
    )
    const intent = { operation: "order-close", orderId: order.id } as const
    const asked = { key: "k", operation: "order-close", intent } as const
    expect(await Effect.runPromiseWith(services)(askOperation(asked))).toMatchObject({ id: order.id })
    await expect.poll(() => device.closeTermsOf(order.id)).toMatch(/^[0-9a-f]{64}$/)
    expect(await device.receiptOf(order.id)).toMatchObject({ note: order.checkpoint })
  })
  it("is remembered from the answer of an early close", async () => {
    const device = openDevice()
    const closed = accepted({ closeRequestedAtMs: at(300).atMs + 500 })
    const services = Context.make(Receipts, {
      keep: (order, confirmed) => Effect.sync(() => device.learnReceipt(order, confirmed)),
    }).pipe(Context.add(Api, { call: () => Effect.succeed(JSON.parse(JSON.stringify(closed))) }))
    const intent = { operation: "order-close", orderId: closed.id } as const
    await Effect.runPromiseWith(services)(submitOperation({ key: "k", intent }))
    expect(await device.closeTermsOf(closed.id)).toMatch(/^[0-9a-f]{64}$/)
    expect(await device.receiptOf(closed.id)).toMatchObject({ note: closed.checkpoint })
  })
})
