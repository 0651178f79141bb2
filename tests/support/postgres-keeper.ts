/**
 * Runs one PostgreSQL cluster for as long as the process that started this one lives: when standard input closes,
 * even because that process was killed, the cluster is stopped and its folder removed.
 * Arguments: folder of the binaries, port, user id, group id, "durable" or "fast".
 * Password in the environment (CLUSTER_PASSWORD). Prints `ready` or one line that says why not.
 */
import { execFileSync, spawn } from "node:child_process"
import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"

const [binaries = "", portText = "", uidText = "", gidText = "", durability = "fast"] = process.argv.slice(2)
const password = process.env.CLUSTER_PASSWORD ?? ""
const isRoot = process.getuid?.() === 0
const identity = isRoot ? { uid: Number(uidText), gid: Number(gidText) } : {}
const folder = mkdtempSync(join(tmpdir(), "links-pg-"))
const data = join(folder, "data")

function initialise(): void {
  const passwordFile = join(folder, "password")
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (isRoot) for (const path of [folder, passwordFile]) chownSync(path, Number(uidText), Number(gidText))
  const options = ["-D", data, "-U", "postgres", "--auth=scram-sha-256", `--pwfile=${passwordFile}`]
  execFileSync(join(binaries, "initdb"), [...options, "--encoding=UTF8", "--locale=C", "--no-sync"], {
    ...identity,
    cwd: folder,
    stdio: "pipe",
  })
}

async function waitUntilReady(): Promise<void> {
  const deadlineAtMs = Date.now() + 30_000
  for (;;) {
    const client = new pg.Client({ host: "127.0.0.1", port: Number(portText), user: "postgres", password })
    client.on("error", () => {})
    try {
      await client.connect()
      await client.query("select 1")
      await client.end()
      return
    } catch (error) {
      if (Date.now() > deadlineAtMs) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=200"]
const unsafe = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"]

try {
  initialise()
} catch (error) {
  console.log(`initdb failed: ${error instanceof Error ? error.message : String(error)}`)
  rmSync(folder, { recursive: true, force: true })
  process.exit(1)
}
const chosen = durability === "durable" ? settings : [...settings, ...unsafe]
const server = spawn(
  join(binaries, "postgres"),
  ["-D", data, "-p", portText, ...chosen.flatMap((setting) => ["-c", setting])],
  { ...identity, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
)
let log = ""
server.stderr.on("data", (chunk: Buffer) => {
  log = (log + chunk.toString("utf8")).slice(-4000)
})
server.once("exit", (code) => {
  rmSync(folder, { recursive: true, force: true })
  if (code !== 0) console.log(`postgres stopped with code ${code}: ${log.replaceAll("\n", " | ")}`)
  process.exit(code ?? 1)
})
const stop = (): boolean => server.kill("SIGINT")
process.stdin.resume()
process.stdin.once("end", stop)
process.stdin.once("error", stop)
process.once("SIGTERM", stop)
process.once("SIGINT", () => {})
await waitUntilReady()
console.log("ready")
