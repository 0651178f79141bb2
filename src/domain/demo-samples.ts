import type { AddressFormat } from "./cash.ts"

/** The watchlist with which the demo's shared login begins. */
export const demoWatchlist: readonly string[] = ["KO", "IBM", "DIS", "BTC"]

/**
 * What the forms of the demo fill in at a tap, so that no real document or number is needed. Each
 * passes the checks of its form; the addresses are published examples of their networks.
 */
export const demoSamples = {
  holder: "Ada Demo",
  card: { bankName: "Demo Bank", cardNumber: "4111111111111111" },
  account: { bankCode: "058", accountNumber: "0123456785" },
  idNumber: "DEMO-20260101",
  addresses: {
    tron: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8",
    ethereum: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    bitcoin: "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    ripple: "rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh",
  } satisfies Readonly<Record<AddressFormat, string>>,
} as const
