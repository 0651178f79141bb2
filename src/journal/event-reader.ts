/** Decodes stored events. A separate chunk: it is loaded only when a stream holds something. */
import { Schema } from "effect"

export interface RecordedEvent {
  readonly type: string
}

/** True if a stored context fits its schema. */
export const fits = (schema: Schema.Codec<unknown>, kept: unknown): boolean => Schema.is(schema)(kept)

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
