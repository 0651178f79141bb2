/** The calls that a member's first page asks ahead, and what a session leaves behind, with a real server. */
import { expect, it, vi } from "vitest"
import { endpoints } from "../../src/contract/endpoints.ts"
import { successBody } from "../../src/contract/envelope.ts"
import { HOME_PATH } from "../../src/navigation/routes.ts"
import { openMarketTrustStore } from "../../src/runtime/api/market-trust-store.ts"
import { createQuoteStore } from "../../src/runtime/stream/quote-store.ts"
import { type Answer, json } from "../support/answering-server.ts"
import { configOf } from "../support/config.ts"
import { encodeAnswer } from "../support/encoded-answer.ts"
import { seen } from "../support/fast-timers.ts"
import { memoryArea } from "../support/in-process-runtime.ts"
import { siteOf, visitorApps, wallet } from "../support/visitor-app.ts"

const openVisitorApp = visitorApps()

const quote = { symbol: "AAPL", seq: 3, atMs: 3, price: "1.0000" }
const prices = { open: "1.0000", high: "1.0000", low: "1.0000", previousClose: "1.0000" }
const quotes = { type: "snapshot", frame: 1, atMs: 1_000, quotes: [{ ...quote, ...prices }] } as const

/** The visitor's server with further answers by path; an answer of null is a broken connection. */
const siteWith = (answers: Readonly<Record<string, unknown>>) => {
  const site = siteOf()
  const answer: Answer = (response, received) => {
    const path = received.url.slice(1).split("?")[0] ?? ""
    if (!(path in answers)) return site.answer(response, received)
    if (answers[path] === null) response.destroy()
    else json(answers[path])(response, received)
  }
  return { ...site, answer }
}

const LISTS = Object.fromEntries(
  (["banners", "placards", "products"] as const).map((name) => [
    endpoints[name].path,
    successBody("code", []),
  ]),
)
const QUOTES = { [endpoints.quotes.path]: successBody("code", encodeAnswer("quotes", quotes)) }

/** The API layer of a member who has logged in. */
const openLayer = async (answers: Readonly<Record<string, unknown>>) => {
  const app = await openVisitorApp("/", siteWith(answers), memoryArea())
  app.login("ada")
  await seen(app.page, HOME_PATH)
  const layer = await app.system.apiLayer.load()
  const asked = () => app.server.received.map(({ url }) => url.slice(1).split("?")[0])
  return { ...app, layer, asked }
}

it("asks ahead for what home shows, and says when the balance is there", async () => {
  const { layer, asked } = await openLayer(LISTS)
  await layer.prefetchHome()
  expect(layer.queries.query("walletSummary", {}).getState()).toMatchObject({ phase: "ready", data: wallet })
  const home = (["walletSummary", "banners", "placards", "products"] as const).map(
    (name) => endpoints[name].path,
  )
  await seen(() => home.filter((path) => !asked().includes(path)), [])
  expect(layer.queries.query("products", {}).getState().data).toEqual([])
})

it("asks ahead for products and prices of the market, and applies the prices as a frame", async () => {
  const { layer } = await openLayer({ ...LISTS, ...QUOTES })
  const store = createQuoteStore((work) => work())
  const newer = { ...quotes.quotes[0], seq: 9, price: "9.0000" }
  store.apply({ type: "frame", frame: 1, atMs: 1, quotes: [{ ...newer, symbol: "MSFT" }] }, 1)
  await layer.prefetchMarket(store)
  expect(layer.queries.query("products", {}).getState().data).toEqual([])
  expect(store.get("AAPL")).toMatchObject({ seq: 3, price: "1.0000" })
  // a frame never takes a newer price back
  store.apply({ type: "frame", frame: 1, atMs: 1, quotes: [newer] }, 1)
  await layer.prefetchMarket(store)
  expect(store.get("AAPL")?.price).toBe("9.0000")
})

it("shows the market without prices where they do not come", async () => {
  const { layer } = await openLayer({ ...LISTS, [endpoints.quotes.path]: null })
  const store = createQuoteStore((work) => work())
  const shown = layer.prefetchMarket(store)
  await seen(() => layer.queries.query("products", {}).getState().data, [])
  await seen(() => layer.running().length, 0)
  await shown
  expect(store.symbols()).toEqual([])
})

it("remembers the market's key of the first configuration", async () => {
  const market = { ...configOf().market, key: "the first key" }
  const config = encodeAnswer("systemConfig", { ...configOf(), market })
  await openLayer({ [endpoints.systemConfig.path]: successBody("code", config) })
  const pinned = async () => (await openMarketTrustStore()).pinKey(null)
  await vi.waitFor(async () => expect(await pinned()).toBe("the first key"))
})

it("aborts the calls of a session that has ended, and knows none of its answers", async () => {
  const { layer, server } = await openLayer(LISTS)
  await layer.prefetchHome()
  const query = layer.queries.query("walletSummary", {})
  expect(query.getState().data).toEqual(wallet)
  const stop = layer.queries.query("bankCards", {}).subscribe(() => {})
  expect(layer.running().length).toBeGreaterThan(0)
  layer.endSession()
  await seen(() => layer.running().length, 0)
  expect(layer.queries.query("walletSummary", {}).getState().data).toBeUndefined()
  stop()
  await server.close()
})
