import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"

const compress = promisify(gzip)
const compressFromChars = 4_096

/** Sends a JSON answer; what an API says is never cached. Large ones are compressed. */
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
  // A string leaves together with the headers, in one write; a buffer would need a second one.
  const content = isLarge ? await compress(text, { level: constants.Z_BEST_SPEED }) : text
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(content),
    "cache-control": "no-store",
    ...(isLarge ? { "content-encoding": "gzip", vary: "accept-encoding" } : {}),
    ...headers,
  })
  response.end(request.method === "HEAD" ? undefined : content)
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
