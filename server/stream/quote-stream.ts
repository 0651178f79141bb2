import { Duration, Effect, Layer, Schema } from "effect"
import { WebSocket, WebSocketServer } from "ws"
import { stream as quoteStream } from "../../src/contract/endpoints.ts"
import type { Quote } from "../../src/domain/entities.ts"
import type { MemberEvent, MemberEvents } from "../../src/domain/member-event.ts"
import type { QuoteFrame } from "../../src/domain/stream-messages.ts"
import { type MemberNews, newsOf, type SentToMember } from "../core/member-events.ts"
import { isSiteOpen } from "../core/site-state.ts"
import type { Db } from "../db/db.ts"
import { Market } from "../market/market.ts"
import { makeSubscribers, type Subscriber } from "./subscribers.ts"
import { StreamHandler, type StreamRequest } from "./upgrade.ts"

/** Clients send "resync", their heartbeat and pongs only. */
const MESSAGE_MAX_BYTES = 64
/** Bytes that may be buffered for a subscriber before it is disconnected. */
const BUFFER_MAX_BYTES = 256 * 1024
const HEARTBEAT_MS = 15_000
/** More frequent requests for snapshots and heartbeats are ignored. */
const RESYNC_MIN_MS = 1_000
/**
 * The pause between two rounds that read the site's state and the new events of connected members, one
 * query each: so long that a round takes at most this share of the time, within bounds.
 */
const ROUND_PAUSE_MS = { least: 30, most: 150 } as const
const ROUND_SHARE = 1 / 20
/** Events of one member in one message. A client that missed more gets them in several rounds. */
const EVENTS_A_MESSAGE = 50
/**
 * Members whose news one statement reads: those of 10 000 who reconnect after a day, 50 events each,
 * would be one value of 150 MB.
 */
const MEMBERS_A_STATEMENT = 250

/** WebSocket close codes that the client reads. */
export const CLOSE = { sessionEnded: 4001, tooMany: 1013, unexpected: 1008 } as const

/**
 * The quote stream: a snapshot, then at most one frame per FRAME_MS with the quotes that changed
 * since the frame before. All subscribers get the same frames, so `frame` increases without a gap
 * from the snapshot's number on. A frame is encoded once for all subscribers. Beside them each
 * subscriber gets the site's state and the events of its member, read from the database, so that it
 * does not matter which process made a change.
 */
export const quoteStreamLayer: Layer.Layer<StreamHandler, never, Market | Db> = Layer.effect(
  StreamHandler,
  Effect.gen(function* () {
    const market = yield* Market
    const stream = makeQuoteStream(market, market.nowMs)
    const stopListening = market.onCycle(stream.sendFrame)
    // a round without the database is made up for by the next one
    const round = Effect.ignore(notifyMembers(stream))
    const paced = Effect.flatMap(Effect.timed(round), ([took]) =>
      Effect.sleep(roundPauseMs(Duration.toMillis(took))),
    )
    yield* Effect.forkScoped(Effect.forever(paced))
    const heartbeat = setInterval(stream.heartbeat, HEARTBEAT_MS).unref()
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        stopListening()
        clearInterval(heartbeat)
        stream.close()
      }),
    )
    return StreamHandler.of({ accept: stream.accept })
  }),
)

/** The pause after a round that took this long: few members learn sooner what is new to them. */
export const roundPauseMs = (tookMs: number): number =>
  Math.min(ROUND_PAUSE_MS.most, Math.max(ROUND_PAUSE_MS.least, tookMs / ROUND_SHARE))

/** Sends the connected members what is new to them: the site's state, their events, what they have read. */
export const notifyMembers = Effect.fn("notifyMembers")(function* (
  stream: Pick<QuoteStream, "sentToMembers" | "sendNews" | "sendSiteState">,
) {
  const members = [...stream.sentToMembers()]
  if (members.length === 0) return
  const parts = Array.from(
    { length: Math.ceil(members.length / MEMBERS_A_STATEMENT) },
    (_, part) => new Map(members.slice(part * MEMBERS_A_STATEMENT, (part + 1) * MEMBERS_A_STATEMENT)),
  )
  const notify = (sent: ReadonlyMap<string, SentToMember>) =>
    Effect.map(newsOf(sent, EVENTS_A_MESSAGE), (news) => stream.sendNews(sent, news))
  // the first are sent their news while that of the next is read
  yield* Effect.forEach(parts, notify, { concurrency: 2, discard: true })
  stream.sendSiteState(yield* isSiteOpen())
})

/**
 * Encodes a text message as one unmasked WebSocket frame (RFC 6455 §5.2), to be written to every
 * socket unchanged.
 */
const frameBytes = (text: string): Buffer => {
  const length = Buffer.byteLength(text)
  const headerLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headerLength + length)
  frame[0] = 0x81
  if (headerLength === 2) frame[1] = length
  else if (headerLength === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, headerLength)
  return frame
}

const encodeFrame = Schema.encodeSync(Schema.fromJsonString(quoteStream.frame))
const encodeSite = Schema.encodeSync(Schema.fromJsonString(quoteStream.site))
/** As text by `JSON.stringify`: it takes half the time of a schema that writes JSON. */
const encodeEvents = Schema.encodeSync(quoteStream.member)

const memberMessage = (
  { memberId }: Pick<Subscriber, "memberId">,
  message: Omit<MemberEvents, "type" | "memberId">,
): Buffer => frameBytes(JSON.stringify(encodeEvents({ type: "member", memberId, ...message })))

const PONG = frameBytes(quoteStream.heartbeat.answered)

/**
 * Writes a frame, or disconnects a subscriber whose buffer is full. The frame is written to the
 * connection directly: messages are neither compressed nor fragmented, so no other frame is ever
 * half written.
 */
const send = ({ socket, connection }: Subscriber, frame: Buffer): void => {
  if (socket.readyState !== WebSocket.OPEN) return
  if (connection.writableLength > BUFFER_MAX_BYTES) socket.terminate()
  else connection.write(frame)
}

const newSubscriber = (
  socket: WebSocket,
  { session, host, after, socket: connection }: StreamRequest,
): Subscriber => ({
  memberId: session.memberId,
  host,
  socket,
  connection,
  isAlive: true,
  resyncedAtMs: Number.NEGATIVE_INFINITY,
  answeredAtMs: Number.NEGATIVE_INFINITY,
  number: after,
  readVersion: null,
  isStarted: false,
  isSiteOpen: null,
})

/** Marks a subscriber as alive and answers its heartbeat, at most once per RESYNC_MIN_MS. */
const answer = (subscriber: Subscriber, atMs: number): void => {
  subscriber.isAlive = true
  if (atMs - subscriber.answeredAtMs < RESYNC_MIN_MS) return
  subscriber.answeredAtMs = atMs
  send(subscriber, PONG)
}

const unsent: SentToMember = { number: null, readVersion: null }

/** What the connections of a member have been sent: of several, what all of them have. */
const sentOn = (subscribers: ReadonlySet<Subscriber>): SentToMember => {
  let lowest = Number.POSITIVE_INFINITY
  const readVersions = new Set<number | null>()
  for (const { number, readVersion } of subscribers) {
    lowest = Math.min(lowest, number ?? Number.POSITIVE_INFINITY)
    readVersions.add(readVersion)
  }
  const [readVersion = null] = readVersions
  return {
    number: Number.isFinite(lowest) ? lowest : null,
    readVersion: readVersions.size === 1 ? readVersion : null,
  }
}

/** Begins a new subscriber that resumes after no earlier number with the last number of its member. */
const start = (subscriber: Subscriber, last: number): void => {
  if (subscriber.isStarted) return
  // a number that the server does not know, after its database was restored, is no place to resume
  if (subscriber.number !== null && subscriber.number < last) return
  subscriber.number = last
  subscriber.isStarted = true
  send(subscriber, memberMessage(subscriber, { number: last, events: [] }))
}

/** Sends a subscriber the events that it has not got. */
const sendEvents = (subscriber: Subscriber, events: readonly MemberEvent[]): void => {
  const known = subscriber.number ?? 0
  const missing = events.filter(({ number }) => number > known)
  const number = missing.at(-1)?.number
  if (number === undefined) return
  subscriber.number = number
  subscriber.isStarted = true
  send(subscriber, memberMessage(subscriber, { number, events: missing }))
}

/** Sends a subscriber how far events are read, if its member has marked some since. */
const sendRead = (subscriber: Subscriber, { read, readVersion }: MemberNews): void => {
  const { number, isStarted } = subscriber
  if (!isStarted || number === null || readVersion === subscriber.readVersion) return
  subscriber.readVersion = readVersion
  send(subscriber, memberMessage(subscriber, { number, events: [], read, marks: readVersion }))
}

/** Sends the subscribers of a member what is new to it, found after what `sent` says. */
const sendNews = (subscribers: ReadonlySet<Subscriber>, sent: SentToMember, news: MemberNews): void => {
  // one that connected meanwhile and resumes earlier waits for the next round
  const after = sent.number ?? Number.POSITIVE_INFINITY
  for (const subscriber of subscribers) {
    start(subscriber, news.last)
    if (subscriber.number !== null && subscriber.number >= after) sendEvents(subscriber, news.events)
    sendRead(subscriber, news)
  }
}

/** Sends the site's state to each subscriber that was last sent another. */
const sendNewSiteState = (subscribers: Iterable<Subscriber>, isOpen: boolean): void => {
  const message = frameBytes(encodeSite({ type: "site", open: isOpen }))
  for (const subscriber of subscribers) {
    if (subscriber.isSiteOpen === isOpen) continue
    subscriber.isSiteOpen = isOpen
    send(subscriber, message)
  }
}

/** Disconnects those that answered nothing since the last ping, and pings the others. */
const pingAll = (subscribers: Iterable<Subscriber>): void => {
  for (const subscriber of subscribers) {
    if (!subscriber.isAlive) subscriber.socket.terminate()
    else {
      subscriber.isAlive = false
      subscriber.socket.ping()
    }
  }
}

/**
 * The stream without timers: `sendFrame` sends a frame when one is due, `heartbeat` disconnects
 * subscribers that stopped answering pings.
 */
export const makeQuoteStream = (
  market: Pick<Market["Service"], "quoteBook" | "settings">,
  now: () => number,
) => {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: MESSAGE_MAX_BYTES,
  })
  const subscribers = makeSubscribers()
  const sent = new Map<string, number>()
  let frame = 0
  let framedAtMs = Number.NEGATIVE_INFINITY

  const encode = (type: QuoteFrame["type"], quotes: ReadonlyArray<Quote>): Buffer =>
    frameBytes(encodeFrame({ type, frame, atMs: now(), quotes }))
  const resync = (subscriber: Subscriber): void => {
    if (now() - subscriber.resyncedAtMs < RESYNC_MIN_MS) return
    subscriber.resyncedAtMs = now()
    send(subscriber, encode("snapshot", market.quoteBook.quotes()))
  }
  const changed = (): ReadonlyArray<Quote> => {
    const quotes = market.quoteBook.quotes().filter((quote) => sent.get(quote.symbol) !== quote.seq)
    for (const quote of quotes) sent.set(quote.symbol, quote.seq)
    return quotes
  }
  const follow = (socket: WebSocket, request: StreamRequest): void => {
    const { ended } = request
    socket.on("error", () => socket.terminate())
    const subscriber = newSubscriber(socket, request)
    if (!subscribers.add(subscriber)) {
      socket.close(CLOSE.tooMany)
      return
    }
    const end = (): void => socket.close(CLOSE.sessionEnded)
    socket.on("close", () => {
      subscribers.remove(subscriber)
      ended.removeEventListener("abort", end)
    })
    socket.on("pong", () => {
      subscriber.isAlive = true
    })
    socket.on("message", (data, isBinary) => {
      const said = isBinary ? "" : data.toString()
      if (said === "resync") resync(subscriber)
      else if (said === quoteStream.heartbeat.said) answer(subscriber, now())
      else socket.close(CLOSE.unexpected)
    })
    ended.addEventListener("abort", end)
    if (ended.aborted) end()
    else resync(subscriber)
  }
  return {
    accept: (request: StreamRequest): void =>
      server.handleUpgrade(request.request, request.socket, request.head, (socket) =>
        follow(socket, request),
      ),
    sendFrame: (): void => {
      // A cycle may come slightly early; the tolerance keeps the frame rate steady.
      if (now() - framedAtMs < market.settings.frameMs * 0.9) return
      const quotes = changed()
      // Without new quotes no frame is sent: the client detects stale prices by the silence.
      if (quotes.length === 0) return
      framedAtMs = now()
      frame += 1
      if (subscribers.size() === 0) return
      const message = encode("frame", quotes)
      for (const subscriber of subscribers.all()) send(subscriber, message)
    },
    /** What the connections of each member have been sent. */
    sentToMembers: (): ReadonlyMap<string, SentToMember> =>
      new Map(subscribers.byMember.entries().map(([memberId, own]) => [memberId, sentOn(own)])),
    /** Sends the members what is new to them, found after what `sent` says. */
    sendNews: (sent: ReadonlyMap<string, SentToMember>, found: ReadonlyMap<string, MemberNews>): void => {
      for (const [memberId, news] of found)
        sendNews(subscribers.of(memberId), sent.get(memberId) ?? unsent, news)
    },
    sendSiteState: (isOpen: boolean): void => sendNewSiteState(subscribers.all(), isOpen),
    heartbeat: (): void => pingAll(subscribers.all()),
    close: (): void => {
      for (const { socket } of subscribers.all()) socket.terminate()
    },
    count: subscribers.size,
  }
}

type QuoteStream = ReturnType<typeof makeQuoteStream>
