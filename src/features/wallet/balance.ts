import type { WalletSummary } from "../../domain/cash.ts"
import { amountOf, koboOf } from "../../domain/money.ts"

/** Events that change the balance. */
export const BALANCE_EVENTS = [
  "order.accepted",
  "member.changed",
  "close.accepted",
  "deposit.accepted",
  "withdrawal.accepted",
] as const

/** The locked balance: stakes in open contracts and withdrawals under review. */
export const unavailableOf = (wallet: WalletSummary): string =>
  amountOf(koboOf(wallet.inContracts) + koboOf(wallet.inWithdrawals))
