import { Effect, Option, Random, Schema, type Scope } from "effect"
import { WebSocket } from "ws"
import { RECONNECT_BASE_MS, RECONNECT_MAX_MS } from "../../src/domain/limits.ts"
import { type PriceUnits, priceUnitsOf } from "../../src/domain/money.ts"
import { fetchText } from "../core/fetch-text.ts"
import type { MarketSettings } from "./config.ts"
import type { Feed, MarketDay } from "./feed.ts"

const MESSAGE_MAX_BYTES = 256 * 1024

/**
 * A price from the operator's source: an exact decimal text with at most four decimals, or a
 * number.
 */
const SourcePrice = Schema.Struct({
  symbol: Schema.String,
  price: Schema.Union([
    Schema.String.check(Schema.isPattern(/^\d{1,12}(?:\.\d{1,4})?$/)),
    Schema.Finite.check(Schema.isBetween({ minimum: 0.0001, maximum: 1e12 })),
  ]),
})

const decodeJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const decodePrice = Schema.decodeUnknownOption(SourcePrice)

/**
 * The prices of one message or one polled response: a price, or a list of them. What is none is left out,
 * so that one symbol without a price does not stop the others.
 */
const pricesIn = (text: string): readonly (typeof SourcePrice.Type)[] =>
  Option.toArray(decodeJson(text))
    .flat()
    .flatMap((each) => Option.toArray(decodePrice(each)))

interface Received {
  readonly price: PriceUnits
  readonly atMs: number
}

/**
 * A live feed operated by the operator. For `ws:` and `wss:` addresses it sends
 * `{"type":"subscribe","symbols":["AAPL"]}` after connecting and expects messages
 * `{"symbol":"AAPL","price":"187.2500"}` or lists of them. `http:` and `https:` addresses are
 * polled once per tick with `?symbols=AAPL,MSFT` for the same list.
 *
 * The source must repeat each price at least every QUOTE_STALE_MS; an older price yields no tick.
 * Days are UTC days when DAY_MS is a day. There is no history: charts begin with the first tick.
 */
export const openLiveFeed = Effect.fnUntraced(function* (
  settings: MarketSettings,
  nowMs: () => number,
): Effect.fn.Return<Feed, never, Scope.Scope> {
  const prices = new Map<string, Received>()
  const traded = new Set(settings.live.symbols)
  const receive = (text: string): void => {
    const atMs = nowMs()
    for (const { symbol, price } of pricesIn(text)) {
      const units = priceUnitsOf(typeof price === "number" ? price.toFixed(4) : price)
      if (traded.has(symbol) && units > 0n) prices.set(symbol, { price: units, atMs })
    }
  }
  const url = new URL(settings.live.url)
  const source = url.protocol.startsWith("ws") ? listen(url, settings, receive) : poll(url, settings, receive)
  yield* Effect.forkScoped(source)
  return {
    kind: "live",
    symbols: settings.live.symbols,
    dateAt: () => null,
    dayAt: (atMs) => dayAt(atMs, settings.dayMs),
    priceAt: (symbol, atMs) => {
      const received = prices.get(symbol)
      return received === undefined || atMs - received.atMs > settings.quoteStaleMs ? null : received.price
    },
    openingOf: () => null,
    publishedAs: () => null,
    replayOf: () => null,
    history: () => [],
  }
})

const dayAt = (nowMs: number, dayMs: number): MarketDay => {
  const index = Math.floor(nowMs / dayMs)
  return { index, startsAtMs: index * dayMs, endsAtMs: (index + 1) * dayMs }
}

type Receive = (text: string) => void

/** Polls the address once per tick. */
const poll = (url: URL, settings: MarketSettings, receive: Receive): Effect.Effect<never> => {
  const asked = new URL(url)
  asked.searchParams.set("symbols", settings.live.symbols.join(","))
  let isAnswering = true
  const ask = Effect.gen(function* () {
    const text = yield* Effect.tryPromise({
      try: (signal) => fetchText(asked, signal, MESSAGE_MAX_BYTES),
      catch: String,
    })
    receive(text)
    isAnswering = true
  }).pipe(
    Effect.timeout(Math.max(2_000, settings.tickMs)),
    Effect.catch((error) => {
      // Logged once per outage, not with every tick.
      const wasAnswering = isAnswering
      isAnswering = false
      return wasAnswering
        ? Effect.logWarning(`The price source ${url.host} does not answer: ${error}`)
        : Effect.void
    }),
  )
  return Effect.forever(Effect.andThen(ask, Effect.sleep(settings.tickMs)))
}

/** Stays connected. Reconnects with exponential backoff and full jitter. */
const listen = (url: URL, settings: MarketSettings, receive: Receive): Effect.Effect<never> =>
  Effect.gen(function* () {
    for (let failures = 0; ; ) {
      const hadPrices = yield* connection(url, settings, receive)
      failures = hadPrices ? 0 : failures + 1
      const ceiling = Math.min(RECONNECT_MAX_MS, RECONNECT_BASE_MS * 2 ** failures)
      yield* Effect.logWarning(`The price source ${url.host} is not connected.`)
      yield* Effect.sleep((yield* Random.next) * ceiling)
    }
  })

/** Runs one connection until it closes. True when it received any message. */
const connection = (
  url: URL,
  settings: MarketSettings,
  receive: (text: string) => void,
): Effect.Effect<boolean> =>
  Effect.callback<boolean>((resume) => {
    const socket = new WebSocket(url, {
      maxPayload: MESSAGE_MAX_BYTES,
      handshakeTimeout: 10_000,
      followRedirects: false,
      perMessageDeflate: false,
    })
    let hadPrices = false
    socket.on("open", () => {
      socket.send(JSON.stringify({ type: "subscribe", symbols: settings.live.symbols }))
    })
    socket.on("message", (data, isBinary) => {
      if (isBinary) return
      hadPrices = true
      receive(data.toString())
    })
    socket.on("error", () => socket.terminate())
    socket.once("close", () => resume(Effect.succeed(hadPrices)))
    return Effect.sync(() => {
      socket.removeAllListeners("close")
      socket.terminate()
    })
  })
