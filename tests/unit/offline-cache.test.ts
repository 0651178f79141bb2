import { Context, Effect, Exit, Fiber } from "effect"
import { beforeEach, describe, expect, it, vi } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import { createAnswerHistory } from "../../src/devtools/answer-history.ts"
import type { Quote } from "../../src/domain/entities.ts"
import { LAST_KNOWN_BYTES, LAST_KNOWN_LIMIT, LAST_KNOWN_MS } from "../../src/domain/limits.ts"
import type { QuoteFrame } from "../../src/domain/stream-messages.ts"
import type { StreamEvent } from "../../src/events/stream.ts"
import { type Inspector, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createStorage, type DeviceStorage } from "../../src/runtime/api/device-storage.ts"
import { LAST_HOME } from "../../src/runtime/api/last-home.ts"
import { declarationOf } from "../../src/runtime/api/loaded-endpoints.ts"
import { cacheKeyOf, createOfflineCache } from "../../src/runtime/api/offline-cache.ts"
import { openOfflineCacheStore } from "../../src/runtime/api/offline-cache-store.ts"
import { type Call, createQueries } from "../../src/runtime/api/query-cache.ts"
import { Api, OfflineCache, type ReadCached } from "../../src/runtime/api/services.ts"
import { forgetSession, OFFLINE_CACHE_MARK } from "../../src/runtime/api/stored-session.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { cachePrices } from "../../src/runtime/stream/stream.ts"
import { freshBrowser } from "../support/journal-host.ts"
import { memberOf } from "../support/member.ts"

beforeEach(freshBrowser)

const wallet = (available: string) => ({
  available,
  inContracts: "0.00",
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
})
const silence = new NoAnswer({ kind: "network", status: null })

const openCache = (open = openOfflineCacheStore) => {
  const device = { owner: "ada" as string | null, nowMs: 1_000 }
  const area = new Map<string, string>()
  const storage = createStorage(
    () => ({
      getItem: (name) => area.get(name) ?? null,
      setItem: (name, value) => void area.set(name, value),
      removeItem: (name) => void area.delete(name),
    }),
    () => device.nowMs,
  )
  const known = createOfflineCache({
    openStore: open,
    owner: () => device.owner,
    storage,
    now: () => device.nowMs,
  })
  const keepWallet = (available: string) =>
    known.write(device.owner, "walletSummary", {}, wallet(available), device.nowMs)
  const seeWallet = async (available: string | undefined) =>
    await expect
      .poll(async () => (await Effect.runPromise(known.read("walletSummary", {})))?.data.available)
      .toBe(available)
  return {
    device,
    known,
    keepWallet,
    seeWallet,
    storage,
    isMarked: () => storage.read(OFFLINE_CACHE_MARK) !== undefined,
  }
}

const rows = async (): Promise<readonly unknown[]> => {
  const opened = indexedDB.open("app_last_known")
  await new Promise((resolve) => {
    opened.onsuccess = resolve
  })
  const all = opened.result.transaction("answers").objectStore("answers").getAll()
  await new Promise((resolve) => {
    all.onsuccess = resolve
  })
  opened.result.close()
  return all.result
}

describe("the offline cache", () => {
  it("returns an answer to the same member, with its time", async () => {
    const { known, device, keepWallet, seeWallet } = openCache()
    keepWallet("1.00")
    device.nowMs = 2_000
    keepWallet("2.00")
    await seeWallet("2.00")
    expect(await Effect.runPromise(known.read("walletSummary", {}))).toEqual({
      data: wallet("2.00"),
      atMs: 2_000,
    })
  })

  it("shows nothing to another member, whose first answer erases it", async () => {
    const { device, keepWallet, seeWallet } = openCache()
    keepWallet("1.00")
    await seeWallet("1.00")
    device.owner = "bob"
    await seeWallet(undefined)
    keepWallet("7.00")
    await seeWallet("7.00")
    expect(JSON.stringify(await rows())).not.toContain("1.00")
    device.owner = null
    await seeWallet(undefined)
  })

  it("is erased with the session, and a late answer does not refill it", async () => {
    const { known, device, keepWallet, seeWallet, isMarked } = openCache()
    keepWallet("1.00")
    await seeWallet("1.00")
    expect(await rows()).toMatchObject([{ data: { in_contracts: "0.00" } }])
    expect(isMarked()).toBe(true)
    device.owner = null
    known.erase()
    known.write("ada", "walletSummary", {}, wallet("3.00"), 1_000)
    await expect.poll(isMarked).toBe(false)
    expect(await rows()).toEqual([])
  })

  it("is not opened for a visitor, nor for an answer of another kind", async () => {
    const open = vi.fn(openOfflineCacheStore)
    const { known, device, keepWallet, seeWallet, isMarked } = openCache(open)
    known.write("ada", "userInfo", {}, memberOf("7"), 1_000)
    expect(await Effect.runPromise(known.read("userInfo", {}))).toBeUndefined()
    device.owner = null
    keepWallet("1.00")
    await seeWallet(undefined)
    expect([isMarked(), open.mock.calls.length]).toEqual([false, 0])
  })

  it("is bounded in number, size and age, and ignores an answer that no longer fits its schema", async () => {
    const { known, device, keepWallet, seeWallet } = openCache()
    // an answer comes by the declaration of its call
    await Effect.runPromise(declarationOf("orders"))
    for (let index = 0; index < LAST_KNOWN_LIMIT + 5; index += 1) {
      const symbol = `S${index}`
      known.write("ada", "orders", { symbol }, { items: [], nextCursor: null }, index)
    }
    keepWallet("1.00")
    await seeWallet("1.00")
    const kept = JSON.stringify(await rows())
    expect(await rows()).toHaveLength(LAST_KNOWN_LIMIT)
    // the newest are kept
    const isKept = (index: number) => kept.includes(`"S${index}\\`)
    expect([5, 6, LAST_KNOWN_LIMIT + 4].map(isKept)).toEqual([false, true, true])
    keepWallet("9".repeat(LAST_KNOWN_BYTES))
    keepWallet("not an amount")
    await seeWallet("1.00")
    const misfit = { owner: "ada", question: "walletSummary {}", data: { available: 1 }, atMs: device.nowMs }
    await (await openOfflineCacheStore()).write(misfit)
    await seeWallet(undefined)
    keepWallet("2.00")
    await seeWallet("2.00")
    device.nowMs += LAST_KNOWN_MS
    await seeWallet("2.00")
    device.nowMs += 1
    await seeWallet(undefined)
  })

  it("is optional where the browser stores nothing", async () => {
    const { known, keepWallet, seeWallet, isMarked } = openCache(() => Promise.reject(new Error("blocked")))
    keepWallet("1.00")
    known.erase()
    await seeWallet(undefined)
    expect(isMarked()).toBe(false)
  })

  it("holds first pages of money screens only, under one key whatever their length", () => {
    expect(cacheKeyOf("bankCards", {})).toBeNull()
    expect(cacheKeyOf("userInfo", {})).toBeNull()
    expect(cacheKeyOf("orders", { cursor: "c", limit: "20" })).toBeNull()
    expect(cacheKeyOf("orders", { status: "pending", limit: "20" })).toBe(
      cacheKeyOf("orders", { limit: "40", status: "pending" }),
    )
    expect(cacheKeyOf("income", { limit: "5" })).not.toBe(cacheKeyOf("income", { limit: "20" }))
    expect(cacheKeyOf("walletSummary", {})).toBe("walletSummary {}")
  })
})

describe("the last home", () => {
  const storedHome = (storage: DeviceStorage) => JSON.stringify(storage.read(LAST_HOME) ?? null)

  it("holds what home shows first, of one member", async () => {
    const { storage, device, keepWallet, seeWallet } = openCache()
    keepWallet("1.00")
    await seeWallet("1.00")
    expect(storedHome(storage)).toContain('"available":"1.00"')
    device.owner = "bob"
    keepWallet("2.00")
    await seeWallet("2.00")
    expect(storedHome(storage)).toMatch(/^\{"owner":"bob".*"2.00"/)
    expect(storedHome(storage)).not.toContain("1.00")
  })

  it("ends with the session, at once", async () => {
    const { storage, known, keepWallet, seeWallet } = openCache()
    keepWallet("1.00")
    await seeWallet("1.00")
    known.erase()
    expect(storedHome(storage)).toBe("null")
    storage.write(LAST_HOME, { owner: "ada" })
    forgetSession(storage)
    expect(storedHome(storage)).toBe("null")
  })
})

describe("without a network", () => {
  const recallWallet: ReadCached = () =>
    Effect.succeed(JSON.parse(JSON.stringify({ data: wallet("5.00"), atMs: 77 })))

  it("time travel shows what was shown at a position, and no later answer", async () => {
    const answers = createAnswerHistory()
    const call: Call = () => Effect.fail(silence)
    const onCachedAnswer: Inspector["onCachedAnswer"] = (_actor, endpoint, request, known, why) =>
      answers.record(endpoint, request, { position: 4, known, why })
    const query = createQueries(call, recallWallet, {
      now: () => 99,
      language: () => "en",
      inspector: { ...noopInspector, onCachedAnswer },
    }).query("walletSummary", {})
    query.subscribe(() => {})
    await vi.waitFor(() => expect(query.getState().isFromCache).toBe(true))
    answers.record("walletSummary", {}, { position: 6, atMs: 99, exit: Exit.fail(silence) })
    answers.record("walletSummary", {}, { position: 8, atMs: 120, exit: Exit.succeed(wallet("6.00")) })
    expect(answers.stateAt("walletSummary", {}, 3)).toMatchObject({ phase: "loading", data: undefined })
    expect(answers.stateAt("walletSummary", {}, 4)).toMatchObject({
      data: { available: "5.00" },
      atMs: 77,
      failure: { reason: "no-answer.network" },
      isFromCache: true,
      busy: true,
    })
    expect(answers.stateAt("walletSummary", {}, 7)).toMatchObject({ isFromCache: true, busy: false })
    expect(answers.at("walletSummary", {}, 5)).toBeUndefined()
    expect(answers.stateAt("walletSummary", {}, 8)).toMatchObject({
      data: { available: "6.00" },
      isFromCache: false,
    })
  })

  it("prices come from the cache, and are cached when the page is hidden", async () => {
    const page = new EventTarget()
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
    try {
      const price = "20.0000"
      const quote: Quote = {
        ...{ symbol: "AAPL", seq: 4, atMs: 4, price, open: price, high: price, low: price },
        previousClose: price,
      }
      const frame: QuoteFrame = { type: "snapshot", frame: 1, atMs: 50, quotes: [quote] }
      const kept: unknown[] = []
      const services = Context.make(Api, { call: () => Effect.fail(silence) }).pipe(
        Context.add(OfflineCache, {
          recall: () => Effect.succeed(JSON.parse(JSON.stringify({ data: frame, atMs: 40 }))),
          keep: (_endpoint, _request, answer, atMs) => Effect.sync(() => kept.push([answer, atMs])),
        }),
      )
      const store = createQuoteStore((task) => task())
      const facts: StreamEvent[] = []
      const program = cachePrices(store)(undefined, (fact) => facts.push(fact))
      const fiber = Effect.runForkWith(services)(program)
      await vi.waitFor(() => expect(facts).toMatchObject([{ type: "stream.recalled", knownAtMs: 40 }]))
      expect(store.get("AAPL")).toEqual({ ...quote, receivedAtMs: 40 })
      store.apply({ ...frame, type: "frame", atMs: 70, quotes: [{ ...quote, seq: 5, price: "21.0000" }] }, 60)
      page.dispatchEvent(new Event("pagehide"))
      await vi.waitFor(() => expect(kept).toHaveLength(1))
      expect(kept).toMatchObject([[{ atMs: 70, quotes: [{ seq: 5, price: "21.0000" }] }, 60]])
      await Effect.runPromise(Fiber.interrupt(fiber))
    } finally {
      vi.unstubAllGlobals()
    }
  })
})
