import type { IncomingMessage } from "node:http"
import type { Duplex } from "node:stream"
import { Context } from "effect"
import type { Session } from "../members/sessions.ts"

/** A socket that may become a quote stream: its origin is allowed and its one-use ticket has been redeemed. */
export interface StreamRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
  readonly session: Session
  /** Aborted when the session ends, by log-out, password change or expiry: close the socket then. */
  readonly ended: AbortSignal
}

/** Takes over the sockets of `api/market/stream`. */
export class StreamHandler extends Context.Service<
  StreamHandler,
  { readonly accept: (stream: StreamRequest) => void }
>()("financial-links/server/http/StreamHandler") {}
