import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit } from "effect"
import { afterAll, afterEach, describe, expect, it, vi } from "vitest"
import { makeDb } from "../../server/db/db.ts"
import {
  FREE_MIN_BYTES,
  freeBytesOf,
  refuseWithoutSpace,
  watchDiskSpace,
} from "../../server/db/disk-space.ts"
import { callServer, fieldOf } from "../support/app.ts"
import { prepareDataDir } from "../support/database.ts"
import { isExhaustive } from "../support/exhaustive.ts"
import { type RunningServer, startServer } from "../support/server.ts"
import { STOP_LIMIT_MS } from "../support/service-manager.ts"

describe("the embedded engine on an almost full disk", () => {
  afterEach(() => void vi.useRealTimers())

  /** A database that notes what it is given to run, on a disk with so many free bytes. */
  const open = async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
    const disk = { freeBytes: FREE_MIN_BYTES }
    const ran: string[] = []
    const read = () =>
      disk.freeBytes < 0 ? Promise.reject(new Error("not mounted")) : Promise.resolve(disk.freeBytes)
    const connection = {
      run: async (sql: string) => {
        ran.push(sql)
        return { rows: [], affected: 0 }
      },
      script: async (sql: string) => void ran.push(sql),
    }
    const watched = Promise.withResolvers<() => void>()
    const stop = Effect.runCallback(
      Effect.scoped(
        Effect.flatMap(watchDiskSpace(read), (requireSpace) => {
          watched.resolve(requireSpace)
          return Effect.never
        }),
      ),
    )
    const engine = refuseWithoutSpace(
      { name: "pglite", borrow: (use) => use(connection) },
      await watched.promise,
    )
    const db = makeDb(engine, () => Effect.void)
    const become = async (bytes: number): Promise<void> => {
      disk.freeBytes = bytes
      await vi.advanceTimersByTimeAsync(1_000)
    }
    return { db, ran, become, stop }
  }
  const outcomeOf = async <A>(work: Effect.Effect<A, { readonly message: string }>) => {
    const exit = await Effect.runPromise(Effect.exit(work))
    return Exit.isSuccess(exit) ? "done" : String(exit.cause)
  }
  const refused = /almost full/

  it("refuses to write, reads, and writes again when there is space", async () => {
    const { db, ran, become, stop } = await open()
    const write = db.execute("insert into notes (n) values (1)")
    const reads = [
      db.sql("select 1"),
      db.sql("with all_notes as (select * from notes) select count(*) from all_notes"),
      db.transaction(db.sql("select 1")),
    ]
    const writes = [
      write,
      db.transaction(Effect.andThen(db.sql("select 1"), write)),
      db.sql("with w as (insert into notes (n) values (1) returning n) select * from w"),
      db.script("create table never (n integer)"),
    ]
    for (const each of [...reads, ...writes]) expect(await outcomeOf(each)).toBe("done")
    await become(FREE_MIN_BYTES - 1)
    ran.length = 0
    for (const each of reads) expect(await outcomeOf(each)).toBe("done")
    for (const each of writes) expect(await outcomeOf(each)).toMatch(refused)
    expect(ran.filter((sql) => /insert|create/.test(sql))).toEqual([])
    expect(await Effect.runPromise(Effect.flip(write))).toMatchObject({
      _tag: "DbUnavailable",
      outcome: "none",
    })
    await become(FREE_MIN_BYTES)
    expect(await outcomeOf(write)).toBe("done")
    stop()
  })

  it("keeps what it knew of a disk that cannot be asked", async () => {
    const { db, become, stop } = await open()
    const write = db.execute("insert into notes (n) values (1)")
    await become(FREE_MIN_BYTES - 1)
    await become(-1)
    expect(await outcomeOf(write)).toMatch(refused)
    await become(FREE_MIN_BYTES)
    expect(await outcomeOf(write)).toBe("done")
    stop()
  })

  it("reads the free space of a real folder", async () => {
    expect(await freeBytesOf(tmpdir())()).toBeGreaterThan(0)
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

const disk = isExhaustive ? mountSmallDisk() : null

describe.skipIf(disk === null)("a server whose disk fills", { tags: ["exhaustive"] }, () => {
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
