/**
 * The real server with a market of two hundred symbols that tick ten times a second. Its own market has as many symbols as there are published series, so
 * this stands in front of it: the list of products is lengthened, and the stream is the server's own code over a board of its own. All else is passed on.
 */
import { request as ask, type IncomingMessage, type ServerResponse } from "node:http"
import { demoMarket } from "../../server/market/config.ts"
import { seriesOfTape } from "../../server/market/published-series.ts"
import { makeQuoteBook } from "../../server/market/quote-book.ts"
import { replayFeed } from "../../server/market/replay-feed.ts"
import { nextTick } from "../../server/market/tick.ts"
import { makeQuoteStream } from "../../server/stream/quote-stream.ts"
import { endpoints, stream as quoteStream } from "../../src/contract/endpoints.ts"
import { listen } from "./site.ts"

export const SYMBOLS = 200
export const FRAME_MS = 100

/**
 * How many of the prices sent last are known of each symbol: enough to tell one that was never
 * sent.
 */
export const REMEMBERED = 100
const START = 25_4000n
const STEP = 2_000

interface ListedProduct {
  readonly id: string
  readonly symbol: string
}
interface Products {
  readonly data: readonly ListedProduct[]
}

/** So many products: those there are, again and again under other names. */
export const lengthened = <Body extends Products>(body: Body, rows: number): Body => ({
  ...body,
  data: Array.from({ length: rows }, (_, index) => {
    const product = body.data[index % body.data.length]
    const round = Math.floor(index / body.data.length)
    return round === 0
      ? product
      : { ...product, id: `${product?.id}-${round}`, symbol: `${product?.symbol}${round}` }
  }),
})

/** A market of these symbols: each beat ticks them all and sends one frame. */
const openMarket = () => {
  const replay = replayFeed(
    {
      secret: "bench",
      anchorMs: 0,
      anchorDay: 0,
      dayMs: 86_400_000,
      tickMs: FRAME_MS,
    },
    seriesOfTape("first"),
  )
  let symbols: readonly string[] = []
  const feed = {
    ...replay,
    get symbols() {
      return symbols
    },
    openingOf: () => null,
  }
  const quoteBook = makeQuoteBook(feed)
  const stream = makeQuoteStream({ quoteBook, settings: { ...demoMarket, frameMs: FRAME_MS } }, Date.now)
  const sent = new Map<string, readonly string[]>()
  let isTicking = true
  const beat = setInterval(() => {
    if (!isTicking) return
    for (const symbol of symbols) {
      const head = quoteBook.last(symbol)?.tick ?? null
      const step = BigInt(Math.round((Math.random() - 0.5) * STEP))
      quoteBook.record(nextTick(symbol, head, Date.now(), (head?.price ?? START) + step))
    }
    stream.sendFrame()
    for (const { symbol, price } of quoteBook.quotes())
      sent.set(symbol, [price, ...(sent.get(symbol) ?? [])].slice(0, REMEMBERED))
  }, FRAME_MS)
  return {
    stream,
    list: (wanted: readonly string[]) => {
      symbols = wanted
    },
    /** The last prices of a symbol, newest first. */
    sent: (symbol: string): readonly string[] => sent.get(symbol) ?? [],
    tick: (on: boolean) => {
      isTicking = on
    },
    close: () => {
      clearInterval(beat)
      stream.close()
    },
  }
}

const pass = (server: URL, request: IncomingMessage, response: ServerResponse): void => {
  const { method, url: path, headers } = request
  const asked = ask({ host: server.hostname, port: server.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  asked.on("error", () => response.destroy())
  request.pipe(asked)
}

/** Answers the list of products, and tells the symbols that are on it. */
const answerProducts = async (
  server: URL,
  { url = "", headers }: IncomingMessage,
  response: ServerResponse,
): Promise<readonly string[]> => {
  const given = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (typeof value === "string" && name !== "connection" && name !== "host") given.set(name, value)
  const body: Products = await (await fetch(new URL(url, server), { headers: given })).json()
  const long = lengthened(body, SYMBOLS)
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(long))
  return long.data.map(({ symbol }) => symbol)
}

/** A page of the bench's own, for a floor. */
export const PLAIN_PATH = "/plain"

/** Opens it in front of the server at `url`. */
export const openTickingSite = async (url: string, plainPage: string) => {
  const server = new URL(url)
  const market = openMarket()
  let readers = 0
  const front = await listen((request, response) => {
    if (request.url === PLAIN_PATH)
      return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(plainPage)
    if (!request.url?.startsWith(`/${endpoints.products.path}`)) return pass(server, request, response)
    answerProducts(server, request, response).then(market.list, () => response.destroy())
  })
  front.server.on("upgrade", (request, socket, head) => {
    if (!request.url?.startsWith(`/${quoteStream.path}`)) return socket.destroy()
    readers += 1
    const session = { memberId: `m${readers}`, tokenHash: "", lifeMs: 1e12 }
    const { signal } = new AbortController()
    market.stream.accept({ request, socket, head, session, host: "", after: null, ended: signal })
  })
  return {
    url: front.url,
    sent: market.sent,
    tick: market.tick,
    close: () => {
      market.close()
      front.close()
    },
  }
}
