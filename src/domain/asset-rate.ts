/**
 * Naira and other assets: what a member sends or receives in the asset of a network, at a rate that
 * the server holds for a stated time.
 */
import { Schema } from "effect"
import { AtMs, Id, Price } from "./entities.ts"
import { koboOf, priceUnitsOf } from "./money.ts"

/** A positive amount of an asset: "31.25", without trailing zeros. */
export const AssetAmount = Schema.String.check(Schema.isPattern(/^(?:0|[1-9]\d{0,29})(?:\.\d{0,17}[1-9])?$/u))
/** A rate as offered: its id is named when an amount is sent at it. */
export const AssetRate = Schema.Struct({
  id: Id,
  asset: Schema.String,
  /** Decimals in which amounts are sent on this network. */
  decimals: Schema.Int,
  /** Naira for one unit of the asset. */
  price: Price,
  atMs: AtMs,
  /** From then on the server refuses it. */
  expiresAtMs: AtMs,
}).pipe(Schema.encodeKeys({ atMs: "at_ms", expiresAtMs: "expires_at_ms" }))
export type AssetRate = typeof AssetRate.Type

/** A rate that a member has taken, as journals hold it. */
export interface AgreedRate extends Omit<AssetRate, "id"> {
  readonly rateId: string
}

export const agreedRate = ({ id, asset, decimals, price, atMs, expiresAtMs }: AssetRate): AgreedRate => ({
  rateId: id,
  asset,
  decimals,
  price,
  atMs,
  expiresAtMs,
})

/** An amount of naira in an asset, with the rate that was agreed. */
export const Conversion = Schema.Struct({
  asset: Schema.String,
  amount: AssetAmount,
  price: Price,
  atMs: AtMs,
}).pipe(Schema.encodeKeys({ atMs: "at_ms" }))
export type Conversion = typeof Conversion.Type

/** The maximum of decimals that an asset can have. */
export const ASSET_DECIMALS_MAX = 18

const assetText = (units: bigint, decimals: number): string => {
  const digits = units.toString().padStart(decimals + 1, "0")
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "")
  return fraction === "" ? whole : `${whole}.${fraction}`
}

/**
 * An amount of naira in the asset. `up` never sends too little (deposits), `down` never promises too
 * much (withdrawals).
 */
export const convert = (naira: string, rate: Omit<AssetRate, "id">, rounding: "up" | "down"): Conversion => {
  const dividend = koboOf(naira) * 10n ** BigInt(rate.decimals + 2)
  const divisor = priceUnitsOf(rate.price)
  const units = (rounding === "up" ? dividend + divisor - 1n : dividend) / divisor
  const { asset, price, atMs } = rate
  return { asset, amount: assetText(units, rate.decimals), price, atMs }
}

/** The smallest units of an asset amount ("0.5" of 8 decimals → 50000000). */
const unitsOf = (amount: string, decimals: number): string => {
  const [whole = "", fraction = ""] = amount.split(".")
  return BigInt(whole + fraction.padEnd(decimals, "0")).toString()
}

/** The contract of each token on Ethereum, for a payment request (ERC-681). */
const TOKEN_CONTRACTS: Readonly<Record<string, string>> = {
  "USDT-ERC20": "0xdAC17F958D2ee523a2206206994597C13D831ec7",
}

/**
 * What a wallet scans: a payment request with the amount where the network has one (BIP-21, ERC-681),
 * else the address.
 */
export const paymentUri = (network: string, address: string, amount: string, decimals: number): string => {
  if (network === "BTC") return `bitcoin:${address}?amount=${amount}`
  if (network === "ETH") return `ethereum:${address}@1?value=${unitsOf(amount, decimals)}`
  const contract = TOKEN_CONTRACTS[network]
  return contract === undefined
    ? address
    : `ethereum:${contract}@1/transfer?address=${address}&uint256=${unitsOf(amount, decimals)}`
}

export const isRateRefusal = (reason: string | undefined): boolean =>
  reason === "rate.expired" || reason === "rate.missing" || reason === "rate.unknown"
