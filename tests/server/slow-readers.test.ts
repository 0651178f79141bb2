import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { JSON_LIMITS, sendJson } from "../../server/http/json.ts"

/** More than the buffers of a connection hold. */
const large = { text: "x".repeat(24 * 1024 * 1024) }
const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

describe("a reader of JSON", () => {
  const server = createServer((request, response) => {
    const body = request.url === "/large" ? large : { text: "small" }
    void sendJson(request, response, 200, body)
  })
  server.keepAliveTimeout = 60_000
  const accepted: Socket[] = []
  const isCut = () => accepted.at(-1)?.destroyed === true
  const open = async (asked: string) => {
    const { port } = server.address() as AddressInfo
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => {})
    await once(socket, "connect")
    socket.write(asked)
    return socket
  }

  beforeAll(async () => {
    server.on("connection", (socket) => accepted.push(socket))
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  it("who stops reading is cut in time, with what waits behind the answer", async () => {
    const startedMs = performance.now()
    const socket = await open(get("/small") + get("/large") + get("/small"))
    socket.pause()
    await vi.waitFor(() => expect(isCut()).toBe(true), {
      timeout: JSON_LIMITS.takenWithinMs + 10_000,
      interval: 100,
    })
    expect(performance.now() - startedMs).toBeGreaterThan(JSON_LIMITS.takenWithinMs - 1_000)
    socket.destroy()
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
