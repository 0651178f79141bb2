import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { queryPhase } from "../../machines/query.ts"
import type { Caller } from "../../src/runtime/effects/api-client.ts"
import { createOwnImage, type ImageOutcome, readImage } from "../../src/runtime/hooks/use-own-image.ts"
import type { InspectedActor } from "../../src/runtime/inspector.ts"
import { createPageActors } from "../../src/runtime/page-actors.ts"
import { answering } from "../support/answering-server.ts"

/** An image that comes when the test says so. */
const openImage = () => {
  const pageActors = createPageActors(undefined)
  const calls = { asked: 0, aborted: 0 }
  let answer = (_outcome: ImageOutcome) => {}
  const read = Effect.callback<ImageOutcome>((resume) => {
    calls.asked += 1
    answer = (outcome) => resume(Effect.succeed(outcome))
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
    answer: (outcome: ImageOutcome) => answer(outcome),
  }
}

describe("the member's own image", () => {
  it("is asked for when it is shown, once, and kept while its page is hidden", async () => {
    const { actor, blob, calls, show, leave, answer } = openImage()
    expect(calls.asked).toBe(0)
    show()
    answer({ image: new Blob(["pixels"]) })
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
    answer({ failure: { reason: "upload.unknown" } })
    await expect.poll(() => queryPhase(actor.getSnapshot())).toBe("failed")
    actor.send({ type: "query.refresh", at: 1 })
    expect(queryPhase(actor.getSnapshot())).toBe("loading")
    pageActors.stopPage("page")
    expect(calls).toEqual({ asked: 3, aborted: 2 })
  })

  it.each([
    [200, { image: expect.any(Blob) }, "success"],
    [404, { failure: { reason: "upload.unknown" } }, "refused"],
  ] as const)(
    "is read by a request that the inspector sees, answered with %s",
    async (status, outcome, end) => {
      const server = await answering((response) => {
        response.writeHead(status, { "content-type": "image/png" })
        response.end("pixels")
      })
      const inspected: InspectedActor[] = []
      const caller: Caller = {
        baseUrl: server.url,
        token: () => "t",
        userId: () => null,
        locale: () => "en",
      }
      const inspectRequest = (one: InspectedActor) => void inspected.push(one)
      expect(await Effect.runPromise(readImage({ caller, inspectRequest }, "i1"))).toEqual(outcome)
      expect(inspected.map(({ actor }) => [actor.id, actor.getSnapshot().output.outcome])).toEqual([
        ["request:image", end],
      ])
      await server.close()
    },
  )
})
