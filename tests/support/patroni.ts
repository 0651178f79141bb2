/**
 * Three PostgreSQL nodes on the loopback under Patroni with etcd: a leader, a synchronous standby and a
 * further one. Patroni notices a dead leader and promotes the synchronous standby by itself.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { findBinaries, freePort, unprivilegedUser } from "./postgres.ts"
import { ask, type ReplicatedPostgres, untilTrue } from "./replicated-postgres.ts"

const PASSWORD = "of-a-test"
const NAMES = ["one", "two", "three"] as const
/** The standbys receive nothing for this time before the leader is killed. */
const CUT_MS = 600

/**
 * The leader's key expires after `ttl` seconds, so a machine that is lost is replaced after that.
 * Patroni wants loop_wait + 2 * retry_timeout <= ttl. Its documentation names 20 as the least ttl; 3.0 takes less.
 */
const TIMING = { ttl: 7, loop_wait: 1, retry_timeout: 3 } as const

const pathOf = (program: string): string | null => {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", "/usr/local/sbin"]
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? null
}

/** The programs that are missing on this machine. HAProxy is used where it is installed. */
export const missingForPatroni = (): ReadonlyArray<string> => [
  ...["patroni", "etcd"].filter((program) => pathOf(program) === null),
  ...(findBinaries() === null ? ["postgres"] : []),
]

interface Node {
  readonly name: (typeof NAMES)[number]
  readonly data: string
  readonly port: number
  readonly restPort: number
  patroni: ChildProcess | null
}

const settingsOf = (node: Node, folder: string, binaries: string, etcdPort: number) => ({
  scope: "links",
  name: node.name,
  restapi: { listen: `127.0.0.1:${node.restPort}`, connect_address: `127.0.0.1:${node.restPort}` },
  etcd3: { host: `127.0.0.1:${etcdPort}` },
  bootstrap: {
    dcs: {
      ...TIMING,
      synchronous_mode: true,
      synchronous_mode_strict: true,
      // A dead PostgreSQL is not started again first: the standby takes over.
      primary_start_timeout: 0,
      maximum_lag_on_failover: 64 * 1024 * 1024,
      postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_keep_size: "256MB" } },
    },
    initdb: [{ encoding: "UTF8" }, { locale: "C" }, { auth: "scram-sha-256" }, "no-sync"],
    pg_hba: ["host all all 127.0.0.1/32 scram-sha-256", "host replication all 127.0.0.1/32 scram-sha-256"],
  },
  postgresql: {
    listen: `127.0.0.1:${node.port}`,
    connect_address: `127.0.0.1:${node.port}`,
    data_dir: node.data,
    bin_dir: binaries,
    pgpass: join(folder, `${node.name}.pgpass`),
    authentication: {
      superuser: { username: "postgres", password: PASSWORD },
      replication: { username: "replicator", password: PASSWORD },
    },
    parameters: { unix_socket_directories: folder },
    remove_data_directory_on_rewind_failure: true,
    remove_data_directory_on_diverged_timelines: true,
  },
})

const proxyConfiguration = (nodes: ReadonlyArray<Node>, port: number): string => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 1s
listen leader
  bind 127.0.0.1:${port}
  option httpchk OPTIONS /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((node) => `  server ${node.name} 127.0.0.1:${node.port} check port ${node.restPort}`).join("\n")}
`

interface Process {
  readonly pid: number
  readonly command: string
}

/** Children of a process, none if it has ended. */
const childrenOf = (pid: number): ReadonlyArray<Process> => {
  try {
    const text = execFileSync("ps", ["--ppid", String(pid), "-o", "pid=,args="], { encoding: "utf8" })
    const lines = text.split("\n").map((line) => /^\s*(\d+) (.*)$/.exec(line))
    return lines.flatMap((found) => (found ? [{ pid: Number(found[1]), command: found[2] ?? "" }] : []))
  } catch {
    return []
  }
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** The postmaster of a node, which Patroni detaches from itself; null without one. */
const postmasterOf = ({ data }: Node): number | null => {
  const file = join(data, "postmaster.pid")
  return existsSync(file) ? Number(readFileSync(file, "utf8").split("\n")[0]) || null : null
}

/** Kills every process of a node's PostgreSQL with -9. */
const killPostgres = (node: Node): void => {
  const postmaster = postmasterOf(node)
  if (postmaster === null) return
  const pids = [postmaster, ...childrenOf(postmaster).map(({ pid }) => pid)]
  for (const pid of pids) signal(pid, "SIGKILL")
}

const receiversOf = (nodes: ReadonlyArray<Node>): ReadonlyArray<number> =>
  nodes.flatMap((node) => {
    const postmaster = postmasterOf(node)
    const children = postmaster === null ? [] : childrenOf(postmaster)
    return children.filter(({ command }) => command.includes("walreceiver")).map(({ pid }) => pid)
  })

/** Starts three nodes, etcd and, where it is installed, HAProxy. Needs what `missingForPatroni` names. */
export const openPatroni = async (): Promise<ReplicatedPostgres> => {
  const folder = mkdtempSync(join(tmpdir(), "links-patroni-"))
  const user = unprivilegedUser()
  const isRoot = process.getuid?.() === 0
  const identity = isRoot ? { uid: Number(user.uid), gid: Number(user.gid) } : {}
  const own = (path: string): string => {
    if (isRoot) chownSync(path, Number(user.uid), Number(user.gid))
    return path
  }
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    return own(path)
  }
  own(folder)
  const helpers: Array<ChildProcess> = []
  const start = (program: string, args: ReadonlyArray<string>): ChildProcess => {
    const log = openSync(join(folder, `${program}.log`), "a")
    const env = { PATH: process.env.PATH ?? "", HOME: folder, LC_ALL: "C" }
    const stdio: ["ignore", number, number] = ["ignore", log, log]
    return spawn(pathOf(program) ?? program, [...args], { ...identity, cwd: folder, env, stdio })
  }
  const etcdPort = await freePort()
  const etcdUrl = `http://127.0.0.1:${etcdPort}`
  const peerUrl = `http://127.0.0.1:${await freePort()}`
  const etcd = [
    ...["--name", "links", "--data-dir", join(folder, "etcd"), "--listen-client-urls", etcdUrl],
    ...["--advertise-client-urls", etcdUrl, "--listen-peer-urls", peerUrl],
    ...["--initial-advertise-peer-urls", peerUrl, "--initial-cluster", `links=${peerUrl}`],
  ]
  helpers.push(start("etcd", etcd))
  await untilTrue("etcd answers", async () => (await fetch(`${etcdUrl}/health`)).ok)

  const nodes: Array<Node> = []
  for (const name of NAMES) {
    const [port, restPort] = [await freePort(), await freePort()]
    nodes.push({ name, data: join(folder, name), port, restPort, patroni: null })
  }
  const binaries = findBinaries() ?? ""
  const startNode = (node: Node): void => {
    const settings = settingsOf(node, folder, binaries, etcdPort)
    node.patroni = start("patroni", [write(`${node.name}.json`, JSON.stringify(settings))])
  }
  const isLeader = async ({ restPort }: Node): Promise<boolean> =>
    await fetch(`http://127.0.0.1:${restPort}/primary`).then(
      ({ ok }) => ok,
      () => false,
    )
  const leader = async (): Promise<Node | null> => {
    for (const node of nodes) if (await isLeader(node)) return node
    return null
  }
  /** A leader with two standbys that stream, one of which commits wait for. */
  const untilWhole = async (): Promise<void> =>
    await untilTrue("the cluster is whole", async () => {
      const port = (await leader())?.port
      if (port === undefined) return false
      const found = await ask(
        port,
        `select count(*)::int * 10 + count(*) filter (where sync_state = 'sync')::int as value
         from pg_stat_replication where state = 'streaming' and application_name in ('one', 'two', 'three')`,
      )
      return found[0] === 21
    })
  for (const node of nodes) startNode(node)
  await untilWhole()

  const addressOf = (hosts: string): string => `postgresql://postgres:${PASSWORD}@${hosts}/postgres`
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",")
  const url = `${addressOf(hosts)}?target_session_attrs=read-write`
  const proxyPort = await freePort()
  const hasProxy = pathOf("haproxy") !== null
  if (hasProxy) {
    helpers.push(start("haproxy", ["-f", write("haproxy.cfg", proxyConfiguration(nodes, proxyPort))]))
    await untilTrue(
      "HAProxy leads to the leader",
      async () => (await ask(proxyPort, "select 1")).length === 1,
    )
  }
  const end = (): void => {
    for (const { patroni } of nodes) patroni?.kill("SIGKILL")
    for (const node of nodes) killPostgres(node)
    for (const helper of helpers) helper.kill("SIGKILL")
  }
  process.once("exit", end)
  let kills = 0
  return {
    urls: [url, hasProxy ? addressOf(`127.0.0.1:${proxyPort}`) : url],
    failOver: async () => {
      const dying = await leader()
      if (dying === null) throw new Error("there is no leader to kill")
      kills += 1
      const receivers = receiversOf(nodes.filter((node) => node !== dying))
      for (const pid of receivers) signal(pid, "SIGSTOP")
      await pause(CUT_MS)
      // In turn: the whole machine, and PostgreSQL alone.
      if (kills % 2 === 1) {
        dying.patroni?.kill("SIGKILL")
        dying.patroni = null
      }
      killPostgres(dying)
      // They end before they read what the leader has sent last.
      for (const pid of receivers) signal(pid, "SIGTERM")
      for (const pid of receivers) signal(pid, "SIGCONT")
    },
    repair: async () => {
      for (const node of nodes) if (node.patroni === null) startNode(node)
      await untilWhole()
    },
    stop: async () => {
      process.off("exit", end)
      end()
      await pause(500)
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
