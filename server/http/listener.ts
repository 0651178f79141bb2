import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Context, Effect, Layer, Schema } from "effect"
import { urlOf } from "../config.ts"
import { type GracefulShutdown, makeGracefulShutdown } from "./graceful-shutdown.ts"
import { commonHeaders, rawAnswer, setHeaders } from "./headers.ts"

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
    const shutdown = makeGracefulShutdown(server)
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
      resume(Effect.succeed(Listener.of({ server, port, url: urlOf(address.host, port), shutdown })))
    })
  })

const sentenceFor = (error: NodeJS.ErrnoException, { host, port }: Address): string => {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is taken: stop what uses it, or choose another with PORT.`
  if (error.code === "EACCES") return `Port ${port} may not be used by this user: choose another with PORT.`
  return `The server cannot listen on ${host}, port ${port}: ${error.message}.`
}
