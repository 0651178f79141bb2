/**
 * Prices: the first ones by an API call or from the offline cache, then the quote stream: ticket,
 * socket, snapshot, frames. Each frame is applied to the store before the machine is notified. The
 * same socket carries the member's events and the site's state.
 */
import { Clock, Effect, Random, Schema } from "effect"
import type { StreamJob } from "../../../machines/market.ts"
import { stream } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import { STREAM_HEARTBEAT_MS, STREAM_HEARTBEATS_LOST } from "../../domain/limits.ts"
import type { QuoteFrame } from "../../domain/stream-messages.ts"
import type { MarketEvent } from "../../events/market.ts"
import { withCacheFallback } from "./cache-fallback.ts"
import { failureOf } from "./call.ts"
import type { QuoteStore } from "./quote-store.ts"
import { Api, OfflineCache } from "./services.ts"

export interface QuoteStreamOptions {
  readonly store: QuoteStore
  /** The server, as `https://host`. */
  readonly origin: () => string
}

type Send = (fact: MarketEvent) => void

const decodeMessage = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Union([stream.frame, stream.member, stream.site])),
)

const LOST: Failure = { reason: "no-answer.network" }
const MALFORMED: Failure = { reason: "no-answer.malformed" }

const urlOf = (origin: string, ticket: string, after: number | null): string => {
  const url = new URL(`/${stream.path}`, origin)
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:"
  url.searchParams.set("ticket", ticket)
  if (after !== null) url.searchParams.set("after", String(after))
  return url.href
}

/**
 * The last quote of each symbol by an API call. It may arrive after the first frames and replaces
 * nothing newer.
 */
const prime = Effect.fnUntraced(
  function* (store: QuoteStore, send: Send) {
    if (store.symbols().length > 0) return
    const clock = yield* Clock.Clock
    const apply = (frame: QuoteFrame, atMs: number) => store.apply({ ...frame, type: "frame" }, atMs)
    const ask = (yield* Api).call("quotes", {}, { key: "market.quotes" })
    const frame = yield* withCacheFallback(
      ask,
      (yield* OfflineCache).recall("quotes", {}),
      ({ data, atMs }) => {
        apply(data, atMs)
        send({ type: "market.recalled", knownAtMs: atMs, at: clock.currentTimeMillisUnsafe() })
      },
    )
    apply(frame, yield* Clock.currentTimeMillis)
  },
  (program) => Effect.ignore(program),
)

/** Resolves when the page is hidden, perhaps for good. */
const whenHidden = Effect.callback<void>((resume) => {
  const left = () => resume(Effect.void)
  const types = ["pagehide", "visibilitychange"] as const
  for (const type of types) addEventListener(type, left)
  return Effect.sync(() => {
    for (const type of types) removeEventListener(type, left)
  })
})

/** Fills the store before the stream does, and caches the last prices when the page is hidden. */
export const cachePrices = (store: QuoteStore) =>
  Effect.fnUntraced(function* (_input: unknown, send: Send) {
    const { keep } = yield* OfflineCache
    yield* Effect.forkChild(prime(store, send))
    const keepAll = Effect.suspend(() => {
      const known = store.snapshot()
      return known ? keep("quotes", {}, known.frame, known.atMs) : Effect.void
    })
    return yield* Effect.forever(Effect.andThen(whenHidden, keepAll))
  })

const close = (socket: WebSocket): Effect.Effect<void> =>
  Effect.sync(() => {
    socket.onopen = socket.onclose = socket.onerror = socket.onmessage = null
    socket.close()
  })

/**
 * Holds one socket open until it is lost, stops answering or sends a malformed frame; closes it in
 * every case.
 */
const holdSocket = (
  options: QuoteStreamOptions,
  url: string,
  send: Send,
  now: () => number,
  roll: () => number,
) => {
  const follow = (socket: WebSocket) =>
    Effect.callback<Failure>((resume) => {
      // heartbeats are counted, not timed: a background tab has few timers but receives every
      // answer
      let unanswered = 0
      const heartbeat = setInterval(() => {
        if (socket.readyState !== WebSocket.OPEN) return
        if (unanswered === STREAM_HEARTBEATS_LOST) return lose(LOST)
        unanswered += 1
        socket.send(stream.heartbeat.said)
      }, STREAM_HEARTBEAT_MS)
      const lose = (failure: Failure) => {
        clearInterval(heartbeat)
        resume(Effect.succeed(failure))
      }
      socket.onopen = () => send({ type: "market.connected", at: now() })
      socket.onclose = () => lose(LOST)
      socket.onerror = () => lose(LOST)
      socket.onmessage = (message: MessageEvent<unknown>) => {
        unanswered = 0
        if (message.data === stream.heartbeat.answered) return
        const decoded = decodeMessage(message.data)
        if (decoded._tag === "None") return lose(MALFORMED)
        const frame = decoded.value
        const at = now()
        if (frame.type === "member") {
          const { number, events, read } = frame
          send({ type: "market.eventsReceived", number, events, at })
          if (read !== undefined) send({ type: "market.eventsRead", number: read, at })
          return
        }
        if (frame.type === "site") return send({ type: "market.siteReported", isOpen: frame.open, at })
        options.store.apply(frame, at)
        send({ type: "market.framed", kind: frame.type, frame: frame.frame, roll: roll(), at })
      }
      return Effect.sync(() => clearInterval(heartbeat))
    })
  return Effect.acquireUseRelease(
    Effect.sync(() => new WebSocket(url)),
    follow,
    close,
  )
}

/**
 * One connection, from ticket to loss, which resumes the member's events after `after`. It ends with
 * `market.lost`; the machine decides when to
 * reconnect.
 */
export const streamQuotes = (options: QuoteStreamOptions) =>
  Effect.fnUntraced(function* ({ after }: StreamJob, send: Send) {
    const clock = yield* Clock.Clock
    const now = () => clock.currentTimeMillisUnsafe()
    const random = yield* Random.Random
    const roll = () => random.nextDoubleUnsafe()
    const failure = yield* (yield* Api).call("streamTicket", {}, { key: "market.ticket" }).pipe(
      Effect.tap(() => Effect.sync(() => send({ type: "market.ticketed", at: now() }))),
      Effect.flatMap(({ ticket }) =>
        holdSocket(options, urlOf(options.origin(), ticket, after), send, now, roll),
      ),
      Effect.catch((error: ApiError) => Effect.succeed(failureOf(error))),
    )
    return { type: "market.lost" as const, failure, roll: roll(), at: now() }
  })

/** Sends market.wentOffline and market.cameOnline; the former at once if the device is offline. */
export const watchNetwork = (_input: unknown, send: Send) =>
  Effect.callback<undefined>(() => {
    const away = () => send({ type: "market.wentOffline", at: Date.now() })
    const back = () => send({ type: "market.cameOnline", at: Date.now() })
    if (!navigator.onLine) away()
    addEventListener("offline", away)
    addEventListener("online", back)
    return Effect.sync(() => {
      removeEventListener("offline", away)
      removeEventListener("online", back)
    })
  })
