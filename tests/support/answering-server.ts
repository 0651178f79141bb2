import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

export interface Observed {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage["headers"]
  readonly body: string
}

export type Answer = (response: ServerResponse, received: Observed) => void

/** An HTTP server with scripted answers, one per request; the last one repeats. */
export const answering = async (...answers: readonly Answer[]) => {
  const received: Observed[] = []
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (part) => {
      body += String(part)
    })
    request.on("end", () => {
      const { method = "", url = "", headers } = request
      const one = { method, url, headers, body }
      received.push(one)
      answers[Math.min(received.length, answers.length) - 1]?.(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  if (address === null || typeof address === "string") throw new Error("the server has no port")
  return {
    server,
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () => {
      server.closeAllConnections()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export const json =
  (body: unknown, status = 200): Answer =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json" })
    response.end(typeof body === "string" ? body : JSON.stringify(body))
  }

/** Never answers. */
export const silence: Answer = () => {}
/** Breaks the connection in the middle of a response. */
export const breakOff: Answer = (response) => {
  response.writeHead(200, { "content-length": "1000" })
  response.write('{"code":1', () => response.destroy())
}
