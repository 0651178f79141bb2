/** Prices. A row renders only for its own symbol, at most once per frame. */
import { useCallback, useEffect, useMemo, useSyncExternalStore } from "react"
import { isRefused, isStreamOff, type StreamPhase, streamPhase } from "../../../machines/stream.ts"
import type { MemberActors } from "../actors/member-actors.ts"
import type { ReceivedQuote } from "../stream/quote-store.ts"
import { afterPaint } from "./defer-work.ts"
import { useActor, useActorState, useRuntime, useSources } from "./runtime-context.tsx"

type StreamHandle = MemberActors["stream"]

/** Starts the stream after the paint: a tap must not wait for it. */
const startSoon = (handle: StreamHandle, now: () => number): void => {
  const isOff = () => isStreamOff(handle.getSnapshot())
  if (!isOff()) return
  afterPaint(() => {
    if (isOff()) handle.send({ type: "stream.start", at: now() })
  })
}

/** The stream's handle; its first user starts it. */
const useStream = (): StreamHandle => {
  const { now } = useRuntime()
  const handle = useActor("stream")
  useEffect(() => startSoon(handle, now), [handle, now])
  return handle
}

/** Opens the connection that prices and the member's changes come over, whatever page is shown. */
export const useLiveConnection = (): void => void useStream()

const noSubscription = () => () => {}

/** Renders once a second while `isWanted`. */
const useSeconds = (isWanted = true): void => {
  const { seconds } = useRuntime()
  useSyncExternalStore(isWanted ? seconds.subscribe : noSubscription, seconds.getCount, seconds.getCount)
}

/** The last quote of a symbol. */
export const useQuote = (symbol: string): ReceivedQuote | undefined => {
  useStream()
  const { quotes } = useSources()
  const subscribe = useCallback(
    (listener: () => void) => quotes.subscribe(symbol, listener),
    [quotes, symbol],
  )
  const getQuote = () => quotes.get(symbol)
  return useSyncExternalStore(subscribe, getQuote, getQuote)
}

/**
 * Reads the quotes of these symbols: for a figure over several of them. It renders in the same
 * frame as `useQuote` of each, so that a total never differs from its rows. The function changes
 * with the quotes, so that its users compute again.
 */
export const useQuotes = (symbols: readonly string[]): ((symbol: string) => ReceivedQuote | undefined) => {
  useStream()
  const { quotes } = useSources()
  const names = [...new Set(symbols)].toSorted().join(" ")
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = names.split(" ").map((symbol) => quotes.subscribe(symbol, listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [quotes, names],
  )
  const getSeqs = () =>
    names
      .split(" ")
      .map((symbol) => quotes.get(symbol)?.seq)
      .join(" ")
  const seqs = useSyncExternalStore(subscribe, getSeqs, getSeqs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new function with each quote, so that its users compute again
  return useMemo(() => (symbol: string) => quotes.get(symbol), [quotes, seqs])
}

/**
 * The age of something this device received, in ms; renders once a second. Undefined without a
 * time.
 */
export const useAge = (receivedAtMs: number | undefined): number | undefined => {
  const { now } = useRuntime()
  useSeconds(receivedAtMs !== undefined)
  return receivedAtMs === undefined ? undefined : Math.max(0, now() - receivedAtMs)
}

/** The server's clock in ms, once a second. The device's clock may be wrong by any amount. */
export const useServerNow = (): number => {
  const { now } = useRuntime()
  const { quotes } = useSources()
  useSeconds()
  return now() + quotes.clockOffsetMs()
}

/** Whether prices are live: buying is blocked unless they are. Renders when that changes. */
export const useIsLive = (): boolean => useActorState(useStream(), isMarketLive)

const isMarketLive = (snapshot: Parameters<typeof streamPhase>[0]): boolean =>
  streamPhase(snapshot) === "live"

export interface MarketStatus {
  readonly phase: StreamPhase
  /** Buying is blocked unless prices are live. */
  readonly isLive: boolean
  /** The age of the newest frame; undefined before the first one, 0 while prices are live. */
  readonly ageMs: number | undefined
  /** The last connection was dropped, because what it brought did not fit together. */
  readonly isRefused: boolean
}

/**
 * How far prices can be trusted. Renders on a change of phase, and once a second while they are
 * old.
 */
export const useMarketStatus = (): MarketStatus => {
  const { now } = useRuntime()
  const handle = useStream()
  const phase = useActorState(handle, streamPhase)
  const isLive = phase === "live"
  useSeconds(!isLive)
  const { framedAtMs } = handle.getSnapshot().context
  const ageMs = framedAtMs === null ? undefined : isLive ? 0 : Math.max(0, now() - framedAtMs)
  return { phase, isLive, ageMs, isRefused: useActorState(handle, isRefused) }
}
