import { execFileSync, spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { createServer } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import pg from "pg"

/** A PostgreSQL that tests may fill and throw away. */
export interface Cluster {
  /** Connection address of its maintenance database. */
  readonly url: string
  readonly stop: () => Promise<void>
}

export interface ClusterOptions {
  /**
   * Flush to disk as in production (for measurements); tests that never pull the plug leave it off.
   */
  readonly isDurable?: boolean
}

/** The newest installed PostgreSQL's folder of binaries, or null. */
export function findBinaries(root = "/usr/lib/postgresql"): string | null {
  const candidates = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isFinite) : []
  const folders = candidates.sort((a, b) => b - a).map((version) => join(root, String(version), "bin"))
  folders.push("/opt/homebrew/opt/postgresql/bin", "/usr/local/pgsql/bin", "/usr/local/bin", "/usr/bin")
  return (
    folders.find((folder) => ["initdb", "postgres"].every((tool) => existsSync(join(folder, tool)))) ?? null
  )
}

/** PostgreSQL refuses to run as root: then it runs as the first of these users that exists. */
export function unprivilegedUser(): { uid: string; gid: string } {
  for (const user of ["postgres", "nobody"]) {
    try {
      const ask = (what: string): string =>
        execFileSync("id", [what, user], { encoding: "utf8", stdio: "pipe" }).trim()
      return { uid: ask("-u"), gid: ask("-g") }
    } catch {
      // The next one.
    }
  }
  return { uid: "65534", gid: "65534" }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once("error", reject)
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      )
    })
  })
}

async function startCluster(binaries: string, options: ClusterOptions): Promise<Cluster> {
  const port = await freePort()
  const password = randomBytes(16).toString("hex")
  const { uid, gid } = unprivilegedUser()
  const script = join(import.meta.dirname, "postgres-keeper.ts")
  const durability = options.isDurable ? "durable" : "fast"
  const keeper = spawn(process.execPath, [script, binaries, String(port), uid, gid, durability], {
    stdio: ["pipe", "pipe", "inherit"],
    // Detached from Ctrl-C: it ends with its standard input, after the tests.
    detached: true,
    env: { ...process.env, CLUSTER_PASSWORD: password },
  })
  const exited = new Promise<void>((resolve) => keeper.once("exit", () => resolve()))
  const first = await new Promise<string>((resolve) => {
    createInterface(keeper.stdout).once("line", resolve)
    void exited.then(() => resolve("it stopped at once"))
  })
  if (first !== "ready") throw new Error(`PostgreSQL from ${binaries} does not start: ${first}`)
  keeper.unref()
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      // Keeps the process alive until the cluster has stopped.
      keeper.ref()
      keeper.stdin.end()
      await exited
    },
  }
}

/**
 * A PostgreSQL for this run: the one at DATABASE_URL, else a throw-away cluster of the installed binaries on a random
 * port of 127.0.0.1, else null. A cluster of ours ends with `stop` and also when this process dies.
 */
export async function openPostgres(options: ClusterOptions = {}): Promise<Cluster | null> {
  const given = process.env.DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  const binaries = findBinaries()
  return binaries === null ? null : await startCluster(binaries, options)
}

/** Runs statements, one by one, on the maintenance database of a cluster. */
export async function administer(clusterUrl: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

export interface Database {
  readonly name: string
  readonly url: string
  /** Removes it with its connections. */
  readonly drop: () => Promise<void>
}

/** A new database in the cluster, a copy of `template`. Default: empty. */
export async function createDatabase(clusterUrl: string, template = "template1"): Promise<Database> {
  const name = `links_${randomBytes(8).toString("hex")}`
  await administer(clusterUrl, [`create database ${name} template ${template}`])
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return {
    name,
    url: url.href,
    drop: () => administer(clusterUrl, [`drop database if exists ${name} with (force)`]),
  }
}
