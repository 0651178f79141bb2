import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"
import { Effect } from "effect"
import { BODY_MAX_BYTES } from "../../src/domain/limits.ts"
import { type Refusal, refusal } from "../core/refusal.ts"
import { watchSender } from "./slow-sender.ts"

const isJson = (contentType: string): boolean =>
  /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(contentType)

/**
 * Reads the JSON body of a POST. An empty body counts as `{}`. Refuses other media types and bodies
 * over 64 kB.
 */
export const readJsonBody = (request: IncomingMessage): Effect.Effect<unknown, Refusal> =>
  Effect.gen(function* () {
    const contentType = request.headers["content-type"]
    if (contentType !== undefined && !isJson(contentType)) return yield* refusal("request.media-type")
    const bytes = yield* readBody(request)
    if (bytes.length === 0) return {}
    if (contentType === undefined) return yield* refusal("request.media-type")
    return yield* parse(bytes)
  })

const utf8 = new TextDecoder("utf-8", { fatal: true })

const parse = (bytes: Buffer): Effect.Effect<unknown, Refusal> =>
  Effect.try({
    try: (): unknown => JSON.parse(utf8.decode(bytes)),
    catch: () => refusal("request.malformed"),
  })

/**
 * Reads the bytes of a body. Refuses more than `maxBytes`, and a sender that is too slow. What `keeps` says
 * no to is read and dropped.
 */
export const readBody = (
  request: IncomingMessage,
  maxBytes: number = BODY_MAX_BYTES,
  keeps: (chunk: Buffer) => boolean = () => true,
): Effect.Effect<Buffer, Refusal> =>
  Effect.callback<Buffer, Refusal>((resume) => {
    // The request was aborted while another step was awaited; no further event will fire.
    if (request.destroyed) {
      resume(Effect.fail(refusal("request.malformed")))
      return
    }
    if (Number(request.headers["content-length"] ?? 0) > maxBytes) {
      resume(Effect.fail(refusal("request.too-large")))
      return
    }
    const chunks: Array<Buffer> = []
    let size = 0
    const take = (chunk: Buffer) => {
      size += chunk.length
      if (size > maxBytes) finish(Effect.fail(refusal("request.too-large")))
      else if (keeps(chunk)) chunks.push(chunk)
    }
    const finish = (result: Effect.Effect<Buffer, Refusal>) => {
      endWatch()
      request.off("data", take).off("end", complete).off("close", cut)
      resume(result)
    }
    const complete = () => finish(Effect.succeed(Buffer.concat(chunks)))
    const cut = () => finish(Effect.fail(refusal("request.malformed")))
    const endWatch = watchSender(request, () => finish(Effect.fail(refusal("request.too-slow"))))
    request.on("data", take).once("end", complete).once("error", cut).once("close", cut)
  })

const compress = promisify(gzip)
const compressFromChars = 4_096

/** What readers of JSON may hold of this process. */
export const JSON_LIMITS = {
  /** A reader takes a whole answer within this time, or is cut. The app has given up by then. */
  takenWithinMs: 10_000,
} as const

/** Cuts the connection of a reader that does not take this answer in time. */
const limitReading = (response: ServerResponse): void => {
  const begin = () => {
    const late = setTimeout(() => response.destroy(), JSON_LIMITS.takenWithinMs).unref()
    response.once("close", () => clearTimeout(late))
  }
  // an answer without a socket waits for an earlier one of its connection, and for that one's reader
  if (response.socket === null) response.once("socket", begin)
  else begin()
}

/** Sends a JSON response that is never cached, compressed when it is large. */
export const sendJson = async (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const text = JSON.stringify(body)
  const isLarge =
    text.length >= compressFromChars && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "")
  // A string is written together with the headers; a buffer would need a second write.
  const content = isLarge ? await compress(text, { level: constants.Z_BEST_SPEED }) : text
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(content),
    "cache-control": "no-store",
    ...(isLarge ? { "content-encoding": "gzip", vary: "accept-encoding" } : {}),
    ...headers,
  })
  response.end(content)
  limitReading(response)
}

const drainMs = 500

/**
 * Discards the rest of an unwanted request body for a moment, then closes the connection. Closing
 * at once would reset the connection, and the client might not receive the response.
 */
export const drain = (request: IncomingMessage, response: ServerResponse): void => {
  response.once("finish", () => {
    request.resume()
    setTimeout(() => {
      if (!request.complete) request.destroy()
    }, drainMs).unref()
  })
}
