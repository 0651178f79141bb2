/**
 * Prices: the first ones by an API call or from the offline cache, then the quote stream: ticket,
 * socket, snapshot, frames. Each frame is applied to the store before the machine is notified. The
 * same socket carries the member's events and the site's state.
 */
import { Clock, Effect, Schema } from "effect"
import { fromCallback } from "xstate"
import type { ConnectionInput } from "../../../machines/connection.ts"
import { stream } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { QuoteFrame } from "../../domain/stream-messages.ts"
import type { ConnectionEvent, SendHeartbeat } from "../../events/connection.ts"
import type { MarketEvent } from "../../events/market.ts"
import { withCacheFallback } from "./cache-fallback.ts"
import { failureOf } from "./call.ts"
import type { QuoteStore } from "./quote-store.ts"
import { Api, OfflineCache } from "./services.ts"

export interface QuoteStreamOptions {
  readonly store: QuoteStore
  /** The server, as `https://host`. */
  readonly origin: () => string
  readonly now: () => number
  /** The member who is logged in; null while it is not known. */
  readonly memberId: () => string | null
  /** A random number in [0, 1). */
  readonly roll: () => number
}

type Send = (fact: MarketEvent) => void

const StreamMessage = Schema.Union([stream.frame, stream.member, stream.site])
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(StreamMessage))

const LOST: Failure = { reason: "no-answer.network" }
const MALFORMED: Failure = { reason: "no-answer.malformed" }
const FOREIGN: Failure = { reason: "market.foreign-events" }

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

/** Requests a one-use ticket, and passes it to `onTicket`: it is part of no event. */
export const requestTicket = (onTicket: (ticket: string) => void, now: () => number) =>
  Effect.fnUntraced(function* (_input: unknown) {
    const { call } = yield* Api
    return yield* call("streamTicket", {}, { key: "market.ticket" }).pipe(
      Effect.map(({ ticket }): ConnectionEvent => {
        onTicket(ticket)
        return { type: "connection.ticketed", at: now() }
      }),
      Effect.catch((error: ApiError) =>
        Effect.succeed<ConnectionEvent>({
          type: "connection.refused",
          failure: failureOf(error),
          at: now(),
        }),
      ),
    )
  })

type StreamMessage = Schema.Schema.Type<typeof StreamMessage>

/** Whether a message holds events of a member who is not the one that is logged in. */
const isForeign = (message: StreamMessage, own: string | null): boolean =>
  message.type === "member" && message.memberId !== undefined && own !== null && message.memberId !== own

/** Applies a message and reports it to the market. */
const applyMessage = ({ store, now, roll }: QuoteStreamOptions, send: Send, message: StreamMessage): void => {
  const at = now()
  if (message.type === "member") {
    const { number, events, marks } = message
    send({ type: "market.eventsReceived", number, events, at })
    if (marks !== undefined) send({ type: "market.eventsRead", version: marks, at })
  } else if (message.type === "site") send({ type: "market.siteReported", isOpen: message.open, at })
  else {
    store.apply(message, at)
    send({ type: "market.framed", kind: message.type, frame: message.frame, roll: roll(), at })
  }
}

/** The socket of one connection; closed when the actor stops. */
export const quoteSocket = (options: QuoteStreamOptions, ticket: () => string, send: Send) =>
  fromCallback<SendHeartbeat, ConnectionInput>(({ input, receive, sendBack }) => {
    const { origin, now } = options
    const tell = (event: ConnectionEvent) => sendBack(event)
    const end = (failure: Failure) => () => tell({ type: "connection.broke", failure, at: now() })
    const socket = new WebSocket(urlOf(origin(), ticket(), input.after))
    let isAwaited = false
    socket.onopen = () => {
      send({ type: "market.connected", at: now() })
      tell({ type: "connection.opened", at: now() })
    }
    socket.onclose = socket.onerror = end(LOST)
    socket.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (isAwaited) tell({ type: "connection.answered", at: now() })
      isAwaited = false
      if (data === stream.heartbeat.answered) return
      const decoded = decodeMessage(data)
      if (decoded._tag === "None") end(MALFORMED)()
      else if (isForeign(decoded.value, options.memberId())) end(FOREIGN)()
      else applyMessage(options, send, decoded.value)
    }
    receive(() => {
      isAwaited = true
      socket.send(stream.heartbeat.said)
    })
    return () => {
      socket.onopen = socket.onclose = socket.onerror = socket.onmessage = null
      socket.close()
    }
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
