import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import type { ReadCached } from "../../src/runtime/effects/services.ts"
import { type Call, createQueries } from "../../src/runtime/query-cache.ts"

const wallet = (available: string) => ({
  available,
  inContracts: "0.00",
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
})
const silence = new NoAnswer({ kind: "network", status: null })
const recallWallet: ReadCached = () =>
  Effect.succeed(JSON.parse(JSON.stringify({ data: wallet("5.00"), atMs: 77 })))

describe("a prefetched query", () => {
  it("returns cached data until the one answer arrives, and the failure if none does", async () => {
    for (const comes of [true, false]) {
      const server = Promise.withResolvers<void>()
      let asked = 0
      const call: Call = () => {
        asked += 1
        return Effect.flatMap(
          Effect.promise(() => server.promise),
          () => (comes ? Effect.succeed(JSON.parse(JSON.stringify(wallet("6.00")))) : Effect.fail(silence)),
        )
      }
      const queries = createQueries(call, recallWallet, { now: () => 99, language: () => "en" })
      const query = queries.query("walletSummary", {})
      await queries.prefetch("walletSummary", {})
      const known = { phase: "ready", data: { available: "5.00" }, atMs: 77, stale: true, isFromCache: true }
      expect(query.getState()).toMatchObject({ ...known, failure: undefined, busy: true })
      query.subscribe(() => {})
      server.resolve()
      await vi.waitFor(() => expect(query.getState().busy).toBe(false))
      expect(asked).toBe(1)
      expect(query.getState()).toMatchObject(
        comes
          ? { data: { available: "6.00" }, atMs: 99, stale: false, isFromCache: false }
          : { ...known, failure: { reason: "no-answer.network" } },
      )
    }
  })

  it("is requested again by a subscriber after the last one left", async () => {
    let asked = 0
    const call: Call = () => {
      asked += 1
      return Effect.never
    }
    const queries = createQueries(call, recallWallet, { now: () => 99, language: () => "en" })
    const query = queries.query("walletSummary", {})
    await queries.prefetch("walletSummary", {})
    query.subscribe(() => {})()
    await vi.waitFor(() => expect(query.getState().busy).toBe(false))
    expect(query.getState()).toMatchObject({ data: { available: "5.00" }, isFromCache: true })
    query.subscribe(() => {})
    expect(asked).toBe(2)
  })
})
