/** Events of the streams that a member's tabs share. The rows themselves stay outside the machine. */
import { Schema } from "effect"
import { at, event } from "../../packages/journal/src/declaration.ts"

export const StreamsEvent = Schema.Union([
  /** The actors begin, or this tab leads or follows from now on. */
  event("streams.catchUp", { at }),
  /** The leader wrote rows. */
  event("streams.received", { at }),
  /** Each stream was read under the role that this tab had. */
  event("streams.read", { at }),
  /** The rows that had arrived were applied, or their streams read again. */
  event("streams.applied", { at }),
])
export type StreamsEvent = typeof StreamsEvent.Type
