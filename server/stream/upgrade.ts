import type { IncomingMessage, Server } from "node:http"
import type { Duplex } from "node:stream"
import { Context, Effect, Exit } from "effect"
import { stream } from "../../src/contract/endpoints.ts"
import { type Session, Sessions } from "../members/sessions.ts"

const timerMaxMs = 2_147_483_647
/** The sockets of a session that another process ended are closed here within two seconds. */
const recheckEveryMs = 1_500

const urlOf = (request: IncomingMessage) => URL.parse(request.url ?? "", "http://localhost")

/** The last event that the client knows; null if it names none. */
const afterOf = (request: IncomingMessage): number | null => {
  const text = urlOf(request)?.searchParams.get("after") ?? ""
  return /^\d{1,15}$/u.test(text) ? Number(text) : null
}

/**
 * Upgrades requests for the quote stream when the origin is allowed and the pass is valid, and
 * signals the handler when a socket's session ends. `answerOf` makes the answer of a refused one.
 * Returns a function that closes every socket.
 */
export const serveUpgrades = (
  server: Server,
  isAllowedOrigin: (origin: string) => boolean,
  services: Context.Context<Sessions | StreamHandler>,
  answerOf: (status: string, headers?: Readonly<Record<string, string>>) => string,
  hostOf: (request: IncomingMessage) => string,
): (() => void) => {
  const refuse = (socket: Duplex, ...answer: Parameters<typeof answerOf>): void => {
    socket.once("finish", () => socket.destroy())
    socket.end(answerOf(...answer))
  }
  const sessions = Context.get(services, Sessions)
  const { accept } = Context.get(services, StreamHandler)
  const open = new Map<string, Set<AbortController>>()
  const sockets = new Set<Duplex>()
  sessions.onEnd((tokenHash) => {
    for (const controller of open.get(tokenHash) ?? []) controller.abort()
  })
  const follow = (socket: Duplex, tokenHash: string, lifeMs: number): AbortSignal => {
    const controller = new AbortController()
    const group = open.get(tokenHash) ?? new Set()
    open.set(tokenHash, group.add(controller))
    const timer = setTimeout(() => controller.abort(), Math.min(timerMaxMs, Math.max(0, lifeMs))).unref()
    socket.once("close", () => {
      clearTimeout(timer)
      group.delete(controller)
      if (group.size === 0) open.delete(tokenHash)
    })
    return controller.signal
  }
  const redeem = async (request: IncomingMessage, socket: Duplex, head: Buffer, pass: string) => {
    const exit = await Effect.runPromiseExit(sessions.redeemPass(pass))
    if (Exit.isFailure(exit)) return refuse(socket, "503 Service Unavailable", { "retry-after": "1" })
    const session = exit.value
    if (session === null || socket.destroyed) return refuse(socket, "401 Unauthorized")
    const ended = follow(socket, session.tokenHash, session.lifeMs)
    accept({ request, socket, head, session, host: hostOf(request), after: afterOf(request), ended })
  }
  server.on("upgrade", (request, socket, head) => {
    sockets.add(socket)
    socket.once("close", () => sockets.delete(socket))
    socket.on("error", () => socket.destroy())
    const url = urlOf(request)
    if (url?.pathname !== `/${stream.path}`) return refuse(socket, "404 Not Found")
    if (!isAllowedOrigin(request.headers.origin ?? "")) return refuse(socket, "403 Forbidden")
    void redeem(request, socket, head, url.searchParams.get("ticket") ?? "")
  })
  const timer = setInterval(() => {
    if (open.size > 0) void Effect.runPromiseExit(sessions.recheck([...open.keys()]))
  }, recheckEveryMs).unref()
  return () => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  }
}

/**
 * An upgrade request for the quote stream. Its origin is allowed and its one-use pass is
 * redeemed.
 */
export interface StreamRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly session: Session
  /** The remote host, for its share of the sockets; empty where the address identifies no client. */
  readonly host: string
  /** The number of the member's event to resume after; null to begin with the present. */
  readonly after: number | null
  /** Aborts when the session ends by log-out, password change or expiry. Close the socket then. */
  readonly ended: AbortSignal
}

/** Accepts the sockets of `api/market/stream`. */
export class StreamHandler extends Context.Service<
  StreamHandler,
  { readonly accept: (stream: StreamRequest) => void }
>()("financial-links/server/stream/StreamHandler") {}
