import { Effect, Schema } from "effect"
import { priceUnitsOf } from "../../src/domain/money.ts"
import { Config } from "../config.ts"
import { fetchText } from "../core/fetch-text.ts"
import { Db } from "../db/db.ts"
import { setAssetPrice } from "./asset-prices.ts"

const POLL_EVERY = "1 minute"
const TIMEOUT = "10 seconds"
const ANSWER_MAX_BYTES = 64 * 1024

/** Naira for one unit by asset, such as `{"USDT":"1612.50"}`. */
const Prices = Schema.fromJsonString(
  Schema.Record(Schema.String, Schema.String.check(Schema.isPattern(/^\d{1,12}(?:\.\d{1,4})?$/))),
)

/** The source of rates gave no answer. */
class RateSourceFailed extends Schema.TaggedError<RateSourceFailed>()("RateSourceFailed", {
  message: Schema.String,
}) {}

/** Takes the prices of the assets that networks carry; others are ignored. */
export const pollRates = Effect.fn("pollRates")(function* (url: URL) {
  const text = yield* Effect.tryPromise({
    try: (signal) => fetchText(url, signal, ANSWER_MAX_BYTES),
    catch: (thrown) => new RateSourceFailed({ message: String(thrown) }),
  }).pipe(Effect.timeout(TIMEOUT))
  const prices = yield* Schema.decodeUnknownEffect(Prices)(text)
  const db = yield* Db
  const assets = yield* db.query<{ asset: string }>("select distinct asset from network_assets")
  for (const { asset } of assets) {
    const price = priceUnitsOf(prices[asset] ?? "0")
    if (price > 0n) yield* setAssetPrice(asset, price)
  }
})

/** Polls RATE_FEED. While it does not answer, the last prices are offered until they are too old. */
export const runRateFeed = Effect.gen(function* () {
  const { rateFeed } = yield* Config
  if (rateFeed === null) return yield* Effect.never
  const poll = pollRates(new URL(rateFeed)).pipe(
    Effect.catch((error) => Effect.logWarning(`The source of rates does not answer: ${error.message}`)),
  )
  return yield* Effect.forever(Effect.andThen(poll, Effect.sleep(POLL_EVERY)))
})
