import type { IncomingMessage } from "node:http"
import busboy from "@fastify/busboy"
import { Effect } from "effect"
import { upload } from "../../src/contract/endpoints.ts"
import { UPLOAD_MAX_BYTES } from "../../src/domain/limits.ts"
import { type Refusal, refusal } from "../core/refusal.ts"

/** Time limit for the whole file, and the longest pause within it. */
const receiveTimeoutMs = 60_000
const silenceTimeoutMs = 5_000
const overheadBytes = 16 * 1024

type Received = Effect.Effect<Buffer, Refusal>

const startParser = (request: IncomingMessage) => {
  const contentType = request.headers["content-type"] ?? ""
  return busboy({
    headers: { ...request.headers, "content-type": contentType },
    limits: { files: 1, fields: 4, parts: 6, fileSize: UPLOAD_MAX_BYTES, fieldSize: 1_024, headerPairs: 20 },
  })
}

/** Reads the single file of a multipart body, at most 5 MB and within the time limits. */
export const receiveFile = (request: IncomingMessage): Received =>
  Effect.callback<Buffer, Refusal>((resume) => {
    const refuse = (reason: Parameters<typeof refusal>[0]) =>
      Effect.fail(refusal(reason, { field: upload.field }))
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
      clearTimeout(whole)
      clearTimeout(silence)
      request.off("data", hear)
      request.unpipe()
      resume(result)
    }
    const giveUp = () => settle(refuse("upload.unreadable"))
    const whole = setTimeout(giveUp, receiveTimeoutMs)
    const silence = setTimeout(giveUp, silenceTimeoutMs)
    const hear = () => void silence.refresh()
    request.on("data", hear)
    // "close" also fires for a complete request, possibly before the parser has emitted the rest.
    request.once("close", () => {
      if (!request.complete) giveUp()
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
  refuse: (reason: "upload.too-large" | "upload.file-missing" | "upload.unreadable") => Received,
) => {
  const chunks: Array<Buffer> = []
  let isFound = false
  parser.on("file", (name, file) => {
    file.on("error", () => settle(refuse("upload.unreadable")))
    if (name !== upload.field || isFound) return void file.resume()
    isFound = true
    file.on("data", (chunk: Buffer) => chunks.push(chunk))
    file.on("limit", () => settle(refuse("upload.too-large")))
  })
  parser.on("error", () => settle(refuse("upload.unreadable")))
  parser.on("finish", () =>
    settle(chunks.length > 0 ? Effect.succeed(Buffer.concat(chunks)) : refuse("upload.file-missing")),
  )
  return parser
}
