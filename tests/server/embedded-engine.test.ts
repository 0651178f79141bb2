/** The embedded engine's watchdog: what callers get from a thread that does not return. */
import { Effect, Exit } from "effect"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { DbUnavailable, makeDb, type SqlResult } from "../../server/db/db.ts"
import { makeSilence, superviseEngine } from "../../server/db/embedded-engine.ts"
import type { EngineThread } from "../../server/db/engine-thread.ts"

const limits = {
  silentAfterMs: 600,
  endAfterMs: 6_000,
  lookEveryMs: 100,
  reopenEveryMs: 1,
  closeWithinMs: 4_000,
  waitingMax: 20,
}

/** A thread that answers what it is asked when the test says so. */
const openThread = () => {
  const asked: { sql: string; resolve: (result: SqlResult) => void; reject: (error: Error) => void }[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<string>()
  let answers = 0
  let lost: Error | null = null
  const run = (sql: string) =>
    lost === null
      ? new Promise<SqlResult>((resolve, reject) => void asked.push({ sql, resolve, reject }))
      : Promise.reject(lost)
  const thread: EngineThread = {
    connection: { run, script: async (sql) => void (await run(sql)) },
    isAsked: () => asked.length > 0,
    answered: () => answers,
    close: async () => {},
    terminate: async (reason) => {
      lost = Object.assign(new Error(reason), { code: "57P01" })
      for (const { reject } of asked.splice(0)) reject(lost)
      end(reason)
    },
    ended,
  }
  /** Answers everything, and what is asked next. */
  const answer = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      for (const { resolve } of asked.splice(0)) {
        answers += 1
        quiet = 0
        resolve({ rows: [{ answers }], affected: 0 })
      }
      await new Promise(setImmediate)
    }
  }
  return { thread, asked, answer }
}

const lostOf = (exit: Exit.Exit<unknown, unknown>): DbUnavailable => {
  const found = Exit.isFailure(exit) ? exit.cause.reasons[0] : undefined
  if (found?._tag === "Fail" && found.error instanceof DbUnavailable) return found.error
  throw new Error(`not unavailable: ${JSON.stringify(exit)}`)
}

describe("the watchdog of the embedded engine", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] }))
  afterEach(() => void vi.useRealTimers())

  const open = async () => {
    const threads: ReturnType<typeof openThread>[] = []
    const engine = await superviseEngine(async () => {
      const opened = openThread()
      threads.push(opened)
      return opened.thread
    }, limits)
    const db = makeDb(engine, () => Effect.void)
    const isAsked = (nth: number) => expect.poll(() => threads[nth]?.asked.length ?? 0).toBe(1)
    return { db, threads, isAsked, first: threads[0] ?? openThread(), close: engine.close }
  }
  const run = <A, E>(work: Effect.Effect<A, E>) => Effect.runPromise(Effect.exit(work))

  it("refuses callers while the thread is silent, also those that wait, and goes on when it answers", async () => {
    const { db, threads, isAsked, first, close } = await open()
    const stuck = run(db.execute("update a"))
    const waiting = run(db.execute("update b"))
    await isAsked(0)
    vi.advanceTimersByTime(limits.silentAfterMs + 200)
    const refused = { outcome: "none", message: expect.stringContaining("has not answered for 0.6 s") }
    expect(lostOf(await waiting)).toMatchObject(refused)
    expect(lostOf(await run(db.execute("update c")))).toMatchObject(refused)
    expect(first.asked.map(({ sql }) => sql)).toEqual(["update a"])
    await first.answer()
    expect(await stuck).toEqual(Exit.succeed(0))
    const next = run(db.execute("update d"))
    await isAsked(0)
    await first.answer()
    expect(await next).toEqual(Exit.succeed(0))
    expect(threads).toHaveLength(1)
    await close()
  })

  it("refuses calls beyond those that may wait, and answers the others", async () => {
    const { db, isAsked, first, close } = await open()
    const calls = Array.from({ length: limits.waitingMax + 4 }, () => run(db.execute("update a")))
    const refused = await Promise.all(calls.slice(limits.waitingMax + 1))
    for (const exit of refused) expect(lostOf(exit).message).toContain("Too many calls")
    await isAsked(0)
    await first.answer()
    const answered = await Promise.all(calls.slice(0, limits.waitingMax + 1))
    expect(answered).toEqual(Array(limits.waitingMax + 1).fill(Exit.succeed(0)))
    await close()
  })

  it.each([
    ["a transaction, of which nothing is done", "none"],
    ["a single statement, whose outcome is unknown", "unknown"],
  ] as const)("replaces a thread that stays silent in %s", async (_, outcome) => {
    const { db, threads, isAsked, first, close } = await open()
    const write = db.execute("insert")
    const lost = run(outcome === "none" ? db.transaction(write) : write)
    if (outcome === "none") {
      await isAsked(0)
      first.asked.shift()?.resolve({ rows: [], affected: 0 })
    }
    await expect.poll(() => first.asked[0]?.sql).toBe("insert")
    vi.advanceTimersByTime(limits.endAfterMs + 200)
    if (outcome === "unknown")
      expect(lostOf(await lost)).toMatchObject({ outcome, message: expect.stringContaining("opened again") })
    await expect.poll(() => threads.length).toBe(2)
    if (outcome === "none") {
      // it is tried again as a whole on the new thread
      await expect.poll(() => threads[1]?.asked[0]?.sql).toBe("begin")
      await threads[1]?.answer()
      expect(await lost).toEqual(Exit.succeed(0))
    }
    const next = run(db.sql("select 1"))
    await isAsked(1)
    await threads[1]?.answer()
    expect(Exit.isSuccess(await next)).toBe(true)
    await close()
  })
})

describe("silence", () => {
  it("is counted in looks while something is asked, and ends with an answer", () => {
    let [answered, isAsked] = [0, true]
    const look = makeSilence(500)
    const thread = { answered: () => answered, isAsked: () => isAsked }
    expect([look(thread), look(thread), look(thread)]).toEqual([0, 500, 1_000])
    answered = 1
    expect([look(thread), look(thread)]).toEqual([0, 500])
    isAsked = false
    expect(look(thread)).toBe(0)
  })
})
