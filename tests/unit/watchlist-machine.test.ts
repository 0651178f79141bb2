import { expect, it } from "vitest"
import { createActor } from "xstate"
import { watchedSymbols, watchlistMachine } from "../../machines/watchlist.ts"
import { WATCHLIST_LIMIT } from "../../src/domain/limits.ts"

const at = 1

it("a watchlist has each symbol once, in the order of adding, and drops the oldest when it is full", () => {
  const actor = createActor(watchlistMachine).start()
  const add = (symbol: string) => actor.send({ type: "watchlist.add", symbol, at })
  const symbols = () => watchedSymbols(actor.getSnapshot())
  for (const symbol of ["AAPL", "SP500", "AAPL"]) add(symbol)
  expect(symbols()).toEqual(["SP500", "AAPL"])
  actor.send({ type: "watchlist.remove", symbol: "SP500", at })
  expect(symbols()).toEqual(["AAPL"])
  for (let index = 0; index < WATCHLIST_LIMIT; index += 1) add(`S${index}`)
  expect([symbols().length, symbols()[0], symbols().at(-1)]).toEqual([
    WATCHLIST_LIMIT,
    "S0",
    `S${WATCHLIST_LIMIT - 1}`,
  ])
})

it("the shown symbol keeps the visit that it was shown for, where none is named", () => {
  const actor = createActor(watchlistMachine).start()
  actor.send({ type: "watchlist.show", symbol: "AAPL", visit: "v1", at })
  actor.send({ type: "watchlist.show", symbol: "SP500", visit: null, at })
  expect(actor.getSnapshot().context).toMatchObject({ shown: "SP500", visit: "v1", symbols: [] })
})
