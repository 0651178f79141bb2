/**
 * Finds the idempotency key that an unreadable stream leaves in doubt. It reads stored values of
 * any release, so it relies on two conventions alone: facts of an outcome end in a known word, and
 * everything about an operation names its key.
 */
import { Schema } from "effect"
import { Key } from "../domain/entities.ts"
import type { StoredSnapshot, StreamContents } from "./event-store.ts"

/** After these facts the member knows the outcome of the key. */
const OUTCOMES: ReadonlySet<string> = new Set(["accepted", "refused", "voided", "unrecorded"])

/** States of the money machines in which no operation is under way. Others may be of a later release. */
const RESTING: ReadonlySet<string> = new Set([
  "accepted",
  "closed",
  "confirming",
  "editing",
  "filling",
  "notPlaced",
  "notRecorded",
  "refused",
  "reviewing",
])

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

const isKey = Schema.is(Key)

/** A key that the server would not take was never sent. */
const keyOf = (value: unknown): string | null => {
  const key = fieldOf(value, "key")
  return isKey(key) ? key : null
}

/** The outermost state, of a snapshot whose state may be nested. */
const stateOf = (snapshot: unknown): unknown => {
  const value = fieldOf(snapshot, "value")
  return typeof value === "object" && value !== null ? Object.keys(value)[0] : value
}

const keyAtRest = (kept: StoredSnapshot | null): string | null =>
  RESTING.has(String(stateOf(kept?.snapshot))) ? null : keyOf(fieldOf(kept?.snapshot, "context"))

/** The last key of the stream whose outcome it does not tell; null if there is none. */
export const keyInDoubt = ({ base, cache, rows }: StreamContents): string | null => {
  let key = keyAtRest(cache ?? base)
  for (const { event } of rows) {
    const named = keyOf(event)
    if (named === null) continue
    const word = String(fieldOf(event, "type")).split(".").at(-1) ?? ""
    if (!OUTCOMES.has(word)) key = named
    else if (key === named) key = null
  }
  return key
}
