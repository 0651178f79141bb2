import { openDB } from "idb"
import { beforeEach, describe, expect, it } from "vitest"
import { SEEN_CHECKPOINTS_LIMIT, SEEN_RECEIPTS_LIMIT } from "../../src/domain/limits.ts"
import { openMarketTrustStore, type SeenReceipt } from "../../src/runtime/api/market-trust-store.ts"
import { freshBrowser } from "../support/journal-host.ts"

beforeEach(freshBrowser)

const checkpoint = (
  size: number,
  changes: { symbol?: string; note?: string; isCompared?: boolean } = {},
) => ({
  ...{ symbol: "AAPL", size, note: `note ${size}`, isCompared: false },
  ...changes,
})

describe("the key of the market on a device", () => {
  it("is the first that was offered, and none before", async () => {
    const store = await openMarketTrustStore()
    expect(await store.pinKey(null)).toBeNull()
    expect([await store.pinKey("one"), await store.pinKey("two"), await store.pinKey(null)]).toEqual([
      "one",
      "one",
      "one",
    ])
    expect(await (await openMarketTrustStore()).pinKey("three")).toBe("one")
  })
})

describe("the checkpoints that a device has seen", () => {
  it("are those of a symbol by size, and stay as they were seen", async () => {
    const store = await openMarketTrustStore()
    await store.addCheckpoints([checkpoint(8), checkpoint(4), checkpoint(2, { symbol: "MSFT" })])
    await store.addCheckpoints([checkpoint(8, { note: "another", isCompared: true })])
    expect(await store.checkpointsOf("AAPL")).toEqual([checkpoint(4), checkpoint(8)])
    expect(await store.checkpointsOf("MSFT")).toEqual([checkpoint(2, { symbol: "MSFT" })])
    expect(await store.checkpointsOf("AAP")).toEqual([])
  })

  it("become compared ones, and never again ones that are not", async () => {
    const store = await openMarketTrustStore()
    await store.addCheckpoints([checkpoint(4)])
    await store.addCheckpoints([checkpoint(4, { isCompared: true })])
    await store.addCheckpoints([checkpoint(4)])
    expect(await store.checkpointsOf("AAPL")).toEqual([checkpoint(4, { isCompared: true })])
  })

  it("are bounded for each symbol, without the smallest", async () => {
    const store = await openMarketTrustStore()
    const sizes = Array.from({ length: SEEN_CHECKPOINTS_LIMIT + 2 }, (_, i) => i + 1)
    await store.addCheckpoints([checkpoint(1, { symbol: "MSFT" }), ...sizes.map((size) => checkpoint(size))])
    expect((await store.checkpointsOf("AAPL")).map(({ size }) => size)).toEqual(sizes.slice(2))
    expect(await store.checkpointsOf("MSFT")).toHaveLength(1)
  })
})

describe("the receipts that a device has seen", () => {
  const receipt = (contract: string, atMs: number, note = "first"): SeenReceipt => ({ contract, note, atMs })

  it("hold what was confirmed, readable only with the name of the contract", async () => {
    const store = await openMarketTrustStore()
    const confirmed = { key: "k", intent: { operation: "order", stake: "1234.00" }, answeredAtMs: 1 }
    await store.addReceipt(receipt("hash", 1), { name: "o1", confirmed })
    expect(await store.confirmedOf("hash", "o1")).toEqual(confirmed)
    expect(await store.confirmedOf("hash", "o2")).toBeNull()
    expect(await store.confirmedOf("other", "o1")).toBeNull()
    const { sealed } = (await (await openDB("app_market")).get("receipts", "hash")) ?? {}
    expect(sealed).toMatch(/^[\w+/]+=*$/)
    expect(atob(sealed)).not.toContain("1234")
  })

  it("are the first of each contract", async () => {
    const store = await openMarketTrustStore()
    expect(await store.receiptOf("a")).toBeNull()
    await store.addReceipt(receipt("a", 1))
    await store.addReceipt(receipt("a", 2, "second"))
    expect(await store.receiptOf("a")).toEqual(receipt("a", 1))
  })

  it("are bounded, without the oldest", async () => {
    const store = await openMarketTrustStore()
    await store.addReceipt(receipt("late", 10))
    await store.addReceipt(receipt("oldest", 1))
    const db = await openDB("app_market")
    const tx = db.transaction("receipts", "readwrite")
    for (let i = 0; i < SEEN_RECEIPTS_LIMIT - 2; i += 1) await tx.store.put(receipt(`c${i}`, 100 + i))
    db.close()
    await store.addReceipt(receipt("newest", 9_999))
    expect(await store.receiptOf("oldest")).toBeNull()
    expect(await store.receiptOf("late")).toEqual(receipt("late", 10))
    expect(await store.receiptOf("c0")).toEqual(receipt("c0", 100))
  })
})
