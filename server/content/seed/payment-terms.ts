import type { Kobo } from "../../../src/domain/money.ts"

interface SeedNetwork {
  readonly id: string
  readonly network: string
  readonly address: string
  readonly minimum: Kobo
  readonly maximum: Kobo
  readonly arrivalMinutes: number
}

interface SeedTerms {
  readonly id: string
  readonly method: "bank" | "crypto"
  readonly network: string | null
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
    address: "TSimu1atedDemoAddressDoNotSendCash",
    minimum: naira(1_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
  {
    id: "usdt-erc20",
    network: "USDT-ERC20",
    address: "0xDEADdeadDEADdeadDEADdeadDEADdeadDEADdead",
    minimum: naira(10_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
  {
    id: "btc",
    network: "BTC",
    address: "bc1qdem0dem0d0n0tsendmneyt0thsaddress00000",
    minimum: naira(20_000n),
    maximum: naira(50_000_000n),
    arrivalMinutes: 1,
  },
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
    minimum: naira(1_000n),
    maximum: naira(20_000_000n),
    fee: 0n,
    arrivalMinutes: isDemo ? 1 : 24 * 60,
  },
  {
    id: "usdt-trc20",
    method: "crypto",
    network: "USDT-TRC20",
    minimum: naira(5_000n),
    maximum: naira(20_000_000n),
    fee: naira(1_500n),
    arrivalMinutes: isDemo ? 1 : 60,
  },
  {
    id: "usdt-erc20",
    method: "crypto",
    network: "USDT-ERC20",
    minimum: naira(20_000n),
    maximum: naira(20_000_000n),
    fee: naira(6_000n),
    arrivalMinutes: isDemo ? 1 : 60,
  },
  {
    id: "btc",
    method: "crypto",
    network: "BTC",
    minimum: naira(20_000n),
    maximum: naira(20_000_000n),
    fee: naira(3_000n),
    arrivalMinutes: isDemo ? 1 : 90,
  },
]
