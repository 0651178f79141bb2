import { Clock, Effect } from "effect"
import type { PriceUnits } from "../../src/domain/money.ts"
import { Db } from "../db/db.ts"

/** Sets the asset that a network carries, and the decimals in which it is sent. */
export const setNetworkAsset = Effect.fn("setNetworkAsset")(function* (
  network: string,
  asset: string,
  decimals: number,
) {
  const db = yield* Db
  yield* db.execute(
    `insert into network_assets (network, asset, decimals) values ($1, $2, $3)
     on conflict (network) do update set asset = excluded.asset, decimals = excluded.decimals`,
    [network, asset, decimals],
  )
})

/**
 * Sets the naira for one unit of an asset. Offers made before stay valid until they expire.
 */
export const setAssetPrice = Effect.fn("setAssetPrice")(function* (asset: string, price: PriceUnits) {
  const db = yield* Db
  const nowMs = yield* Clock.currentTimeMillis
  yield* db.execute(
    `insert into asset_prices (asset, price, priced_at_ms) values ($1, $2, $3)
     on conflict (asset) do update set price = excluded.price, priced_at_ms = excluded.priced_at_ms`,
    [asset, price, nowMs],
  )
})
