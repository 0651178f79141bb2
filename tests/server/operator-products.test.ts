import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { execute, sql } from "../../server/db/db.ts"
import { listProducts } from "../../server/market/read-market.ts"
import { parseCommand } from "../../server/operator/command.ts"
import { addProductCommand, productCommands } from "../../server/operator/product-commands.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { memoryDatabase } from "../support/database.ts"
import { effectTests, runOn } from "../support/effect-tests.ts"
import { callOf, fund, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"

const test = effectTests(runOn(tradingLayer(memoryDatabase)))

/** Runs an operator command line; a refusal is its message. */
const operate = Effect.fnUntraced(function* (...words: ReadonlyArray<string>) {
  const read = parseCommand([...productCommands, addProductCommand], [...words, "--why", "a test"])
  if ("problem" in read) return read.problem
  return yield* read.command
    .run(read.values, { who: "a test", why: read.why })
    .pipe(Effect.catch((error) => Effect.succeed(error.message)))
})

const add = (...words: ReadonlyArray<string>) => operate("products", "add", ...words)

/** IBM has prices, and after this no product. */
const withoutIbm = Effect.gen(function* () {
  yield* execute("delete from products where id = 'ibm'")
  yield* tickCycles(3)
})

/** The cache of products is older than this. */
const later = TestClock.adjust(2_000)

test("offers a further product, which members can then buy on its terms", function* () {
  yield* withoutIbm
  const terms = ["--leverages", "3,1", "--periods", "2", "--opens", "00:00", "--closes", "24:00"]
  const more = [
    "--commission",
    "500",
    "--stop-out",
    "8000",
    "--recommended",
    "on",
    "--category",
    "technology",
  ]
  expect(yield* add("IBM", "<b>Big</b> Blue", "share", "500", "9000.50", ...terms, ...more)).toBe("ibm")
  yield* later
  const products = yield* listProducts({}, { locale: "en" })
  expect(products.at(-1)).toMatchObject({
    id: "ibm",
    symbol: "IBM",
    name: "Big Blue",
    minStake: "500.00",
    maxStake: "9000.50",
    leverages: [1, 3],
    periods: [2],
    commissionPpm: 500,
    stopOutBps: 8_000,
    soldOut: false,
    recommended: true,
    tradingHours: { openMinute: 0, closeMinute: 1_440 },
    category: "technology",
  })
  yield* fund("m1", 1_000_000n)
  yield* tickCycles(1)
  const wanted = { productId: "ibm", stake: "500.00", leverage: 3, periodDays: 2 }
  const order = yield* createOrder(yield* wantedOrder(wanted), callOf("m1"))
  expect(order).toMatchObject({ symbol: "IBM", commissionPpm: 500, stopOutBps: 8_000 })
  expect(yield* sql("select subject, why from operator_events")).toEqual([{ subject: "ibm", why: "a test" }])
})

test("says in one sentence why a product cannot be offered, and offers nothing", function* () {
  yield* withoutIbm
  const good = ["IBM", "IBM", "share", "500", "9000"] as const
  const refused: ReadonlyArray<readonly [ReadonlyArray<string>, RegExp]> = [
    [["XYZ", "Xyz", "share", "500", "9000"], /no prices of XYZ, only of .*AAPL/],
    [["ibm", "IBM", "share", "500", "9000"], /no prices of ibm/],
    [["AAPL", "Apple", "share", "500", "9000"], /There is a product AAPL already/],
    [["IBM", "<b></b>", "share", "500", "9000"], /1 to 60 characters/],
    [["IBM", "x".repeat(61), "share", "500", "9000"], /1 to 60 characters/],
    [["IBM", "IBM", "bond", "500", "9000"], /share, index, crypto, not bond/],
    [["IBM", "IBM", "share", "0", "9000"], /minimum must be positive/],
    [["IBM", "IBM", "share", "9000", "500"], /minimum must be positive and not above/],
    [["IBM", "IBM", "share", "5e2", "9000"], /Not an amount: 5e2/],
    [["IBM", "IBM", "share", "500", "9".repeat(30)], /Not an amount/],
    [[...good, "--leverages", "6"], /whole number from 1 to 5: 6/],
    [["IBM", "IBM", "crypto", "500", "9000", "--leverages", "3"], /whole number from 1 to 2: 3/],
    [["IBM", "IBM", "index", "500", "9000", "--leverages", "21"], /whole number from 1 to 20: 21/],
    [[...good, "--leverages", ""], /whole number/],
    [[...good, "--periods", "0,1"], /whole number from 1 to 365: 0/],
    [[...good, "--commission", "50001"], /whole number from 0 to 50000/],
    [[...good, "--stop-out", "0"], /whole number from 1 to 10000/],
    [[...good, "--sold-out", "yes"], /on or off, not yes/],
    [[...good, "--opens", "9:30"], /Not a time of the day/],
    [[...good, "--closes", "24:01"], /Not a time of the day/],
    [[...good, "--opens", "16:00", "--closes", "09:30"], /open before it closes/],
    [["IBM", "IBM", "share", "500"], /Missing: maximum/],
  ]
  for (const [words, expected] of refused) expect(String(yield* add(...words))).toMatch(expected)
  expect(yield* sql("select 1 from products where symbol = 'IBM'")).toEqual([])
  expect(yield* sql("select 1 from operator_events")).toEqual([])
  yield* later
  expect(yield* listProducts({}, { locale: "en" })).toHaveLength(6)
})

test("offers no leverage above the bound of its kind, whatever an earlier release stored", function* () {
  const leveragesAfter = Effect.fnUntraced(function* (kind: string, stored: string) {
    yield* execute("update products set kind = $1, leverages = $2::integer[] where id = 'aapl'", [
      kind,
      stored,
    ])
    yield* later
    const products = yield* listProducts({}, { locale: "en" })
    return products.find(({ id }) => id === "aapl")?.leverages
  })
  expect(yield* leveragesAfter("crypto", "{1,2,20}")).toEqual([1, 2])
  expect(yield* leveragesAfter("crypto", "{10,20}")).toEqual([1])
  expect(yield* leveragesAfter("index", "{1,20}")).toEqual([1, 20])
})

test("changes the trading hours of a product and lists them", function* () {
  expect(yield* operate("products", "set", "aapl", "--opens", "09:30", "--closes", "16:00")).toContain("Done")
  expect(yield* operate("products", "list")).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: "aapl", opens: "09:30", closes: "16:00" })]),
  )
  expect(yield* operate("products", "set", "aapl", "--closes", "09:00")).toContain("before it closes")
})
