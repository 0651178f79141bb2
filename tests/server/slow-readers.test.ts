import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { JSON_LIMITS, sendJson } from "../../server/http/json.ts"
import { servePages } from "../../server/http/pages.ts"

/** More than the buffers of a connection hold. */
const large = { text: "x".repeat(24 * 1024 * 1024) }
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

/** A server of one handler, and whether it has cut its last connections. */
const serving = (handler: RequestListener) => {
  const server = createServer(handler)
  server.keepAliveTimeout = 60_000
  const accepted: Socket[] = []
  beforeAll(async () => {
    server.on("connection", (socket) => accepted.push(socket))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    isCut: (connections = 1) => {
      const last = accepted.slice(-connections)
      return last.length === connections && last.every(({ destroyed }) => destroyed)
    },
    open: async (asked: string) => {
      const { port } = server.address() as AddressInfo
      const socket = connect(port, "127.0.0.1")
      socket.on("error", () => {})
      await once(socket, "connect")
      socket.write(asked)
      return socket
    },
  }
}

describe("a reader of a file", () => {
  const stalledMs = 1_500
  const folder = mkdtempSync(join(tmpdir(), "links-pages-"))
  writeFileSync(join(folder, "index.html"), "<!doctype html><title>Home</title>")
  writeFileSync(join(folder, "video.mp4"), Buffer.alloc(24 * 1024 * 1024))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const { isCut, open } = serving(
    servePages(folder, () => ({ isOpen: true, isConfigShown: false }), stalledMs),
  )

  it("who takes nothing of it for a time is cut", async () => {
    const socket = await open(get("/video.mp4"))
    socket.pause()
    await vi.waitFor(() => expect(isCut()).toBe(true), { timeout: 20_000, interval: 50 })
    socket.destroy()
  })

  it("who takes it slowly gets it whole, and keeps the connection", async () => {
    const socket = await open(get("/video.mp4"))
    const began = performance.now()
    let bytes = 0
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
      socket.pause()
      setTimeout(() => socket.resume(), 8)
    })
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(24 * 1024 * 1024), { timeout: 60_000 })
    expect(performance.now() - began).toBeGreaterThan(stalledMs)
    const before = bytes
    socket.write(get("/"))
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(before), { timeout: 10_000 })
    socket.destroy()
  })
})

describe("a reader of JSON", () => {
  const { isCut, open } = serving((request, response) => {
    const body = request.url === "/large" ? large : { text: "small" }
    void sendJson(request, response, 200, body)
  })

  it("who stops reading is cut in time, with what waits behind the answer, also if others came before it", async () => {
    const startedMs = performance.now()
    const sockets = [
      await open(get("/small") + get("/large") + get("/small")),
      await open(get("/large") + get("/small")),
    ]
    for (const socket of sockets) socket.pause()
    await vi.waitFor(() => expect(isCut(sockets.length)).toBe(true), {
      timeout: JSON_LIMITS.takenWithinMs + 10_000,
      interval: 100,
    })
    expect(performance.now() - startedMs).toBeGreaterThan(JSON_LIMITS.takenWithinMs - 1_000)
    for (const socket of sockets) socket.destroy()
  })

  it("who takes the answer keeps the connection", async () => {
    const socket = await open(get("/large"))
    let bytes = 0
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(large.text.length), { timeout: 9_000 })
    await new Promise((resolve) => setTimeout(resolve, JSON_LIMITS.takenWithinMs + 500))
    expect(isCut()).toBe(false)
    socket.write(get("/small"))
    const before = bytes
    await vi.waitFor(() => expect(bytes).toBeGreaterThan(before), { timeout: 5_000 })
    socket.destroy()
  })
})
