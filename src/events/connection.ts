/** Events of one connection of the quote stream. What it brings goes to the market. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"
import { Failure } from "../domain/failure.ts"

export const ConnectionEvent = Schema.Union([
  /** The one-use ticket, which stays outside the machine, has arrived. */
  event("connection.ticketed", { at }),
  event("connection.refused", { failure: Failure, at }),
  event("connection.opened", { at }),
  /** The first message since the last heartbeat. */
  event("connection.answered", { at }),
  /** The socket closed, or sent what cannot be read. */
  event("connection.broke", { failure: Failure, at }),
])
export type ConnectionEvent = typeof ConnectionEvent.Type

/** What the machine wants of the socket. */
export interface SendHeartbeat {
  readonly type: "socket.sendHeartbeat"
}
