import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { type WebSocket, WebSocketServer } from "ws"
import type { Feed } from "../../server/market/feed.ts"
import { openLiveFeed } from "../../server/market/live-feed.ts"
import { testMarket } from "../support/trading.ts"

describe("a live feed", () => {
  const settings = (url: string) => ({
    ...testMarket,
    feed: "live" as const,
    tickMs: 50,
    quoteStaleMs: 30_000,
    live: { url, hosts: [new URL(url).host], symbols: ["AAPL", "MSFT", "IBM"], currency: "USD" },
  })
  /** Runs with a feed from an address until its scope ends. */
  const withFeed = (url: string, use: (feed: Feed) => Promise<void>) =>
    Effect.runPromise(
      Effect.scoped(
        Effect.flatMap(openLiveFeed(settings(url), Date.now), (feed) => Effect.promise(() => use(feed))),
      ),
    )

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
    await withFeed(`http://127.0.0.1:${port}/prices`, async (feed) => {
      await expect.poll(() => feed.priceAt("AAPL", Date.now())).toBe(1_872_500n)
      expect(feed.priceAt("MSFT", Date.now())).toBeNull()
      expect(feed.priceAt("GOLD", Date.now())).toBeNull()
      await expect.poll(() => feed.priceAt("IBM", Date.now())).toBe(925_000n)
      for (const symbol of ["AAPL", "MSFT"]) expect(feed.priceAt(symbol, Date.now() + 30_000)).toBeNull()
      const { dayMs } = testMarket
      expect(feed.dayAt(3 * dayMs + 1)).toEqual({ index: 3, startsAtMs: 3 * dayMs, endsAtMs: 4 * dayMs })
      // the operator's source has no past
      expect(feed.history("IBM", Date.now(), 30)).toEqual([])
      expect([feed.openingOf("IBM", Date.now()), feed.dateAt("IBM", Date.now())]).toEqual([null, null])
    })
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
    let asked = 0
    const server = createServer((_request, response) => {
      asked += 1
      response.writeHead(302, { location: `http://127.0.0.1:${target}/` }).end()
    }).listen(0)
    const { port } = server.address() as AddressInfo
    await withFeed(`http://127.0.0.1:${port}/`, async (feed) => {
      // the second time shows that the first is over
      await expect.poll(() => asked).toBeGreaterThan(1)
      expect(feed.priceAt("AAPL", Date.now())).toBeNull()
    })
    for (const each of [server, elsewhere]) {
      each.closeAllConnections()
      each.close()
    }
    expect(reached).toBe(0)
  })

  it("subscribes over a socket, and again after a loss", async () => {
    const server = new WebSocketServer({ port: 0 })
    const subscribed: string[] = []
    let first: WebSocket | undefined
    server.on("connection", (socket) => {
      socket.on("message", (data) => {
        subscribed.push(data.toString())
        socket.send(JSON.stringify({ symbol: "MSFT", price: subscribed.length === 1 ? 28.8 : "29.1" }))
        if (subscribed.length === 1) first = socket
      })
    })
    const { port } = server.address() as AddressInfo
    await withFeed(`ws://127.0.0.1:${port}/`, async (feed) => {
      await expect.poll(() => feed.priceAt("MSFT", Date.now())).toBe(288_000n)
      first?.terminate()
      await expect.poll(() => feed.priceAt("MSFT", Date.now())).toBe(291_000n)
    })
    server.close()
    expect(subscribed[0]).toBe('{"type":"subscribe","symbols":["AAPL","MSFT","IBM"]}')
  })
})
