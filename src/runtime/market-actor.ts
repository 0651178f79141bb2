/** The quote stream's seat, and the one store of prices that it fills and rows read. */
import { marketMachine } from "../../machines/market.ts"
import type { ActorHost } from "./actor-host.ts"
import { effectActor } from "./effects/effect-actor.ts"
import { createQuoteStore } from "./effects/quote-store.ts"
import { cachePrices, streamQuotes, watchNetwork } from "./effects/quote-stream.ts"

/** Prices are the same for every member, so they outlive a session. */
export const quotes = createQuoteStore()

const originOf = (baseUrl: string): string => (baseUrl === "" ? location.origin : baseUrl)

/** Seats the market. It is not journaled: after a reload the stream simply begins anew. */
export const registerMarket = (host: ActorHost) => {
  const { services, caller } = host
  const market = marketMachine.provide({
    actors: {
      stream: effectActor(services, streamQuotes({ store: quotes, origin: () => originOf(caller.baseUrl) })),
      rememberPrices: effectActor(services, cachePrices(quotes)),
      watchNetwork: effectActor(services, watchNetwork),
    },
  })
  return { market: host.registerActor("market", market, undefined) }
}
