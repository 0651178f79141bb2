import type { IncomingMessage, ServerResponse } from "node:http"
import { promisify } from "node:util"
import { constants, gzip } from "node:zlib"

const compress = promisify(gzip)
const compressFromChars = 4_096

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
  response.end(request.method === "HEAD" ? undefined : content)
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
