/** Decodes stored events. A separate chunk: it is loaded only when a stream holds something. */
import { Option, Schema } from "effect"
import type { StreamSchema } from "./declaration.ts"
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

/** Gives null for what does not fit. A schema that answers later is none for a fold. */
const decoderOf = <Value extends object>(
  schema: StreamSchema<Value>,
): ((stored: unknown) => Value | null) => {
  if (!("~standard" in schema)) {
    const decode = Schema.decodeUnknownOption(schema)
    return (stored) => Option.getOrNull(decode(stored))
  }
  return (stored) => {
    const result = schema["~standard"].validate(stored)
    if (result instanceof Promise) throw new Error("the schema is asynchronous")
    return result.issues ? null : result.value
  }
}

/** Decodes a stored context; null if it does not fit. Fields that the schema does not name stay. */
export const readContext = (schema: StreamSchema<object>, stored: object): object | null => {
  const decoded = decoderOf(schema)(stored)
  return decoded && { ...stored, ...decoded }
}

/**
 * Turns stored events into those of this release: upcast to its version, then decoded by the schema.
 * Throws `UnreadableEvent` for the first that cannot be read.
 */
export const eventReader = <Event extends RecordedEvent>(
  schema: StreamSchema<Event>,
  upcasters?: StreamUpcasters,
) => {
  const decode = decoderOf(schema)
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
      if (decoded === null) throw new UnreadableEvent(index, "not in the schema")
      return decoded
    })
}
