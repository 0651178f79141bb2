import type { AddressFormat } from "../../../src/domain/cash.ts"
import type { Kobo, PriceUnits } from "../../../src/domain/money.ts"

interface SeedNetwork {
  readonly id: string
  readonly network: string
  readonly format: AddressFormat
  readonly address: string
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly arrivalMinutes: number
}

interface SeedTerms {
  readonly id: string
  readonly method: "bank" | "crypto"
  readonly network: string | null
  readonly format: AddressFormat | null
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly fee: Kobo
  readonly arrivalMinutes: number
}

const naira = (amount: bigint): Kobo => amount * 100n

/**
 * Deposit networks of the demo. The addresses look valid but say in words that they are none, and
 * their checksums are wrong on purpose, so that no wallet sends anything to them.
 */
export const demoNetworks: ReadonlyArray<SeedNetwork> = [
  {
    id: "usdt-trc20",
    network: "USDT-TRC20",
    format: "tron",
    address: "TSimu1atedDemoAddressDoNotSendCash",
    minimum: naira(1_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
  {
    id: "usdt-erc20",
    network: "USDT-ERC20",
    format: "ethereum",
    address: "0xDEADdeadDEADdeadDEADdeadDEADdeadDEADdead",
    minimum: naira(10_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
  {
    id: "btc",
    network: "BTC",
    format: "bitcoin",
    address: "bc1qdem0dem0d0n0tsendmneyt0thsaddress00000",
    minimum: naira(20_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
]

/** The asset of each network, and the decimals in which it is sent. */
export const networkAssets = [
  { network: "USDT-TRC20", asset: "USDT", decimals: 6 },
  { network: "USDT-ERC20", asset: "USDT", decimals: 6 },
  { network: "BTC", asset: "BTC", decimals: 8 },
  { network: "ETH", asset: "ETH", decimals: 8 },
] as const

/** Prices of the demo in ten-thousandths of a naira: fixed, and as simulated as its money. */
export const demoPrices: ReadonlyArray<{ readonly asset: string; readonly price: PriceUnits }> = [
  { asset: "USDT", price: 1_600_0000n },
  { asset: "BTC", price: 144_000_000_0000n },
  { asset: "ETH", price: 4_800_000_0000n },
]

/**
 * Withdrawal terms. Bank cards are free; a crypto address costs the network's own fee. The operator
 * earns nothing.
 */
export const withdrawalTerms = (isDemo: boolean): ReadonlyArray<SeedTerms> => [
  {
    id: "bank",
    method: "bank",
    network: null,
    format: null,
    minimum: naira(1_000n),
    maximum: naira(20_000_000n),
    fee: 0n,
    arrivalMinutes: isDemo ? 1 : 24 * 60,
  },
  {
    id: "usdt-trc20",
    method: "crypto",
    network: "USDT-TRC20",
    format: "tron",
    minimum: naira(5_000n),
    maximum: naira(20_000_000n),
    fee: naira(1_500n),
    arrivalMinutes: isDemo ? 1 : 60,
  },
  {
    id: "usdt-erc20",
    method: "crypto",
    network: "USDT-ERC20",
    format: "ethereum",
    minimum: naira(20_000n),
    maximum: naira(20_000_000n),
    fee: naira(6_000n),
    arrivalMinutes: isDemo ? 1 : 60,
  },
  {
    id: "btc",
    method: "crypto",
    network: "BTC",
    format: "bitcoin",
    minimum: naira(20_000n),
    maximum: naira(20_000_000n),
    fee: naira(3_000n),
    arrivalMinutes: isDemo ? 1 : 90,
  },
  {
    id: "xrp",
    method: "crypto",
    network: "XRP",
    format: "ripple",
    minimum: naira(5_000n),
    maximum: naira(20_000_000n),
    fee: naira(500n),
    arrivalMinutes: isDemo ? 1 : 30,
  },
]
