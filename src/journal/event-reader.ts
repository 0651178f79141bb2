/** Reading what was recorded: only what is in the vocabulary is an event. */
import { Schema } from "effect"

export interface RecordedEvent {
  readonly type: string
}

/** Whether what was kept is of the form that it should have. */
export const fits = (schema: Schema.Codec<unknown>, kept: unknown): boolean => Schema.is(schema)(kept)

/** Reads events by their vocabulary; null when one of them does not fit. */
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
