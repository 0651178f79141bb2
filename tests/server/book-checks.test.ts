/** `operator check` names each difference that is planted in the books, and nothing else. */
import { Effect, type Layer } from "effect"
import { describe, expect, it } from "vitest"
import { type BookDifference, checkBooks } from "../../server/core/book-checks.ts"
import { Db } from "../../server/db/db.ts"
import { createOrder } from "../../server/orders/create-order.ts"
import { grounds } from "../support/grounds.ts"
import { tamper } from "../support/tamper.ts"
import { callOf, fund, tickCycles, tradingLayer, wantedOrder } from "../support/trading.ts"

/** Two members; three contracts of the first, two of them settled by one statement. */
const trade = Effect.gen(function* () {
  yield* tickCycles(1)
  for (const member of ["m1", "m2"]) {
    yield* fund(member, 100_000_00n)
    yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf(member))
  }
  yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf("m1"))
  yield* tickCycles(65)
  yield* createOrder(yield* wantedOrder({ leverage: 1 }), callOf("m1"))
  yield* tickCycles(1)
})

interface Planted {
  readonly what: string
  readonly change: string
  readonly undo: string
  /** Invariant and subject of what is named, of which others may be named too. */
  readonly named: ReadonlyArray<readonly [invariant: RegExp, subject: RegExp]>
}

const settled = "(select min(id) from orders where member_id = 'm2' and state = 'settled')"

const planted: ReadonlyArray<Planted> = [
  {
    what: "a balance",
    change: "update balances set available = available + 1 where member_id = 'm1'",
    undo: "update balances set available = available - 1 where member_id = 'm1'",
    named: [
      [/^C2 balances are the fold of the postings$/, /^balance$/],
      [/^C7 rows are the fold of their events$/, /^balances m1$/],
    ],
  },
  {
    what: "an amount",
    change: `update postings set amount = amount + 1 where transaction_id = 'settle-' || ${settled} and line = 1`,
    undo: `update postings set amount = amount - 1 where transaction_id = 'settle-' || ${settled} and line = 1`,
    named: [
      [/^C1 the postings of a transaction sum to zero$/, /^settle-/],
      [/^C2 balances are the fold of the postings$/, /^balance$/],
      [/^C6 a contract settles once, for what it says$/, /./],
    ],
  },
  {
    what: "an event",
    change:
      "update member_events set changes = jsonb_set(changes, '{net}', '1') where to_state = 'settled' and member_id = 'm2'",
    undo: `update member_events e set changes = jsonb_set(changes, '{net}', to_jsonb((select net from orders where id = e.subject)))
      where to_state = 'settled' and member_id = 'm2'`,
    named: [[/^C7 rows are the fold of their events$/, /^orders /]],
  },
  {
    what: "a key's outcome",
    change: "update operations set outcome = jsonb_set(outcome, '{id}', '\"other\"') where member_id = 'm2'",
    undo: `update operations set outcome = jsonb_set(outcome, '{id}', to_jsonb(${settled})) where member_id = 'm2'`,
    named: [
      [/^C4 an operation that is done has its one effect$/, /./],
      [/^C4 every contract, deposit and withdrawal came of one key$/, /^order /],
    ],
  },
  {
    what: "a stake",
    change: `update orders set stake = stake + 1, credited = credited + 1 where id = ${settled}`,
    undo: `update orders set stake = stake - 1, credited = credited - 1 where id = ${settled}`,
    named: [
      [/^C6 a contract is bought once, for its stake$/, /./],
      [/^C6 a contract settles once, for what it says$/, /./],
      [/^C7 rows are the fold of their events$/, /^orders /],
    ],
  },
  {
    what: "a tick's price",
    change: "update ticks set price_units = price_units + 1 where symbol = 'AAPL' and seq = 3",
    undo: "update ticks set price_units = price_units - 1 where symbol = 'AAPL' and seq = 3",
    named: [[/^C7 each tick has its hash$/, /^AAPL 3$/]],
  },
  {
    what: "a tick's hash",
    change: "update ticks set hash = sha256(hash) where symbol = 'AAPL' and seq = 3",
    undo: "update ticks t set hash = (select previous_hash from ticks where symbol = 'AAPL' and seq = 4) where symbol = 'AAPL' and seq = 3",
    named: [
      [/^C7 each tick has its hash$/, /^AAPL 3$/],
      [/^C7 each tick is linked to the one before$/, /^AAPL 4$/],
    ],
  },
]

const expectNamed = (
  found: ReadonlyArray<BookDifference>,
  { what, named }: Pick<Planted, "what" | "named">,
) => {
  for (const [invariant, subject] of named)
    expect(found, what).toContainEqual(
      expect.objectContaining({
        invariant: expect.stringMatching(invariant),
        subject: expect.stringMatching(subject),
      }),
    )
  for (const { invariant } of found)
    expect(
      named.some(([expected]) => expected.test(invariant)),
      `${what}: ${invariant}`,
    ).toBe(true)
}

for (const { name, isFound, database } of grounds()) {
  describe.skipIf(!isFound)(`the books [${name}]`, () => {
    const run = <A, E>(work: Effect.Effect<A, E, Layer.Success<ReturnType<typeof tradingLayer>>>) =>
      Effect.runPromise(Effect.provide(work, tradingLayer(database)))

    it("agree after trading; each difference that is planted is named", () =>
      run(
        Effect.gen(function* () {
          yield* trade
          expect(yield* checkBooks()).toEqual([])
          for (const difference of planted) {
            expect(yield* tamper(difference.change), difference.what).toBeGreaterThan(0)
            expectNamed(yield* checkBooks(), difference)
            yield* tamper(difference.undo)
            expect(yield* checkBooks(), difference.what).toEqual([])
          }
        }),
      ))

    it("of many members are checked in slices, each row once", () =>
      run(
        Effect.gen(function* () {
          const db = yield* Db
          yield* db.execute(
            "insert into balances (member_id, asset, available) select 'm' || n, 'NGN', 0 from generate_series(1, 1200) n",
          )
          for (const member of ["m1", "m1100", "m999"])
            yield* tamper("update balances set available = 7 where member_id = $1", [member])
          const found = yield* checkBooks()
          expect(
            found.filter(({ invariant }) => invariant.startsWith("C2 balances")).map(({ member }) => member),
          ).toEqual(["m1", "m1100", "m999"])
        }),
      ))
  })
}
