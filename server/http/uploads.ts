import type { IncomingMessage } from "node:http"
import busboy from "@fastify/busboy"
import { type Context, Effect, Exit } from "effect"
import { upload } from "../../src/contract/endpoints.ts"
import { successBody } from "../../src/contract/envelope.ts"
import { UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import { reencodeImage } from "../core/image-encoding.ts"
import { countImages, storeImage } from "../core/images.ts"
import { type PlainReason, type Refusal, refusal } from "../core/refusal.ts"
import type { Vault } from "../core/vault.ts"
import type { Db } from "../db/db.ts"
import { steadyMs } from "../db/outer-clocks.ts"
import { makeFairPool } from "../fair-pool.ts"
import type { Sessions } from "../members/sessions.ts"
import { type HttpExchange, logged, refusalOf, requireSession, sendRefusal } from "./api.ts"
import { makeImageSender } from "./image-sender.ts"
import { sendJson } from "./json.ts"
import { hostOf, makeTokenBuckets } from "./rate-limiter.ts"
import { watchSender } from "./slow-sender.ts"

export type UploadServices = Db | Sessions | Vault

const perHourMax = 60
const hourMs = 3_600_000
/** Files that a member sends, stored or not, as this process counts them. */
const attempts = { calls: 2 * perHourMax, perMs: hourMs }
/** A file occupies up to 5 MB until it is re-encoded. */
export const RECEIVING_LIMITS = {
  atOnce: 12,
  atOnceOfOne: 2,
  atOnceOfHost: 6,
  waitingMax: 100,
  waitingMaxOfOne: 6,
} as const
const pathOfImage = /^\/files\/([A-Za-z0-9_-]{1,64})$/

/** When a refused file may be sent again: another one has usually been received by then. */
const SLOT_WAIT_SECONDS = 5

const tooMany = (seconds: number) => refusal("request.too-many", { params: { seconds } })

/** Refuses a member who has sent as many images within an hour as they may. */
const requireRoom = Effect.fnUntraced(function* (memberId: string) {
  const { count, leavesInMs } = yield* countImages(memberId, hourMs)
  if (count >= perHourMax) return yield* tooMany(Math.max(1, Math.ceil(leavesInMs / 1_000)))
})

/** Members and remote hosts share the slots; the one that has waited longest is next. */
const makeReceiver = () => {
  const pool = makeFairPool({ ...RECEIVING_LIMITS, refuse: () => tooMany(SLOT_WAIT_SECONDS) })
  const takeAttempt = makeTokenBuckets()
  return Effect.fn("uploads.receive")(function* ({ request, address }: HttpExchange) {
    const { memberId } = yield* requireSession(request)
    const waitMs = takeAttempt(memberId, attempts, 1, yield* steadyMs)
    if (waitMs > 0) return yield* tooMany(Math.ceil(waitMs / 1_000))
    yield* requireRoom(memberId)
    const encoding = Effect.flatMap(receiveFile(request), (bytes) => reencodeImage(bytes, memberId))
    const image = yield* pool.run(memberId, encoding, hostOf(address))
    const id = yield* storeImage(memberId, image, requireRoom(memberId))
    return { id, url: `/files/${id}`, width: image.width, height: image.height }
  })
}

/**
 * Serves image uploads, and each image to its owner only. Resolves true when the path belongs to
 * them.
 */
export const serveUploads = (services: Context.Context<UploadServices>) => {
  const run = Effect.runPromiseExitWith(services)
  const receive = makeReceiver()
  const accept = async (arrival: HttpExchange): Promise<void> => {
    if (arrival.request.method !== upload.method) return refuseMethod(arrival, upload.method)
    const exit = await run(logged(receive(arrival), arrival, "upload"))
    if (Exit.isFailure(exit)) return sendRefusal(arrival, "code", refusalOf(exit.cause))
    return sendJson(arrival.request, arrival.response, 200, successBody("code", exit.value))
  }
  const refuseMethod = (arrival: HttpExchange, allowed: string): Promise<void> => {
    arrival.response.setHeader("allow", allowed)
    return sendRefusal(arrival, "code", refusal("request.method"))
  }
  const show = makeImageSender(services)
  return async (arrival: HttpExchange): Promise<boolean> => {
    const { pathname } = arrival.url
    const id = pathOfImage.exec(pathname)?.[1]
    if (pathname === `/${upload.path}`) await accept(arrival)
    else if (id === undefined) return false
    else if (arrival.request.method === "GET") await show(arrival, id)
    else await refuseMethod(arrival, "GET")
    return true
  }
}

const overheadBytes = 16 * 1024

type Received = Effect.Effect<Buffer, Refusal>

const startParser = (request: IncomingMessage) => {
  const contentType = request.headers["content-type"] ?? ""
  return busboy({
    headers: { ...request.headers, "content-type": contentType },
    limits: { files: 6, fields: 4, parts: 6, fileSize: UPLOAD_MAX_BYTES, fieldSize: 1_024, headerPairs: 20 },
  })
}

/** Reads the single file of a multipart body, at most 5 MB, of a sender that is fast enough. */
const receiveFile = (request: IncomingMessage): Received =>
  Effect.callback<Buffer, Refusal>((resume) => {
    const refuse = (reason: PlainReason) => Effect.fail(refusal(reason, { field: upload.field }))
    // the sender left while it waited for its turn
    if (request.destroyed) {
      resume(refuse("upload.unreadable"))
      return
    }
    if (!/^multipart\/form-data;/i.test(request.headers["content-type"] ?? "")) {
      resume(Effect.fail(refusal("request.media-type")))
      return
    }
    if (Number(request.headers["content-length"] ?? 0) > UPLOAD_MAX_BYTES + overheadBytes) {
      resume(refuse("upload.too-large"))
      return
    }
    let isSettled = false
    const settle = (result: Received) => {
      if (isSettled) return
      isSettled = true
      endWatch()
      request.unpipe()
      resume(result)
    }
    const endWatch = watchSender(request, () => settle(Effect.fail(refusal("request.too-slow"))))
    // "close" also fires for a complete request, possibly before the parser has emitted the rest.
    request.once("close", () => {
      if (!request.complete) settle(refuse("upload.unreadable"))
    })
    try {
      request.pipe(listenTo(startParser(request), settle, refuse))
    } catch {
      settle(Effect.fail(refusal("request.malformed")))
    }
  })

const listenTo = (
  parser: ReturnType<typeof startParser>,
  settle: (result: Received) => void,
  refuse: (reason: Extract<PlainReason, `upload.${string}`>) => Received,
) => {
  const chunks: Array<Buffer> = []
  let found = 0
  /** Which of two would be stored depends on their order, so neither is. */
  const countPart = (name: string) => {
    if (name !== upload.field) return
    found += 1
    if (found > 1) settle(refuse("upload.second-file"))
  }
  parser.on("field", countPart)
  parser.on("file", (name, file) => {
    file.on("error", () => settle(refuse("upload.unreadable")))
    countPart(name)
    if (name !== upload.field || found > 1) return void file.resume()
    file.on("data", (chunk: Buffer) => chunks.push(chunk))
    file.on("limit", () => settle(refuse("upload.too-large")))
  })
  parser.on("error", () => settle(refuse("upload.unreadable")))
  parser.on("finish", () =>
    settle(chunks.length > 0 ? Effect.succeed(Buffer.concat(chunks)) : refuse("upload.file-missing")),
  )
  return parser
}
