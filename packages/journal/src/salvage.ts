/**
 * Finds the idempotency key that an unreadable stream leaves in doubt. It reads stored values of
 * any release, so it relies on two conventions alone: facts of an outcome end in a known word, and
 * everything about an operation names its key as `key`.
 */

import type { StoredSnapshot, StreamContents } from "./event-store.ts"
import { type StreamUpcasters, upcastEvent } from "./upcast.ts"

/** The words of the project. */
export interface SalvageWords {
  /** True for a key that could have been sent. */
  readonly isKey: (value: unknown) => value is string
  /** Last words of the facts after which the outcome of the key is known. */
  readonly outcomes: ReadonlySet<string>
  /** Last words of all facts that an operation's effects report: they follow the command with the key. */
  readonly facts: ReadonlySet<string>
  /** Outermost states in which no operation is under way. Others may be of a later release. */
  readonly resting: ReadonlySet<string>
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** The outermost state, of a snapshot whose state may be nested. */
const stateOf = (snapshot: unknown): unknown => {
  const value = fieldOf(snapshot, "value")
  return typeof value === "object" && value !== null ? Object.keys(value)[0] : value
}

const wordOf = (event: unknown): string => String(fieldOf(event, "type")).split(".").at(-1) ?? ""

/** An event in the words of this release, if it can be turned into one, else as it was stored. */
const inOurWords = (event: unknown, upcasters: StreamUpcasters | undefined): unknown => {
  try {
    return upcastEvent(upcasters, event)
  } catch {
    return event
  }
}

/** What a stream that cannot be read leaves in doubt, in the project's words. */
export const salvageWith = ({ isKey, outcomes, facts, resting }: SalvageWords) => {
  /** A key that could not have been sent is none. */
  const keyOf = (value: unknown): string | null => {
    const key = fieldOf(value, "key")
    return isKey(key) ? key : null
  }

  const keyAtRest = (kept: StoredSnapshot | null): string | null =>
    resting.has(String(stateOf(kept?.snapshot))) ? null : keyOf(fieldOf(kept?.snapshot, "context"))

  /** The last key of the stream that has no outcome there; null if there is none. */
  const keyInDoubt = ({ base, cache, rows }: StreamContents, upcasters?: StreamUpcasters): string | null => {
    let key = keyAtRest(cache ?? base)
    for (const { event: stored } of rows) {
      const event = inOurWords(stored, upcasters)
      const named = keyOf(event)
      if (named === null) continue
      if (!outcomes.has(wordOf(event))) key = named
      else if (key === named) key = null
    }
    return key
  }

  /**
   * The type of the first fact that precedes the command of its key; null if there is none. Only
   * a damaged stream has one: an operation's effects run after its command is recorded.
   */
  const factBeforeCommand = ({ base, cache, rows }: StreamContents): string | null => {
    const context = fieldOf((cache ?? base)?.snapshot, "context")
    const used = fieldOf(context, "usedKeys")
    const known = new Set<unknown>(Array.isArray(used) ? [...used, fieldOf(context, "key")] : [])
    for (const { event } of rows) {
      const key = keyOf(event)
      if (key === null) continue
      if (!facts.has(wordOf(event))) known.add(key)
      else if (!known.has(key)) return String(fieldOf(event, "type"))
    }
    return null
  }

  /**
   * The type of the last fact if the machine has never used its key; null otherwise. Its command was
   * ignored then, because events before it are missing or out of order: the machine knows nothing of
   * an operation that was sent.
   */
  const factOfUnusedKey = ({ rows }: StreamContents, context: object): string | null => {
    const last = rows.findLast(({ event }) => keyOf(event) !== null && facts.has(wordOf(event)))?.event
    const used = fieldOf(context, "usedKeys")
    if (last === undefined || !Array.isArray(used) || used.includes(keyOf(last))) return null
    return String(fieldOf(last, "type"))
  }

  return { keyInDoubt, factBeforeCommand, factOfUnusedKey }
}
