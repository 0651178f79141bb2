import { Effect } from "effect"
import { expect } from "vitest"
import { execute, sql } from "../../server/db/db.ts"
import {
  contractOf,
  findEnding,
  findOpening,
  readContract,
  type SymbolWindow,
} from "../../server/settlement/due.ts"
import { onDatabasesInTurn } from "../support/effect-tests.ts"
import { multiplyOrder, placeOrder, tickCycles } from "../support/trading.ts"
import { tradingTests } from "../support/trading-tests.ts"

/** A window of Apple: ticks at these prices, a second apart from `fromMs`, and complete up to the last. */
const windowOf = (prices: readonly bigint[], fromMs = 1_000, symbol = "AAPL"): SymbolWindow => ({
  symbol,
  ticks: prices.map((price, index) => ({ seq: index + 1, atMs: fromMs + index * 1_000, price })),
  completeUntilMs: fromMs + (prices.length - 1) * 1_000,
})

/** Ten copies of one open contract, which nothing ends until a test says what does. */
const openContracts = Effect.gen(function* () {
  const { id } = yield* placeOrder()
  yield* tickCycles(1)
  yield* execute(
    "update orders set trigger_low = null, trigger_high = null, expires_at_ms = 9000000000000 where id = $1",
    [id],
  )
  yield* multiplyOrder(id, 10)
  return (copy: number, columns: string) =>
    execute(`update orders set ${columns} where id = $1`, [`${id}-${copy}`])
})

const endingIn = (windows: readonly SymbolWindow[], leftAlone: readonly string[] = []) =>
  findEnding(windows, leftAlone, 1_000)

/** The copies that were found, by their number. */
const copies = (found: { readonly due: readonly { readonly id: string }[] }): readonly number[] =>
  found.due.map(({ id }) => Number(id.split("-").at(-1))).toSorted((a, b) => a - b)

onDatabasesInTurn("contracts that are due", (database) => {
  const test = tradingTests(database)

  test("end where the lowest and the highest tick reach them", function* () {
    const set = yield* openContracts
    yield* set(1, "trigger_low = 99")
    yield* set(2, "trigger_low = 100")
    yield* set(3, "trigger_high = 120")
    yield* set(4, "trigger_high = 121")
    const found = yield* endingIn([windowOf([110n, 100n, 105n, 120n, 110n])])
    expect(copies(found)).toEqual([2, 3])
    expect(found.isAll).toBe(true)
  })

  test("end when their time is complete, or at the first tick after their close was requested", function* () {
    const set = yield* openContracts
    yield* set(1, "expires_at_ms = 3000")
    yield* set(2, "expires_at_ms = 3001")
    yield* set(3, "close_requested_at_ms = 2999")
    yield* set(4, "close_requested_at_ms = 3000")
    expect(copies(yield* endingIn([windowOf([110n, 110n, 110n])]))).toEqual([1, 3])
    const later = { ...windowOf([]), completeUntilMs: 3_001 }
    expect(copies(yield* endingIn([later]))).toEqual([1, 2])
    expect(copies(yield* endingIn([windowOf([110n, 110n, 110n], 1_000, "MSFT")]))).toEqual([])
  })

  test("come each once, without those left alone, and no more than asked for", function* () {
    const set = yield* openContracts
    yield* set(1, "trigger_low = 100, expires_at_ms = 1000")
    yield* set(2, "trigger_low = 100")
    const windows = [windowOf([100n])]
    const found = yield* endingIn(windows)
    expect(copies(found)).toEqual([1, 2])
    const [first, second] = found.due
    expect(copies(yield* endingIn(windows, [first?.id ?? ""]))).toEqual(
      copies({ due: second ? [second] : [] }),
    )
    yield* multiplyOrder(first?.id ?? "", 198)
    const some = yield* findEnding(windows, [], 200)
    expect({ isAll: some.isAll, is200: some.due.length <= 200 }).toEqual({ isAll: false, is200: true })
    const all = yield* findEnding(windows, [], 1_000)
    expect({ count: all.due.length, isAll: all.isAll }).toEqual({ count: 200, isAll: true })
  })

  test("open at a tick after their acceptance, and are cancelled once the time for it is complete", function* () {
    const { id } = yield* placeOrder()
    yield* execute("update orders set accepted_at_ms = 2000 where id = $1", [id])
    const isFound = (window: SymbolWindow, leftAlone: readonly string[] = []) =>
      Effect.map(findOpening([window], 5_000, leftAlone, 1_000), ({ due }) =>
        due.map((row) => row.id).includes(id),
      )
    const quiet = (completeUntilMs: number) => ({ ...windowOf([]), completeUntilMs })
    expect(yield* isFound(windowOf([110n], 2_000))).toBe(false)
    expect(yield* isFound(windowOf([110n], 2_001))).toBe(true)
    expect(yield* isFound(windowOf([110n, 110n], 1_001))).toBe(true)
    expect(yield* isFound(windowOf([110n], 2_001), [id])).toBe(false)
    expect(yield* isFound(windowOf([110n], 2_001, "MSFT"))).toBe(false)
    expect(yield* isFound(quiet(6_999))).toBe(false)
    expect(yield* isFound(quiet(7_000))).toBe(true)
  })

  test("are read as they are stored, until they end", function* () {
    const { id } = yield* placeOrder({ direction: "down", leverage: 2 })
    yield* execute("update orders set take_profit = 10000 where id = $1", [id])
    const [stored] = yield* sql<{ stake: bigint; quoted_price: bigint; accepted_at_ms: bigint }>(
      "select stake, quoted_price, accepted_at_ms from orders where id = $1",
      [id],
    )
    const accepted = yield* readContract(id)
    expect(accepted === null ? null : contractOf(accepted)).toMatchObject({
      id,
      symbol: "AAPL",
      terms: { stakeKobo: stored?.stake, leverage: 2, direction: "down" },
      quotedPrice: stored?.quoted_price,
      takeProfit: 10_000n,
      stopLoss: null,
      acceptedAtMs: Number(stored?.accepted_at_ms),
      closeRequestedAtMs: null,
      opened: null,
    })
    yield* tickCycles(1)
    const [row] = yield* sql<{ seq: bigint; at: bigint; price: bigint; expires: bigint }>(
      `select entry_seq as seq, opened_at_ms as at, opening_price as price, expires_at_ms as expires
       from orders where id = $1`,
      [id],
    )
    const opened = yield* readContract(id)
    expect(opened === null ? null : contractOf(opened).opened).toEqual({
      entry: { seq: Number(row?.seq), atMs: Number(row?.at), price: row?.price },
      expiresAtMs: Number(row?.expires),
    })
    yield* execute("update orders set state = 'cancelled' where id = $1", [id])
    expect(yield* readContract(id)).toBe(null)
    expect(yield* readContract("unknown")).toBe(null)
  })
})
