import { spawn } from "node:child_process"
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { afterEach, describe, expect, inject, it, vi } from "vitest"
import { BODY_GRACE_MS, makeGracefulShutdown, UNANSWERED_MAX } from "../../server/http/listener.ts"
import { callServer, goodPassword, reasonOf } from "../support/app.ts"
import { embedded, postgresql } from "../support/engines.ts"
import { startServer } from "../support/server.ts"

const root = join(import.meta.dirname, "../..")

/** Everything that a connection receives, and when it was closed. */
const readAll = (socket: Socket) => {
  const read = { text: "", isClosed: false }
  socket.on("data", (chunk) => {
    read.text += chunk.toString("latin1")
  })
  socket.on("error", () => {})
  socket.once("close", () => {
    read.isClosed = true
  })
  return read
}

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** A server that answers only when the test does. */
const openHeld = async () => {
  const held: Array<ServerResponse> = []
  let arrived = 0
  const server = createServer()
  const shutdown = makeGracefulShutdown(server)
  server.on("request", (request, response) => {
    arrived += 1
    if (shutdown.admit(request, response)) held.push(response)
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return { held, requests: () => arrived, server, shutdown, port }
}

const get = "GET / HTTP/1.1\r\nhost: x\r\n\r\n"

describe("a graceful shutdown", () => {
  const ends: Array<() => void> = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })
  const open = async () => {
    const site = await openHeld()
    ends.push(() => site.server.closeAllConnections())
    const socket = connect(site.port, "127.0.0.1")
    return { ...site, socket, read: readAll(socket) }
  }

  it("closes a connection after the last of its pipelined answers, not after the first", async () => {
    const { held, shutdown, socket, read } = await open()
    socket.write(get + get)
    await expect.poll(() => held).toHaveLength(2)
    shutdown.begin()
    for (const response of held) response.end("done")
    await shutdown.closed
    await expect.poll(() => read.isClosed).toBe(true)
    expect(countOf(read.text, "HTTP/1.1 200 OK")).toBe(2)
  })

  it("cuts a connection that sends more requests ahead than it may, and executes none of those", async () => {
    const { held, socket, read } = await open()
    socket.write(get.repeat(UNANSWERED_MAX))
    await expect.poll(() => held).toHaveLength(UNANSWERED_MAX)
    expect(read.isClosed).toBe(false)
    socket.write(get)
    await expect.poll(() => read.isClosed).toBe(true)
    expect(held).toHaveLength(UNANSWERED_MAX)
  })

  it("holds no more for a connection after many requests than after the first", async () => {
    const { held, socket, read } = await open()
    const listeners: number[] = []
    for (let answered = 0; answered < 12; answered += 1) {
      socket.write(get)
      await expect.poll(() => held).toHaveLength(answered + 1)
      listeners.push(held.at(-1)?.req.socket.listenerCount("close") ?? 0)
      held.at(-1)?.end("done")
      await expect.poll(() => countOf(read.text, "HTTP/1.1 200 OK")).toBe(answered + 1)
    }
    expect(listeners.at(-1)).toBe(listeners[1])
  })

  it("tells the client that the connection ends, also when the answer had begun", async () => {
    const { held, shutdown, socket, read } = await open()
    socket.write(get)
    await expect.poll(() => held).toHaveLength(1)
    held[0]?.write("begun, ")
    shutdown.begin()
    held[0]?.end("done")
    await expect.poll(() => read.isClosed).toBe(true)
    expect(read.text).toContain("begun")
    expect(read.text).toContain("done")
  })

  it("refuses a request that arrives on an open connection, and answers the one before", async () => {
    const { held, requests, shutdown, socket, read } = await open()
    socket.write(get)
    await expect.poll(() => held).toHaveLength(1)
    held[0]?.write("begun, ")
    shutdown.begin()
    socket.write(get)
    await expect.poll(() => requests()).toBe(2)
    expect(held).toHaveLength(1)
    held[0]?.end("done")
    await expect.poll(() => read.isClosed).toBe(true)
    expect(countOf(read.text, "HTTP/1.1 200 OK")).toBe(1)
  })

  it("cuts a request that never arrives completely", async () => {
    const { held, shutdown, socket, read } = await open()
    socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nhalf")
    await expect.poll(() => held).toHaveLength(1)
    vi.useFakeTimers({ toFake: ["setTimeout"] })
    shutdown.begin()
    vi.advanceTimersByTime(BODY_GRACE_MS - 1)
    expect(held[0]?.req.socket.destroyed).toBe(false)
    vi.advanceTimersByTime(1)
    vi.useRealTimers()
    await shutdown.closed
    await expect.poll(() => read.isClosed).toBe(true)
  })
})

const bodyOf = (username: string, invitation_code: string) =>
  JSON.stringify({ username, password: goodPassword, invitation_code })

/** A registration whose body is sent in two halves. */
const halves = (url: string, body: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const read = readAll(socket)
  const head = `POST /api/login/register HTTP/1.1\r\nhost: x\r\nlang: en_US\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return {
    read,
    begin: () => socket.write(head + body.slice(0, 10)),
    finish: () => socket.write(body.slice(10)),
  }
}

const pause = (durationMs: number) => new Promise((resolve) => setTimeout(resolve, durationMs))

const postgresUrl = inject("postgresUrl")
const engines = postgresUrl === null ? [embedded] : [embedded, postgresql(postgresUrl)]

for (const engine of engines)
  describe(`a server that gets SIGTERM [${engine.name}]`, { tags: ["exhaustive"] }, () => {
    it("answers what runs, accepts nothing new, and ends without waiting for idle connections", async () => {
      const store = await engine.openStore()
      const server = await startServer({ env: store.env })
      const code = server.demo?.invitationCode ?? ""
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname)
      const idle = readAll(socket)
      socket.write("GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n")
      await expect.poll(() => idle.text).toContain("HTTP/1.1 200 OK")
      const late = halves(server.url, bodyOf("late-member", code))
      late.begin()
      await callServer(server.url, "systemConfig", {})
      const ended = server.stop()
      await expect.poll(() => idle.isClosed).toBe(true)
      expect(late.read.isClosed).toBe(false)
      // nothing is waited for meanwhile: a request may arrive for three seconds
      const refused = expect(callServer(server.url, "systemConfig", {})).rejects.toThrow("fetch failed")
      late.finish()
      await refused
      expect(await ended).toBe(0)
      expect(late.read.text).toMatch(/^HTTP\/1.1 200 OK/)
      expect(late.read.text.toLowerCase()).toContain("connection: close")
      await store.remove()
    })

    it("leaves nothing committed unanswered under load", async () => {
      const store = await engine.openStore()
      const server = await startServer({ env: store.env })
      const code = server.demo?.invitationCode ?? ""
      const unanswered: Array<string> = []
      let answered = 0
      const register = async (name: string) => {
        for (let round = 0; ; round++) {
          const username = `${name}-${round}`
          try {
            const request = { username, password: goodPassword, invitation_code: code }
            const answer = await callServer(server.url, "register", request)
            if (answer.status !== 200) return
            answered += 1
          } catch {
            unanswered.push(username)
            return
          }
        }
      }
      const load = Promise.all(Array.from({ length: 8 }, (_, i) => register(`busy-${i}`)))
      await expect.poll(() => answered).toBeGreaterThan(4)
      expect(await server.stop()).toBe(0)
      await load
      const next = await startServer({ env: store.env })
      for (const username of unanswered) {
        const answer = await callServer(next.url, "login", { username, password: goodPassword })
        expect(reasonOf(answer), username).toBe("login.wrong-credentials")
      }
      await next.stop()
      await store.remove()
    })
  })

describe.skipIf(postgresUrl === null)("of two servers on one database", { tags: ["exhaustive"] }, () => {
  it("the other one takes the market over while the first still answers", async () => {
    const store = await postgresql(postgresUrl ?? "").openStore()
    // the body may arrive for three seconds, so a cycle is shorter than usual
    const env: Readonly<Record<string, string>> = { ...store.env, SECRET: "5a".repeat(32), TICK_MS: "200" }
    const first = await startServer({ env })
    const second = await startServer({ env: { ...env, DATA_DIR: `${env.DATA_DIR}/second` } })
    const database = new pg.Pool({ connectionString: env.DATABASE_URL ?? "", max: 1 })
    const holder = async () => {
      const { rows } = await database.query("select holder, fence from market_lease")
      return String(rows[0]?.fence)
    }
    const before = await holder()
    const late = halves(first.url, bodyOf("late-member", first.demo?.invitationCode ?? ""))
    late.begin()
    await pause(100)
    const ended = first.stop()
    let isEnded = false
    void ended.then(() => {
      isEnded = true
    })
    await vi.waitFor(async () => expect(await holder()).not.toBe(before), { timeout: 2_400, interval: 50 })
    expect(isEnded).toBe(false)
    late.finish()
    expect(await ended).toBe(0)
    await database.end()
    await second.stop()
    await store.remove()
  })
})

/** A folder whose `npm start` is the project's, with the server run from its sources. */
const packageFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "links-package-"))
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", scripts }))
  mkdirSync(join(folder, "scripts"))
  for (const name of ["require-node.cjs", "run.mjs"])
    copyFileSync(join(root, "scripts", name), join(folder, "scripts", name))
  writeFileSync(
    join(folder, "scripts/start.ts"),
    `await import(${JSON.stringify(join(root, "server/main.ts"))})\n`,
  )
  return folder
}

describe("npm start", { tags: ["exhaustive"] }, () => {
  it.each(["SIGTERM", "SIGINT"] as const)("passes on a %s that only npm gets", async (signal) => {
    const store = await embedded.openStore()
    const folder = packageFolder()
    const npm = spawn("npm", ["start", "--silent"], {
      cwd: folder,
      env: { ...process.env, ...store.env, NODE_ENV: "production", PORT: "0" },
      stdio: ["ignore", "pipe", "inherit"],
    })
    let output = ""
    npm.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8")
    })
    await vi.waitFor(() => expect(output).toContain("All money is simulated"), { timeout: 60_000 })
    const url = /ready at (\S+)/.exec(output)?.[1] ?? ""
    const closed = new Promise((resolve) => npm.once("close", resolve))
    npm.kill(signal)
    await closed
    await vi.waitFor(() => expect(fetch(`${url}/healthz`)).rejects.toThrow("fetch failed"), {
      timeout: 10_000,
    })
    rmSync(folder, { recursive: true, force: true })
    await store.remove()
  })
})
