/**
 * Log of the calls to the server: request, attempts, outcome, time. Redacted before it is kept, in
 * memory too.
 */

import { type Json, REDACTED } from "@financial-links/journal"
import { Option, Schema } from "effect"
import type { AnyActor } from "xstate"
import { STORAGE_PREFIX } from "../domain/limits.ts"
import { createListeners } from "../domain/listeners.ts"
import { redact } from "../journal/redact.ts"
import type { Inspector } from "../runtime/actors/inspector.ts"

export const CALL_LIMIT = 300
/** Of a longer body only the size is kept. */
const BODY_MAX_CHARS = 20_000

export interface Attempt {
  readonly status: number
  readonly bytes: number
  /** From the start of the call. */
  readonly afterMs: number
  /** Redacted envelope; text if the body is not JSON, null if it is too long. */
  readonly envelope: Json
}

export interface LoggedCall {
  readonly key: string
  readonly endpoint: string
  readonly method: string
  readonly request: Json
  readonly startedAtMs: number
  readonly attempts: readonly Attempt[]
  /** Attempts started, those without a response included. */
  readonly tries: number
  /** Null while the call runs. */
  readonly outcome: string | null
  readonly tookMs: number | null
  /** Of an earlier document of this tab. */
  readonly isEarlier: boolean
}

export interface CallLog {
  readonly inspector: Pick<Inspector, "onCall" | "onBody">
  /** Newest first. */
  readonly list: () => readonly LoggedCall[]
  readonly onChange: (listener: () => void) => () => void
}

/**
 * Redacts text that does not parse, such as a truncated body: each "name":"value" is redacted by
 * its name.
 */
const redactText = (text: string): Json =>
  redact(
    text.replaceAll(/"([^"\\]*)"\s*:\s*"((?:[^"\\]|\\.)*)("?)/g, (whole, name: string, value: string) => {
      const shown = redact({ [name]: value })
      return JSON.stringify(shown) === JSON.stringify({ [name]: value }) ? whole : `"${name}":"${REDACTED}"`
    }),
  )

const envelopeOf = (text: string): Json => {
  if (text.length > BODY_MAX_CHARS) return null
  try {
    const parsed: unknown = JSON.parse(text)
    return redact(parsed)
  } catch {
    return redactText(text)
  }
}

interface OpenCall {
  call: LoggedCall
  readonly startedMs: number
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** Reads the context and the output of the request machine without depending on its type. */
const requestStateOf = (
  actor: AnyActor,
): { readonly outcome: string | null; readonly tries: number; readonly method: string } => {
  const snapshot: unknown = actor.getSnapshot()
  const context = fieldOf(snapshot, "context")
  const outcome = fieldOf(fieldOf(snapshot, "output"), "outcome")
  return {
    outcome: typeof outcome === "string" ? outcome : null,
    tries: Number(fieldOf(context, "attempt") ?? 0),
    method: String(fieldOf(context, "method") ?? ""),
  }
}

/** `earlier`: the calls of earlier documents, the newest first. */
export const createCallLog = (now: () => number, earlier: readonly LoggedCall[] = []): CallLog => {
  const listeners = createListeners()
  const open = new Map<AnyActor, OpenCall>()
  let calls = earlier.slice(0, CALL_LIMIT)
  const change = (entry: OpenCall, patch: Partial<LoggedCall>) => {
    const next = { ...entry.call, ...patch }
    calls = calls.map((call) => (call === entry.call ? next : call))
    entry.call = next
    listeners.notify()
  }
  let count = 0
  const begin = (actor: AnyActor, endpoint: string, request: unknown) => {
    count += 1
    const { method } = requestStateOf(actor)
    const call: LoggedCall = {
      key: String(count),
      endpoint,
      method,
      request: redact(request),
      startedAtMs: now(),
      attempts: [],
      tries: 0,
      outcome: null,
      tookMs: null,
      isEarlier: false,
    }
    const entry = { call, startedMs: performance.now() }
    open.set(actor, entry)
    calls = [call, ...calls].slice(0, CALL_LIMIT)
    const end = () => {
      open.delete(actor)
      change(entry, { ...requestStateOf(actor), tookMs: performance.now() - entry.startedMs })
    }
    actor.subscribe({ complete: end, error: end })
    listeners.notify()
  }
  return {
    inspector: {
      onCall: (actor, endpoint, request) => begin(actor, endpoint, request),
      onBody: (actor, status, text) => {
        const entry = open.get(actor)
        if (!entry) return
        const afterMs = performance.now() - entry.startedMs
        const attempt = { status, bytes: text.length, afterMs, envelope: envelopeOf(text) }
        change(entry, { attempts: [...entry.call.attempts, attempt], tries: requestStateOf(actor).tries })
      },
    },
    list: () => calls,
    onChange: listeners.subscribe,
  }
}

// * The calls of earlier documents of this tab, in its sessionStorage. They are written when a document
// goes, as they were kept in memory: redacted. The newest are kept, up to a limit.

const NAME = `${STORAGE_PREFIX}debug_calls`
export const TEXT_MAX_CHARS = 400_000

const StoredCalls = Schema.Array(
  Schema.Struct({
    key: Schema.String,
    endpoint: Schema.String,
    method: Schema.String,
    request: Schema.Json,
    startedAtMs: Schema.Number,
    attempts: Schema.Array(
      Schema.Struct({
        status: Schema.Number,
        bytes: Schema.Number,
        afterMs: Schema.Number,
        envelope: Schema.Json,
      }),
    ),
    tries: Schema.Number,
    outcome: Schema.NullOr(Schema.String),
    tookMs: Schema.NullOr(Schema.Number),
    isEarlier: Schema.Boolean,
  }),
)
const decodeCalls = Schema.decodeUnknownOption(Schema.fromJsonString(StoredCalls))

type TextStore = Pick<Storage, "getItem" | "setItem" | "removeItem">

/** The newest first; none if the browser denies access or holds something else there. */
export const readEarlierCalls = (open: () => Pick<TextStore, "getItem">): readonly LoggedCall[] => {
  try {
    const calls = Option.getOrElse(decodeCalls(open().getItem(NAME)), () => [])
    return calls.map((call, index) => ({ ...call, key: `earlier-${index}`, isEarlier: true }))
  } catch {
    return []
  }
}

/** The newest calls that fit into the limit. */
const fitting = (calls: readonly LoggedCall[]): readonly LoggedCall[] => {
  let chars = 0
  const end = calls.findIndex((call) => {
    chars += JSON.stringify(call).length
    return chars > TEXT_MAX_CHARS
  })
  return end < 0 ? calls : calls.slice(0, end)
}

/** Writes the calls, the newest first, for the next document of this tab. */
export const writeEarlierCalls = (open: () => TextStore, calls: readonly LoggedCall[]): void => {
  try {
    if (calls.length === 0) open().removeItem(NAME)
    else open().setItem(NAME, JSON.stringify(fitting(calls)))
  } catch {
    // a full storage keeps what was written before
  }
}
