import { IncomingMessage } from "node:http"
import { connect, Socket } from "node:net"
import { Context, Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { supervise } from "../../server/core/supervise.ts"
import { readJsonBody } from "../../server/http/json.ts"
import { Listener, listenerLayer } from "../../server/http/listener.ts"

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
})
