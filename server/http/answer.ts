import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"

const compress = promisify(gzip)
const compressFromBytes = 4_096

/** Sends a JSON answer; what an API says is never cached. Large ones are compressed. */
export const sendJson = async (
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> => {
  const plain = Buffer.from(JSON.stringify(body))
  const isLarge =
    plain.length >= compressFromBytes && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "")
  const bytes = isLarge ? await compress(plain, { level: constants.Z_BEST_SPEED }) : plain
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": bytes.length,
    "cache-control": "no-store",
    ...(isLarge ? { "content-encoding": "gzip", vary: "accept-encoding" } : {}),
    ...headers,
  })
  response.end(request.method === "HEAD" ? undefined : bytes)
}

const drainMs = 500

/**
 * Answers a request whose body is not wanted: what still arrives is thrown away for a moment, then the line is cut. Closing at
 * once would reset the line, and the sender might never read the answer.
 */
export const drain = (request: IncomingMessage, response: ServerResponse): void => {
  response.once("finish", () => {
    request.resume()
    setTimeout(() => {
      if (!request.complete) request.destroy()
    }, drainMs).unref()
  })
}
