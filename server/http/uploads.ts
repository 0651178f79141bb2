import type { IncomingMessage } from "node:http"
import { Clock, type Context, Effect, Exit } from "effect"
import { upload } from "../../src/contract/endpoints.ts"
import { successBody } from "../../src/contract/envelope.ts"
import { reencodeImage } from "../core/image.ts"
import { refusal } from "../core/refusal.ts"
import { countImages, findImage, storeImage } from "../core/uploads.ts"
import type { Db } from "../db/db.ts"
import type { Sessions } from "../members/sessions.ts"
import { type HttpExchange, refusalOf, requireSession, sendRefusal } from "./api.ts"
import { sendJson } from "./json-response.ts"
import { receiveFile } from "./multipart.ts"

export type UploadServices = Db | Sessions

const perHourMax = 60
const hourMs = 3_600_000
/**
 * A file occupies up to 5 MB while it is received. No member may take all slots with slow
 * connections.
 */
const receivingMax = 12
const receivingOfOneMax = 4
const pathOfImage = /^\/files\/([A-Za-z0-9_-]{1,64})$/

/** Counts the files being received, per member. */
const createQueue = () => {
  const own = new Map<string, number>()
  /** Receives one file. Refuses when the member already sends the maximum at once. */
  return (memberId: string, request: IncomingMessage) =>
    Effect.suspend(() => {
      const before = own.get(memberId) ?? 0
      if (before >= receivingOfOneMax) return Effect.fail(refusal("request.too-many"))
      own.set(memberId, before + 1)
      const leave = Effect.sync(() => {
        const left = (own.get(memberId) ?? 1) - 1
        if (left === 0) own.delete(memberId)
        else own.set(memberId, left)
      })
      return Effect.ensuring(receiveFile(request), leave)
    })
}

const receive = Effect.fn("uploads.receive")(function* (
  { request }: HttpExchange,
  inQueue: ReturnType<typeof createQueue>,
) {
  const { memberId } = yield* requireSession(request)
  const sinceMs = (yield* Clock.currentTimeMillis) - hourMs
  if ((yield* countImages(memberId, sinceMs)) >= perHourMax) return yield* refusal("request.too-many")
  const image = yield* Effect.flatMap(inQueue(memberId, request), reencodeImage)
  const id = yield* storeImage(memberId, image)
  return { id, url: `/files/${id}`, width: image.width, height: image.height }
})

const read = Effect.fn("uploads.read")(function* (arrival: HttpExchange, id: string) {
  const { memberId } = yield* requireSession(arrival.request)
  const found = yield* findImage(memberId, id)
  return found === null ? yield* refusal("upload.unknown") : found
})

/**
 * Serves image uploads, and each image to its owner only. Resolves true when the path belongs to
 * them.
 */
export const serveUploads = (services: Context.Context<UploadServices>) => {
  const run = Effect.runPromiseExitWith(services)
  const inQueue = createQueue()
  let receiving = 0
  const accept = async (arrival: HttpExchange): Promise<void> => {
    if (arrival.request.method !== upload.method) {
      arrival.response.setHeader("allow", upload.method)
      return sendRefusal(arrival, "code", refusal("request.method"))
    }
    if (receiving >= receivingMax) return sendRefusal(arrival, "code", refusal("request.too-many"))
    receiving += 1
    const exit = await run(receive(arrival, inQueue)).finally(() => {
      receiving -= 1
    })
    if (Exit.isFailure(exit)) return sendRefusal(arrival, "code", refusalOf(exit.cause, "upload"))
    return sendJson(arrival.request, arrival.response, 200, successBody("code", exit.value))
  }
  const show = async (arrival: HttpExchange, id: string): Promise<void> => {
    const exit = await run(read(arrival, id))
    if (Exit.isFailure(exit)) return sendRefusal(arrival, "code", refusalOf(exit.cause, "image"))
    const { bytes, media_type } = exit.value
    arrival.response.writeHead(200, {
      "content-type": media_type,
      "content-length": bytes.length,
      "content-disposition": "inline",
      "cache-control": "private, no-store",
    })
    arrival.response.end(bytes)
  }
  return async (arrival: HttpExchange): Promise<boolean> => {
    const { pathname } = arrival.url
    const id = pathOfImage.exec(pathname)?.[1]
    if (pathname === `/${upload.path}`) await accept(arrival)
    else if (id !== undefined && arrival.request.method === "GET") await show(arrival, id)
    else return false
    return true
  }
}
