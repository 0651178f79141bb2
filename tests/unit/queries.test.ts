import { Effect } from "effect"
import { describe, expect, it, vi } from "vitest"
import type { AnyActor } from "xstate"
import { NoAnswer } from "../../src/contract/errors.ts"
import { QUERY_CACHE_LIMIT } from "../../src/domain/limits.ts"
import { noopInspector } from "../../src/runtime/actors/inspector.ts"
import { type Call, createQueries } from "../../src/runtime/api/query-cache.ts"
import type { ReadCached } from "../../src/runtime/api/services.ts"

const walletOf = (available: string) => ({
  ...{ available, inContracts: "0.00", inWithdrawals: "0.00" },
  ...{ todayDividend: "0.00", totalDividend: "0.00" },
})
const asAnswer = (data: unknown) => JSON.parse(JSON.stringify(data))

const isSettled = async (read: () => { readonly busy: boolean }) =>
  await vi.waitFor(() => expect(read().busy).toBe(false))

/** A server that answers when the test says so, and a log of the calls that were aborted. */
const makeSlowServer = () => {
  const answers: ((available: string) => void)[] = []
  const aborted: number[] = []
  const actors: AnyActor[] = []
  const call: Call = () =>
    Effect.callback((resume) => {
      const number = answers.length
      answers.push((available) => resume(Effect.succeed(asAnswer(walletOf(available)))))
      return Effect.sync(() => void aborted.push(number))
    })
  const queries = createQueries(call, () => Effect.succeed(undefined), {
    now: () => 0,
    language: () => "en",
    inspector: { ...noopInspector, onActor: ({ actor }) => void actors.push(actor) },
  })
  return { queries, answers, aborted, actors }
}

describe("a slow query", () => {
  it("is stopped with its owner: nothing of it survives the session", async () => {
    const { queries, answers, aborted, actors } = makeSlowServer()
    const query = queries.query("walletSummary", {})
    let changes = 0
    query.subscribe(() => {
      changes += 1
    })
    expect(query.getState()).toMatchObject({ phase: "loading", busy: true })
    queries.clear()
    expect(aborted).toEqual([0])
    expect(actors.map((actor) => actor.getSnapshot().status)).toEqual(["stopped"])
    expect(query.getState()).toMatchObject({ phase: "loading", busy: false })
    const before = changes
    answers[0]?.("99.00")
    await Promise.resolve()
    expect(changes).toBe(before)
    expect(query.getState().data).toBeUndefined()
    expect(queries.query("walletSummary", {})).not.toBe(query)
  })

  it("is stopped when it is evicted, and a component that kept it can use it again", () => {
    const { queries, answers, actors } = makeSlowServer()
    const first = queries.query("article", { id: "first" })
    first.subscribe(() => {})()
    for (let count = 0; count < QUERY_CACHE_LIMIT; count += 1)
      queries.query("article", { id: String(count) }).refresh()
    expect(actors[0]?.getSnapshot().status).toBe("stopped")
    const asked = answers.length
    first.subscribe(() => {})
    expect(answers.length).toBe(asked + 1)
    expect(queries.query("article", { id: "first" })).toBe(first)
  })

  it("is aborted without listeners, though not by a page that is rebuilt", async () => {
    const { queries, aborted } = makeSlowServer()
    const query = queries.query("walletSummary", {})
    query.subscribe(() => {})()
    const leave = query.subscribe(() => {})
    await Promise.resolve()
    expect(aborted).toEqual([])
    leave()
    await Promise.resolve()
    expect(aborted).toEqual([0])
    expect(query.getState().busy).toBe(false)
  })
})

describe("a prefetched query", () => {
  const silence = new NoAnswer({ kind: "network", status: null })
  const recallWallet: ReadCached = () => Effect.succeed(asAnswer({ data: walletOf("5.00"), atMs: 77 }))

  it("returns cached data until the one answer arrives, and the failure if none does", async () => {
    for (const comes of [true, false]) {
      const server = Promise.withResolvers<void>()
      let asked = 0
      const call: Call = () => {
        asked += 1
        return Effect.flatMap(
          Effect.promise(() => server.promise),
          () => (comes ? Effect.succeed(asAnswer(walletOf("6.00"))) : Effect.fail(silence)),
        )
      }
      const queries = createQueries(call, recallWallet, { now: () => 99, language: () => "en" })
      const query = queries.query("walletSummary", {})
      await queries.prefetch("walletSummary", {})
      const known = { phase: "ready", data: { available: "5.00" }, atMs: 77, stale: true, isFromCache: true }
      expect(query.getState()).toMatchObject({ ...known, failure: undefined, busy: true })
      query.subscribe(() => {})
      server.resolve()
      await isSettled(query.getState)
      expect(asked).toBe(1)
      expect(query.getState()).toMatchObject(
        comes
          ? { data: { available: "6.00" }, atMs: 99, stale: false, isFromCache: false }
          : { ...known, failure: { reason: "no-answer.network" } },
      )
    }
  })
})
