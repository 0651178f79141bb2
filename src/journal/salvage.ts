/**
 * Finds the idempotency key that an unreadable stream leaves in doubt. It reads stored values of
 * any release, so it relies on two conventions alone: facts of an outcome end in a known word, and
 * everything about an operation names its key.
 */
import { Schema } from "effect"
import { Key } from "../domain/entities.ts"
import { type StreamUpcasters, upcastEvent } from "../events/upcast.ts"
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

/** Facts that an operation's effects report. They follow the command that carries the key. */
const FACTS: ReadonlySet<string> = new Set([
  ...OUTCOMES,
  "pauseEnded",
  "recorded",
  "tokenRejected",
  "unanswered",
])

const wordOf = (event: unknown): string => String(fieldOf(event, "type")).split(".").at(-1) ?? ""

/** An event in the words of this release, if it can be turned into one, else as it was stored. */
const inOurWords = (event: unknown, upcasters: StreamUpcasters | undefined): unknown => {
  try {
    return upcastEvent(upcasters, event)
  } catch {
    return event
  }
}

/** The last key of the stream that has no outcome there; null if there is none. */
export const keyInDoubt = (
  { base, cache, rows }: StreamContents,
  upcasters?: StreamUpcasters,
): string | null => {
  let key = keyAtRest(cache ?? base)
  for (const { event: stored } of rows) {
    const event = inOurWords(stored, upcasters)
    const named = keyOf(event)
    if (named === null) continue
    if (!OUTCOMES.has(wordOf(event))) key = named
    else if (key === named) key = null
  }
  return key
}

/**
 * The type of the first fact that precedes the command of its key; null if there is none. Only
 * a damaged stream has one: an operation's effects run after its command is recorded.
 */
export const factBeforeCommand = ({ base, cache, rows }: StreamContents): string | null => {
  const context = fieldOf((cache ?? base)?.snapshot, "context")
  const used = fieldOf(context, "usedKeys")
  const known = new Set<unknown>(Array.isArray(used) ? [...used, fieldOf(context, "key")] : [])
  for (const { event } of rows) {
    const key = keyOf(event)
    if (key === null) continue
    if (!FACTS.has(wordOf(event))) known.add(key)
    else if (!known.has(key)) return String(fieldOf(event, "type"))
  }
  return null
}

/**
 * The type of the last fact if the machine has never used its key; null otherwise. Its command was
 * ignored then, because events before it are missing or out of order: the machine knows nothing of
 * an operation that was sent.
 */
export const factOfUnusedKey = ({ rows }: StreamContents, context: object): string | null => {
  const last = rows.findLast(({ event }) => keyOf(event) !== null && FACTS.has(wordOf(event)))?.event
  const used = fieldOf(context, "usedKeys")
  if (last === undefined || !Array.isArray(used) || used.includes(keyOf(last))) return null
  return String(fieldOf(last, "type"))
}
