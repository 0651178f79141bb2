import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { type Context, Effect, Exit } from "effect"
import { findImage, readImageSlice, SLICE_BYTES, type StoredImage, sliceCount } from "../core/images.ts"
import { refusal } from "../core/refusal.ts"
import type { Vault } from "../core/vault.ts"
import type { Db } from "../db/db.ts"
import { makeFairPool } from "../fair-pool.ts"
import type { Sessions } from "../members/sessions.ts"
import { type HttpExchange, logged, refusalOf, requireSession, sendRefusal } from "./api.ts"
import { hostOf } from "./rate-limiter.ts"

/** What readers of images may hold of this process. */
export const IMAGE_LIMITS = {
  sentAtOnce: 24,
  sentAtOnceToOne: 4,
  sentAtOnceToHost: 12,
  waiting: 400,
  waitingOfOne: 32,
  /** Requests that one connection may send ahead of their answers. */
  pipelined: 16,
  sliceBytes: SLICE_BYTES,
  /** A reader that takes nothing for this time is cut. */
  stalledMs: 8_000,
} as const

/** Waits until the reader has taken what was written. A reader that takes nothing is cut. */
const taken = (response: ServerResponse, event: "drain" | "finish"): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed || (event === "finish" && response.writableFinished)) return resolve()
    const stalled = setTimeout(() => response.destroy(), IMAGE_LIMITS.stalledMs)
    const settle = () => {
      clearTimeout(stalled)
      response.off(event, settle).off("close", settle)
      resolve()
    }
    response.on(event, settle).on("close", settle)
  })

const tooMany = () => refusal("request.too-many", { params: { seconds: 1 } })

/** Members take turns, and remote hosts share the slots. */
export const makeImagePool = () =>
  makeFairPool({
    atOnce: IMAGE_LIMITS.sentAtOnce,
    atOnceOfOne: IMAGE_LIMITS.sentAtOnceToOne,
    atOnceOfHost: IMAGE_LIMITS.sentAtOnceToHost,
    waitingMax: IMAGE_LIMITS.waiting,
    waitingMaxOfOne: IMAGE_LIMITS.waitingOfOne,
    refuse: tooMany,
  })

/**
 * Sends images to their owners in slices, a few at a time. The images of a connection are sent one
 * after another, because a later answer cannot leave before an earlier one and would only hold
 * memory.
 */
export const makeImageSender = (services: Context.Context<Db | Sessions | Vault>) => {
  const run = Effect.runPromiseExitWith(services)
  const pool = makeImagePool()
  const lines = new WeakMap<Socket, { length: number; last: Promise<void> }>()

  const sendSlices = async (arrival: HttpExchange, image: StoredImage): Promise<void> => {
    const { response } = arrival
    for (let index = 0; index < sliceCount(image.size) && !response.destroyed; index += 1) {
      const slice = await run(logged(readImageSlice(image, index), arrival, "image"))
      // After the headers a failure can only be shown by a cut connection.
      if (Exit.isFailure(slice))
        return index > 0
          ? void response.destroy()
          : await sendRefusal(arrival, "code", refusalOf(slice.cause))
      if (index === 0)
        response.writeHead(200, {
          "content-type": image.mediaType,
          "content-length": image.size,
          "content-disposition": "inline",
          "cache-control": "private, no-store",
        })
      if (!response.write(slice.value)) await taken(response, "drain")
    }
    response.end()
    await taken(response, "finish")
  }

  const send = Effect.fnUntraced(function* (arrival: HttpExchange, id: string) {
    const { request, response } = arrival
    const { memberId } = yield* requireSession(request)
    const image = (yield* findImage(memberId, id)) ?? (yield* refusal("upload.unknown"))
    const sending = Effect.promise(async () => {
      if (!response.destroyed) await sendSlices(arrival, image)
    })
    yield* pool.run(memberId, sending, hostOf(arrival.address))
  })

  const answer = async (arrival: HttpExchange, id: string): Promise<void> => {
    if (arrival.response.destroyed) return
    const exit = await run(logged(send(arrival, id), arrival, "image"))
    if (Exit.isFailure(exit)) await sendRefusal(arrival, "code", refusalOf(exit.cause))
  }

  /** Answers a request for an image, after those that its connection sent before. */
  return (arrival: HttpExchange, id: string): Promise<void> => {
    const { socket } = arrival.request
    const line = lines.get(socket) ?? { length: 0, last: Promise.resolve() }
    if (line.length >= IMAGE_LIMITS.pipelined) return sendRefusal(arrival, "code", tooMany())
    line.length += 1
    line.last = line.last
      .catch(() => undefined)
      .then(() => answer(arrival, id))
      .finally(() => {
        line.length -= 1
      })
    lines.set(socket, line)
    return line.last
  }
}
