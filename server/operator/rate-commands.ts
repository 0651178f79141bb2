import { Effect } from "effect"
import { ASSET_DECIMALS_MAX } from "../../src/domain/asset-rate.ts"
import { type PriceUnits, priceOf } from "../../src/domain/money.ts"
import { type Attribution, recordDecision } from "../core/decision.ts"
import { type Db, sql, transaction } from "../db/db.ts"
import { findWorthlessPayout, setAssetPrice, setNetworkAsset } from "../payments/rates.ts"
import {
  isoTime,
  type OperatorCommand,
  readAssetName,
  readNetwork,
  readPrice,
  readWhole,
  refuse,
  type Values,
} from "./command.ts"

/** Call it in the transaction of the change. */
export const refuseWorthlessPayout = Effect.gen(function* () {
  const network = yield* findWorthlessPayout()
  if (network !== null)
    return yield* refuse(
      `The smallest withdrawal on ${network} would arrive as nothing: check rate, decimals and minimum.`,
    )
})

const setRate = Effect.fn("setRate")(function* (values: Values, { who, why }: Attribution) {
  const asset = yield* readAssetName(values.asset ?? "")
  const price = yield* readPrice(values.rate ?? "")
  const { decimals } = values
  const network = values.network === undefined ? undefined : yield* readNetwork(values.network)
  if ((network === undefined) !== (decimals === undefined))
    return yield* refuse("The asset of a network needs --network and --decimals.")
  const places = decimals === undefined ? 0 : yield* readWhole(decimals, 0, ASSET_DECIMALS_MAX)
  yield* Effect.gen(function* () {
    yield* setAssetPrice(asset, price)
    if (network !== undefined) yield* setNetworkAsset(network, asset, places)
    yield* refuseWorthlessPayout
    const detail = { rate: priceOf(price), ...(network !== undefined && { network, decimals: places }) }
    yield* recordDecision({ command: "rates set", subject: asset, who, why, detail })
  }).pipe(transaction)
  return "Done."
})

interface PriceRow {
  readonly asset: string
  readonly networks: string
  readonly price: PriceUnits | null
  readonly priced_at_ms: bigint | null
}

const listRates = Effect.fn("listRates")(function* () {
  const rows = yield* sql<PriceRow>(
    `select n.asset, string_agg(n.network, ', ' order by n.network) as networks, a.price, a.priced_at_ms
     from network_assets n left join asset_prices a on a.asset = n.asset
     group by n.asset, a.price, a.priced_at_ms order by n.asset`,
  )
  return rows.map(({ asset, networks, price, priced_at_ms }) => ({
    asset,
    networks,
    rate: price === null ? null : priceOf(price),
    at: priced_at_ms === null ? null : isoTime(priced_at_ms),
  }))
})

/** Commands about the rates of assets to naira. */
export const rateCommands: ReadonlyArray<OperatorCommand<Db>> = [
  {
    name: "rates list",
    summary: "Assets of the networks with their rates to naira.",
    run: listRates,
  },
  {
    name: "rates set",
    summary:
      "Sets the rate of an asset. Rates that members were offered before stay valid until they expire.",
    parameters: [
      { name: "asset", summary: "such as USDT" },
      { name: "rate", summary: "naira for one unit of it" },
      { name: "network", summary: "a network that carries it", isOptional: true },
      { name: "decimals", summary: "decimals in which it is sent there", isOptional: true },
    ],
    needsWhy: true,
    run: setRate,
  },
]
