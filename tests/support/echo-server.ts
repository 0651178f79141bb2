import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

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

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString("utf8")
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
    const one = { method, url, contentType, headers, body: await bodyOf(request) }
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
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
