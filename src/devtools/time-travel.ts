/**
 * Time travel of this app: at a position read-only actors show the snapshots of then; they run no
 * effects and ignore events.
 */

import {
  createTimeTravel as createTravel,
  type RecordingTravel,
  type ShownPosition as Shown,
} from "@financial-links/console"
import { selectAlive } from "../../machines/navigation.ts"
import { createResolvedOperations } from "../runtime/actors/resolved-operations.ts"
import type { Runtime } from "../runtime/actors/runtime.ts"
import type { Sources } from "../runtime/hooks/runtime-context.tsx"
import type { QuoteStore } from "../runtime/stream/quote-store.ts"
import type { EventLog } from "./event-log.ts"
import type { OpenedRecording } from "./recordings.ts"
import type { TimeTravelActors } from "./time-travel-actors.ts"
import { type AppTimeline, timelineOf } from "./timeline.ts"

interface ShownApp {
  readonly runtime: Runtime
  readonly sources: Sources
}

export type ShownPosition = Shown<ShownApp>

export type TimeTravel = RecordingTravel<ShownApp, OpenedRecording, AppTimeline>

export interface TimeTravelParts {
  readonly eventLog: EventLog
  readonly loadTimeTravelActors: () => Promise<TimeTravelActors>
  readonly loadPrices: () => Promise<PriceHistory>
  /** Loads the code of a page. */
  readonly loadPage: (name: string) => Promise<unknown>
}

const pagesAt = (timeline: AppTimeline, position: number): readonly string[] => {
  const snapshot = timeline.snapshotAt("navigation", position)
  return snapshot ? selectAlive(snapshot).map(({ name }) => name) : []
}

export const createTimeTravel = (parts: TimeTravelParts): TimeTravel => {
  const own = timelineOf(parts.eventLog)
  const prepare = async (timeline: AppTimeline, position: number): Promise<() => ShownApp> => {
    const actors = await parts.loadTimeTravelActors()
    const pages = pagesAt(timeline, position)
    await Promise.all(pages.map((name) => parts.loadPage(name).catch(() => {})))
    const prices = await parts.loadPrices()
    return () => {
      const runtime = actors.show({
        position,
        atMs: timeline.entryAt(position)?.atMs ?? timeline.entryAt(position + 1)?.atMs ?? 0,
        answers: timeline.answers,
        snapshotOf: (id, page) => timeline.snapshotAt(id, position, page),
      })
      // a recording holds no prices
      const quotes = prices.at(timeline === own ? position : Number.NEGATIVE_INFINITY)
      return { runtime, sources: { quotes, resolvedOperations: createResolvedOperations() } }
    }
  }
  return createTravel({ timeline: own, prepare })
}

// Prices by log position: every change of the app's quote store is recorded and read back by
// read-only stores.

type HeldQuote = ReturnType<QuoteStore["get"]>

/** When there are more, the older half of each symbol goes. */
const PRICE_LIMIT = 40_000

interface RecordedQuote {
  readonly position: number
  readonly held: NonNullable<HeldQuote>
}

interface PriceHistory {
  /** A read-only store with the prices at a position. */
  readonly at: (position: number) => QuoteStore
}

/** Events after which the store may hold other prices. */
const PRICE_EVENTS: ReadonlySet<string> = new Set(["stream.framed", "stream.recalled"])

const nothing = (): void => {}

/** Records every price that `store` takes from now on, at the latest position of the log. */
export const createPriceHistory = (store: QuoteStore, eventLog: EventLog): PriceHistory => {
  const bySymbol = new Map<string, RecordedQuote[]>()
  let count = 0
  const dropOlderHalf = () => {
    for (const quotes of bySymbol.values()) quotes.splice(0, Math.floor(quotes.length / 2))
    count = [...bySymbol.values()].reduce((sum, quotes) => sum + quotes.length, 0)
  }
  const recordChanges = () => {
    for (const symbol of store.symbols()) {
      const held = store.get(symbol)
      const quotes = bySymbol.get(symbol) ?? []
      if (held === undefined || quotes.at(-1)?.held === held) continue
      bySymbol.set(symbol, quotes)
      quotes.push({ position: eventLog.end(), held })
      count += 1
    }
    if (count > PRICE_LIMIT) dropOlderHalf()
  }
  recordChanges()
  let seen = eventLog.end()
  eventLog.onChange(() => {
    const end = eventLog.end()
    for (let position = seen + 1; position <= end; position += 1)
      if (PRICE_EVENTS.has(eventLog.entryAt(position)?.event.type ?? "")) {
        recordChanges()
        break
      }
    seen = end
  })
  return {
    at: (position) => ({
      get: (symbol) => bySymbol.get(symbol)?.findLast((quote) => quote.position <= position)?.held,
      symbols: () => [...bySymbol.keys()],
      subscribe: () => nothing,
      onQuote: nothing,
      apply: nothing,
      snapshot: () => undefined,
      clockOffsetMs: () => store.clockOffsetMs(),
      clear: nothing,
    }),
  }
}
