import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
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
    /** Whether each of the last connections has begun to take more than a small answer. */
    isSending: (connections: number) => {
      const last = accepted.slice(-connections)
      return last.length === connections && last.every(({ bytesWritten }) => bytesWritten > 100_000)
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

// Node itself times these connections, so the test waits for it
describe("a reader of a file", { tags: ["exhaustive"] }, () => {
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
    await expect.poll(() => isCut()).toBe(true)
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
    await expect.poll(() => bytes).toBeGreaterThan(before)
    socket.destroy()
  })
})

describe("a reader of JSON", () => {
  // the server's timers are moved by the test; sockets go on in their own time
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }))
  afterEach(() => void vi.useRealTimers())
  const { isCut, isSending, open } = serving((request, response) => {
    const body = request.url === "/large" ? large : { text: "small" }
    void sendJson(request, response, 200, body)
  })

  it("who stops reading is cut in time, with what waits behind the answer, also if others came before it", async () => {
    const sockets = [
      await open(get("/small") + get("/large") + get("/small")),
      await open(get("/large") + get("/small")),
    ]
    for (const socket of sockets) socket.pause()
    await expect.poll(() => isSending(sockets.length)).toBe(true)
    // each poll has moved the time a little
    vi.advanceTimersByTime(JSON_LIMITS.takenWithinMs / 2)
    expect(isCut()).toBe(false)
    vi.advanceTimersByTime(JSON_LIMITS.takenWithinMs / 2)
    expect(isCut(sockets.length)).toBe(true)
    for (const socket of sockets) socket.destroy()
  })

  it("who takes the answer keeps the connection", async () => {
    const socket = await open(get("/large"))
    let bytes = 0
    socket.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(large.text.length)
    await expect.poll(() => vi.getTimerCount(), { timeout: 20_000 }).toBe(0)
    vi.advanceTimersByTime(JSON_LIMITS.takenWithinMs)
    expect(isCut()).toBe(false)
    const before = bytes
    socket.write(get("/small"))
    await expect.poll(() => bytes).toBeGreaterThan(before)
    socket.destroy()
  })
})
