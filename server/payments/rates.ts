import { Clock, Effect, Schema } from "effect"
import { type AssetRate, type Conversion, convert } from "../../src/domain/asset-rate.ts"
import { amountOf, type Kobo, type PriceUnits, priceOf, priceUnitsOf } from "../../src/domain/money.ts"
import { Config } from "../config.ts"
import { fetchText } from "../core/fetch-text.ts"
import { refusal } from "../core/refusal.ts"
import { execute, type SqlValue, sql, transaction } from "../db/db.ts"

/** Offers are kept for a day after they expire, so that "expired" and "unknown" stay apart. */
const KEPT_MS = 86_400_000

/** A price of the feed that is older is not offered any more. */
const FEED_STALE_MS = 10 * 60_000

interface PriceRow {
  readonly network: string
  readonly asset: string
  readonly decimals: number
  readonly price: PriceUnits
  readonly priced_at_ms: bigint
}

interface RateRow {
  readonly id: string
  readonly asset: string
  readonly decimals: number
  readonly price: PriceUnits
  readonly at_ms: bigint
  readonly expires_at_ms: bigint
}

const rateOf = (row: RateRow): AssetRate => ({
  id: row.id,
  asset: row.asset,
  decimals: row.decimals,
  price: priceOf(row.price),
  atMs: Number(row.at_ms),
  expiresAtMs: Number(row.expires_at_ms),
})

/**
 * The offer of an asset in a period of RATE_HOLD_MS. All requests of a period share one offer, which
 * holds until the end of the next: for at least RATE_HOLD_MS, at most twice as long. Its id derives
 * from what it says, so that several processes make the same.
 */
const offerOf = (row: PriceRow, nowMs: number, holdMs: number): RateRow => {
  const startMs = BigInt(nowMs - (nowMs % holdMs))
  const at_ms = row.priced_at_ms > startMs ? row.priced_at_ms : startMs
  const { asset, decimals, price } = row
  const id = `${asset}-${price}-${at_ms}`
  return { id, asset, decimals, price, at_ms, expires_at_ms: startMs + 2n * BigInt(holdMs) }
}

/** The current rate of every network that has one, by network. Each is held from now on. */
export const offerRates = Effect.fn("offerRates")(function* () {
  const { rateHoldMs, rateFeed } = yield* Config
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* sql<PriceRow>(
    `select n.network, n.asset, n.decimals, a.price, a.priced_at_ms
     from network_assets n join asset_prices a on a.asset = n.asset where a.priced_at_ms >= $1`,
    [rateFeed === null ? 0 : nowMs - FEED_STALE_MS],
  )
  const offers = new Map(rows.map((row) => [row.network, offerOf(row, nowMs, rateHoldMs)]))
  const rates = [...offers.values()]
  const known = yield* sql<{ id: string }>("select id from rates where id = any($1::text[])", [
    rates.map(({ id }) => id),
  ])
  const added = rates.filter(({ id }) => !known.some((one) => one.id === id))
  for (const { id, asset, price, at_ms, expires_at_ms } of added)
    yield* execute(
      `insert into rates (id, asset, price, at_ms, expires_at_ms) values ($1, $2, $3, $4, $5)
       on conflict (id) do nothing`,
      [id, asset, price, at_ms, expires_at_ms],
    )
  if (added.length > 0) yield* execute("delete from rates where expires_at_ms < $1", [nowMs - KEPT_MS])
  return new Map([...offers].map(([network, row]) => [network, rateOf(row)]))
})

/**
 * The rate at which a request is accepted: the one it names, while it is held. A network with a rate
 * needs the name, because the current rate may differ from the one that the member saw. Null for a
 * network without a rate.
 */
const rateFor = Effect.fnUntraced(function* (network: string, rateId: string | undefined) {
  if (rateId === undefined)
    return (yield* offerRates()).has(network) ? yield* refusal("rate.missing", { field: "rate_id" }) : null
  const rows = yield* sql<RateRow>(
    `select r.id, r.asset, n.decimals, r.price, r.at_ms, r.expires_at_ms
     from rates r join network_assets n on n.asset = r.asset where r.id = $1 and n.network = $2`,
    [rateId, network],
  )
  const row = rows[0] ?? (yield* refusal("rate.unknown", { field: "rate_id" }))
  if (Number(row.expires_at_ms) <= (yield* Clock.currentTimeMillis))
    return yield* refusal("rate.expired", { field: "rate_id" })
  return rateOf(row)
})

/** The amount in the asset of the network, at the named rate. Null for a network without a rate. */
export const bindConversion = Effect.fn("bindConversion")(function* (
  network: string,
  amount: Kobo,
  rounding: "up" | "down",
  rateId: string | undefined,
) {
  const rate = yield* rateFor(network, rateId)
  return rate === null ? null : convert(amountOf(amount), rate, rounding)
})

/** The columns of a conversion in `deposits` and `withdrawals`; all null without one. */
export interface ConversionColumns {
  readonly asset: string | null
  readonly asset_amount: string | null
  readonly asset_price: PriceUnits | null
  readonly rated_at_ms: bigint | null
}

export const conversionColumns = "asset, asset_amount, asset_price, rated_at_ms"

/** The values of those columns. */
export const conversionValues = (conversion: Conversion | null): ReadonlyArray<SqlValue> =>
  conversion === null
    ? [null, null, null, null]
    : [conversion.asset, conversion.amount, priceUnitsOf(conversion.price), conversion.atMs]

/** A stored conversion as a field of its record; none for a record without. */
export const storedConversion = (row: ConversionColumns): { readonly conversion?: Conversion } =>
  row.asset === null || row.asset_amount === null || row.asset_price === null || row.rated_at_ms === null
    ? {}
    : {
        conversion: {
          asset: row.asset,
          amount: row.asset_amount,
          price: priceOf(row.asset_price),
          atMs: Number(row.rated_at_ms),
        },
      }

/** Sets the asset that a network carries, and the decimals in which it is sent. */
export const setNetworkAsset = Effect.fn("setNetworkAsset")(function* (
  network: string,
  asset: string,
  decimals: number,
) {
  yield* execute(
    `insert into network_assets (network, asset, decimals) values ($1, $2, $3)
     on conflict (network) do update set asset = excluded.asset, decimals = excluded.decimals`,
    [network, asset, decimals],
  )
})

/**
 * Sets the naira for one unit of an asset. Offers made before stay valid until they expire.
 */
export const setAssetPrice = Effect.fn("setAssetPrice")(function* (asset: string, price: PriceUnits) {
  const nowMs = yield* Clock.currentTimeMillis
  yield* execute(
    `insert into asset_prices (asset, price, priced_at_ms) values ($1, $2, $3)
     on conflict (asset) do update set price = excluded.price, priced_at_ms = excluded.priced_at_ms`,
    [asset, price, nowMs],
  )
})

interface PayoutRow {
  readonly network: string
  readonly asset: string
  readonly decimals: number
  readonly price: PriceUnits
  readonly least: Kobo
}

/**
 * The network whose smallest withdrawal would arrive as nothing at the current rate, of one asset or of
 * all; null if none.
 */
export const findWorthlessPayout = Effect.fn("findWorthlessPayout")(function* (asset: string | null = null) {
  const rows = yield* sql<PayoutRow>(
    `select n.network, n.asset, n.decimals, a.price, t.minimum - t.fee as least from withdrawal_terms t
     join network_assets n on n.network = t.network join asset_prices a on a.asset = n.asset
     where t.enabled and n.asset = coalesce($1, n.asset)`,
    [asset],
  )
  const worthless = rows.find(({ asset, decimals, price, least }) => {
    const rate = { asset, decimals, price: priceOf(price), atMs: 0, expiresAtMs: 0 }
    return convert(amountOf(least), rate, "down").amount === "0"
  })
  return worthless?.network ?? null
})

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

/** Keeps the price before where a withdrawal would arrive as nothing at this one. */
const takePrice = Effect.fnUntraced(function* (asset: string, price: PriceUnits) {
  const take = Effect.gen(function* () {
    yield* setAssetPrice(asset, price)
    const network = yield* findWorthlessPayout(asset)
    if (network === null) return
    const message = `the smallest withdrawal on ${network} would arrive as nothing at ${priceOf(price)}`
    return yield* new RateSourceFailed({ message })
  })
  yield* Effect.catchTag(transaction(take), "RateSourceFailed", ({ message }) =>
    Effect.logWarning(`A rate of ${asset} is not taken: ${message}.`),
  )
})

/** Takes the prices of the assets that networks carry; others are ignored. */
export const pollRates = Effect.fn("pollRates")(function* (url: URL) {
  const text = yield* Effect.tryPromise({
    try: (signal) => fetchText(url, signal, ANSWER_MAX_BYTES),
    catch: (thrown) => new RateSourceFailed({ message: String(thrown) }),
  }).pipe(Effect.timeout(TIMEOUT))
  const prices = yield* Schema.decodeUnknownEffect(Prices)(text)
  const assets = yield* sql<{ asset: string }>("select distinct asset from network_assets")
  for (const { asset } of assets) {
    const price = priceUnitsOf(prices[asset] ?? "0")
    if (price > 0n) yield* takePrice(asset, price)
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
