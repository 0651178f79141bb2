import { expect } from "vitest"
import { sql } from "../../server/db/db.ts"
import { orderStatement } from "../../server/orders/order-writer.ts"
import { effectTests, onEachDatabase, runOn } from "../support/effect-tests.ts"

/** As many that the planner, which has no statistics yet, may prefer to read all balances. */
const fundMany = sql(
  "insert into balances (member_id, asset, available) select 'm' || n, 'NGN', 1 from generate_series(1, 10000) n",
)

onEachDatabase("the statement of an order", (database) => {
  const test = effectTests(runOn(database))

  test("looks its member's balance up by key among ten thousand", function* () {
    yield* fundMany
    const { sql: text, parameter } = orderStatement([])
    const lines = yield* sql<Record<string, string>>(`explain ${text}`, [parameter])
    const plan = lines.flatMap((line) => Object.values(line)).join("\n")
    expect(plan).toContain("balances_pkey")
    expect(plan).not.toContain("Seq Scan on balances")
  })
})
