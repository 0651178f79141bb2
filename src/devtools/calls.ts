/** The calls to the server: what was asked, what each attempt brought back, how long it took. Nothing secret is kept, not even in memory. */
import type { AnyActor } from "xstate"
import { type Json, REDACTED, redact } from "../journal/redact.ts"
import type { Watcher } from "../runtime/inspector.ts"

export const CALL_LIMIT = 300
/** An answer longer than this is told by its length: a list of candles is nobody's reading. */
const BODY_MAX_CHARS = 20_000

export interface Attempt {
  readonly status: number
  readonly bytes: number
  /** Since the call began. */
  readonly afterMs: number
  /** The envelope as it came, redacted; text where it is no JSON, null where it is too long. */
  readonly envelope: Json
}

export interface LoggedCall {
  readonly key: string
  readonly endpoint: string
  readonly method: string
  readonly request: Json
  readonly startedAtMs: number
  readonly attempts: readonly Attempt[]
  /** How many attempts were begun, those without an answer included. */
  readonly tries: number
  /** Null while it is under way. */
  readonly outcome: string | null
  readonly tookMs: number | null
}

export interface Calls {
  readonly watcher: Pick<Watcher, "onCall" | "onBody">
  /** Newest first. */
  readonly list: () => readonly LoggedCall[]
  readonly onChange: (listener: () => void) => () => void
}

/** Half an answer may hold a whole secret: what looks like a named value is judged by its name. */
const redactHalf = (text: string): Json =>
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
    return redactHalf(text)
  }
}

interface Open {
  call: LoggedCall
  readonly beganMs: number
}

const stateOf = (
  actor: AnyActor,
): { readonly outcome: string | null; readonly tries: number; readonly method: string } => {
  const snapshot: unknown = actor.getSnapshot()
  const context: unknown =
    typeof snapshot === "object" && snapshot !== null && "context" in snapshot ? snapshot.context : null
  const field = (name: string): unknown =>
    typeof context === "object" && context !== null ? Reflect.get(context, name) : undefined
  const outcome = field("outcome")
  return {
    outcome: typeof outcome === "string" ? outcome : null,
    tries: Number(field("attempt") ?? 0),
    method: String(field("method") ?? ""),
  }
}

export const createCalls = (now: () => number): Calls => {
  const listeners = new Set<() => void>()
  const open = new Map<AnyActor, Open>()
  let calls: readonly LoggedCall[] = []
  const change = (entry: Open, patch: Partial<LoggedCall>) => {
    const next = { ...entry.call, ...patch }
    calls = calls.map((call) => (call === entry.call ? next : call))
    entry.call = next
    for (const listener of [...listeners]) listener()
  }
  let count = 0
  const begin = (actor: AnyActor, endpoint: string, request: unknown) => {
    count += 1
    const { method } = stateOf(actor)
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
    }
    const entry = { call, beganMs: performance.now() }
    open.set(actor, entry)
    calls = [call, ...calls].slice(0, CALL_LIMIT)
    const end = () => {
      open.delete(actor)
      change(entry, { ...stateOf(actor), tookMs: performance.now() - entry.beganMs })
    }
    actor.subscribe({ complete: end, error: end })
    for (const listener of [...listeners]) listener()
  }
  return {
    watcher: {
      onCall: (actor, endpoint, request) => begin(actor, endpoint, request),
      onBody: (actor, status, text) => {
        const entry = open.get(actor)
        if (!entry) return
        const afterMs = performance.now() - entry.beganMs
        const attempt = { status, bytes: text.length, afterMs, envelope: envelopeOf(text) }
        change(entry, { attempts: [...entry.call.attempts, attempt], tries: stateOf(actor).tries })
      },
    },
    list: () => calls,
    onChange: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
