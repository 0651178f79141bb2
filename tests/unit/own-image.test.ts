import { Effect, Fiber } from "effect"
import { describe, expect, it } from "vitest"
import { queryPhase } from "../../machines/query.ts"
import { type ApiError, Refused } from "../../src/contract/errors.ts"
import { type InspectedActor, noopInspector } from "../../src/runtime/actors/inspector.ts"
import { createPageActors } from "../../src/runtime/actors/page-actors.ts"
import type { Caller } from "../../src/runtime/api/api-client.ts"
import { createRequests } from "../../src/runtime/api/request-runner.ts"
import { failureOf } from "../../src/runtime/api/services.ts"
import { createOwnImage, readImage } from "../../src/runtime/hooks/use-own-image.ts"
import { answering } from "../support/answering-server.ts"
import { fastTimers, settled } from "../support/fast-timers.ts"

fastTimers()

/** An image that comes when the test says so. */
const openImage = () => {
  const pageActors = createPageActors(undefined)
  const calls = { asked: 0, aborted: 0 }
  let answer = (_outcome: Effect.Effect<Blob, ApiError>) => {}
  const read = Effect.callback<Blob, ApiError>((resume) => {
    calls.asked += 1
    answer = resume
    return Effect.sync(() => {
      calls.aborted += 1
    })
  })
  const image = createOwnImage({ pageActors, now: () => 1 }, read, "i1")
  image.actor.start("page")
  return {
    ...image,
    calls,
    pageActors,
    show: () => image.actor.send({ type: "query.show", language: "", at: 1 }),
    leave: () => image.actor.send({ type: "query.leave", at: 1 }),
    answer: (outcome: Effect.Effect<Blob, ApiError>) => answer(outcome),
  }
}

describe("the member's own image", () => {
  it("is requested when it is shown, once, and kept while its page is hidden", async () => {
    const { actor, blob, calls, show, leave, answer } = openImage()
    expect(calls.asked).toBe(0)
    show()
    answer(Effect.succeed(new Blob(["pixels"])))
    await expect.poll(() => queryPhase(actor.getSnapshot())).toBe("ready")
    leave()
    show()
    expect(calls.asked).toBe(1)
    expect(blob()?.size).toBe(6)
  })

  it("is aborted when its page is hidden or closed, and may be retried after a failure", async () => {
    const { actor, calls, pageActors, show, leave, answer } = openImage()
    show()
    leave()
    expect(calls).toEqual({ asked: 1, aborted: 1 })
    show()
    answer(Effect.fail(new Refused({ reason: "upload.unknown", message: "" })))
    await expect.poll(() => queryPhase(actor.getSnapshot())).toBe("failed")
    actor.send({ type: "query.refresh", at: 1 })
    expect(queryPhase(actor.getSnapshot())).toBe("loading")
    pageActors.stopPage("page")
    expect(calls).toEqual({ asked: 3, aborted: 2 })
  })

  const callerAt = (baseUrl: string, token: string | null = "t"): Caller => ({
    baseUrl,
    token: () => token,
    userId: () => null,
    locale: () => "en",
  })
  const answerOf = async (status: number, type: string, token?: string | null) => {
    const server = await answering((response) => {
      if (status === 0) return void response.destroy()
      response.writeHead(status, { "content-type": type })
      response.end("pixels")
    })
    const inspected: InspectedActor[] = []
    const ended: string[] = []
    const requests = createRequests(callerAt(server.url, token), {
      onTokenInvalid: (envelope) => ended.push(envelope),
      onLoading: () => {},
      inspector: { ...noopInspector, onActor: (one) => inspected.push(one) },
    })
    const outcome = await settled(
      Effect.runPromise(
        Effect.match(readImage(requests, "i1"), {
          onSuccess: (image) => ({ image }),
          onFailure: (error) => ({ reason: failureOf(error).reason }),
        }),
      ),
    )
    await server.close()
    const ends = inspected.map(({ actor }) => [actor.id, actor.getSnapshot().output.outcome])
    const inputs = inspected.map(({ input }) => input)
    return { outcome, ends, inputs, ended, received: server.received }
  }

  it("is read with the member's token by a request that the inspector sees", async () => {
    const { outcome, ends, inputs, received } = await answerOf(200, "image/png")
    expect("image" in outcome && (await outcome.image.text())).toBe("pixels")
    expect(ends).toEqual([["request:image", "success"]])
    expect(inputs).toEqual([{ endpoint: "image", method: "GET", key: null, loading: false }])
    expect(received).toMatchObject([{ method: "GET", url: "/files/i1", headers: { token: "t" } }])
    const visitor = await answerOf(200, "image/png", null)
    expect(Object.keys(visitor.received[0]?.headers ?? {})).not.toContain("token")
  })

  it.each([
    [0, "no network", "no-answer.network", "network"],
    [404, "text/plain", "upload.unknown", "refused"],
    [401, "application/json", "session.invalid", "token-invalid"],
    [200, "text/html", "no-answer.malformed", "malformed"],
    [206, "image/png", "no-answer.malformed", "malformed"],
    [499, "image/png", "no-answer.malformed", "malformed"],
    [500, "image/png", "no-answer.server", "server"],
  ])("is not there where the answer is a %s of %s", async (status, type, reason, end) => {
    const { outcome, ends, ended } = await answerOf(status, type)
    expect(outcome).toEqual({ reason })
    // it ends the session, as the answer to any call does
    expect(ended).toEqual(status === 401 ? ["code"] : [])
    expect(ends).toEqual([["request:image", end]])
  })

  it("is no longer read by what is interrupted, and gives no outcome", async () => {
    let isCut = false
    const server = await answering((response) => {
      response.on("close", () => {
        isCut = true
      })
    })
    const hooks = { onTokenInvalid: () => {}, onLoading: () => {} }
    const fiber = Effect.runFork(readImage(createRequests(callerAt(server.url), hooks), "i1"))
    await expect.poll(() => server.received.length).toBe(1)
    await Effect.runPromise(Fiber.interrupt(fiber))
    expect((await Effect.runPromise(Fiber.await(fiber)))._tag).toBe("Failure")
    await expect.poll(() => isCut).toBe(true)
    await server.close()
  })
})
