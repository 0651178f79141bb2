import type { IncomingMessage, ServerResponse } from "node:http"
import { bodyOf, listening } from "./listening.ts"

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
  const listener = await listening(async (request, response) => {
    const { method = "", url = "", headers } = request
    const one = { method, url, headers, body: (await bodyOf(request)).toString("utf8") }
    received.push(one)
    answers[Math.min(received.length, answers.length) - 1]?.(response, one)
  })
  return { ...listener, received }
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
