// @module-tag exhaustive
/** Probes, log lines and metrics of a server whose database hangs and goes away. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { connect, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TOTP } from "otpauth"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest"
import { makeFactor, writeFactor } from "../../src/domain/factor.ts"
import { addCardBy, callServer, confirmBy, fieldOf, reasonOf } from "../support/app.ts"
import { createDatabase } from "../support/postgres.ts"
import { type RunningServer, startServer } from "../support/server.ts"

const postgresUrl = inject("postgresUrl")
const root = join(import.meta.dirname, "../..")

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0))
    })
  })

/** A way to a database that can be closed, or let hang. */
const openGate = async (to: URL) => {
  const sockets = new Set<Socket>()
  let state: "open" | "hanging" | "closed" = "open"
  const server = createServer((client) => {
    if (state === "closed") return void client.destroy()
    const upstream = connect(Number(to.port), to.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on("error", () => other.destroy())
      socket.on("close", () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    if (state === "open") client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()))
  const address = server.address()
  const port = typeof address === "object" ? (address?.port ?? 0) : 0
  return {
    port,
    set: (wanted: typeof state) => {
      state = wanted
      for (const socket of sockets) {
        if (wanted === "hanging") socket.unpipe()
        else socket.destroy()
      }
    },
    stop: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const timed = async <A>(work: () => Promise<A>): Promise<{ readonly value: A; readonly tookMs: number }> => {
  const startedMs = performance.now()
  const value = await work()
  return { value, tookMs: performance.now() - startedMs }
}

describe.skipIf(postgresUrl === null)("a server that can be watched", () => {
  let server: RunningServer
  let gate: Awaited<ReturnType<typeof openGate>>
  let drop: () => Promise<void>
  let metricsPort: number
  let databaseUrl: string
  const collected = new Map<string, string>()
  const collector = createHttpServer((request, response) => {
    const chunks: Buffer[] = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const path = request.url ?? ""
      collected.set(path, (collected.get(path) ?? "") + Buffer.concat(chunks).toString())
      response.end("{}")
    })
  })
  const dataDir = mkdtempSync(join(tmpdir(), "links-visible-"))
  const status = async (path: string) => (await fetch(server.url + path)).status
  const readMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  const lines = () =>
    server
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line): Record<string, unknown> => JSON.parse(line))
  const about = (words: string) => lines().filter(({ message }) => String(message).includes(words))

  beforeAll(async () => {
    const database = await createDatabase(postgresUrl ?? "")
    drop = database.drop
    databaseUrl = database.url
    const url = new URL(database.url)
    gate = await openGate(new URL(database.url))
    url.port = String(gate.port)
    url.hostname = "127.0.0.1"
    metricsPort = await freePort()
    const otlpPort = await freePort()
    await new Promise<void>((resolve) => collector.listen(otlpPort, "127.0.0.1", resolve))
    const env = { DATA_DIR: dataDir, DATABASE_URL: url.href, METRICS_PORT: String(metricsPort) }
    const otlp = { OTLP_URL: `http://127.0.0.1:${otlpPort}` }
    server = await startServer({ env: { ...env, ...otlp, LOG_FORMAT: "json" }, from: "sources" })
  })
  afterAll(async () => {
    await server.stop()
    gate.stop()
    collector.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it("answers three probes, and 404 for what is none", async () => {
    for (const path of ["/livez", "/readyz", "/healthz"]) expect(await status(path), path).toBe(200)
    for (const path of ["/metrics", "/livezz", "/health", "/api/none"])
      expect(await status(path), path).toBe(404)
    expect((await fetch(`http://127.0.0.1:${metricsPort}/readyz`)).status).toBe(200)
    expect((await fetch(`http://127.0.0.1:${metricsPort}/`)).status).toBe(404)
  })

  it("publishes metrics on the private port: all that the dashboard shows", async () => {
    const { username, password } = server.demo ?? { username: "", password: "" }
    await callServer(server.url, "login", { username, password })
    const text = await readMetrics()
    expect(text).toMatch(/^financial_links_http_calls_total\{endpoint="login",outcome="done"\} 1$/m)
    expect(text).toMatch(/^financial_links_database_up 1$/m)
    expect(text).toMatch(/^financial_links_market_leader 1$/m)
    const dashboard = readFileSync(join(root, "docs/grafana-dashboard.json"), "utf8")
    const shown = new Set(dashboard.match(/financial_links_\w+/g))
    expect(shown.size).toBeGreaterThan(8)
    for (const name of shown) expect(text, name).toContain(`\n${name}`)
  })

  /** Adds an authenticator app. Its secrets are what a log or trace must not hold. */
  const addApp = async (token: string, password: string) => {
    const { key, codes } = makeFactor((count) => crypto.getRandomValues(new Uint8Array(count)))
    const used = new TOTP({ secret: key }).generate()
    const subject = { purpose: "factor", change: "app" } as const
    const confirmation = await confirmBy(server.url, subject, { token }, password)
    const factor_secret = writeFactor({ key, codes })
    const added = { factor_secret, factor_code: used, confirmation }
    expect(reasonOf(await callServer(server.url, "factorAdd", added, { token }))).toBeNull()
    const secrets = { key, first: codes[0] ?? "", second: codes[1] ?? "", typed: "CANARY-CODE" }
    return { used, codes, secrets }
  }

  it("writes no secret to its log, metrics or traces", async () => {
    const secrets = { card: "4539578763621486", holder: "Ada Canary", password: "canary-harbour-59" }
    const credentials = { username: "visible", password: secrets.password }
    const invitation = { invitation_code: server.demo?.invitationCode ?? "" }
    const joined = await callServer(server.url, "register", { ...credentials, ...invitation })
    const token = String(fieldOf(joined, "token"))
    const card = { bank_name: "Zenith Bank", card_number: secrets.card, username: secrets.holder }
    for (const [card_number, reason] of [
      [secrets.card, null],
      [`${secrets.card}0`, "field.checksum"],
    ] as const)
      expect(
        reasonOf(await addCardBy(server.url, { ...card, card_number }, { token }, secrets.password)),
      ).toBe(reason)
    for (const typed of [secrets.password, `${secrets.password}!`])
      await callServer(server.url, "login", { ...credentials, password: typed })
    const ticket = String(fieldOf(await callServer(server.url, "streamTicket", {}, { token }), "ticket"))
    const factor = await addApp(token, secrets.password)
    for (const factor_code of [factor.used, factor.codes[1] ?? "", "CANARY-CODE"])
      await callServer(server.url, "login", { ...credentials, factor_code })
    await callServer(server.url, "walletSummary", {}, { token: `${token}x` })
    await vi.waitFor(
      () => {
        for (const span of ["register", "addBankCard", "login", "addFactor"])
          expect(collected.get("/v1/traces"), span).toContain(`"${span}"`)
      },
      { timeout: 30_000, interval: 250 },
    )
    const everything = [server.output(), await readMetrics(), ...collected.values()].join("\n")
    for (const [name, secret] of Object.entries({ ...secrets, token, ticket, ...factor.secrets }))
      expect(everything.includes(secret), name).toBe(false)
  })

  it("writes the cause of a call that the server cannot answer, under the id of its request", async () => {
    const { username, password } = server.demo ?? { username: "", password: "" }
    const token = String(fieldOf(await callServer(server.url, "login", { username, password }), "token"))
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    await client.query("alter table logins rename to elsewhere")
    const failed = await callServer(server.url, "logins", {}, { token })
    await client.query("alter table elsewhere rename to logins")
    await client.end()
    expect([failed.status, reasonOf(failed)]).toEqual([500, "system.internal"])
    const cause = expect.stringContaining('relation "logins" does not exist')
    const request = failed.headers.get("x-request-id")
    const line = expect.objectContaining({ level: "error", request, cause })
    await expect.poll(() => about("logins")).toEqual([line])
  })

  it("writes JSON lines that say the request and not the member", async () => {
    const { username, password } = server.demo ?? { username: "", password: "" }
    const login = await callServer(server.url, "login", { username, password })
    const answer = await fetch(`${server.url}/api/system/config`)
    expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]{36}$/)
    await fetch(`${server.url}/api/market/quotes`, { headers: { token: String(fieldOf(login, "token")) } })
    gate.set("closed")
    const token = String(fieldOf(login, "token"))
    const refused = await callServer(server.url, "walletSummary", {}, { token })
    expect(refused.status).toBe(503)
    await expect.poll(() => about("database is not available")).toHaveLength(1)
    for (const line of lines())
      expect(line).toMatchObject({ time: expect.any(String), level: expect.any(String) })
    const user = fieldOf(login, "user")
    const id: unknown = typeof user === "object" && user !== null ? Reflect.get(user, "id") : null
    expect(id).toEqual(expect.any(String))
    expect(server.output()).not.toContain(String(id))
  })

  it("sends traces, metrics and its log to a collector", async () => {
    await vi.waitFor(
      () => {
        expect([...collected.keys()].sort()).toEqual(["/v1/logs", "/v1/metrics", "/v1/traces"])
        expect(collected.get("/v1/traces")).toContain("readQuotes")
        expect(collected.get("/v1/logs")).toContain("The database is not available")
      },
      { timeout: 30_000, interval: 250 },
    )
  })

  it("logs an outage once, and its end", async () => {
    gate.set("closed")
    const asked = Array.from({ length: 20 }, () => status("/readyz"))
    expect(new Set(await Promise.all(asked))).toEqual(new Set([503]))
    expect(await status("/livez")).toBe(200)
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(about("database is not available")).toHaveLength(1)
    expect(await readMetrics()).toMatch(/^financial_links_database_up 0$/m)
    gate.set("open")
    await vi.waitFor(async () => expect(await status("/readyz")).toBe(200), {
      timeout: 20_000,
      interval: 250,
    })
    await expect.poll(() => about("database answers again")).toHaveLength(1)
    expect(about("missed a tick cycle")).toEqual([])
  })

  it("answers probes in time while the database hangs", async () => {
    gate.set("hanging")
    const asked = await Promise.all(Array.from({ length: 10 }, () => timed(() => status("/readyz"))))
    for (const { value, tookMs } of asked) {
      expect(value).toBe(503)
      expect(tookMs).toBeLessThan(5_000)
    }
    expect(await status("/livez")).toBe(200)
    gate.set("open")
    await vi.waitFor(async () => expect(await status("/readyz")).toBe(200), {
      timeout: 60_000,
      interval: 500,
    })
  })
})
