import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { balanceOf, CHANGE, openAccounts, post } from "../../server/ledger/ledger.ts"
import { memoryDatabase } from "../support/database.ts"

describe("ledger", () => {
  it("books", async () => {
    const r = await Effect.runPromise(
      Effect.gen(function* () {
        yield* openAccounts("m1")
        yield* post({
          transactionId: "t1",
          memberId: "m1",
          available: 500n,
          code: CHANGE.systemIncrease,
          reason: "demo",
          reference: "x",
          atMs: 1,
        })
        yield* post({
          transactionId: "t2",
          memberId: "m1",
          available: -200n,
          contracts: 200n,
          code: CHANGE.purchase,
          reason: "",
          reference: "o",
          atMs: 2,
        })
        const f = yield* Effect.exit(
          post({
            transactionId: "t3",
            memberId: "m1",
            available: -400n,
            contracts: 400n,
            code: CHANGE.purchase,
            reason: "",
            reference: "o",
            atMs: 2,
          }),
        )
        console.log(String(f))
        const g = yield* Effect.exit(
          post({
            transactionId: "t2",
            memberId: "m1",
            available: -1n,
            contracts: 1n,
            code: CHANGE.purchase,
            reason: "",
            reference: "o",
            atMs: 2,
          }),
        )
        console.log(String(g))
        return yield* balanceOf("m1")
      }).pipe(Effect.provide(memoryDatabase)),
    )
    expect(r).toEqual({ available: 300n, contracts: 200n, withdrawals: 0n })
  }, 20000)
})
