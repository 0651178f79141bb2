import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import { drain } from "./json.ts"

/** A request whose body is still arriving after this time is cut: nothing of it was executed. */
export const BODY_GRACE_MS = 3_000
/** A connection that is still open after this time is cut. Its outcome can be queried by key. */
const answerGraceMs = 8_000

/** Unanswered requests of a connection. Browsers send the next one after the answer. */
export const UNANSWERED_MAX = 64

/** Ends a server's connections after their last answer. */
export interface GracefulShutdown {
  /**
   * Counts a request until it is answered. False if it is not to be executed: during the shutdown,
   * which answers 503, and one too many of its connection, which is cut.
   */
  readonly admit: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Stops accepting connections. Running requests are answered. Repeated calls do nothing. */
  readonly begin: () => void
  /** Resolves when every connection is closed, at most 8 seconds after `begin`. */
  readonly closed: Promise<void>
}

interface Running {
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

const refuse = (request: IncomingMessage, response: ServerResponse): void => {
  if (!request.complete) drain(request, response)
  response.writeHead(503, { connection: "close", "retry-after": "1", "content-length": "0" }).end()
}

/**
 * Tracks the unanswered requests of each connection. A connection may carry several of them
 * (pipelining), so it is closed after the last one: a `connection: close` on an earlier answer would
 * drop the answers of requests that are already executed.
 */
export const makeGracefulShutdown = (server: Server): GracefulShutdown => {
  const unanswered = new Map<Socket, Set<Running>>()
  const watched = new WeakSet<Socket>()
  let isBegun = false
  const { promise: closed, resolve } = Promise.withResolvers<void>()

  const forget = (socket: Socket, running: Running): void => {
    const all = unanswered.get(socket)
    all?.delete(running)
    if (all === undefined || all.size > 0) return
    unanswered.delete(socket)
    if (isBegun) socket.end()
  }

  const closeAfterLast = (all: ReadonlySet<Running>): void => {
    const last = [...all].at(-1)
    if (last !== undefined && !last.response.headersSent) last.response.shouldKeepAlive = false
  }

  const cutArriving = (): void => {
    for (const [socket, all] of unanswered)
      if ([...all].every(({ request }) => !request.complete)) socket.destroy()
  }

  return {
    admit: (request, response) => {
      if (isBegun) {
        refuse(request, response)
        return false
      }
      const { socket } = request
      const running = { request, response }
      const known = unanswered.get(socket)
      if (known !== undefined && known.size >= UNANSWERED_MAX) {
        socket.destroy()
        return false
      }
      if (known === undefined) unanswered.set(socket, new Set([running]))
      else known.add(running)
      if (!watched.has(socket)) {
        watched.add(socket)
        // Responses that wait for an earlier one get no event when their connection breaks.
        socket.once("close", () => unanswered.delete(socket))
      }
      response.once("close", () => forget(socket, running))
      return true
    },
    begin: () => {
      if (isBegun) return
      isBegun = true
      server.close(() => resolve())
      server.closeIdleConnections()
      for (const all of unanswered.values()) closeAfterLast(all)
      setTimeout(cutArriving, BODY_GRACE_MS).unref()
      setTimeout(() => server.closeAllConnections(), answerGraceMs).unref()
    },
    closed,
  }
}
