import { IncomingMessage } from "node:http"
import { Socket } from "node:net"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { readJsonBody } from "../../server/http/body.ts"
import { keepGoing } from "../../server/keep-going.ts"

describe("work that must go on", () => {
  it("begins anew after a defect, and ends when it is told to", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        let beginnings = 0
        const work = Effect.suspend(() => {
          beginnings += 1
          return beginnings < 3 ? Effect.die(new Error("the disk is full")) : Effect.never
        })
        const fiber = yield* Effect.forkChild(keepGoing("work", work))
        yield* TestClock.adjust("10 seconds")
        expect(beginnings).toBe(3)
        yield* Fiber.interrupt(fiber)
        yield* TestClock.adjust("10 seconds")
        expect(beginnings).toBe(3)
      }).pipe(Effect.provide(TestClock.layer())),
    ))
})

describe("the body of a request", () => {
  it("that was cut off before anybody read it is not waited for", async () => {
    const request = new IncomingMessage(new Socket())
    request.headers["content-type"] = "application/json"
    const closed = new Promise((resolve) => request.once("close", resolve))
    request.destroy()
    await closed
    const read = Effect.flip(readJsonBody(request))
    expect(await Effect.runPromise(read)).toMatchObject({ reason: "request.malformed" })
  })
})
