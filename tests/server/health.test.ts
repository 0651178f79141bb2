import { createServer } from "node:http"
import { Context, Deferred, Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { resumeWrites, stopWrites } from "../../server/core/read-only.ts"
import { Db, DbUnavailable } from "../../server/db/db.ts"
import { makeDatabaseProbe, PROBE_DEADLINE_MS, serveHealth } from "../../server/http/health.ts"
import { memoryDatabase } from "../support/database.ts"

const runtime = ManagedRuntime.make(memoryDatabase)
/** What the answer to a probe's statement waits for. */
let before: Effect.Effect<void, DbUnavailable> = Effect.void
let statements = 0
let url = ""
let delayed: Db["Service"]
const server = createServer()

beforeAll(async () => {
  const db = await runtime.runPromise(Db)
  const wait = Effect.suspend(() => {
    statements += 1
    return before
  })
  delayed = {
    ...db,
    sql: (sql, params) => Effect.tap(db.sql(sql, params), wait),
  }
  const serve = serveHealth(makeDatabaseProbe(Context.make(Db, delayed)))
  server.on("request", (request, response) => {
    const arrival = { request, response, url: new URL(request.url ?? "", url), address: "", requestId: "" }
    void serve(arrival).then((isServed) => isServed || response.writeHead(404).end())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  url = `http://127.0.0.1:${address.port}`
})
beforeEach(() => {
  before = Effect.void
  statements = 0
})
afterAll(async () => {
  server.close()
  await runtime.dispose()
})

const ask = async (path: string) => {
  const response = await fetch(url + path)
  return [response.status, response.status === 404 ? null : await response.json()]
}

it("a process is ready while its database answers, and alive without being asked about it", async () => {
  expect(await ask("/readyz")).toEqual([200, { status: "ok" }])
  expect(await ask("/healthz")).toEqual([200, { status: "ok" }])
  before = Effect.fail(new DbUnavailable({ message: "lost", outcome: "none" }))
  const unavailable = { status: "unavailable", reason: "database-unavailable" }
  expect(await ask("/readyz")).toEqual([503, unavailable])
  expect(await ask("/healthz")).toEqual([503, unavailable])
  expect((await fetch(`${url}/readyz`)).headers.get("retry-after")).toBe("1")
  expect(statements).toBe(5)
  expect(await ask("/livez")).toEqual([200, { status: "ok" }])
  expect(await ask("/health")).toEqual([404, null])
  expect(statements).toBe(5)
})

it("a site that is read-only is ready, and says so", async () => {
  expect(await runtime.runPromise(stopWrites("a difference"))).toBe(true)
  expect(await runtime.runPromise(stopWrites("another one"))).toBe(false)
  expect(await ask("/readyz")).toEqual([200, { status: "read-only" }])
  expect(await ask("/livez")).toEqual([200, { status: "ok" }])
  await runtime.runPromise(resumeWrites())
  expect(await ask("/readyz")).toEqual([200, { status: "ok" }])
})

it("a database that does not answer is not asked again, and each probe is answered in time", async () => {
  const answer = Deferred.makeUnsafe<void>()
  before = Deferred.await(answer)
  vi.useFakeTimers({ toFake: ["setTimeout"] })
  const probe = makeDatabaseProbe(Context.make(Db, delayed))
  const probes = Promise.all([probe(), probe(), probe()])
  vi.advanceTimersByTime(PROBE_DEADLINE_MS - 1)
  const early = await Promise.race([probes, new Promise((resolve) => setImmediate(resolve, "none"))])
  expect(early).toBe("none")
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  const silent = { notReady: "database-silent", isReadOnly: false }
  expect(await probes).toEqual([silent, silent, silent])
  expect(statements).toBe(1)
  await runtime.runPromise(Deferred.succeed(answer, undefined))
  await expect.poll(probe).toMatchObject({ notReady: null })
})
