/** The public files of a market's log, served from a market in virtual time. */
import { Effect, type Layer, ManagedRuntime } from "effect"
import type { Db } from "../../server/db/db.ts"
import { serveLogFiles } from "../../server/http/tick-log-files.ts"
import type { Market } from "../../server/market/market.ts"
import { memoryDatabase } from "./database.ts"
import { listening } from "./listening.ts"
import { testMarket, tickCycles, tradingLayer } from "./trading.ts"

type TradingServices = Layer.Success<ReturnType<typeof tradingLayer>>

export interface LogServer {
  readonly url: string
  readonly run: <A, E>(effect: Effect.Effect<A, E, TradingServices>) => Promise<A>
  readonly stop: () => Promise<void>
}

/** A market after so many tick cycles, with a checkpoint in every cycle. */
export const openLogServer = async (cycles: number): Promise<LogServer> => {
  const runtime = ManagedRuntime.make(tradingLayer(memoryDatabase, testMarket))
  await runtime.runPromise(tickCycles(cycles))
  const serve = serveLogFiles(await runtime.runPromise(Effect.context<Db | Market>()))
  const listener = await listening((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    void serve({ request, response, url, address: "", requestId: "" }).then((isServed) => {
      if (!isServed) response.writeHead(400).end()
    })
  })
  return {
    url: listener.url,
    run: (effect) => runtime.runPromise(effect),
    stop: async () => {
      await listener.close()
      await runtime.dispose()
    },
  }
}
