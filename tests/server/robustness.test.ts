import { createServer, IncomingMessage, type Server } from "node:http"
import { connect, Socket } from "node:net"
import { Context, Effect, Exit, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { fetchText } from "../../server/core/fetch-text.ts"
import { readPaging, rowLimitOf } from "../../server/core/paging.ts"
import { supervise } from "../../server/core/supervise.ts"
import { readJsonBody, sendJson } from "../../server/http/json.ts"
import { Listener, listenerLayer } from "../../server/http/listener.ts"
import { BUCKETS_MAX, makeTokenBuckets } from "../../server/http/rate-limiter.ts"
import { COUNTS_MAX, makeGuessLimiter } from "../../server/members/guess-limiter.ts"
import { BODY_MAX_BYTES, PAGE_SIZE_MAX } from "../../src/domain/limits.ts"

describe("a supervised worker", () => {
  it("restarts after a defect, and ends on interruption", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        let beginnings = 0
        const work = Effect.suspend(() => {
          beginnings += 1
          return beginnings < 3 ? Effect.die(new Error("the disk is full")) : Effect.never
        })
        const fiber = yield* Effect.forkChild(supervise("work", work))
        yield* TestClock.adjust("10 seconds")
        expect(beginnings).toBe(3)
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("10 seconds")
        expect(beginnings).toBe(3)
      }).pipe(Effect.provide(TestClock.layer())),
    ))
})

describe("the body of a request", () => {
  it("that was aborted before it was read is not awaited", async () => {
    const request = new IncomingMessage(new Socket())
    request.headers["content-type"] = "application/json"
    const closed = new Promise((resolve) => request.once("close", resolve))
    request.destroy()
    await closed
    const read = Effect.flip(readJsonBody(request))
    expect(await Effect.runPromise(read)).toMatchObject({ reason: "request.malformed" })
  })
})

describe("a body of JSON", () => {
  /** A request whose body arrives as these parts. */
  const requestOf = (contentType: string | undefined, parts: readonly string[], length?: number) => {
    const request = new IncomingMessage(new Socket())
    if (contentType !== undefined) request.headers["content-type"] = contentType
    if (length !== undefined) request.headers["content-length"] = String(length)
    for (const part of parts) request.push(part)
    request.push(null)
    return request
  }
  const read = (...given: Parameters<typeof requestOf>) =>
    Effect.runPromise(
      Effect.match(readJsonBody(requestOf(...given)), {
        onSuccess: (body) => body,
        onFailure: ({ reason }) => reason,
      }),
    )

  it("is read where it is said to be JSON in UTF-8, and is nothing where it is empty", async () => {
    const utf8 = ["", "; charset=utf-8", ';charset="UTF-8"', " ; Charset=utf-8 "]
    for (const charset of utf8)
      expect(await read(`application/json${charset}`, ['{"a":', "1}"]), charset).toEqual({ a: 1 })
    expect(await read("Application/JSON", ['"ä"'])).toBe("ä")
    for (const other of [
      "x-application/json",
      "application/jsonp",
      "application/json; charset=utf-8; q=1",
      "",
    ])
      expect(await read(other, ["{}"]), other).toBe("request.media-type")
    expect(await read(undefined, ["{}"])).toBe("request.media-type")
    expect(await read(undefined, [])).toEqual({})
    expect(await read("application/json", [])).toEqual({})
  })

  it("may have 64 kB, and is refused before it arrives where it is announced longer", async () => {
    const whole = JSON.stringify("x".repeat(BODY_MAX_BYTES - 2))
    expect(await read("application/json", [whole], BODY_MAX_BYTES)).toBe(JSON.parse(whole))
    expect(await read("application/json", ["{}"], BODY_MAX_BYTES + 1)).toBe("request.too-large")
  })

  it("that is cut while it arrives is refused, and awaited no longer", async () => {
    const request = new IncomingMessage(new Socket())
    request.headers["content-type"] = "application/json"
    request.push('{"a":')
    const cut = Effect.runPromise(Effect.flip(readJsonBody(request)))
    await new Promise((resolve) => setImmediate(resolve))
    request.destroy()
    expect(await cut).toMatchObject({ reason: "request.malformed" })
    for (const event of ["data", "end"]) expect(request.listenerCount(event), event).toBe(0)
  })
})

describe("an answer in JSON", () => {
  it("has its length in bytes, and is sent once: what comes later is dropped", async () => {
    const server = createServer((request, response) => {
      const first = sendJson(request, response, 201, { name: "ä" }, { "retry-after": "7" })
      void first.then(() => sendJson(request, response, 500, {})).then(() => sent.push(request.method))
    })
    const sent: unknown[] = []
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`
    const [got, head] = [await fetch(url), await fetch(url, { method: "HEAD" })]
    for (const { status, headers } of [got, head]) {
      expect(status).toBe(201)
      expect(Object.fromEntries(headers)).toMatchObject({ "content-length": "13", "retry-after": "7" })
    }
    expect([await got.json(), await head.text()]).toEqual([{ name: "ä" }, ""])
    await expect.poll(() => sent).toEqual(["GET", "HEAD"])
    server.closeAllConnections()
    server.close()
  })
})

describe("a body without a length", () => {
  it("is refused at its first byte beyond 64 kB, and nothing of it is kept", async () => {
    const request = new IncomingMessage(new Socket())
    request.headers["content-type"] = "application/json"
    const read = Effect.runPromise(Effect.flip(readJsonBody(request)))
    const chunk = Buffer.alloc(BODY_MAX_BYTES / 4, "x")
    for (let i = 0; i < 4; i += 1) request.push(chunk)
    request.push("x")
    expect(await read).toMatchObject({ reason: "request.too-large" })
    for (const event of ["data", "end", "close"]) expect(request.listenerCount(event), event).toBe(0)
  })
})

describe("counts of what callers do", () => {
  it("are of a bounded number of callers: the one that was idle longest is forgotten", () => {
    const take = makeTokenBuckets()
    const one = { calls: 1, perMs: 3_600_000 }
    const waitOf = (caller: string) => take(caller, one, 1, 0)
    for (const caller of ["first", "second"]) expect(waitOf(caller)).toBe(0)
    for (let i = 2; i < BUCKETS_MAX; i += 1) waitOf(`caller ${i}`)
    expect(waitOf("first")).toBeGreaterThan(0)
    expect(waitOf("one more")).toBe(0)
    expect(waitOf("first")).toBeGreaterThan(0)
    expect(waitOf("second")).toBe(0)
  })

  it("of failed log-ins are too", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const guesses = makeGuessLimiter()
        const fail = (address: string) => Effect.exit(guesses.attempt(address, address, Effect.succeed(null)))
        for (let i = 0; i < 40; i += 1) yield* fail("192.0.2.1")
        const isRefused = Effect.map(fail("192.0.2.1"), Exit.isFailure)
        expect(yield* isRefused).toBe(true)
        for (let i = 0; i < COUNTS_MAX / 4 + 1; i += 1)
          yield* fail(`198.${i >> 16}.${(i >> 8) & 255}.${i & 255}`)
        expect(yield* isRefused).toBe(false)
      }).pipe(Effect.provide(TestClock.layer())),
    ))
})

describe("a page of a list", () => {
  it("has no more rows than it may, however many are requested", () => {
    expect(rowLimitOf("999999999")).toBe(PAGE_SIZE_MAX)
    expect(Effect.runSync(readPaging({ limit: "999999999" })).take).toBe(PAGE_SIZE_MAX + 1)
  })
})

describe("an answer of another site", () => {
  const { signal } = new AbortController()
  let site: Server
  /** The site's URL; its path says with which status it answers. */
  let url: URL
  let accepted: string | undefined
  beforeAll(async () => {
    site = createServer((request, response) => {
      accepted = request.headers.accept
      response.writeHead(Number(request.url?.slice(1)), { location: "/200" }).end("x".repeat(2_000))
    })
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    const address = site.address()
    url = new URL(`http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/200`)
  })
  afterAll(() => {
    site.closeAllConnections()
    site.close()
  })

  it("is given up when it is larger than it may be", async () => {
    expect(await fetchText(url, signal, 2_000)).toHaveLength(2_000)
    expect(accepted).toBe("application/json")
    await expect(fetchText(url, signal, 1_999)).rejects.toThrow("too large")
  })

  it("counts only where it is a success, and is not looked for elsewhere", async () => {
    for (const status of [404, 503])
      await expect(fetchText(new URL(`/${status}`, url), signal, 2_000)).rejects.toThrow(`status ${status}`)
    await expect(fetchText(new URL("/302", url), signal, 2_000)).rejects.toThrow()
  })
})

describe("the open port", () => {
  it("answers a client that offers HTTP/2 over HTTP/1.1", async () => {
    const offer = "GET / HTTP/1.1\r\nhost: x\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"
    const asked = Effect.gen(function* () {
      const layer = listenerLayer({ host: "127.0.0.1", port: 0 })
      const { server, port } = Context.get(yield* Layer.build(layer), Listener)
      server.on("request", (_request, response) => response.setHeader("connection", "close").end("here"))
      server.on("upgrade", (_request, socket) => socket.end("HTTP/1.1 404 Not Found\r\n\r\n"))
      return yield* Effect.promise(
        () =>
          new Promise<string>((resolve) => {
            const socket = connect(port, "127.0.0.1", () => socket.write(offer))
            socket.once("data", (chunk) => resolve(chunk.toString("latin1")))
          }),
      )
    })
    expect(await Effect.runPromise(Effect.scoped(asked))).toMatch(/^HTTP\/1\.1 200 /)
  })

  it("closes connections beyond its limit, and accepts again when one has ended", async () => {
    const asked = Effect.gen(function* () {
      const layer = listenerLayer({ host: "127.0.0.1", port: 0 }, 2)
      const { server, port } = Context.get(yield* Layer.build(layer), Listener)
      server.on("request", (_request, response) => response.end("here"))
      const open = () => {
        const socket = connect(port, "127.0.0.1", () => socket.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n"))
        socket.on("error", () => undefined)
        const answered = new Promise<boolean>((resolve) => {
          socket.once("data", () => resolve(true)).once("close", () => resolve(false))
        })
        return { socket, answered }
      }
      const [first, second] = [open(), open()]
      expect(yield* Effect.promise(() => Promise.all([first.answered, second.answered]))).toEqual([
        true,
        true,
      ])
      expect(yield* Effect.promise(() => open().answered)).toBe(false)
      first.socket.destroy()
      yield* Effect.promise(() =>
        vi.waitFor(async () => expect(await open().answered).toBe(true), { timeout: 5_000, interval: 50 }),
      )
      server.closeAllConnections()
    })
    await Effect.runPromise(Effect.scoped(asked))
  })
})
