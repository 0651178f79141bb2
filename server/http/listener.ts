import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http"
import { createServer as createSocketServer, type Socket, type Server as SocketServer } from "node:net"
import type { Duplex } from "node:stream"
import { Context, Effect, Layer, Schema } from "effect"
import { LOOPBACK, urlOf } from "../config/address.ts"
import { commonHeaders, rawAnswer, setHeaders } from "./headers.ts"
import { drain } from "./json.ts"

/** The server cannot listen. The message is one sentence for the operator. */
export class ListenRefused extends Schema.TaggedError<ListenRefused>()("ListenRefused", {
  message: Schema.String,
}) {}

/**
 * The open port. It is opened before anything else, so that a port in use fails at once and the
 * address is known to every layer.
 */
export class Listener extends Context.Service<
  Listener,
  {
    readonly server: Server
    readonly port: number
    readonly url: string
    readonly shutdown: GracefulShutdown
  }
>()("financial-links/server/http/Listener") {}

interface Address {
  readonly host: string
  readonly port: number
}

const timeouts = {
  requestTimeout: 65_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
} as const

/** Open connections, those of the stream included. Further ones are closed at once. */
const CONNECTIONS_MAX = 20_000

/** Accepts WebSocket upgrades only. An HTTP client that offers HTTP/2 is answered over HTTP/1.1. */
const isSocketWanted = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === "websocket"

/** Answers 503 before the edge is attached and after it is removed. */
const unavailable = (server: Server) => (_request: IncomingMessage, response: ServerResponse) => {
  if (server.listenerCount("request") > 2) return
  response.writeHead(503, { "retry-after": "1", "content-length": "0" }).end()
}

const LOOPBACK_6 = "::1"

/** How a request is answered that cannot be read, by the error of its reader. */
const unreadable: ReadonlyMap<string, string> = new Map([
  ["ERR_HTTP_REQUEST_TIMEOUT", "408 Request Timeout"],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", "413 Payload Too Large"],
  ["HPE_HEADER_OVERFLOW", "431 Request Header Fields Too Large"],
])

/** Every answer has its security headers from its beginning, those that Node gives by itself included. */
class Answer extends ServerResponse {
  constructor(...given: ConstructorParameters<typeof ServerResponse<IncomingMessage>>) {
    super(...given)
    setHeaders(this, commonHeaders(false))
  }
}

/** Opens the port. Port 0 selects a free one. */
export const listenerLayer = (
  address: Address,
  connectionsMax = CONNECTIONS_MAX,
): Layer.Layer<Listener, ListenRefused> =>
  Layer.effect(
    Listener,
    Effect.acquireRelease(open(address, connectionsMax), ({ shutdown }) => Effect.sync(shutdown.begin)),
  )

const open = (address: Address, connectionsMax: number): Effect.Effect<Listener["Service"], ListenRefused> =>
  Effect.callback((resume) => {
    const server = createServer({
      ...timeouts,
      shouldUpgradeCallback: isSocketWanted,
      ServerResponse: Answer,
    })
    server.maxConnections = connectionsMax
    const unanswered = new WeakMap<Duplex, Set<ServerResponse>>()
    const beside = createSocketServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit("connection", socket),
    )
    beside.maxConnections = connectionsMax
    const shutdown = makeGracefulShutdown(server, beside)
    server.on("request", (request, response) => {
      unanswered.set(request.socket, (unanswered.get(request.socket) ?? new Set()).add(response))
      response.once("close", () => unanswered.get(request.socket)?.delete(response))
    })
    server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
      const isMidway = [...(unanswered.get(socket) ?? [])].some(({ headersSent }) => headersSent)
      if (isMidway || !socket.writable) return void socket.destroy()
      socket.once("finish", () => socket.destroy())
      socket.end(rawAnswer(unreadable.get(error.code ?? "") ?? "400 Bad Request"))
    })
    server.on("connect", (_request, socket) => {
      socket.on("error", () => {})
      socket.end(rawAnswer("405 Method Not Allowed", { allow: "GET, HEAD, POST" }))
    })
    server.on("request", unavailable(server))
    // Also handles errors after the start, such as a failed accept; an unhandled one would end the
    // process.
    server.on("error", (error: NodeJS.ErrnoException) =>
      resume(Effect.fail(new ListenRefused({ message: sentenceFor(error, address) }))),
    )
    server.listen(address.port, address.host, () => {
      const bound = server.address()
      const port = typeof bound === "object" && bound !== null ? bound.port : address.port
      const opened = Effect.succeed(Listener.of({ server, port, url: urlOf(address.host, port), shutdown }))
      if (address.host !== LOOPBACK) return resume(opened)
      beside.once("error", (error: NodeJS.ErrnoException) => {
        // a machine without IPv6, or a port that was not chosen
        if (address.port === 0 || ["EADDRNOTAVAIL", "EAFNOSUPPORT"].includes(error.code ?? ""))
          return resume(opened)
        server.close()
        resume(Effect.fail(new ListenRefused({ message: sentenceFor(error, { host: LOOPBACK_6, port }) })))
      })
      // a browser looks for `localhost` here first
      beside.listen(port, LOOPBACK_6, () => {
        beside.removeAllListeners("error").on("error", () => {})
        resume(opened)
      })
    })
  })

const sentenceFor = (error: NodeJS.ErrnoException, { host, port }: Address): string => {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is taken: stop what uses it, or choose another with PORT.`
  if (error.code === "EACCES") return `Port ${port} may not be used by this user: choose another with PORT.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}.`
}

// Ending the connections after their last answer.

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
export const makeGracefulShutdown = (...servers: readonly [Server, SocketServer?]): GracefulShutdown => {
  const [server] = servers
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
      const ends = servers.map((each) => new Promise((ended) => each?.close(ended)))
      Promise.all(ends).then(() => resolve())
      server.closeIdleConnections()
      for (const all of unanswered.values()) closeAfterLast(all)
      setTimeout(cutArriving, BODY_GRACE_MS).unref()
      setTimeout(() => server.closeAllConnections(), answerGraceMs).unref()
    },
    closed,
  }
}
