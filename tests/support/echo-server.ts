import type { IncomingMessage, ServerResponse } from "node:http"
import { bodyOf, listening } from "./listening.ts"

/** One request as it arrived. */
export interface EchoedRequest {
  readonly method: string
  readonly url: string
  readonly contentType: string | null
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export interface EchoOptions {
  /** Default 200. */
  readonly status?: number
  /** Default: the request itself, as JSON. */
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
  /** How long an answer takes, in ms; null for never. */
  readonly delayMs?: number | null
  /** Breaks the connection instead of answering. */
  readonly breaks?: boolean
}

const open = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*",
  "access-control-expose-headers": "*",
}

/** An HTTP server that records requests and echoes them, with CORS for any origin. */
export const startEcho = async (options: EchoOptions = {}) => {
  const received: EchoedRequest[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method === "OPTIONS" && request.headers["access-control-request-method"] !== undefined) {
      response.writeHead(204, open).end()
      return
    }
    const { method = "", url = "", headers } = request
    const contentType = headers["content-type"] ?? null
    const one = { method, url, contentType, headers, body: (await bodyOf(request)).toString("utf8") }
    received.push(one)
    if (options.breaks) return void response.destroy()
    if (options.delayMs === null) return
    if (options.delayMs !== undefined)
      await new Promise((resolve) => setTimeout(resolve, options.delayMs ?? 0))
    response.writeHead(options.status ?? 200, {
      "content-type": "application/json",
      ...open,
      ...options.headers,
    })
    response.end(method === "HEAD" ? undefined : (options.body ?? JSON.stringify(one)))
  }
  const listener = await listening((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  return { ...listener, received }
}
