/** Decodes stored events. A separate chunk: it is loaded only when a stream holds something. */
import { Option, Schema } from "effect"
import { type StreamUpcasters, upcastEvent } from "./upcast.ts"

export interface RecordedEvent {
  readonly type: string
}

/** The event at `index` cannot be read; the message says why. */
export class UnreadableEvent extends Error {
  readonly index: number

  constructor(index: number, why: string) {
    super(`event ${index + 1}: ${why}`)
    this.name = "UnreadableEvent"
    this.index = index
  }
}

/** Decodes a stored context; null if it does not fit. Fields that the schema does not name stay. */
export const readContext = (schema: Schema.Codec<object, unknown>, stored: object): object | null => {
  const decoded = Schema.decodeUnknownOption(schema)(stored)
  return Option.isSome(decoded) ? { ...stored, ...decoded.value } : null
}

/**
 * Turns stored events into those of this release: upcast to its version, then decoded by the schema.
 * Throws `UnreadableEvent` for the first that cannot be read.
 */
export const eventReader = <Event extends RecordedEvent>(
  schema: Schema.Codec<Event, unknown>,
  upcasters?: StreamUpcasters,
) => {
  const decode = Schema.decodeUnknownOption(schema)
  const current = (stored: unknown, index: number): unknown => {
    try {
      return upcastEvent(upcasters, stored)
    } catch (cause) {
      throw new UnreadableEvent(index, cause instanceof Error ? cause.message : "cannot be upcast")
    }
  }
  return (raw: readonly unknown[]): readonly Event[] =>
    raw.map((one, index) => {
      const decoded = decode(current(one, index))
      if (decoded._tag === "None") throw new UnreadableEvent(index, "not in the schema")
      return decoded.value
    })
}
