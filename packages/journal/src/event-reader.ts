/** Decodes stored events. A separate chunk: it is loaded only when a stream holds something. */

import { OWN_EVENT } from "./record-events.ts"
import { type StandardSchema, validated } from "./schema.ts"
import { isStored, type StreamUpcasters, upcastEvent } from "./upcast.ts"

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

/** Null for what does not fit. */
const decoded = <Value extends object>(schema: StandardSchema<Value>, stored: unknown): Value | null => {
  const result = validated(schema, stored)
  return result.issues ? null : result.value
}

/** Decodes a stored context; null if it does not fit. Fields that the schema does not name stay. */
export const readContext = (schema: StandardSchema<object>, stored: object): object | null => {
  const context = decoded(schema, stored)
  return context && { ...stored, ...context }
}

/**
 * Turns stored events into those of this release: upcast to its version, then decoded by the schema. Those
 * of XState itself stay as they are.
 * Throws `UnreadableEvent` for the first that cannot be read.
 */
export const eventReader = <Event extends RecordedEvent>(
  schema: StandardSchema<Event>,
  upcasters?: StreamUpcasters,
) => {
  const current = (stored: unknown, index: number): unknown => {
    try {
      return upcastEvent(upcasters, stored)
    } catch (cause) {
      throw new UnreadableEvent(index, cause instanceof Error ? cause.message : "cannot be upcast")
    }
  }
  const isOwn = (stored: unknown): stored is Event => isStored(stored) && OWN_EVENT.test(String(stored.type))
  return (raw: readonly unknown[]): readonly Event[] =>
    raw.map((one, index) => {
      if (isOwn(one)) return one
      const event = decoded(schema, current(one, index))
      if (event === null) throw new UnreadableEvent(index, "not in the schema")
      return event
    })
}
