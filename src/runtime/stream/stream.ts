/**
 * Prices: the first ones by an API call or from the offline cache, then the stream: pass, socket,
 * snapshot, frames. Each frame is applied to the store before the machine is notified. The same
 * socket carries the member's events and the site's state.
 */
import { Clock, type Context, Effect, Schema } from "effect"
import { fromCallback } from "xstate"
import type { ConnectionJob } from "../../../machines/stream.ts"
import { stream } from "../../contract/endpoints.ts"
import type { ApiError } from "../../contract/errors.ts"
import type { Failure } from "../../domain/failure.ts"
import type { QuoteFrame } from "../../domain/stream-messages.ts"
import type { SendHeartbeat, StreamEvent } from "../../events/stream.ts"
import { runnable } from "../actors/effect-actor.ts"
import { withCacheFallback } from "../api/offline-cache.ts"
import { Api, failureOf, OfflineCache } from "../api/services.ts"
import type { QuoteStore } from "./quote-store.ts"

export interface StreamOptions {
  readonly store: QuoteStore
  /** The server, as `https://host`. */
  readonly origin: () => string
  readonly now: () => number
  /** The member who is logged in; null while it is not known. */
  readonly memberId: () => string | null
  /** A random number in [0, 1). */
  readonly roll: () => number
}

type Send = (fact: StreamEvent) => void

const StreamMessage = Schema.Union([stream.frame, stream.member, stream.site])
const decodeMessage = Schema.decodeUnknownOption(Schema.fromJsonString(StreamMessage))

const LOST: Failure = { reason: "no-answer.network" }
const MALFORMED: Failure = { reason: "no-answer.malformed" }
const FOREIGN: Failure = { reason: "stream.foreign-events" }

const urlOf = (origin: string, pass: string, after: number | null): string => {
  const url = new URL(`/${stream.path}`, origin)
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:"
  url.searchParams.set("ticket", pass)
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
        send({ type: "stream.recalled", knownAtMs: atMs, at: clock.currentTimeMillisUnsafe() })
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
      const snapshot = store.snapshot()
      return snapshot ? keep("quotes", {}, snapshot.frame, snapshot.atMs) : Effect.void
    })
    return yield* Effect.forever(Effect.andThen(whenHidden, keepAll))
  })

type StreamMessage = Schema.Schema.Type<typeof StreamMessage>

/** Whether a message holds events of a member who is not the one that is logged in. */
const isForeign = (message: StreamMessage, own: string | null): boolean =>
  message.type === "member" && message.memberId !== undefined && own !== null && message.memberId !== own

/** Applies a message and reports it. */
const applyMessage = ({ store, now, roll }: StreamOptions, send: Send, message: StreamMessage): void => {
  const at = now()
  if (message.type === "member") {
    const { number, events, marks } = message
    send({ type: "stream.eventsReceived", number, events, at })
    if (marks !== undefined) send({ type: "stream.eventsRead", version: marks, at })
  } else if (message.type === "site") send({ type: "stream.siteReported", isOpen: message.open, at })
  else {
    store.apply(message, at)
    send({ type: "stream.framed", kind: message.type, frame: message.frame, roll: roll(), at })
  }
}

/** One socket; `close` reports nothing. */
const openSocket = (options: StreamOptions, pass: string, { after }: ConnectionJob, send: Send) => {
  const { origin, now, roll } = options
  const end = (failure: Failure) => () => send({ type: "stream.lost", failure, roll: roll(), at: now() })
  const socket = new WebSocket(urlOf(origin(), pass, after))
  let isAwaited = false
  socket.onopen = () => send({ type: "stream.connected", at: now() })
  socket.onclose = socket.onerror = end(LOST)
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (isAwaited) send({ type: "stream.answered", at: now() })
    isAwaited = false
    if (data === stream.heartbeat.answered) return
    const decoded = decodeMessage(data)
    if (decoded._tag === "None") end(MALFORMED)()
    else if (isForeign(decoded.value, options.memberId())) end(FOREIGN)()
    else applyMessage(options, send, decoded.value)
  }
  return {
    sendHeartbeat: () => {
      isAwaited = true
      socket.send(stream.heartbeat.said)
    },
    close: () => {
      socket.onopen = socket.onclose = socket.onerror = socket.onmessage = null
      socket.close()
    },
  }
}

/** One connection, from its pass, which is part of no event, to its loss. */
export const openConnection = (services: Context.Context<Api>, options: StreamOptions) =>
  fromCallback<SendHeartbeat, ConnectionJob>(({ input, receive, sendBack }) => {
    const { now, roll } = options
    const send: Send = (fact) => sendBack(fact)
    let socket: ReturnType<typeof openSocket> | undefined
    const open = ({ ticket: pass }: { readonly ticket: string }): undefined => {
      send({ type: "stream.passIssued", at: now() })
      socket = openSocket(options, pass, input, send)
    }
    const lost = (error: ApiError): StreamEvent => ({
      type: "stream.lost",
      failure: failureOf(error),
      roll: roll(),
      at: now(),
    })
    const requestPass = Effect.fnUntraced(function* (_input: unknown) {
      const { call } = yield* Api
      return yield* call("streamTicket", {}, { key: "stream.pass" }).pipe(
        Effect.match({ onSuccess: open, onFailure: lost }),
      )
    })
    const cancel = runnable(services, requestPass)(undefined, sendBack)
    receive(() => socket?.sendHeartbeat())
    return () => {
      cancel()
      socket?.close()
    }
  })

/** Sends stream.wentOffline and stream.cameOnline; the former at once if the device is offline. */
export const watchNetwork = (_input: unknown, send: Send) =>
  Effect.callback<undefined>(() => {
    const away = () => send({ type: "stream.wentOffline", at: Date.now() })
    const back = () => send({ type: "stream.cameOnline", at: Date.now() })
    if (!navigator.onLine) away()
    addEventListener("offline", away)
    addEventListener("online", back)
    return Effect.sync(() => {
      removeEventListener("offline", away)
      removeEventListener("online", back)
    })
  })
