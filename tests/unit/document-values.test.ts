/** What the document shows of answers before any code has loaded. */
import { expect, it } from "vitest"
import { productValues, shownProducts, walletValues } from "../../scripts/shell/values.ts"
import { sampleBalance, sampleFields, samplePrice } from "../../src/app/tab-samples.ts"

const wallet = { available: "10.00", in_contracts: "2.50", in_withdrawals: "0.25" }

it("adds up what is not available", () =>
  expect(walletValues(wallet)).toEqual({ available: "10.00", unavailable: "2.75" }))

it.each([undefined, null, "1.00", [], { available: "10.00" }, { ...wallet, available: "1e9<b>" }])(
  "shows nothing of a malformed wallet: %j",
  (answer) => expect(walletValues(answer)).toEqual({}),
)

it("shows the recommended products on home and all in the market, and no figure without a sample", () => {
  const statistics = { average_buy: "1.0000", average_sell: "2.0000", sample: 3 }
  const all = [
    { id: "a", symbol: "A", name: "Aa", recommended: false, statistics },
    { id: "b", symbol: "B", name: "Bb", recommended: true, statistics: { ...statistics, sample: 0 } },
    null,
  ]
  expect(shownProducts(all, true)).toEqual([all[1]])
  expect(shownProducts("none", false)).toEqual([])
  const values = productValues(all, [
    { symbol: "A", price: "7.0000" },
    { symbol: "B", price: "cheap" },
  ])
  expect(values).toMatchObject({ "p0.symbol": "A", "p0.buy": "1.0000", "p0.price": "7.0000" })
  expect([values["p1.buy"], values["p1.price"], values["p2.symbol"]]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

it("knows the change of a product over its last days, unless a price of it is none", () => {
  const product = { id: "a", symbol: "A", recent_closes: ["50.0000", "80.0000"] }
  const changeWith = (quote: object) =>
    productValues([product], [{ symbol: "A", price: "60.0000", previous_close: "80.0000", ...quote }])[
      "p0.change"
    ]
  expect(changeWith({})).toBe("200000")
  expect(changeWith({ price: "<b>" })).toBeUndefined()
  expect(changeWith({ previous_close: undefined })).toBeUndefined()
  expect(productValues([product], undefined)["p0.change"]).toBeUndefined()
})

it("each sample value stands for one field", () => {
  const fields = sampleFields()
  expect(fields.get(samplePrice(1, "buy"))).toBe("p1.buy")
  expect(fields.get(sampleBalance("unavailable"))).toBe("unavailable")
  expect(new Set(fields.values()).size).toBe(fields.size)
})
