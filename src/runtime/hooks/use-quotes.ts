/** Prices. Each symbol is its own store: a row hears of its own symbol, at most once per painted frame. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react"
import { type MarketPhase, marketPhase } from "../../../machines/market.ts"
import type { ReceivedQuote } from "../effects/quote-store.ts"
import type { MemberActors } from "../member-actors.ts"
import { afterPaint } from "./after-paint.ts"
import { useActor, useActorState, useRuntime } from "./runtime-context.tsx"
import { useSources } from "./sources-context.ts"

const SECOND_MS = 1_000

/** Counts seconds while somebody listens. */
const createSeconds = () => {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  let count = 0
  return {
    getCount: () => count,
    listen: (listener: () => void) => {
      listeners.add(listener)
      timer ??= setInterval(() => {
        count += 1
        for (const each of [...listeners]) each()
      }, SECOND_MS)
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}

const seconds = createSeconds()
const useSeconds = (): number => useSyncExternalStore(seconds.listen, seconds.getCount)

type MarketHandle = MemberActors["market"]

/** Those whose stream is about to be set going. */
const starting = new WeakSet<MarketHandle>()

/** Sets the stream going once the page has been painted: prices come over the network, and a tap does not wait for them. */
const startSoon = (handle: MarketHandle, now: () => number): void => {
  const isOff = () => handle.getSnapshot().matches("off")
  if (!isOff() || starting.has(handle)) return
  starting.add(handle)
  afterPaint(() => {
    starting.delete(handle)
    if (isOff()) handle.send({ type: "market.start", at: now() })
  })
}

/** The market's handle; whoever looks at prices sets the stream going. */
const useMarketSeat = (): MarketHandle => {
  const { now } = useRuntime()
  const handle = useActor("market")
  useEffect(() => startSoon(handle, now), [handle, now])
  return handle
}

/** The last quote of a symbol, renewed with each change of that symbol. */
export const useQuote = (symbol: string): ReceivedQuote | undefined => {
  useMarketSeat()
  const { quotes } = useSources()
  const subscribe = useCallback(
    (listener: () => void) => quotes.subscribe(symbol, listener),
    [quotes, symbol],
  )
  return useSyncExternalStore(subscribe, () => quotes.get(symbol))
}

/** Every quote, looked at once a second: for totals over many symbols. */
export const useQuotes = (): ((symbol: string) => ReceivedQuote | undefined) => {
  useMarketSeat()
  const { quotes } = useSources()
  const second = useSeconds()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function each second, so that who depends on it looks again
  return useMemo(() => (symbol: string) => quotes.get(symbol), [quotes, second])
}

/** The device's clock, once a second: for the age of what this device has seen. */
export const useNow = (): number => {
  const { now } = useRuntime()
  useSeconds()
  return now()
}

/** The server's clock, once a second. The device's may be wrong by any amount. */
export const useServerNow = (): number => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  useSeconds()
  return now() + quotes.clockOffsetMs()
}

export interface MarketStatus {
  readonly phase: MarketPhase
  /** Buying is blocked unless prices are live. */
  readonly isLive: boolean
  /** How old the newest frame is; undefined while none has come. */
  readonly ageMs: number | undefined
}

/** How far prices can be trusted. Renders on a change of phase, and once a second while they are old. */
export const useMarketStatus = (): MarketStatus => {
  const { now } = useRuntime()
  const handle = useMarketSeat()
  const phase = useActorState(handle, marketPhase)
  const isLive = phase === "live"
  useSyncExternalStore(isLive ? idle : seconds.listen, seconds.getCount)
  const { framedAtMs } = handle.getSnapshot().context
  const ageMs = framedAtMs === null ? undefined : isLive ? 0 : Math.max(0, now() - framedAtMs)
  return { phase, isLive, ageMs }
}

/** Nothing to hear: while prices are live their age is not shown. */
const idle = () => () => {}
