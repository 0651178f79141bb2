/**
 * Two PostgreSQL nodes on the loopback: a primary, and a standby that has applied a commit before it
 * is acknowledged. The primary can be killed; then the standby is promoted and the dead node is made
 * again as its standby.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { promisify } from "node:util"
import pg from "pg"
import { freePort, unprivilegedUser } from "./postgres.ts"

const run = promisify(execFile)
const PASSWORD = "of-a-test"
const READY_WITHIN_MS = 60_000
/** A standby that is cut off again and again connects five seconds later. */
const CUTS = 10
const CUT_PAUSE_MS = 60

export interface ReplicatedPostgres {
  /** An address for each of two server processes. The first one names all nodes. */
  readonly urls: readonly [string, string]
  /**
   * Cuts the replication for a moment, so that commits which do not wait for a standby would be lost;
   * then kills every process of the primary with -9. Another node becomes the primary.
   */
  readonly failOver: () => Promise<void>
  /** Makes the dead node a standby of the new primary. */
  readonly repair: () => Promise<void>
  readonly stop: () => Promise<void>
}

interface Node {
  readonly data: string
  readonly port: number
  process: ChildProcess | null
}

export const untilTrue = async (what: string, isTrue: () => Promise<boolean>): Promise<void> => {
  const deadlineAtMs = Date.now() + READY_WITHIN_MS
  while (!(await isTrue().catch(() => false))) {
    if (Date.now() > deadlineAtMs) throw new Error(`${what}: not within ${READY_WITHIN_MS} ms`)
    await pause(50)
  }
}

export const ask = async (port: number, sql: string): Promise<ReadonlyArray<unknown>> => {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", password: PASSWORD })
  client.on("error", () => {})
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(sql)).rows.map(({ value }) => value)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Starts both nodes. Needs the programs of PostgreSQL (`findBinaries`). */
export const openReplicated = async (binaries: string): Promise<ReplicatedPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), "links-pg2-"))
  const user = unprivilegedUser()
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: Number(user.uid), gid: Number(user.gid) } : {}
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, PASSWORD, { mode: 0o600 })
  if (isRoot) for (const path of [folder, passwordFile]) chownSync(path, Number(user.uid), Number(user.gid))
  const options = { ...identity, cwd: folder, env: { ...process.env, PGPASSWORD: PASSWORD } }
  const program = (name: string): string => join(binaries, name)
  const node = async (name: string): Promise<Node> => ({
    ...{ data: join(folder, name), port: await freePort(), process: null },
  })

  const start = (one: Node): void => {
    const settings = [
      ...["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=100"],
      ...["synchronous_commit=remote_apply", "wal_keep_size=256MB"],
    ]
    const args = ["-D", one.data, "-p", String(one.port), ...settings.flatMap((each) => ["-c", each])]
    // A group of its own, so that a kill reaches every process of the node at once.
    one.process = spawn(program("postgres"), args, { ...options, detached: true, stdio: "ignore" })
  }
  const copy = async (from: Node, to: Node): Promise<void> => {
    rmSync(to.data, { recursive: true, force: true })
    const source = ["-h", "127.0.0.1", "-p", String(from.port), "-U", "postgres"]
    await run(
      program("pg_basebackup"),
      [...source, "-D", to.data, "-R", "-c", "fast", "-X", "stream"],
      options,
    )
  }
  /** Commits wait for the standby from now on. */
  const requireStandby = async (primary: Node): Promise<void> => {
    await untilTrue("the standby streams", async () => {
      const found = await ask(
        primary.port,
        "select count(*)::int as value from pg_stat_replication where state = 'streaming'",
      )
      return found[0] === 1
    })
    await ask(primary.port, "alter system set synchronous_standby_names = '*'")
    await ask(primary.port, "select pg_reload_conf() as value")
  }
  const kill = async ({ process: child }: Node): Promise<void> => {
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
    process.kill(-child.pid, "SIGKILL")
    await ended
  }

  let [primary, standby] = [await node("one"), await node("two")]
  const url = `postgresql://postgres:${PASSWORD}@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres?target_session_attrs=read-write`
  const initdb = ["-D", primary.data, "-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`]
  await run(program("initdb"), [...initdb, "--encoding=UTF8", "--locale=C", "--no-sync"], options)
  start(primary)
  await untilTrue(
    "the primary answers",
    async () => (await ask(primary.port, "select 1 as value")).length === 1,
  )
  const addStandby = async (): Promise<void> => {
    await copy(primary, standby)
    start(standby)
    await requireStandby(primary)
  }
  await addStandby()

  return {
    urls: [url, url],
    failOver: async () => {
      for (let times = 0; times < CUTS; times += 1) {
        await ask(primary.port, "select pg_terminate_backend(pid) as value from pg_stat_replication")
        await pause(CUT_PAUSE_MS)
      }
      await kill(primary)
      // A copy of the primary's settings: it would wait for a standby of its own.
      await ask(standby.port, "alter system reset synchronous_standby_names")
      await ask(standby.port, "select pg_reload_conf() as value")
      await ask(standby.port, "select pg_promote(true, 60) as value")
      ;[primary, standby] = [standby, primary]
    },
    repair: addStandby,
    stop: async () => {
      await kill(primary)
      await kill(standby)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
