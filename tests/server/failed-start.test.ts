/** What a server says that cannot start, in one sentence each. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, ManagedRuntime } from "effect"
import { afterAll, expect, it } from "vitest"
import { startApp } from "../../server/app.ts"
import { readSettings } from "../../server/config.ts"
import { Db } from "../../server/db/db.ts"
import { holdDirectory } from "../../server/db/directory-lock.ts"
import { demoMarket } from "../../server/market/config.ts"
import { memoryDatabase } from "../support/database.ts"

const folder = mkdtempSync(join(tmpdir(), "links-failed-"))
afterAll(() => rmSync(folder, { recursive: true }))

/** A database that belongs to a site in production. */
const ofProduction = Layer.effect(
  Db,
  Effect.tap(Db, (db) =>
    db.execute("insert into settings (name, value, changed_at_ms) values ('profile', '\"production\"', 0)"),
  ),
).pipe(Layer.provide(memoryDatabase), Layer.orDie)

const sentenceOf = (env: Readonly<Record<string, string>>, database?: Layer.Layer<Db>) =>
  startApp(readSettings({ PORT: "0", DATA_DIR: folder, ...env }), demoMarket, {
    ...(database !== undefined && { database }),
  }).then(
    (app) => app.stop().then(() => "it started"),
    (error: unknown) => (error instanceof Error ? error.message : error),
  )

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
)

it.each(["127.0.0.1", ...(hasIPv6 ? ["::1"] : [])])("names a port that is taken at %s", async (host) => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, host, resolve))
  const address = holder.address()
  const port = typeof address === "object" && address !== null ? String(address.port) : ""
  expect(await sentenceOf({ PORT: port })).toMatch(/^Port \d+ is taken.*\.$/)
  if (host === "127.0.0.1")
    expect(await sentenceOf({ METRICS_PORT: port }, memoryDatabase)).toMatch(
      /^METRICS_PORT \d+ cannot be opened: .*EADDRINUSE/,
    )
  holder.close()
})

it("names a database that does not answer, and one of the other profile", async () => {
  const url = "postgresql://nobody:x@127.0.0.1:1/none"
  expect(await sentenceOf({ DATABASE_URL: url })).toMatch(/^The database cannot be reached: .*ECONNREFUSED/)
  expect(await sentenceOf({}, ofProduction)).toMatch(
    /^This database was made by another profile than demo: each needs a database of its own\.$/,
  )
})

it("names a data folder that is a file, and one that another process holds", async () => {
  const file = join(folder, "file")
  writeFileSync(file, "")
  expect(await sentenceOf({ DATA_DIR: join(file, "data") })).toMatch(/^The data folder .* cannot be used/)
  const held = ManagedRuntime.make(holdDirectory(join(folder, "server.lock")))
  await held.runPromise(Effect.void)
  expect(await sentenceOf({})).toMatch(/^The data folder .* is in use by another running server\.$/)
  await held.dispose()
})
