/**
 * The last price of each symbol. Listeners of a symbol are notified at most once per frame, so that
 * 200 symbols at ten ticks a second cost no more than the rows on the screen.
 */
import type { Quote } from "../../domain/entities.ts"
import type { QuoteFrame } from "../../domain/stream-messages.ts"

/** Runs a task later. */
export type Schedule = (task: () => void) => void

/**
 * Runs a task before the next paint. A hidden page paints no frames: there a slow timer runs it.
 */
export const beforePaint: Schedule = (task) => {
  const hidden = typeof document === "undefined" || document.visibilityState === "hidden"
  if (hidden || typeof requestAnimationFrame === "undefined") setTimeout(task, 250)
  else requestAnimationFrame(task)
}

/** `receivedAtMs` is by the app's clock. */
export interface ReceivedQuote extends Quote {
  readonly receivedAtMs: number
}

export interface QuoteStore {
  readonly get: (symbol: string) => ReceivedQuote | undefined
  readonly symbols: () => readonly string[]
  /** Listens to one symbol; returns the function that stops it. */
  readonly subscribe: (symbol: string, listener: () => void) => () => void
  /** Listens to every quote as it is applied, with the one before it. */
  readonly onQuote: (listener: (quote: Quote, before: Quote | undefined) => void) => void
  /**
   * Applies a frame. An older tick never replaces a newer one, except in the snapshot that begins a
   * connection.
   */
  readonly apply: (frame: QuoteFrame, receivedAtMs: number) => void
  /** All quotes as one frame, and when the newest was received; undefined without any. */
  readonly snapshot: () => { readonly frame: QuoteFrame; readonly atMs: number } | undefined
  /** The server's clock minus the app's, in ms; 0 before the first frame. */
  readonly clockOffsetMs: () => number
  readonly clear: () => void
}

export const createQuoteStore = (schedule: Schedule = beforePaint): QuoteStore => {
  const quotes = new Map<string, ReceivedQuote>()
  const listeners = new Map<string, Set<() => void>>()
  const quoteListeners: ((quote: Quote, before: Quote | undefined) => void)[] = []
  const changed = new Set<string>()
  let isScheduled = false
  let offsetMs: number | null = null

  const tell = () => {
    isScheduled = false
    const symbols = [...changed]
    changed.clear()
    for (const symbol of symbols) for (const listener of [...(listeners.get(symbol) ?? [])]) listener()
  }
  const note = (symbol: string) => {
    if (!listeners.has(symbol)) return
    changed.add(symbol)
    if (isScheduled) return
    isScheduled = true
    schedule(tell)
  }
  return {
    get: (symbol) => quotes.get(symbol),
    symbols: () => [...quotes.keys()],
    subscribe: (symbol, listener) => {
      const own = listeners.get(symbol) ?? new Set()
      listeners.set(symbol, own.add(listener))
      return () => {
        own.delete(listener)
        if (own.size === 0 && listeners.get(symbol) === own) listeners.delete(symbol)
      }
    },
    onQuote: (listener) => void quoteListeners.push(listener),
    apply: (frame, receivedAtMs) => {
      const gained = frame.atMs - receivedAtMs
      // the fastest frame has the best estimate; a snapshot starts again, as either clock may have
      // been set
      offsetMs = offsetMs === null || frame.type === "snapshot" ? gained : Math.max(offsetMs, gained)
      for (const quote of frame.quotes) {
        const quoteBefore = quotes.get(quote.symbol)
        if (quoteBefore !== undefined && frame.type === "frame" && quoteBefore.seq >= quote.seq) continue
        quotes.set(quote.symbol, { ...quote, receivedAtMs })
        for (const listener of quoteListeners) listener(quote, quoteBefore)
        note(quote.symbol)
      }
    },
    snapshot: () => {
      if (quotes.size === 0) return undefined
      const all = [...quotes.values()]
      const atMs = Math.max(...all.map(({ receivedAtMs }) => receivedAtMs))
      const plain = all.map(({ receivedAtMs: _, ...quote }) => quote)
      return { frame: { type: "snapshot", frame: 0, atMs: atMs + (offsetMs ?? 0), quotes: plain }, atMs }
    },
    clockOffsetMs: () => offsetMs ?? 0,
    clear: () => {
      for (const symbol of quotes.keys()) note(symbol)
      quotes.clear()
    },
  }
}
