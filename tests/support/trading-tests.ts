import { Effect, Layer } from "effect"
import { expect } from "vitest"
import type { Db } from "../../server/db/db.ts"
import { effectTests, runOn } from "./effect-tests.ts"
import { bookProblems, fund, noProblems, tickCycles, tradingLayer } from "./trading.ts"

/** Tests that run on a server of their own in virtual time; m1 has a balance, and there is a tick. */
export const tradingTests = (database: Layer.Layer<Db>, kobo = 100_000_000_00n) => {
  const begun = Layer.effectDiscard(Effect.andThen(tickCycles(1), fund("m1", kobo)))
  return effectTests(runOn(Layer.provideMerge(begun, tradingLayer(database))))
}

/** The same; after each test the books are checked. */
export const soundTradingTests = (database: Layer.Layer<Db>, kobo?: bigint) => {
  const test = tradingTests(database, kobo)
  return (title: string, body: Parameters<typeof test>[1]): void =>
    test(title, function* () {
      yield* Effect.gen(body)
      expect(yield* bookProblems).toEqual(noProblems)
    })
}
