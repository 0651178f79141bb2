import type { WalletSummary } from "../../domain/cash.ts"
import { amountOf, koboOf } from "../../domain/money.ts"

/** Events that change the balance. */
export const BALANCE_EVENTS = [
  "order.accepted",
  "order.settled",
  "close.accepted",
  "deposit.accepted",
  "withdrawal.accepted",
] as const

/** The locked balance: stakes in open contracts and withdrawals under review. */
export const unavailableOf = (wallet: WalletSummary): string =>
  amountOf(koboOf(wallet.in_contracts) + koboOf(wallet.in_withdrawals))
