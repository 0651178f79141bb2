/** Decodes stored events. A separate chunk: it is loaded only when a stream holds something. */
import { Option, Schema } from "effect"

export interface RecordedEvent {
  readonly type: string
}

/** Decodes a stored context; null if it does not fit. Fields that the schema does not name stay. */
export const readContext = (schema: Schema.Codec<object, unknown>, stored: object): object | null => {
  const decoded = Schema.decodeUnknownOption(schema)(stored)
  return Option.isSome(decoded) ? { ...stored, ...decoded.value } : null
}

/** Decodes events by their schema; null when one of them does not fit. */
export const eventReader = <Event extends RecordedEvent>(schema: Schema.Codec<Event, unknown>) => {
  const decode = Schema.decodeUnknownOption(schema)
  return (raw: readonly unknown[]): readonly Event[] | null => {
    const events: Event[] = []
    for (const one of raw) {
      const decoded = decode(one)
      if (decoded._tag === "None") return null
      events.push(decoded.value)
    }
    return events
  }
}
