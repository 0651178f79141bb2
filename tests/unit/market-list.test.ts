import { describe, expect, it } from "vitest"
import type { ProductCategory } from "../../src/domain/limits.ts"
import {
  categoriesOf,
  inTab,
  type MarketSort,
  pathChangePpm,
  recentPath,
  sortProducts,
} from "../../src/domain/market-list.ts"

describe("the period of a product's line and change", () => {
  const closes = ["10.0000", "11.0000", "12.0000"]

  it("ends at the live price", () => {
    const path = recentPath(closes, { price: "15.0000", previousClose: "12.0000" })
    expect(path).toEqual([...closes, "15.0000"])
    expect(pathChangePpm(path)).toBe(500_000n)
  })

  it("moves on by a day that has ended since the answer", () => {
    const path = recentPath(closes, { price: "13.2000", previousClose: "13.0000" })
    expect(path).toEqual(["11.0000", "12.0000", "13.0000", "13.2000"])
    expect(pathChangePpm(path)).toBe(200_000n)
  })

  it("has no change without a history or a price", () => {
    expect(pathChangePpm(recentPath([], undefined))).toBeNull()
    expect(recentPath([], { price: "1.0000", previousClose: "2.0000" })).toEqual(["1.0000"])
    expect(pathChangePpm(["1.0000"])).toBeNull()
  })
})

describe("the market list", () => {
  const product = (symbol: string, name: string, category?: ProductCategory) => ({
    symbol,
    name,
    ...(category && { category }),
  })
  const all = [
    product("DIS", "Walt Disney", "consumer"),
    product("AAPL", "Apple", "technology"),
    product("NEW", "Newcomer"),
    product("IBM", "IBM", "technology"),
  ]
  const changes: Readonly<Record<string, bigint>> = { DIS: 10n, AAPL: -30n, IBM: 20n }
  const sorted = (sort: MarketSort) =>
    sortProducts(all, sort, ({ symbol }) => changes[symbol] ?? null).map(({ symbol }) => symbol)

  it("has tabs for the categories of its products, in a fixed order, and none without any", () => {
    expect(categoriesOf(all)).toEqual(["technology", "consumer"])
    expect(categoriesOf([product("A", "A")])).toEqual([])
    expect(inTab(all, "technology").map(({ symbol }) => symbol)).toEqual(["AAPL", "IBM"])
    expect(inTab(all, "all")).toBe(all)
  })

  it("sorts by name and by change, a product without one last", () => {
    expect(sorted("listed")).toEqual(["DIS", "AAPL", "NEW", "IBM"])
    expect(sorted("name")).toEqual(["AAPL", "IBM", "NEW", "DIS"])
    expect(sorted("rise")).toEqual(["IBM", "DIS", "AAPL", "NEW"])
    expect(sorted("fall")).toEqual(["AAPL", "DIS", "IBM", "NEW"])
    expect(sorted("move")).toEqual(["AAPL", "IBM", "DIS", "NEW"])
  })
})
