// @module-tag exhaustive
/** Server processes behind PgBouncer in transaction mode. Skipped loudly without PgBouncer or PostgreSQL. */
import { type ChildProcess, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import { joinMember } from "../chaos/member.ts"
import { openBooks } from "../support/books.ts"
import { createDatabase, freePort, unprivilegedUser } from "../support/postgres.ts"
import { type RunningServer, startServer } from "../support/server.ts"

const postgresUrl = inject("postgresUrl")
const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(existsSync)
if (program === undefined) console.warn("\n*** NO pgbouncer: transaction pooling is NOT TESTED. ***\n")

/** Fewer than one server process opens: members take turns on them. */
const POOL_SIZE = 4
const MEMBERS = 6
const WORK_MS = 4_000

/** Starts PgBouncer before the PostgreSQL of this address. */
const openPooler = async (address: URL, folder: string): Promise<{ port: number; child: ChildProcess }> => {
  const port = await freePort()
  const users = join(folder, "users.txt")
  writeFileSync(users, `"${address.username}" "${decodeURIComponent(address.password)}"\n`)
  const settings = join(folder, "pgbouncer.ini")
  writeFileSync(
    settings,
    `[databases]
* = host=${address.hostname} port=${address.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 200
`,
  )
  const { uid, gid } = unprivilegedUser()
  const isRoot = process.getuid?.() === 0
  if (isRoot) for (const path of [folder, users, settings]) chownSync(path, Number(uid), Number(gid))
  const identity = isRoot ? { uid: Number(uid), gid: Number(gid) } : {}
  const child = spawn(program ?? "", [settings], { ...identity, cwd: folder, stdio: "ignore" })
  return { port, child }
}

describe.skipIf(program === undefined || postgresUrl === null)("behind PgBouncer in transaction mode", () => {
  const folder = mkdtempSync(join(tmpdir(), "links-pgbouncer-"))
  const dataDir = mkdtempSync(join(tmpdir(), "links-data-"))
  const servers: RunningServer[] = []
  let pooler: ChildProcess
  let pooled: string
  let direct: { url: string; drop: () => Promise<void> }

  beforeAll(async () => {
    direct = await createDatabase(postgresUrl ?? "")
    const address = new URL(direct.url)
    const opened = await openPooler(address, folder)
    pooler = opened.child
    address.port = String(opened.port)
    address.hostname = "127.0.0.1"
    address.searchParams.set("pgbouncer", "true")
    pooled = address.href
    const env = {
      ...{ DATA_DIR: dataDir, DATABASE_URL: pooled, DAY_MS: "1000", TICK_MS: "100", WRITES_PER_MINUTE: "0" },
      ...{ REVIEW_DELAY_MS: "300", REGISTRATION_BONUS: "3000000.00" },
    }
    await vi.waitFor(async () => {
      const client = new pg.Client({ connectionString: pooled })
      await client.connect()
      await client.end()
    })
    for (let count = 0; count < 2; count += 1) servers.push(await startServer({ env }))
  })
  afterAll(async () => {
    for (const server of servers) await server.stop()
    pooler.kill("SIGKILL")
    await direct.drop()
    for (const path of [folder, dataDir]) rmSync(path, { recursive: true, force: true })
  })

  it("serves members of two processes on fewer connections than one of them opens", async () => {
    const urlOf = (index: number): string => servers[index % servers.length]?.url ?? ""
    const code = servers[0]?.demo?.invitationCode ?? ""
    const members = await Promise.all(
      Array.from({ length: MEMBERS }, (_, index) => joinMember(urlOf(index), code, `pooled.${index}`, index)),
    )
    let isOver = false
    const work = members.map((member, index) => member.work(urlOf(index), () => isOver))
    await pause(WORK_MS)
    isOver = true
    await Promise.all(work)
    for (const [index, member] of members.entries()) await member.settleDoubts(urlOf(index))
    const store = { env: { DATA_DIR: dataDir, DATABASE_URL: pooled }, remove: async () => {} }
    const { problems, idsOf } = await openBooks(store)
    expect(problems).toEqual([])
    for (const { memberId, done, counts } of members) {
      expect(counts().acknowledged).toBeGreaterThan(5)
      expect(counts().doubts).toBe(0)
      expect([...idsOf(memberId)].toSorted()).toEqual([...done()].toSorted())
    }
    const client = new pg.Client({ connectionString: direct.url })
    await client.connect()
    const { rows } = await client.query<{ count: number }>(
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    )
    await client.end()
    expect(rows[0]?.count).toBeLessThanOrEqual(POOL_SIZE)
  })
})
