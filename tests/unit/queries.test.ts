import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import { NoAnswer } from "../../src/contract/errors.ts"
import type { Locale } from "../../src/domain/limits.ts"
import { type Call, createQueries } from "../../src/runtime/query-cache.ts"

const wallet = {
  available: "10.00",
  inContracts: "0.00",
  inWithdrawals: "0.00",
  todayDividend: "0.00",
  totalDividend: "0.00",
}

/** A server that answers whatever is asked with the wallet, or with nothing while `isGone`. */
const makeServer = () => {
  const server: { isGone: boolean; asked: number; language: Locale } = {
    isGone: false,
    asked: 0,
    language: "en",
  }
  const answer = Effect.suspend(() => {
    server.asked++
    return server.isGone
      ? Effect.fail(new NoAnswer({ kind: "network", status: null }))
      : Effect.succeed(wallet)
  })
  const call: Call = () => Effect.map(answer, (data) => JSON.parse(JSON.stringify(data)))
  return {
    server,
    queries: createQueries(call, () => Effect.succeed(undefined), {
      now: () => 0,
      language: () => server.language,
    }),
  }
}

const isSettled = async (read: () => { readonly busy: boolean }) =>
  await vi.waitFor(() => expect(read().busy).toBe(false))

describe("an answer that became stale while it was not shown", () => {
  it("stays known, and is refetched when it is shown again", async () => {
    const { server, queries } = makeServer()
    const query = queries.query("walletSummary", {})
    const leave = query.subscribe(() => {})
    await isSettled(query.getState)
    leave()
    queries.refresh("walletSummary")
    expect(queries.query("walletSummary", {})).toBe(query)
    expect(query.getState()).toMatchObject({ phase: "ready", data: wallet })
    expect(server.asked).toBe(1)
    query.subscribe(() => {})
    await isSettled(query.getState)
    expect(server.asked).toBe(2)
  })

  it("is shown as the last known one where no new one comes", async () => {
    const { server, queries } = makeServer()
    const query = queries.query("walletSummary", {})
    const leave = query.subscribe(() => {})
    await isSettled(query.getState)
    leave()
    queries.refresh("walletSummary")
    server.isGone = true
    query.subscribe(() => {})
    await isSettled(query.getState)
    expect(query.getState()).toMatchObject({ phase: "ready", data: wallet, stale: true })
  })
})

describe("an answer in one language", () => {
  it("is refetched once when it is shown again in another language", async () => {
    const { server, queries } = makeServer()
    const query = queries.query("walletSummary", {})
    const look = async () => {
      const leave = query.subscribe(() => {})
      await isSettled(query.getState)
      leave()
    }
    await look()
    await look()
    expect(server.asked).toBe(1)
    server.language = "de"
    await look()
    await look()
    expect(server.asked).toBe(2)
  })
})
