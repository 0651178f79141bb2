import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { Context } from "effect"
import type { Session } from "../members/sessions.ts"

/**
 * An upgrade request for the quote stream. Its origin is allowed and its one-use ticket is
 * redeemed.
 */
export interface StreamRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly session: Session
  /** Aborts when the session ends by log-out, password change or expiry. Close the socket then. */
  readonly ended: AbortSignal
}

/** Accepts the sockets of `api/market/stream`. */
export class StreamHandler extends Context.Service<
  StreamHandler,
  { readonly accept: (stream: StreamRequest) => void }
>()("financial-links/server/http/StreamHandler") {}
