import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { WebSocketServer } from "ws"
import { openLiveFeed } from "../../server/market/live-feed.ts"
import { testMarket } from "../support/trading.ts"

describe("a live feed", () => {
  const settings = (url: string) => ({
    ...testMarket,
    feed: "live" as const,
    tickMs: 50,
    quoteStaleMs: 500,
    live: { url, hosts: [new URL(url).host], symbols: ["AAPL", "MSFT", "IBM"], currency: "USD" },
  })
  const until = <A>(read: () => A | null) =>
    Effect.gen(function* () {
      for (let i = 0; i < 200; i++) {
        const value = read()
        if (value !== null) return value
        yield* Effect.sleep(20)
      }
      return yield* Effect.die(new Error("nothing came"))
    })

  it("polls an address once per tick, and ignores invalid prices and those of nothing", async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      asked.push(request.url ?? "")
      const answers = [
        '[{"symbol":"AAPL","price":"187.25"},{"symbol":"GOLD","price":"1"}]',
        '[{"symbol":"AAPL","price":"-1"}]',
        "<html>",
        '[{"symbol":"AAPL","price":0},{"symbol":"MSFT","price":"0.0000"},{"symbol":"IBM","price":"92.5"},null,7]',
      ]
      response.end(answers[Math.min(asked.length - 1, 3)])
    }).listen(0)
    const { port } = server.address() as AddressInfo
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const feed = yield* openLiveFeed(settings(`http://127.0.0.1:${port}/prices`), Date.now)
          expect(yield* until(() => feed.priceAt("AAPL", Date.now()))).toBe(1_872_500n)
          expect(feed.priceAt("MSFT", Date.now())).toBeNull()
          expect(feed.priceAt("GOLD", Date.now())).toBeNull()
          yield* Effect.sleep(800)
          for (const symbol of ["AAPL", "MSFT"]) expect(feed.priceAt(symbol, Date.now())).toBeNull()
          expect(feed.priceAt("IBM", Date.now())).toBe(925_000n)
          const { dayMs } = testMarket
          expect(feed.dayAt(3 * dayMs + 1)).toEqual({ index: 3, startsAtMs: 3 * dayMs, endsAtMs: 4 * dayMs })
          expect(feed.source).toBe(`127.0.0.1:${port}`)
          // the operator's source has no past
          expect(feed.history("IBM", Date.now(), 30)).toEqual([])
          expect([feed.openingOf("IBM", Date.now()), feed.dateAt("IBM", Date.now())]).toEqual([null, null])
        }),
      ),
    )
    server.closeAllConnections()
    server.close()
    expect(asked[0]).toBe("/prices?symbols=AAPL%2CMSFT%2CIBM")
    expect(asked.length).toBeGreaterThan(3)
  })

  it("does not follow a redirect to a host that is not allowed", async () => {
    let reached = 0
    const elsewhere = createServer((_request, response) => {
      reached += 1
      response.end('[{"symbol":"AAPL","price":"1.00"}]')
    }).listen(0)
    const target = (elsewhere.address() as AddressInfo).port
    const server = createServer((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${target}/` }).end()
    }).listen(0)
    const { port } = server.address() as AddressInfo
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const feed = yield* openLiveFeed(settings(`http://127.0.0.1:${port}/`), Date.now)
          yield* Effect.sleep(300)
          expect(feed.priceAt("AAPL", Date.now())).toBeNull()
        }),
      ),
    )
    for (const each of [server, elsewhere]) {
      each.closeAllConnections()
      each.close()
    }
    expect(reached).toBe(0)
  })

  it("subscribes over a socket, and again after a loss", async () => {
    const server = new WebSocketServer({ port: 0 })
    const subscribed: string[] = []
    server.on("connection", (socket) => {
      socket.on("message", (data) => {
        subscribed.push(data.toString())
        socket.send(JSON.stringify({ symbol: "MSFT", price: subscribed.length === 1 ? 28.8 : "29.1" }))
        if (subscribed.length === 1) setTimeout(() => socket.terminate(), 100)
      })
    })
    const { port } = server.address() as AddressInfo
    await Effect.runPromise(
      Effect.scoped(
        Effect.gen(function* () {
          const feed = yield* openLiveFeed(settings(`ws://127.0.0.1:${port}/`), Date.now)
          expect(yield* until(() => feed.priceAt("MSFT", Date.now()))).toBe(288_000n)
          const later = () => (feed.priceAt("MSFT", Date.now()) === 291_000n ? true : null)
          expect(yield* until(later)).toBe(true)
        }),
      ),
    )
    server.close()
    expect(subscribed[0]).toBe('{"type":"subscribe","symbols":["AAPL","MSFT","IBM"]}')
  })
})
