import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Db, DbUnavailable } from "../../server/db/db.ts"
import { FREE_MIN_BYTES, freeBytesOf } from "../../server/db/disk-space.ts"
import { ENGINE_LIMITS } from "../../server/db/embedded-engine.ts"
import { embeddedLayer } from "../../server/db/embedded-layer.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { prepareDataDir } from "../support/database.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { STOP_LIMIT_MS } from "../support/service-manager.ts"

describe("the embedded engine on an almost full disk", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "links-full-"))
  let freeBytes = FREE_MIN_BYTES
  let runtime: ManagedRuntime.ManagedRuntime<Db, DbUnavailable>
  const run = <A, E>(work: (db: Db["Service"]) => Effect.Effect<A, E>) =>
    runtime.runPromise(Effect.exit(Effect.flatMap(Db, work)))
  const insert = (db: Db["Service"]) => db.execute("insert into notes (n) values (1)")
  const count = (db: Db["Service"]) => db.query<{ n: bigint }>("select count(*) as n from notes")
  const isRefused = (exit: Exit.Exit<unknown, unknown>) =>
    Exit.isFailure(exit) &&
    exit.cause.reasons.some(
      (reason) =>
        reason._tag === "Fail" &&
        reason.error instanceof DbUnavailable &&
        reason.error.outcome === "none" &&
        reason.error.message.includes("almost full"),
    )
  const untilFree = async (bytes: number, isWriting: boolean) => {
    freeBytes = bytes
    await vi.waitFor(async () => expect(isRefused(await run(insert))).toBe(!isWriting), {
      timeout: 10_000,
      interval: 100,
    })
  }

  beforeAll(async () => {
    await prepareDataDir(dataDir)
    const read = () => (freeBytes < 0 ? Promise.reject(new Error("not mounted")) : Promise.resolve(freeBytes))
    runtime = ManagedRuntime.make(embeddedLayer(join(dataDir, "database"), ENGINE_LIMITS, read))
    await run((db) => db.script("create table notes (n integer)"))
  })
  afterAll(async () => {
    await runtime.dispose()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("refuses to write, reads, and writes again when there is space", async () => {
    expect(Exit.isSuccess(await run(insert))).toBe(true)
    await untilFree(FREE_MIN_BYTES - 1, false)
    const before = await run(count)
    expect(Exit.isSuccess(before)).toBe(true)
    expect(isRefused(await run((db) => db.script("create table never (n integer)")))).toBe(true)
    expect(isRefused(await run((db) => db.transaction(Effect.andThen(count(db), insert(db)))))).toBe(true)
    expect(
      isRefused(
        await run((db) =>
          db.query("with w as (insert into notes (n) values (1) returning n) select * from w"),
        ),
      ),
    ).toBe(true)
    const named = "with all_notes as (select * from notes) select count(*) as n from all_notes"
    expect(await run((db) => db.query(named))).toEqual(before)
    expect(await run((db) => db.transaction(count(db)))).toEqual(before)
    expect(await run(count)).toEqual(before)
    await untilFree(FREE_MIN_BYTES, true)
    expect(Exit.isSuccess(await run((db) => db.transaction(insert(db))))).toBe(true)
  })

  it("keeps what it knew of a disk that cannot be asked", async () => {
    await untilFree(FREE_MIN_BYTES - 1, false)
    freeBytes = -1
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(isRefused(await run(insert))).toBe(true)
    await untilFree(FREE_MIN_BYTES, true)
  })

  it("reads the free space of a real folder", async () => {
    expect(await freeBytesOf(dataDir)()).toBeGreaterThan(0)
  })
})

/** A disk of its own that a test can fill. Null where this user may not mount one. */
const mountSmallDisk = (): { readonly folder: string; readonly remove: () => void } | null => {
  const folder = mkdtempSync(join(tmpdir(), "links-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=256m", "tmpfs", folder], { stdio: "ignore" })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const remove = () => {
    execFileSync("umount", [folder])
    rmSync(folder, { recursive: true })
  }
  return { folder, remove }
}

const disk = mountSmallDisk()

describe.skipIf(disk === null)("a server whose disk fills", () => {
  const dataDir = disk?.folder ?? ""
  const filler = join(dataDir, "filler")
  const fill = async () => {
    const bytes = (await freeBytesOf(dataDir)()) - 1024 * 1024
    writeFileSync(filler, Buffer.alloc(bytes))
  }
  let server: RunningServer | null = null
  afterAll(async () => {
    await server?.kill9()
    disk?.remove()
  })

  it("refuses what writes, answers the rest, ends at a signal, and goes on when there is space", async () => {
    await prepareDataDir(dataDir)
    const env = { DATA_DIR: dataDir, DATABASE_URL: "" }
    const running = await startServer({ env })
    server = running
    const { username, password } = running.demo ?? { username: "", password: "" }
    const logIn = () => callServer(running.url, "login", { username, password })
    const token = String(fieldOf(await logIn(), "token"))
    await fill()
    await vi.waitFor(async () => expect((await logIn()).status).toBe(503), { timeout: 20_000, interval: 500 })
    const wallet = await callServer(running.url, "walletSummary", {}, { token })
    expect(wallet.status).toBe(200)
    expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
    expect(running.output().match(/almost full/g)).toHaveLength(1)
    rmSync(filler)
    await vi.waitFor(async () => expect((await logIn()).status).toBe(200), { timeout: 20_000, interval: 500 })
    await fill()
    await vi.waitFor(async () => expect((await logIn()).status).toBe(503), { timeout: 20_000, interval: 500 })
    const startedMs = performance.now()
    expect(await running.stop()).toBe(0)
    expect(performance.now() - startedMs).toBeLessThan(STOP_LIMIT_MS)
    rmSync(filler)
    server = await startServer({ env })
    const after = await callServer(server.url, "walletSummary", {}, { token })
    expect(fieldOf(after, "available")).toBe(fieldOf(wallet, "available"))
  })
})
